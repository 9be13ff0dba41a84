#include <doctest/doctest.h>

#include "support.hpp"

#include "18-searching-text/one-mistake.hpp"

std::vector<unsigned> table_of(const std::string& pattern) {
  std::vector<unsigned> table(256);
  for (std::size_t k = 0; k < pattern.size(); ++k) table[static_cast<unsigned char>(pattern[k])] |= 1u << k;
  return table;
}

unsigned long long by_device(const std::string& text, const std::string& pattern, unsigned blocks = 2) {
  DeviceArray<unsigned char> bytes(std::vector<unsigned char>(text.begin(), text.end()));
  DeviceArray<unsigned> table(table_of(pattern));
  DeviceArray<unsigned long long> count(std::vector<unsigned long long>{1000});
  with_one_mistake<<<blocks, 256>>>({bytes.data(), text.size()}, table.data(), static_cast<unsigned>(pattern.size()), count.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(count.written_around() == "");
  return count.read()[0] - 1000;
}

unsigned long long by_host(const std::string& text, const std::string& pattern) {
  unsigned long long count = 0;
  for (std::size_t i = 0; i + pattern.size() <= text.size(); ++i) {
    unsigned wrong = 0;
    for (std::size_t k = 0; k < pattern.size(); ++k) wrong += text[i + k] != pattern[k];
    count += wrong <= 1;
  }
  return count;
}

TEST_CASE("no wrong byte, one, and two") {
  CHECK(by_device("Alice", "Alice") == 1);
  CHECK(by_device("Clice Akice Alxce Aliie Alicf", "Alice") == 5);
  CHECK(by_device("Clicf alicE Aluse lAice", "Alice") == 0);
  CHECK(by_device("Alce Allice", "Alice") == by_host("Alce Allice", "Alice"));
}

TEST_CASE("patterns of one byte, two and thirty-two") {
  const std::string text = "Either the well was very deep, or she fell very slowly, for she had plenty of time";
  CHECK(by_device(text, "z") == text.size());
  CHECK(by_device(text, "ve") == by_host(text, "ve"));
  CHECK(by_device(text, text.substr(40, 32)) == 1);
  std::string wrong = text;
  wrong[71] = '!';
  CHECK(by_device(wrong, text.substr(40, 32)) == 1);
  wrong[40] = '!';
  CHECK(by_device(wrong, text.substr(40, 32)) == 0);
}

TEST_CASE("across the ends of pieces") {
  for (std::size_t before = 245; before < 262; ++before)
    for (const char* const word : {"Alice", "Alxce", "xlice", "Alicx"}) CHECK(by_device(std::string(before, '.') + word + "...", "Alice") == 1);
  CHECK(by_device(std::string(252, '.') + "Al", "Alice") == 0);
}

TEST_CASE("any size, any grid, few letters") {
  std::string text;
  for (const int value : random_values<int>(1023 * 31, 8)) text += "abc"[(value + 1000) % 3];
  for (const std::size_t size : awkward_counts)
    for (const char* const pattern : {"a", "ab", "abcab", "aaaaaaaa"}) CHECK(by_device(text.substr(0, size), pattern) == by_host(text.substr(0, size), pattern));
  const std::string many = text + text + text;  // more pieces than one block has threads
  for (const unsigned blocks : {1u, 2u}) CHECK(by_device(many, "abcabca", blocks) == by_host(many, "abcabca"));
}

TEST_CASE("the book") {
  const std::string book = weft::alice();
  CHECK(by_device(book, "Alice") == by_host(book, "Alice"));
  CHECK(by_device(book, "Hatter") == by_host(book, "Hatter"));
}

#ifdef __LOOM__
TEST_CASE("each byte is read once, and size - 1 more per piece") {
  const std::size_t pieces = 512;
  DeviceArray<unsigned char> bytes(std::vector<unsigned char>(pieces * piece, 'x'));
  DeviceArray<unsigned> table(table_of("Alice"));
  DeviceArray<unsigned long long> count(std::vector<unsigned long long>{0});
  const loom::Seen seen = loom::observe([&] { with_one_mistake<<<2, 256>>>({bytes.data(), pieces * piece}, table.data(), 5, count.data()); });
  CHECK(seen.global_loads.bytes <= pieces * (piece + 4) + pieces * (piece + 4) / 32 * 4);  // and the table: the same word for all lanes
  CHECK(seen.global_atomics.requests <= 2);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::string text(4 * 256 * piece, 'x');
  CHECK(too_serial({.threads = 500, .blocks = 3}, [&] { by_device(text, "Alice", 4); }) == "");
}
