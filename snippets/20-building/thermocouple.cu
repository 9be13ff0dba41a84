// Tangled from chapters/20-building.md. Edit there. [sha1 d356e52b2466186628a08ae3c1e03ee8d7855b02]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

template <int Degree>
__device__ float polynomial(const float (&c)[Degree + 1], float x) {
  float sum = c[Degree];
  for (int k = Degree - 1; k >= 0; --k) sum = sum * x + c[k];
  return sum;
}

__device__ float celsius_of(float millivolts) {
  constexpr float low[] = {0.0f,          25.08355f,    7.860106e-2f,  -2.503131e-1f, 8.315270e-2f,
                           -1.228034e-2f, 9.804036e-4f, -4.413030e-5f, 1.057734e-6f,  -1.052755e-8f};
  constexpr float high[] = {-131.8058f,    48.30222f,    -1.646031f,    5.464731e-2f,
                            -9.650715e-4f, 8.802193e-6f, -3.110810e-8f};
  if (!(millivolts >= 0 && millivolts <= 54.886f)) return NAN;
  return millivolts < 20.644f ? polynomial<9>(low, millivolts) : polynomial<6>(high, millivolts);
}

__global__ void convert(const float* millivolts, float* celsius, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
    celsius[i] = celsius_of(millivolts[i]);
}

std::vector<float> converted(const std::vector<float>& millivolts) {
  const weft::Buffer<float> from(millivolts);
  weft::Buffer<float> to(millivolts.size());
  convert<<<2, 64>>>(from.data(), to.data(), from.size());
  weft::check(cudaGetLastError());
  return to.to_host();
}

TEST_CASE("agrees with the published table, within the published error") {
  const std::vector<float> table = {0,      1.000f,  4.096f,  8.138f,  12.209f, 16.397f, 20.644f,
                                    24.905f, 29.129f, 33.275f, 37.326f, 41.276f, 45.119f, 48.838f};
  const std::vector<float> degrees = {0, 25, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200};
  const auto found = converted(table);
  for (std::size_t i = 0; i < table.size(); ++i) CHECK(std::abs(found[i] - degrees[i]) < 0.08);
  std::printf("%.3f mV: %.1f degrees\n%.3f mV: %.1f degrees\n", table[2], found[2], table[11], found[11]);
}

TEST_CASE("outside the range there is no temperature") {
  for (const float celsius : converted({-0.001f, 54.9f, NAN, INFINITY})) CHECK(std::isnan(celsius));
}
