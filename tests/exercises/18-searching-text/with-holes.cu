#include <doctest/doctest.h>

#include "support.hpp"

#include "18-searching-text/with-holes.hpp"

// In the unit of the answer.
namespace test {
unsigned long long count(weft::Text text, std::string_view pattern);
}  // namespace test

unsigned long long by_host(std::string_view text, std::string_view pattern) {
  unsigned long long count = 0;
  for (std::size_t i = 0; i + pattern.size() <= text.size(); ++i) {
    bool is = true;
    for (std::size_t k = 0; k < pattern.size(); ++k) is = is && (pattern[k] == '?' ? text[i + k] != '\n' : text[i + k] == pattern[k]);
    count += is;
  }
  return count;
}

unsigned long long by_device(std::string_view text, std::string_view pattern, std::size_t first = 0) {
  DeviceArray<unsigned char> bytes(std::vector<unsigned char>(text.begin(), text.end()));
  return test::count(weft::Text(bytes.data() + first, text.size() - first), pattern);
}

TEST_CASE("in the book") {
  const std::string book = weft::alice();
  for (const char* const pattern : {"Alice", "h?t", "?ueen", "K??g", "said ????? ", "?", "????", "rabbit?hole", "the?King?of?Hearts"})
    CHECK(by_device(book, pattern) == by_host(book, pattern));
}

TEST_CASE("any size and alignment, with text that nearly matches") {
  std::string text;
  for (const int value : random_values<int>(3000, 4)) text += "ab\n?"[(value + 1000) % 4];
  for (const char* const pattern : {"a", "?", "a?", "?a", "ab?b", "?b?a", "a????b", "ab??a?b", "???????b"})
    for (const std::size_t size : {1, 3, 19, 20, 37, 3000})
      for (const std::size_t first : {0, 1, 13})
        if (first < size) CHECK(by_device(text.substr(0, size), pattern, first) == by_host(text.substr(first, size - first), pattern));
}

TEST_CASE("a hole is any byte but a line feed") {
  std::string all;
  for (int c = 0; c < 256; ++c) all += std::string("<") + static_cast<char>(c) + ">";
  CHECK(by_device(all, "<?>") == 255);
  CHECK(by_device("abc\nabcdefgh", "abc?") == 1);
  CHECK(by_device("abcdef\nabcdefgh", "abcdef?") == 1);
}

TEST_CASE("patterns beyond ASCII") {
  const std::string text = "\u00c9t\u00e9, \u00e9t\u00e9, et\u00e9, \u00fft\u00e9";
  for (const char* const pattern : {"\u00e9t", "\u00e9t\u00e9", "t\u00e9", "?\u00e9", "??t\u00e9", "\u00c9?\u00e9"})
    CHECK(by_device(text, pattern) == by_host(text, pattern));
}

TEST_CASE("sixty-four bytes, and the end of the text") {
  const std::string as(100, 'a');
  CHECK(by_device(as, std::string(63, '?') + "a") == 37);
  CHECK(by_device(as, std::string(64, 'a')) == 37);
  CHECK(by_device("abc", "abc?") == 0);
}

#ifdef __LOOM__
TEST_CASE("the first four bytes rule out nearly all positions") {
  DeviceArray<unsigned char> bytes(std::vector<unsigned char>(1 << 14, 'x'));
  for (const char* const pattern : {"x?c?", "??a", "axx", "xxxa", "A?ice was beginning"}) {
    const loom::Seen seen = loom::observe([&] { CHECK(test::count(weft::Text(bytes.data(), 1 << 14), pattern) == 0); });
    CHECK(seen.global_loads.requests < 2.6 * (1 << 14) / 512);
  }
}
#endif
