// Tangled from chapters/18-searching-text.md. Edit there. [sha1 e64783f79c90b5698f9028cb73681a1f1a4ab0fd]
// Texts, and the positions of a pattern in them.
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

// An ASCII letter differs from its capital only in this bit.
constexpr unsigned char case_bit = 0x20;
__host__ __device__ constexpr bool is_letter(unsigned char c) {
  return (c | case_bit) >= 'a' && (c | case_bit) <= 'z';
}

// Bytes to search for, 1 to 64 of them. With any_case, an ASCII letter stands for its capital as
// well.
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
  // Whether the literal is there; the first `known` bytes are not compared.
  __host__ __device__ bool is_at(Text text, std::size_t place, unsigned known = 0) const {
    if (place + size_ > text.size()) return false;
    for (unsigned k = known; k < size_; ++k)
      if (!allows(k, text[place + k])) return false;
    return true;
  }
  // Whether it may begin with these four bytes, the first of them lowest; exact up to four bytes.
  __host__ __device__ bool begins(unsigned four) const { return differs(four) == 0; }
  __host__ __device__ unsigned differs(unsigned four) const { return (four ^ first_) & care_; }

 private:
  unsigned size_ = 0, first_ = 0, care_ = 0;
  unsigned char bytes_[most] = {}, cares_[most] = {};
};

// A text in loads of 16 bytes, each with the four bytes that follow. Positions before the first
// multiple of 16, and the last ones, are loose.
class Windows {
 public:
  static constexpr unsigned width = 1;  // one value per load
  struct Load {
    unsigned words[5];
    // The four bytes beginning at position k of the 16.
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
    const uint4 four = own(i);
    return {{four.x, four.y, four.z, four.w, word(i + 1)}};
  }
  // The same, if a whole warp requests neighbouring loads.
  __device__ Load load_in_row(std::size_t i) const {
    const uint4 four = own(i);
    const unsigned next = __shfl_down_sync(~0u, four.x, 1);
    return {{four.x, four.y, four.z, four.w, threadIdx.x % 32 == 31 ? word(i + 1) : next}};
  }
  __device__ uint4 own(std::size_t i) const {
    return *reinterpret_cast<const uint4*>(text_.data() + place(i));
  }
  __device__ unsigned word(std::size_t i) const {  // the first word of load i
    return *reinterpret_cast<const unsigned*>(text_.data() + place(i));
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

// 0 if the pattern may begin with four bytes; then, whether it is there. For a Literal both are cheaper.
template <class Pattern>
__device__ unsigned differs(const Pattern& pattern, unsigned four) {
  return pattern.begins(four) ? 0 : 1;
}
template <class Pattern>
__device__ bool goes_on(const Pattern& pattern, Text text, std::size_t place) {
  return pattern.is_at(text, place);
}
inline __device__ unsigned differs(const Literal& literal, unsigned four) {
  return literal.differs(four);
}
inline __device__ bool goes_on(const Literal& literal, Text text, std::size_t place) {
  return literal.is_at(text, place, 4);
}

// The positions of a pattern, as a source for reductions: the number of positions in each load.
template <class Pattern>
class Matches : public Windows {
 public:
  Matches(Text text, const Pattern& pattern) : Windows(text), pattern_(pattern) {}

  // Bit k is set if the pattern is at position k of load i.
  __device__ unsigned places(const Load& load, std::size_t i) const {
    unsigned least[4];  // difference of the positions of each word
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
      const unsigned difference = differs(pattern_, load.four(k));
      least[k / 4] = k % 4 == 0 ? difference : min(least[k / 4], difference);
    }
    if (min(min(least[0], least[1]), min(least[2], least[3])) != 0) return 0;
    unsigned words = 0, found = 0;
#pragma unroll
    for (unsigned j = 0; j < 4; ++j) words |= unsigned{least[j] == 0} << j;
    for (; words != 0; words &= words - 1) found |= from_word(__ffs(static_cast<int>(words)) - 1, i);
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
  // The same for the positions of word j. Its bytes are loaded again.
  __device__ unsigned from_word(unsigned j, std::size_t i) const {
    const std::size_t at = place(i) + 4 * j;
    const unsigned* const two = reinterpret_cast<const unsigned*>(text().data() + at);
    const unsigned low = two[0], high = two[1];
    unsigned found = 0;
#pragma unroll 1
    for (unsigned k = 0; k < 4; ++k)
      if (differs(pattern_, __funnelshift_r(low, high, 8 * k)) == 0 &&
          goes_on(pattern_, text(), at + k))
        found |= 1u << (4 * j + k);
    return found;
  }
  Pattern pattern_;
};

template <unsigned rows, class Pattern>
__global__ void __launch_bounds__(threads)
    count_by_rows(Matches<Pattern> matches, unsigned long long* count) {
  constexpr unsigned many = 32 * rows;
  const unsigned lane = threadIdx.x % 32;
  const std::size_t me = std::size_t{blockIdx.x} * threads + threadIdx.x;
  const std::size_t all = std::size_t{gridDim.x} * threads, whole = matches.loads() / many;
  unsigned long long mine = 0;
  for (std::size_t w = me / 32; w < whole; w += all / 32) {
    const std::size_t first = w * many + lane;
    uint4 own[rows];
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) own[r] = matches.own(first + 32 * r);
    const unsigned behind = lane == 0 ? matches.word(first + many) : 0;
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
      const unsigned next_row = r + 1 < rows ? own[(r + 1) % rows].x : behind;
      const unsigned next = __shfl_sync(~0u, lane == 0 ? next_row : own[r].x, (lane + 1) % 32);
      mine += matches.value({{own[r].x, own[r].y, own[r].z, own[r].w, next}}, 0, first + 32 * r);
    }
  }
  for (std::size_t i = whole * many + me; i < matches.loads(); i += all)
    mine += matches.value(matches.load(i), 0, i);
  for (std::size_t j = me; j < matches.loose(); j += all) mine += matches.loose_value(j);
  const auto of_block = join_block<threads>(mine, Sum<unsigned long long>{});
  if (threadIdx.x == 0) atomicAdd(count, of_block);
}

// The number of matches of a pattern in a text, to *result.
template <unsigned rows = 4, class Pattern>
void count_to(unsigned long long* result, Text text, const Pattern& pattern) {
  static const int fit = [] {
    int device = 0, processors = 0, of_each = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_each, count_by_rows<rows, Pattern>,
                                                        threads, 0));
    return processors * of_each;
  }();
  const Matches<Pattern> matches(text, pattern);
  const std::size_t wanted = matches.loads() / (threads * rows) + 1;
  const auto blocks = static_cast<unsigned>(std::min<std::size_t>(wanted, fit));
  check(cudaMemsetAsync(result, 0, sizeof *result));
  count_by_rows<rows><<<blocks, threads>>>(matches, result);
  check(cudaGetLastError());
}

template <class Pattern>
unsigned long long count(Text text, const Pattern& pattern) {
  Buffer<unsigned long long> result(1);
  count_to(result.data(), text, pattern);
  return result.to_host()[0];
}

}  // namespace weft
