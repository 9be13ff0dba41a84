// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 5bade3f7ac8c5f89db22f2213fc31ac45d64e91b]
#include <cmath>
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>
#include <thrust/device_ptr.h>
#include <thrust/functional.h>
#include <thrust/transform_reduce.h>

#include "common/measure.cuh"
#include "common/random.cuh"
#include "common/side-by-side.cuh"
#include "common/sum-of-block.cuh"

struct Polynomial {
  float a, b, c;
  // Fused on the host as well, so that both round in the same way.
  __host__ __device__ double operator()(float z) const { return fmaf(fmaf(a, z, b), z, c); }
};
__constant__ Polynomial polynomial;

using Numbers = weft::View<const float>;

__device__ std::size_t my_number() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }

__global__ void add_to_one(Numbers z, double* sum) {
  for (std::size_t i = my_number(); i < z.size(); i += all_threads())
    atomicAdd(sum, polynomial(z[i]));
}

__global__ void add_by_block(Numbers z, double* sum) {
  __shared__ double of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  for (std::size_t i = my_number(); i < z.size(); i += all_threads())
    atomicAdd_block(&of_block, polynomial(z[i]));
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

__global__ void add_in_registers(Numbers z, double* sum) {
  double mine = 0;
  for (std::size_t i = my_number(); i < z.size(); i += all_threads()) mine += polynomial(z[i]);
  const double all = weft::sum_of_block(mine);
  if (threadIdx.x == 0) atomicAdd(sum, all);
}

constexpr unsigned blocks = 12, threads = 256;
constexpr Polynomial chosen{1, 2, 3};

weft::Buffer<float> draw_normals(std::size_t n) {
  weft::Buffer<float> z(n);
  const weft::Generator generator(CURAND_RNG_PSEUDO_XORWOW, 11);
  weft::check(curandGenerateNormal(generator, z.data(), n, 0.0f, 1.0f));
  return z;
}

double sum_on_host(const std::vector<float>& z) {
  double sum = 0;
  for (const float number : z) sum += chosen(number);
  return sum;
}

double sum_by_thrust(Numbers z) {
  const thrust::device_ptr<const float> first(z.data());
  return thrust::transform_reduce(first, first + static_cast<std::ptrdiff_t>(z.size()), chosen,
                                  0.0, thrust::plus<double>());
}

using Kernel = void (*)(Numbers, double*);

// Checks the mean of the polynomial and the number of atomic requests to global memory.
void expect_mean(Kernel kernel, const weft::Buffer<float>& z, std::uint64_t requests) {
  weft::Buffer<double> sum(std::vector<double>{0.0});
  const auto seen = loom::observe([&] { kernel<<<blocks, threads>>>(z.view(), sum.data()); });
  CHECK(seen.global_atomics.requests == requests);
}

TEST_CASE("one accumulator takes one request per warp, one sum per block takes one per block") {
  weft::check(cudaMemcpyToSymbol(polynomial, &chosen, sizeof chosen));
  const std::size_t n = 1 << 16;
  const weft::Buffer<float> z = draw_normals(n);
  expect_mean(add_to_one, z, n / 32);
  expect_mean(add_by_block, z, blocks);
  expect_mean(add_in_registers, z, blocks);
}

TEST_CASE("all ways compute the same mean, a + c within its error bar") {
  weft::check(cudaMemcpyToSymbol(polynomial, &chosen, sizeof chosen));
  for (const std::size_t n : {2u, 254u, 258u, 100'002u}) {
    const weft::Buffer<float> z = draw_normals(n);
    const double expected = sum_on_host(z.to_host());
    for (const Kernel kernel : {add_to_one, add_by_block, add_in_registers}) {
      weft::Buffer<double> sum(std::vector<double>{0.0});
      kernel<<<blocks, threads>>>(z.view(), sum.data());
      weft::check(cudaGetLastError());
      CHECK(std::abs(sum.to_host()[0] - expected) < 1e-9 * n);
    }
    CHECK(std::abs(sum_by_thrust(z.view()) - expected) < 1e-9 * n);
    const double scatter = std::sqrt(2.0 * chosen.a * chosen.a + chosen.b * chosen.b);
    const double mean = expected / n, bar = scatter / std::sqrt(n);
    CHECK(std::abs(mean - (chosen.a + chosen.c)) < 4 * bar);
    if (n > 1000) std::printf("mean %.2f, bar %.2f\n", mean, bar);
  }
}

TEST_CASE("numbers added per second, for each way" * doctest::skip(!weft::measuring())) {
  weft::check(cudaMemcpyToSymbol(polynomial, &chosen, sizeof chosen));
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const unsigned grid = 8 * static_cast<unsigned>(processors);
  for (std::size_t n = 1 << 20; n <= 1 << 28; n <<= 4) {
    const weft::Buffer<float> z = draw_normals(n);
    weft::Buffer<double> sums(std::vector<double>(3, 0.0));
    double by_thrust = 0, by_host = 0;
    const auto go = [&](Kernel kernel, int i) {
      cudaMemsetAsync(sums.data() + i, 0, sizeof(double));
      kernel<<<grid, threads>>>(z.view(), sums.data() + i);
    };
    const auto seconds = weft::side_by_side(
        5, [&] { go(add_to_one, 0); }, [&] { go(add_by_block, 1); },
        [&] { go(add_in_registers, 2); }, [&] { by_thrust = sum_by_thrust(z.view()); },
        [&] { by_host = sum_on_host(z.to_host()); });
    weft::check(cudaGetLastError());
    for (const double sum : sums.to_host()) CHECK(std::abs(sum - by_host) < 1e-9 * n);
    CHECK(std::abs(by_thrust - by_host) < 1e-9 * n);
    const char* const series[] = {"one accumulator", "one sum per block", "in registers", "Thrust",
                                  "host, copy included"};
    for (std::size_t i = 0; i < seconds.size(); ++i)
      weft::report({series[i], 1.0 * n, "numbers", 1e-9 * n / seconds[i], "G numbers/s"});
  }
}
