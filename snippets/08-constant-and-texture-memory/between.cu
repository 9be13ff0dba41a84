// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 4aef27fbd014e676a9fab0e9fc8234b5e93aff37]
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "common/texture.cuh"

__global__ void sample(cudaTextureObject_t texture, weft::View<const float> at,
                       weft::View<float> seen) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < at.size()) seen[i] = tex1D<float>(texture, at[i]);
}

using Row = std::vector<float>;

Row samples(const Row& texels, const cudaTextureDesc& how, const Row& at) {
  const weft::Array array = weft::make_array(0, texels.size(), texels);
  const weft::Texture texture = weft::make_texture(weft::texels_in(array), how);
  const weft::Buffer<float> coordinates(at);
  weft::Buffer<float> seen(at.size());
  const auto blocks = static_cast<unsigned>((at.size() + 127) / 128);
  sample<<<blocks, 128>>>(texture.object(), coordinates.view(), seen.view());
  weft::check(cudaGetLastError());
  return seen.to_host();
}

__global__ void read_linear(cudaTextureObject_t texture, weft::View<float> read) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < read.size()) read[i] = tex1Dfetch<float>(texture, static_cast<int>(i));
}

TEST_CASE("linear memory returns the stored values, and zeros beyond its end") {
  Row values(5000);
  std::iota(values.begin(), values.end(), 1.0f);
  weft::Buffer<float> memory(values);
  const weft::Texture texture =
      weft::make_texture(weft::texels_in(memory), weft::reading());
  weft::Buffer<float> read(5003);
  read_linear<<<20, 256>>>(texture.object(), read.view());
  weft::check(cudaGetLastError());
  values.resize(5003, 0.0f);
  CHECK(read.to_host() == values);
}

const cudaTextureDesc point = weft::reading(), linear = weft::reading(cudaFilterModeLinear);
const Row ramp = {0, 1, 2, 3, 4, 5, 6, 7};

TEST_CASE("texel i has its centre at i + 0.5") {
  CHECK(samples(ramp, linear, {0.5f, 1.5f, 3.5f, 7.5f}) == Row{0, 1, 3, 7});
  CHECK(samples(ramp, linear, {1, 3, 3.25f, 7}) == Row{0.5f, 2.5f, 2.75f, 6.5f});
  CHECK(samples(ramp, linear, {0, 0.4f, 7.6f, 8}) == Row{0, 0, 7, 7});
  CHECK(samples(ramp, point, {0, 0.5f, 2.999f, 3, 3.999f}) == Row{0, 0, 2, 3, 3});
  int longest = 0;
  weft::check(cudaDeviceGetAttribute(&longest, cudaDevAttrMaxTexture1DWidth, 0));
  CHECK(longest == 131'072);  // of an array; linear memory may be much longer
}

TEST_CASE("the weight of a neighbour is a multiple of 1/256, rounded to nearest") {
  Row at, expected;
  for (int k = 512; k <= 7 * 1024; ++k) {
    at.push_back(k / 1024.0f);
    expected.push_back(std::floor((at.back() - 0.5f) * 256 + 0.5f) / 256);
  }
  const Row seen = samples(ramp, linear, at);
  CHECK(seen == expected);
  const std::set<float> different(seen.begin(), seen.end());
  std::printf("%zu coordinates, %zu different answers\n", at.size(), different.size());
}

TEST_CASE("a curve for the figure") {
  Row at;
  for (int k = 0; k <= 512; ++k) at.push_back(k / 64.0f);            // all of it
  for (int k = 0; k <= 512; ++k) at.push_back(4.5f + k / 16384.0f);  // 8 steps
  const Row texels = {3, 1, 4, 1, 5, 9, 2, 6};
  const Row nearest = samples(texels, point, at), mixed = samples(texels, linear, at);
  std::ofstream file("curve.txt");
  for (std::size_t i = 0; i < at.size(); ++i)
    file << at[i] << ' ' << nearest[i] << ' ' << mixed[i] << '\n';
  CHECK(file.good());
}

Row around_four(const char* name, cudaTextureAddressMode beyond) {
  Row at;
  for (int i = -4; i < 8; ++i) at.push_back((i + 0.5f) / 4);
  const cudaTextureDesc how = weft::reading(cudaFilterModePoint, beyond, true);
  const Row seen = samples({10, 20, 30, 40}, how, at);
  std::printf("%-7s", name);
  for (const float value : seen) std::printf("%3g", value);
  std::printf("\n");
  return seen;
}

TEST_CASE("four addressing modes for coordinates beyond the ends") {
  const Row wrap = around_four("wrap", cudaAddressModeWrap);
  const Row mirror = around_four("mirror", cudaAddressModeMirror);
  const Row clamp = around_four("clamp", cudaAddressModeClamp);
  const Row border = around_four("border", cudaAddressModeBorder);
  CHECK(wrap == Row{10, 20, 30, 40, 10, 20, 30, 40, 10, 20, 30, 40});
  CHECK(mirror == Row{40, 30, 20, 10, 10, 20, 30, 40, 40, 30, 20, 10});
  CHECK(clamp == Row{10, 10, 10, 10, 10, 20, 30, 40, 40, 40, 40, 40});
  CHECK(border == Row{0, 0, 0, 0, 10, 20, 30, 40, 0, 0, 0, 0});
}

TEST_CASE("wrap without normalised coordinates is clamp, and no error is reported") {
  const cudaTextureDesc wrap = weft::reading(cudaFilterModePoint, cudaAddressModeWrap);
  CHECK(samples({10, 20, 30, 40}, wrap, {-0.5f, 0.5f, 4.5f}) == Row{10, 10, 40});
}
