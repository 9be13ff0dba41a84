// Tangled from chapters/28-attention.md. Edit there. [sha1 247a16ba832b16ddc8837e5014969df047c955b1]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/softmax.cuh"

// A thread's part of a row whose length is a multiple of four: up to 16 numbers, in four loads.
template <unsigned threads>
class RowPart {
 public:
  __device__ RowPart(const float* row, unsigned columns) : columns_(columns) {
#pragma unroll
    for (unsigned i = 0; i < 4; ++i)
      if (column(i) < columns) fours_[i] = *reinterpret_cast<const weft::Wide<float>*>(row + column(i));
  }
  template <class Use>
  __device__ void each(Use use) const {
#pragma unroll
    for (unsigned i = 0; i < 4; ++i)
      if (column(i) < columns_)
        for (unsigned e = 0; e < 4; ++e) use(fours_[i].values[e]);
  }
  // Stores f(four numbers, column of the first) for all numbers of the part.
  template <class Function>
  __device__ void store(float* row, Function f) const {
#pragma unroll
    for (unsigned i = 0; i < 4; ++i)
      if (column(i) < columns_)
        *reinterpret_cast<weft::Wide<float>*>(row + column(i)) = f(fours_[i], column(i));
  }

 private:
  __device__ static unsigned column(unsigned i) { return 4 * (i * threads + threadIdx.x); }
  weft::Wide<float> fours_[4] = {};
  unsigned columns_;
};

constexpr float log2_of_e = 1.44269504f;

// A block for each row, and 2,048 threads on a multiprocessor, or 32 blocks.
template <unsigned threads>
__global__ void __launch_bounds__(threads, threads > 64 ? 2048 / threads : 32)
    softmax(const float* in, float* out, std::size_t rows, unsigned columns) {
  for (std::size_t row = blockIdx.x; row < rows; row += gridDim.x) {
    const RowPart<threads> part(in + row * columns, columns);
    float largest = -INFINITY;
    part.each([&](float x) { largest = fmaxf(largest, x); });
    weft::Powers mine;
    mine.raise(log2_of_e * largest);
    part.each([&](float x) { mine.sum += weft::exp2_of(fmaf(x, log2_of_e, -mine.base())); });
    const weft::Powers all = weft::join_block<threads>(mine, weft::JoinPowers{});
    const float base = all.base(), inverse = 1 / all.sum;
    part.store(out + row * columns, [=](weft::Wide<float> four, unsigned) {
      for (float& x : four.values) x = weft::exp2_of(fmaf(x, log2_of_e, -base)) * inverse;
      return four;
    });
    __syncthreads();  // before the next row
  }
}

// s = q kᵀ in plain floats: a thread for each score.
__global__ void all_scores(const float* q, const float* k, float* s, unsigned n, unsigned d) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < std::size_t{n} * n; i += gridDim.x * blockDim.x) {
    float sum = 0;
    for (unsigned c = 0; c < d; ++c) sum += q[i / n * d + c] * k[i % n * d + c];
    s[i] = sum * rsqrtf(static_cast<float>(d));
  }
}
__global__ void all_means(const float* p, const float* v, float* o, unsigned n, unsigned d) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < std::size_t{n} * d; i += gridDim.x * blockDim.x) {
    float sum = 0;
    for (unsigned j = 0; j < n; ++j) sum += p[i / d * n + j] * v[j * d + i % d];
    o[i] = sum;
  }
}

// A thread for each query, with its sum of values in registers.
template <unsigned d>
__global__ void in_one_pass(const float* q, const float* k, const float* v, float* o, unsigned n) {
  const float scale = 1.44269504f * rsqrtf(static_cast<float>(d));
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    weft::Powers powers;
    float sums[d] = {};
    for (unsigned j = 0; j < n; ++j) {
      float score = 0;
      for (unsigned c = 0; c < d; ++c) score += q[i * d + c] * k[j * d + c];
      const float factor = powers.raise(scale * score);
      const float power = weft::exp2_of(scale * score - powers.base());
      powers.sum += power;
      for (unsigned c = 0; c < d; ++c) sums[c] = sums[c] * factor + power * v[j * d + c];
    }
    for (unsigned c = 0; c < d; ++c) o[i * d + c] = sums[c] / powers.sum;
  }
}

std::vector<float> random_floats(std::size_t count, unsigned seed, float size, float middle = 0) {
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& x : numbers) x = middle + size * (static_cast<float>(bits() >> 8) * 0x1p-23f - 1);
  return numbers;
}

TEST_CASE("one pass computes the same, and stores nothing but its results") {
  constexpr unsigned n = 128, d = 16;
  const weft::Buffer<float> q(random_floats(n * d, 1, 2)), k(random_floats(n * d, 2, 2)), v(random_floats(n * d, 3, 1));
  weft::Buffer<float> s(n * n), o(n * d), other(n * d);
  const auto stored = loom::observe([&] {
    all_scores<<<16, 128>>>(q.data(), k.data(), s.data(), n, d);
    softmax<32><<<n, 32>>>(s.data(), s.data(), n, n);
    all_means<<<16, 128>>>(s.data(), v.data(), o.data(), n, d);
  });
  const auto once = loom::observe([&] { in_one_pass<d><<<4, 32>>>(q.data(), k.data(), v.data(), other.data(), n); });
  weft::check(cudaGetLastError());
  CHECK(stored.global_stores.bytes == 2 * 4 * n * n + 4 * n * d);
  CHECK(once.global_stores.bytes == 4 * n * d);
  const auto first = o.to_host(), second = other.to_host();
  double apart = 0;
  for (std::size_t i = 0; i < first.size(); ++i) apart = std::max(apart, double{std::abs(first[i] - second[i])});
  CHECK(apart < 1e-5);
  std::printf("bytes stored for %u queries and keys, d = %u: %llu, in one pass %llu\n", n, d,
              static_cast<unsigned long long>(stored.global_stores.bytes),
              static_cast<unsigned long long>(once.global_stores.bytes));
}
