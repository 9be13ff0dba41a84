// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 2327e8a0df575044fbded1c30432e0b2659deda8]
// The exact sum of floats: bins of 64-bit integers, for up to 2^31 numbers, and one rounding at the end.
#pragma once

#include "common/reduce.cuh"

namespace weft {

using Word = unsigned long long;  // two's complement: additions wrap, so their order does not matter
constexpr unsigned bins = 32;

// A finite float as an integer, in units of 2^(8 bin - 149).
struct Piece {
  unsigned bin;
  int count;
};

inline __host__ __device__ Piece piece_of(float x) {
  unsigned bits;
  std::memcpy(&bits, &x, sizeof bits);
  const unsigned exponent = bits >> 23 & 0xff;
  const unsigned shift = exponent == 0 ? 0 : exponent - 1;
  const unsigned fraction = (bits & 0x7fffff) | (exponent == 0 ? 0 : 1u << 23);
  const int count = static_cast<int>(fraction << shift % 8);
  return {shift / 8, bits >> 31 ? -count : count};
}

// What an infinity or NaN leaves behind: 1 and 2 for the infinities, 4 for NaN; otherwise 0.
inline __host__ __device__ unsigned mark_of(float x) {
  if (x - x == 0) return 0;
  return x != x ? 4 : x > 0 ? 1 : 2;
}

constexpr unsigned bin_threads = 128;  // in a block

// One set of bins for each thread of a block, and the marks of all.
struct Bins {
  Word own[bins][bin_threads];
  unsigned marks;
};

// All threads call it, once.
inline __device__ void clear(Bins& all) {
  for (unsigned b = 0; b < bins; ++b) all.own[b][threadIdx.x] = 0;
  if (threadIdx.x == 0) all.marks = 0;
  __syncthreads();
}

inline __device__ void add(Bins& all, float x) {
  const unsigned mark = mark_of(x);
  if (mark != 0) {
    atomicOr(&all.marks, mark);
  } else {
    const Piece piece = piece_of(x);
    all.own[piece.bin][threadIdx.x] += static_cast<Word>(static_cast<long long>(piece.count));
  }
}

// Adds what the block has to `sum`, which has bins + 1 words. All threads call it, once.
inline __device__ void add_to(Bins& all, Word* sum) {
  __syncthreads();
  for (unsigned b = threadIdx.x / 32; b < bins; b += bin_threads / 32) {
    Word of_bin = 0;
    for (unsigned i = threadIdx.x % 32; i < bin_threads; i += 32) of_bin += all.own[b][i];
    of_bin = join_warp(of_bin, Sum<Word>{});
    if (threadIdx.x % 32 == 0 && of_bin != 0) atomicAdd(sum + b, of_bin);
  }
  if (threadIdx.x == 0 && all.marks != 0) atomicOr(sum + bins, static_cast<Word>(all.marks));
}

template <class Source>
__global__ void __launch_bounds__(bin_threads) add_to_bins(Source x, Word* sum) {
  __shared__ Bins all;
  clear(all);
  const std::size_t me = std::size_t{blockIdx.x} * bin_threads + threadIdx.x;
  const std::size_t threads = std::size_t{gridDim.x} * bin_threads;
  using Load = typename Source::Load;
  const auto add_load = [&](const Load& load) {
    for (unsigned k = 0; k < Load::width; ++k) add(all, load.values[k]);
  };
  std::size_t i = me;
  for (; i + (batch - 1) * threads < x.loads(); i += batch * threads) {
    Load loaded[batch];
    for (unsigned b = 0; b < batch; ++b) loaded[b] = x.load(i + b * threads);
    for (unsigned b = 0; b < batch; ++b) add_load(loaded[b]);
  }
  for (; i < x.loads(); i += threads) add_load(x.load(i));
  for (std::size_t j = me; j < x.loose(); j += threads) add(all, x.loose_value(j));
  add_to(all, sum);
}

// The sum in the bins, rounded once, to float or double.
template <class T>
__host__ __device__ T rounded(const Word* sum) {
  const Word marks = sum[bins];
  if (marks > 2) return NAN;  // a NaN, or both infinities
  if (marks > 0) return marks == 1 ? INFINITY : -INFINITY;
  unsigned char digits[bins + 8];  // in base 256, in units of 2^-149
  long long carry = 0;
  for (unsigned b = 0; b < bins + 8; ++b) {
    carry += b < bins ? static_cast<long long>(sum[b]) : 0;
    digits[b] = static_cast<unsigned char>(carry & 255);
    carry >>= 8;  // rounds down, also if it is negative
  }
  const bool negative = carry < 0;
  unsigned borrow = negative;
  int top = -1;  // the leading bit
  for (unsigned b = 0; b < bins + 8; ++b) {
    const unsigned digit = negative ? (255u - digits[b]) + borrow : digits[b];
    borrow = digit >> 8;
    digits[b] = static_cast<unsigned char>(digit & 255);
    for (int bit = 0; bit < 8; ++bit)
      if (digits[b] >> bit & 1) top = static_cast<int>(b) * 8 + bit;
  }
  const auto bit = [&](int i) { return Word{digits[i / 8]} >> i % 8 & 1; };
  const int whole = sizeof(T) == 4 ? 23 : 52, last = top > whole ? top - whole : 0;  // the last bit kept
  Word kept = 0;
  for (int i = top; i >= last; --i) kept = 2 * kept + bit(i);
  bool more = false;  // below the bit that decides
  for (int i = 0; i + 1 < last; ++i) more = more || bit(i);
  if (last > 0 && bit(last - 1) && (more || kept % 2 == 1)) ++kept;
  const T size = std::ldexp(static_cast<T>(kept), last - 149);
  return negative ? -size : size;
}

template <class T>
__global__ void round_bins(const Word* sum, T* result) {
  *result = rounded<T>(sum);
}

class ExactSum {
 public:
  ExactSum() : sum_(bins + 1) {}

  template <class T>
  void operator()(View<const float> x, T* result, unsigned blocks = 0) {
    if (x.size() > std::size_t{1} << 31) throw std::length_error("more than 2^31 floats");
    if (blocks == 0) blocks = as_many_as_fit();
    check(cudaMemsetAsync(sum_.data(), 0, sum_.size() * sizeof(Word)));
    add_to_bins<<<blocks, bin_threads>>>(each(x), sum_.data());
    round_bins<<<1, 1>>>(sum_.data(), result);
    check(cudaGetLastError());
  }

 private:
  static unsigned as_many_as_fit() {
    int device = 0, processors = 0, of_each = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &of_each, add_to_bins<Each<float, Itself>>, bin_threads, 0));
    return static_cast<unsigned>(processors * of_each);
  }

  Buffer<Word> sum_;
};

}  // namespace weft
