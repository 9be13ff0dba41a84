#include <doctest/doctest.h>

#include "support.hpp"

#include "18-searching-text/matching-lines.hpp"

unsigned long long by_device(const std::string& text, const weft::Literal& literal, unsigned blocks = 3) {
  DeviceArray<unsigned char> bytes(std::vector<unsigned char>(text.begin(), text.end()));
  DeviceArray<unsigned long long> lines(std::vector<unsigned long long>{1000});
  matching_lines<<<blocks, 256>>>({bytes.data(), text.size()}, literal, lines.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(lines.written_around() == "");
  return lines.read()[0] - 1000;
}

unsigned long long by_host(const std::string& text, const std::string& literal) {
  std::istringstream all(text);
  unsigned long long count = 0;
  for (std::string line; std::getline(all, line);) count += line.find(literal) != line.npos;
  return count;
}

TEST_CASE("a few lines") {
  const weft::Literal literal("ab");
  CHECK(by_device("ab\nab\n", literal) == 2);
  CHECK(by_device("ab ab abab\nx\n\n xab", literal) == 2);
  CHECK(by_device("a\nb\n", literal) == 0);
  CHECK(by_device("ab", literal) == 1);
  CHECK(by_device("\n", literal) == 0);
}

TEST_CASE("matches that overlap are in one line") {
  CHECK(by_device("aaaaa\naa\na\n", weft::Literal("aa")) == 2);
  CHECK(by_device("ababababa", weft::Literal("aba")) == 1);
}

TEST_CASE("the book, as grep -c counts") {
  const std::string book = weft::alice();
  CHECK(by_device(book, weft::Literal("Alice"), 8) == 392);
  CHECK(by_device(book, weft::Literal("alice", true), 8) == 395);
  CHECK(by_device(book, weft::Literal("e"), 8) == 2619);
  CHECK(by_device(book, weft::Literal("oo"), 8) == 396);
}

TEST_CASE("any size, any grid, with and without a last line feed") {
  std::string text;
  for (const int value : random_values<int>(5000, 6)) text += "aabb\n"[(value + 1000) % 5];
  for (const std::size_t size : {1, 2, 31, 255, 257, 1023, 5000})
    for (const unsigned blocks : {1u, 2u, 9u})
      for (const char* const literal : {"a", "ab", "aab"})
        CHECK(by_device(text.substr(0, size), weft::Literal(literal), blocks) == by_host(text.substr(0, size), literal));
}

#ifdef __LOOM__
TEST_CASE("a long line with many matches, and a long one with few") {
  DeviceArray<unsigned char> many(std::vector<unsigned char>(2000, 'a')), few(std::vector<unsigned char>(2000, 'b'));
  DeviceArray<unsigned long long> lines(std::vector<unsigned long long>{0});
  for (auto* const bytes : {&many, &few}) {
    const loom::Seen seen = loom::observe([&] { matching_lines<<<2, 256>>>({bytes->data(), 2000}, weft::Literal("a"), lines.data()); });
    CHECK(seen.global_loads.bytes < 8 * 2000);
    CHECK(seen.global_atomics.requests <= 2);
  }
  CHECK(lines.read()[0] == 1);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  std::string text;
  for (const int value : random_values<int>(20'000, 6)) text += "aabb\n"[(value + 1000) % 5];
  CHECK(too_serial({.threads = 200, .blocks = 3}, [&] { by_device(text, weft::Literal("ab"), 4); }) == "");
}
