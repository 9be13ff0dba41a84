#include <doctest/doctest.h>

#include "support.hpp"

#include "18-searching-text/characters.hpp"

unsigned long long by_host(const std::string& text, std::size_t first = 0) {
  unsigned long long count = 0;
  for (std::size_t i = first; i < text.size(); ++i) count += (text[i] & 0xc0) != 0x80;
  return count;
}

unsigned long long by_device(const std::string& text, std::size_t first = 0) {
  DeviceArray<unsigned char> bytes(std::vector<unsigned char>(text.begin(), text.end()));
  const unsigned long long count = characters({bytes.data() + first, text.size() - first});
  CHECK(bytes.written_around() == "");
  return count;
}

TEST_CASE("each of the four bytes of a word, with any neighbours") {
  const unsigned char some[] = {0x00, 0x41, 0x7f, 0x80, 0xa9, 0xbf, 0xc0, 0xc3, 0xe2, 0xf0, 0xff};
  for (const unsigned a : some)
    for (const unsigned b : some)
      for (const unsigned c : some)
        for (const unsigned d : some) {
          unsigned expected = 0;
          for (const unsigned byte : {a, b, c, d}) expected += (byte & 0xc0) != 0x80;
          if (beginnings(a | b << 8 | c << 16 | d << 24) != expected) FAIL("bytes ", a, " ", b, " ", c, " ", d);
        }
}

TEST_CASE("characters of one to four bytes") {
  CHECK(by_device("Alice") == 5);
  CHECK(by_device("\u00e9t\u00e9") == 3);
  CHECK(by_device("\u201cAlice\u201d \u2014 \U0001f407") == 11);
  CHECK(by_device("e\u0301") == 2);
}

TEST_CASE("any size, any alignment") {
  std::string text;
  for (const int value : random_values<int>(1023 * 31, 2)) text += static_cast<char>(value);
  for (const std::size_t size : {1, 4, 15, 16, 19, 20, 21, 257, 1023 * 31})
    for (const std::size_t first : {0, 1, 15})
      if (first < size) CHECK(by_device(text.substr(0, size), first) == by_host(text.substr(0, size), first));
}

TEST_CASE("the book is ASCII") { CHECK(by_device(weft::alice()) == 148'480); }

#ifdef __LOOM__
TEST_CASE("16-byte loads") {
  DeviceArray<unsigned char> bytes(std::vector<unsigned char>(1 << 16, 'x'));
  const loom::Seen seen = loom::observe([&] { CHECK(characters({bytes.data(), 1 << 16}) == 1 << 16); });
  CHECK(seen.global_loads.requests < 2.2 * (1 << 16) / 512);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::string text(1 << 16, 'x');
  CHECK(too_serial({.threads = 256, .blocks = 2.5}, [&] { by_device(text); }) == "");
}
