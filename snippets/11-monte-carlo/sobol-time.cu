// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 53768c3bba2316eebfa5c7fd44db57abfd121c63]
#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/philox.cuh"
#include "common/random.cuh"
#include "common/side-by-side.cuh"
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

// The sum over points 0 to 2^bits - 1, for each block in x. Each block in y has a seed of its own.
// Thread t of 2^low takes the points whose last `low` bits are t, in the order of a Gray code.
template <unsigned (*randomised)(unsigned word, unsigned seed)>
__global__ void integrate(unsigned bits, double* sums) {
  const unsigned threads = gridDim.x * blockDim.x, low = 31 - __clz(threads);
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const uint4 seed = weft::four_words(blockIdx.y, 0);
  uint2 point{};
  for (unsigned bit = 0; bit < low; ++bit)
    if (t >> bit & 1) point = {point.x ^ directions[0][bit], point.y ^ directions[1][bit]};
  double sum = 0;
  for (unsigned i = 0; i < 1u << (bits - low);) {
    weft::Growth growth;
    growth.step(normal_of(randomised(point.x, seed.x)), normal_of(randomised(point.y, seed.y)));
    sum += growth.value();
    const unsigned bit = low + __ffs(++i) - 1;  // the lowest bit that is set in i
    point = {point.x ^ directions[0][bit], point.y ^ directions[1][bit]};
  }
  sum = weft::sum_of_block(sum);
  if (threadIdx.x == 0) sums[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}

// Sums of values, of controls, and of their products.
struct Moments {
  double v = 0, vv = 0, c = 0, cc = 0, vc = 0;

  __host__ __device__ void add(double value) {
    v += value;
    vv += value * value;
  }
  __host__ __device__ void add(double value, double control) {
    add(value);
    c += control;
    cc += control * control;
    vc += value * control;
  }
};

struct Sample {
  float value, control;
};

__device__ Sample sample(float z1, float z2) {
  weft::Growth growth;
  growth.step(z1, z2);
  return {growth.value(), weft::walk.discount * growth.largest()};
}

template <bool antithetic, bool controlled>
__device__ void add_sample(Moments& moments, float z1, float z2) {
  Sample one = sample(z1, z2);
  if constexpr (antithetic) {
    const Sample twin = sample(-z1, -z2);
    one = {(one.value + twin.value) / 2, (one.control + twin.control) / 2};
  }
  if constexpr (controlled) moments.add(one.value, one.control);
  else moments.add(one.value);
}

// Two samples per draw, in one step.
template <bool antithetic, bool controlled>
__global__ void take_samples(unsigned draws, Moments* of_blocks) {
  Moments mine;
  for (unsigned d = blockIdx.x * blockDim.x + threadIdx.x; d < draws; d += gridDim.x * blockDim.x) {
    const float4 z = weft::four_normals(d, 0);
    add_sample<antithetic, controlled>(mine, z.x, z.y);
    add_sample<antithetic, controlled>(mine, z.z, z.w);
  }
  mine = {weft::sum_of_block(mine.v), weft::sum_of_block(mine.vv), weft::sum_of_block(mine.c),
          weft::sum_of_block(mine.cc), weft::sum_of_block(mine.vc)};
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = mine;
}

weft::Estimate with_control(const Moments& m, double n, double exact_control) {
  const double v = m.v / n, c = m.c / n;
  const double var_v = m.vv / n - v * v, var_c = m.cc / n - c * c, cov = m.vc / n - v * c;
  const double beta = cov / var_c, left = var_v - beta * cov;
  return {v - beta * (c - exact_control), std::sqrt(std::max(left, 0.0) / n)};
}

Moments added(const weft::Buffer<Moments>& of_blocks) {
  Moments all;
  for (const Moments& m : of_blocks.to_host())
    all = {all.v + m.v, all.vv + m.vv, all.c + m.c, all.cc + m.cc, all.vc + m.vc};
  return all;
}

constexpr unsigned replicates = 64;

unsigned parts(unsigned bits) { return 1u << std::min(bits - 8, 4u); }  // blocks per replicate

template <unsigned (*randomised)(unsigned word, unsigned seed)>
struct Replicates {
  unsigned bits;
  weft::Buffer<double> sums{std::size_t{replicates} * parts(bits)};

  void run() { integrate<randomised><<<dim3(parts(bits), replicates), 256>>>(bits, sums.data()); }
  weft::Estimate estimate() const {
    const std::vector<double> of_blocks = sums.to_host();
    std::vector<double> prices(replicates);
    for (std::size_t i = 0; i < of_blocks.size(); ++i)
      prices[i / parts(bits)] += std::ldexp(of_blocks[i], -static_cast<int>(bits));
    double mean = 0, squares = 0;
    for (const double price : prices) mean += price / replicates;
    for (const double price : prices) squares += (price - mean) * (price - mean);
    return {mean, std::sqrt(squares / (replicates - 1) / replicates)};
  }
};

template <unsigned (*randomised)(unsigned word, unsigned seed)>
weft::Estimate estimate_with(unsigned bits) {
  Replicates<randomised> all{bits};
  all.run();
  weft::check(cudaGetLastError());
  return all.estimate();
}

TEST_CASE("the same points in another order give the same price, within its bar") {
  const double exact = weft::call_on_maximum(weft::published);
  weft::set_walk(weft::published, 1);
  weft::seed_philox(2024);
  set_directions();
  for (const unsigned bits : {8u, 11u}) {
    double slow = 0;
    weft::Buffer<double> prices(replicates);
    experiment<Sobol<scrambled>><<<replicates, 64>>>(1u << bits, prices.data());
    weft::check(cudaGetLastError());
    for (const double price : prices.to_host()) slow += price / replicates;
    const weft::Estimate found = estimate_with<scrambled>(bits), moved = estimate_with<shifted>(bits);
    CHECK(std::abs(found.price - slow) < 1e-12 * slow);
    CHECK(std::abs(found.price - exact) < 4 * found.bar);
    CHECK(std::abs(moved.price - exact) < 4 * moved.bar);
    CHECK(found.bar < 0.6 * moved.bar);
  }
}

// The time for the smallest power of two whose bar is not longer than this one.
template <unsigned (*randomised)(unsigned word, unsigned seed)>
void time_sobol(const char* series, double wanted) {
  for (unsigned bits = 8; bits <= 26; ++bits) {
    Replicates<randomised> all{bits};
    const auto [seconds] = weft::side_by_side(9, [&] { all.run(); });
    weft::check(cudaGetLastError());
    const weft::Estimate found = all.estimate();
    if (found.bar > wanted) continue;
    CHECK(std::abs(found.price - weft::call_on_maximum(weft::published)) < 5 * found.bar);
    weft::report({series, wanted, "error bar", 1e3 * seconds, "ms"});
    return;
  }
}

// Of a random method the rate is measured once; the time grows as the square of the bar falls.
template <bool antithetic, bool controlled>
void time_random(const char* series, const std::vector<double>& bars) {
  constexpr unsigned draws = 1 << 27;
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const unsigned grid = 8 * static_cast<unsigned>(processors);
  weft::Buffer<Moments> sums(grid);
  const auto [seconds] = weft::side_by_side(
      9, [&] { take_samples<antithetic, controlled><<<grid, 256>>>(draws, sums.data()); });
  weft::check(cudaGetLastError());
  const Moments all = added(sums);
  const double n = 2.0 * draws;
  const double bar = controlled ? with_control(all, n, weft::worth_of_maximum(weft::published)).bar
                                : weft::estimate(all.v, all.vv, n).bar;
  for (const double wanted : bars)
    weft::report({series, wanted, "error bar", 1e3 * seconds * bar * bar / (wanted * wanted), "ms"});
}

TEST_CASE("time to an error bar, for each method" * doctest::skip(!weft::measuring())) {
  weft::set_walk(weft::published, 1);
  weft::seed_philox(2024);
  set_directions();
  const std::vector<double> bars = {1e-3, 1e-4, 1e-5};
  time_random<false, false>("plain", bars);
  time_random<true, true>("both variates", bars);
  for (const double wanted : bars) {
    time_sobol<shifted>("Sobol, shifted", wanted);
    time_sobol<scrambled>("Sobol, scrambled", wanted);
  }
}
