// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 2f558ab5cc84d5e79b991f045f6bf1952536cd67]
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <vector>

#include <curand_kernel.h>
#include <doctest/doctest.h>

#include "common/philox.cuh"
#include "common/random.cuh"
#include "common/sum-of-block.cuh"
#include "common/two-assets.cuh"

constexpr unsigned dimensions = 2;
__constant__ unsigned directions[dimensions][32];

__device__ unsigned sobol(unsigned i, unsigned dimension) {
  const unsigned gray = i ^ i >> 1;
  unsigned word = 0;
  for (unsigned bit = 0; bit < 32; ++bit)
    if (gray >> bit & 1) word ^= directions[dimension][bit];
  return word;
}

void set_directions() {
  curandDirectionVectors32_t* all = nullptr;
  weft::check(curandGetDirectionVectors32(&all, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
  weft::check(cudaMemcpyToSymbol(directions, all, sizeof directions));
}

__device__ unsigned shifted(unsigned word, unsigned seed) { return word ^ seed; }

// Owen's scrambling. All factors are even.
__device__ unsigned scrambled(unsigned word, unsigned seed) {
  word = __brev(word) + seed;
  word ^= word * 0x6c50b47cu;
  word ^= word * 0xb82f1e52u;
  word ^= word * 0xc7afe638u;
  word ^= word * 0x8d22f6e6u;
  return __brev(word);
}

__device__ float normal_of(unsigned word) {
  const float u = fmaf(static_cast<float>(word), 0x1p-32f, 0x1p-33f);
  return normcdfinvf(fminf(u, 0x1.fffffep-1f));  // for u = 1 it would be infinite
}

// All blocks take the same points, each randomised in its own way.
template <unsigned (*randomised)(unsigned word, unsigned seed)>
struct Sobol {
  static __device__ float2 normals(unsigned block, unsigned i) {
    const uint4 seed = weft::four_words(block, 0);
    return {normal_of(randomised(sobol(i, 0), seed.x)), normal_of(randomised(sobol(i, 1), seed.y))};
  }
};
struct Random {
  static __device__ float2 normals(unsigned block, unsigned i) {
    const uint4 words = weft::four_words(std::uint64_t{block} << 32 | i, 1);
    return {normal_of(words.x), normal_of(words.y)};
  }
};

// Each block prices the contract with n points.
template <class Points>
__global__ void experiment(unsigned n, double* prices) {
  double sum = 0;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    const float2 z = Points::normals(blockIdx.x, i);
    weft::Growth growth;
    growth.step(z.x, z.y);
    sum += growth.value();
  }
  sum = weft::sum_of_block(sum);
  if (threadIdx.x == 0) prices[blockIdx.x] = sum / n;
}

__global__ void points(weft::View<uint2> ours, weft::View<uint2> theirs,
                       const curandDirectionVectors32_t* vectors) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= ours.size()) return;
  unsigned of_curand[dimensions];
  for (unsigned d = 0; d < dimensions; ++d) {
    curandStateSobol32_t state;
    curandDirectionVectors32_t mine;
    for (unsigned bit = 0; bit < 32; ++bit) mine[bit] = vectors[d][bit];
    curand_init(mine, i, &state);
    of_curand[d] = curand(&state);
  }
  theirs[i] = {of_curand[0], of_curand[1]};
  ours[i] = {sobol(i, 0), sobol(i, 1)};
}

TEST_CASE("our points are cuRAND's, and of 256 points one falls into each of 256 boxes") {
  set_directions();
  constexpr unsigned n = 1000;
  void* vectors = nullptr;
  weft::check(cudaGetSymbolAddress(&vectors, directions));
  weft::Buffer<uint2> ours(n), theirs(n);
  points<<<(n + 127) / 128, 128>>>(ours.view(), theirs.view(),
                                   static_cast<const curandDirectionVectors32_t*>(vectors));
  weft::check(cudaGetLastError());
  const std::vector<uint2> a = ours.to_host(), b = theirs.to_host();
  for (unsigned i = 0; i < n; ++i) CHECK((a[i].x == b[i].x && a[i].y == b[i].y));
  std::vector<unsigned> boxes(256, 0);
  for (unsigned i = 0; i < 256; ++i) ++boxes[(a[i].x >> 28) * 16 + (a[i].y >> 28)];
  CHECK(boxes == std::vector<unsigned>(256, 1));
}

// One seed per block, one bit per thread: of two words that differ in this bit, and perhaps in lower
// ones, which bit differs first after scrambling? And how many bits does scrambling invert?
__global__ void compare_scrambled(weft::View<int> first, weft::View<unsigned> inverted) {
  const unsigned seed = blockIdx.x + 1, bit = threadIdx.x, word = seed * 0x9e3779b9u;
  const unsigned other = word ^ 1u << bit ^ (seed & ((1u << bit) - 1));
  first[seed * 32 + bit - 32] = 31 - __clz(scrambled(word, seed) ^ scrambled(other, seed));
  if (bit == 0) inverted[seed - 1] = __popc(scrambled(word, seed) ^ word);
}

TEST_CASE("scrambled words agree as far as the words did, and no further; half of the bits are inverted") {
  constexpr unsigned seeds = 2000;
  weft::Buffer<int> first(32 * seeds);
  weft::Buffer<unsigned> inverted(seeds);
  compare_scrambled<<<seeds, 32>>>(first.view(), inverted.view());
  weft::check(cudaGetLastError());
  const std::vector<int> found = first.to_host();
  for (unsigned i = 0; i < 32 * seeds; ++i) CHECK(found[i] == static_cast<int>(i % 32));
  const std::vector<unsigned> bits = inverted.to_host();
  CHECK(std::accumulate(bits.begin(), bits.end(), 0.0) == doctest::Approx(16 * seeds).epsilon(0.02));
}

constexpr unsigned experiments = 64;

// The root mean square of the errors of all experiments; their mean must lie within its bar.
template <class Points>
double rms_error(unsigned n) {
  weft::Buffer<double> prices(experiments);
  experiment<Points><<<experiments, 64>>>(n, prices.data());
  weft::check(cudaGetLastError());
  const double exact = weft::call_on_maximum(weft::published);
  double mean = 0, squares = 0;
  for (const double price : prices.to_host()) {
    mean += (price - exact) / experiments;
    squares += (price - exact) * (price - exact) / experiments;
  }
  CHECK(std::abs(mean) < 4 * std::sqrt(squares / experiments));
  return std::sqrt(squares);
}

TEST_CASE("random errors decrease as the root of n, those of shifted points nearly as n, of scrambled points faster") {
  weft::set_walk(weft::published, 1);
  weft::seed_philox(2024);
  set_directions();
  std::ofstream file("convergence.txt");  // for the figure
  std::puts("points | error, random | error, Sobol, shifted | error, Sobol, scrambled");
  std::vector<double> random, shift, owen;
  for (unsigned n = 16; n <= 4096; n *= 4) {
    random.push_back(rms_error<Random>(n));
    shift.push_back(rms_error<Sobol<shifted>>(n));
    owen.push_back(rms_error<Sobol<scrambled>>(n));
    file << n << ' ' << random.back() << ' ' << shift.back() << ' ' << owen.back() << '\n';
    std::printf("%u | %.3f | %.4f | %.4f\n", n, random.back(), shift.back(), owen.back());
  }
  const auto slope = [](const std::vector<double>& errors) {
    return std::log2(errors.back() / errors.front()) / std::log2(4096.0 / 16);
  };
  CHECK(std::abs(slope(random) + 0.5) < 0.08);
  CHECK(slope(shift) < -0.8);
  CHECK(random.back() > 30 * shift.back());
  CHECK(slope(owen) < slope(shift) - 0.1);
  CHECK(shift.back() > 3 * owen.back());
}

__global__ void random_points(weft::View<uint2> found) {
  const uint4 words = weft::four_words(threadIdx.x, 2);
  found[threadIdx.x] = {words.x, words.y};
}
__global__ void sobol_points(weft::View<uint2> found) {
  found[threadIdx.x] = {sobol(threadIdx.x, 0), sobol(threadIdx.x, 1)};
}

TEST_CASE("points for the figure") {
  weft::seed_philox(2024);
  set_directions();
  std::ofstream file("points.txt");
  for (const auto kernel : {random_points, sobol_points}) {
    weft::Buffer<uint2> found(256);
    kernel<<<1, 256>>>(found.view());
    weft::check(cudaGetLastError());
    for (const uint2 point : found.to_host()) file << point.x << ' ' << point.y << '\n';
  }
  CHECK(file.good());
}
