// Tangled from chapters/17-searching-text.md. Edit there. [sha1 ed6e53f40a938b380bb67a56f928f45103bfc05f]
// Texts, and places in them where a pattern is.
#pragma once

#include "common/reduce.cuh"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace weft {

using Text = View<const unsigned char>;

// Alice's Adventures in Wonderland. It comes with this book.
inline std::filesystem::path path_of_alice() {
  return std::filesystem::path(__FILE__).parent_path() / "../../chapters/texts/alice.txt";
}
inline std::string alice() {
  std::ifstream file(path_of_alice(), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (text.empty()) throw std::runtime_error("cannot read " + path_of_alice().string());
  return text;
}
inline Buffer<unsigned char> on_device(std::string_view text) {
  return Buffer<unsigned char>(std::vector<unsigned char>(text.begin(), text.end()));
}

// A letter of ASCII is the same as its capital but for this bit.
constexpr unsigned char case_bit = 0x20;
__host__ __device__ constexpr bool is_letter(unsigned char c) {
  return (c | case_bit) >= 'a' && (c | case_bit) <= 'z';
}

// Bytes to search for, 1 to 64 of them. With any_case, a letter of ASCII stands for its capital,
// too.
class Literal {
 public:
  static constexpr unsigned most = 64;
  Literal() = default;
  explicit Literal(std::string_view of, bool any_case = false)
      : size_(static_cast<unsigned>(of.size())) {
    if (of.empty() || of.size() > most) throw std::length_error("a literal has 1 to 64 bytes");
    for (unsigned k = 0; k < size_; ++k) {
      bytes_[k] = static_cast<unsigned char>(of[k]);
      cares_[k] = any_case && is_letter(bytes_[k]) ? 0xff ^ case_bit : 0xff;
    }
    std::memcpy(&first_, bytes_, 4);
    std::memcpy(&care_, cares_, 4);
  }
  __host__ __device__ unsigned size() const { return size_; }
  // Whether byte k of the literal may be c.
  __host__ __device__ bool allows(unsigned k, unsigned char c) const {
    return ((c ^ bytes_[k]) & cares_[k]) == 0;
  }
  __host__ __device__ bool is_at(Text text, std::size_t place) const {
    if (place + size_ > text.size()) return false;
    for (unsigned k = 0; k < size_; ++k)
      if (!allows(k, text[place + k])) return false;
    return true;
  }
  // Whether it may begin with these four bytes, the first of them lowest; exact up to four bytes.
  __host__ __device__ bool begins(unsigned four) const { return differs(four) == 0; }
  __host__ __device__ unsigned differs(unsigned four) const { return (four ^ first_) & care_; }
  // Whether it is there, if it begins there with four bytes that are known to fit.
  __host__ __device__ bool goes_on(Text text, std::size_t place) const {
    if (place + size_ > text.size()) return false;
    for (unsigned k = 4; k < size_; ++k)
      if (!allows(k, text[place + k])) return false;
    return true;
  }

 private:
  unsigned size_ = 0, first_ = 0, care_ = 0;
  unsigned char bytes_[most] = {}, cares_[most] = {};
};

// A text by 16 bytes at a time, each with the four that follow. Places before the first multiple of
// 16, and the last ones, are loose.
class Windows {
 public:
  static constexpr unsigned width = 1;  // a value for each load
  struct Load {
    unsigned words[5];
    // The four bytes from place k of the 16 on.
    __device__ unsigned four(unsigned k) const {
      return __funnelshift_r(words[k / 4], words[k / 4 + 1], 8 * (k % 4));
    }
  };
  explicit Windows(Text text) : text_(text) {
    const std::size_t past = reinterpret_cast<std::uintptr_t>(text.data()) % 16;
    head_ = std::min<std::size_t>(past == 0 ? 0 : 16 - past, text.size());
    const std::size_t rest = text.size() - head_;
    loads_ = rest < 4 ? 0 : (rest - 4) / 16;
  }
  __host__ __device__ Text text() const { return text_; }
  __host__ __device__ std::size_t loads() const { return loads_; }
  __device__ Load load(std::size_t i) const {
    const unsigned char* const from = text_.data() + place(i);
    const uint4 own = *reinterpret_cast<const uint4*>(from);
    const unsigned next = *reinterpret_cast<const unsigned*>(from + 16);
    return {{own.x, own.y, own.z, own.w, next}};
  }
  __host__ __device__ std::size_t place(std::size_t i) const { return head_ + 16 * i; }
  __host__ __device__ std::size_t loose() const { return text_.size() - 16 * loads_; }
  __host__ __device__ std::size_t loose_place(std::size_t j) const {
    return j < head_ ? j : j + 16 * loads_;
  }

 private:
  Text text_;
  std::size_t head_, loads_;
};

// Where a pattern is, as a source for reductions: of each load how many places.
template <class Pattern>
class Matches : public Windows {
 public:
  Matches(Text text, const Pattern& pattern) : Windows(text), pattern_(pattern) {}

  // Bit k is set if the pattern is at place k of load i.
  __device__ unsigned places(const Load& load, std::size_t i) const {
    bool may[4] = {};  // begin in word j
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) may[k / 4] |= pattern_.begins(load.four(k));
    if (!(may[0] || may[1] || may[2] || may[3])) return 0;
    unsigned words = 0, found = 0;
#pragma unroll
    for (unsigned j = 0; j < 4; ++j) words |= unsigned{may[j]} << j;
    for (; words != 0; words &= words - 1) {
      const unsigned first = 4 * (__ffs(static_cast<int>(words)) - 1);
      const auto* const two = reinterpret_cast<const unsigned*>(text().data() + place(i) + first);
      const unsigned low = two[0], high = two[1];
#pragma unroll 1
      for (unsigned k = 0; k < 4; ++k)
        if (pattern_.begins(__funnelshift_r(low, high, 8 * k)))
          found |= unsigned{pattern_.is_at(text(), place(i) + first + k)} << (first + k);
    }
    return found;
  }
  __device__ unsigned value(const Load& load, unsigned, std::size_t i) const {
    return __popc(places(load, i));
  }
  __device__ unsigned loose_value(std::size_t j) const {
    return pattern_.is_at(text(), loose_place(j));
  }
  __host__ __device__ const Pattern& pattern() const { return pattern_; }

 private:
  Pattern pattern_;
};

// How many times a pattern is in a text.
template <class Pattern>
unsigned long long count(Text text, const Pattern& pattern) {
  return reduce<Sum<unsigned long long>>(Matches<Pattern>(text, pattern));
}

}  // namespace weft
