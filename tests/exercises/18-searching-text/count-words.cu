#include <doctest/doctest.h>

#include "support.hpp"

#include "18-searching-text/count-words.hpp"

constexpr unsigned long long before = 0xffffffff;  // so that one more does not fit into 32 bits

unsigned long long words_of(const std::string& text, unsigned blocks = 3, std::size_t first = 0) {
  DeviceArray<unsigned char> bytes(std::vector<unsigned char>(text.begin(), text.end()));
  DeviceArray<unsigned long long> words(std::vector<unsigned long long>{before});
  count_words<<<blocks, 256>>>({bytes.data() + first, text.size() - first}, words.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(words.written_around() == "");
  return words.read()[0] - before;
}

unsigned long long by_host(const std::string& text) {
  unsigned long long words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool white = std::string(" \t\n\v\f\r").find(c) != std::string::npos;
    words += !white && !inside;
    inside = !white;
  }
  return words;
}

TEST_CASE("a few words") {
  CHECK(words_of("x") == 1);
  CHECK(words_of(" ") == 0);
  CHECK(words_of("down the  rabbit-hole") == 3);
  CHECK(words_of("  `Off with her head!'\n") == 4);
}

TEST_CASE("every white byte separates words, and no other byte does") {
  std::string all;
  for (int c = 0; c < 256; ++c) all += std::string("a") + static_cast<char>(c);
  CHECK(words_of(all) == by_host(all));
  CHECK(words_of("a\tb\nc\vd\fe\rf") == 6);
  CHECK(words_of(std::string("a\0b", 3)) == 1);
}

TEST_CASE("a text that is part of another one begins a word of its own") {
  CHECK(words_of("Alice", 1, 2) == 1);
  CHECK(words_of("Alice was", 1, 2) == 2);
}

TEST_CASE("any size, any grid") {
  const auto random = random_values<int>(1023 * 31, 5);
  std::string text;
  for (const int value : random) text += " \n\te.X"[(value + 1000) % 6];
  for (const std::size_t size : awkward_counts)
    for (const unsigned blocks : {1u, 2u, 9u}) CHECK(words_of(text.substr(0, size), blocks) == by_host(text.substr(0, size)));
}

TEST_CASE("the book") { CHECK(words_of(weft::alice(), 8) == 26'457); }

TEST_CASE("one atomic operation per block") {
  const std::string text(10'000, 'a');
  const AtomicsSeen seen = atomics_seen([&] { words_of(text, 5); });
  CHECK(seen.in_global <= 5);
  CHECK(seen.in_shared == 0);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  std::string text;
  for (const int value : random_values<int>(20'000, 5)) text += " \n\te.X"[(value + 1000) % 6];
  CHECK(too_serial({.threads = 500, .blocks = 4}, [&] { words_of(text, 5); }) == "");
}
