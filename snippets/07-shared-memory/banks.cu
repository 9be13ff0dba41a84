// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 19102eabb64b865db97999ea31b0274ef040f6c8]
#include <doctest/doctest.h>

#include <loom/observe.h>

#include "common/buffer.cuh"

constexpr unsigned lanes = 32;
constexpr unsigned elements = 36 * lanes;

// Each lane of a warp reads one element of a shared array, with an index from `indices`.
template <class T>
__global__ void fetch(const unsigned* indices, T* fetched) {
  __shared__ T s[elements];
  for (unsigned i = threadIdx.x; i < elements; i += lanes) s[i] = T{};
  __syncthreads();
  fetched[threadIdx.x] = s[indices[threadIdx.x]];
}

// The wavefronts per request if each lane reads element rule(lane).
template <class T, class Rule>
double wavefronts(Rule rule) {
  std::vector<unsigned> indices(lanes);
  for (unsigned lane = 0; lane < lanes; ++lane) indices[lane] = rule(lane);
  const weft::Buffer<unsigned> on_device(indices);
  weft::Buffer<T> out(lanes);
  const auto seen = loom::observe([&] { fetch<<<1, 32>>>(on_device.data(), out.data()); });
  return seen.shared_loads.wavefronts_per_request();
}

TEST_CASE("a request takes as many wavefronts as the busiest bank has words to deliver") {
  CHECK(wavefronts<float>([](unsigned lane) { return lane; }) == 1);
  CHECK(wavefronts<float>([](unsigned lane) { return lane ^ 21; }) == 1);
  CHECK(wavefronts<float>([](unsigned) { return 7; }) == 1);
  CHECK(wavefronts<float>([](unsigned lane) { return lane < 6 ? 32 * lane : lane; }) == 6);
}

template <unsigned stride>
double with_stride() {
  return wavefronts<float>([](unsigned lane) { return lane * stride; });
}

const auto own_element = [](unsigned lane) { return lane; };

TEST_CASE("bytes share their word") {
  CHECK(wavefronts<char>(own_element) == 1);
  CHECK(wavefronts<short>(own_element) == 1);
  CHECK(wavefronts<char>([](unsigned lane) { return 4 * lane; }) == 1);
}

TEST_CASE("a stride conflicts as often as it shares factors with 32") {
  CHECK(with_stride<1>() == 1);
  CHECK(with_stride<2>() == 2);
  CHECK(with_stride<3>() == 1);
  CHECK(with_stride<4>() == 4);
  CHECK(with_stride<8>() == 8);
  CHECK(with_stride<16>() == 16);
  CHECK(with_stride<32>() == 32);
  CHECK(with_stride<33>() == 1);
}

TEST_CASE("wide elements, all different, take one wavefront per word of an element") {
  CHECK(wavefronts<double>(own_element) == 2);
  CHECK(wavefronts<float4>(own_element) == 4);
}

TEST_CASE("wide elements that neighbouring lanes share take half of that, at best") {
  // 16 different elements, each read by two lanes
  const auto by_pairs = [](unsigned lane) { return lane / 2; };                  // i, i ^ 1
  const auto two_apart = [](unsigned lane) { return lane % 2 + lane / 4 * 2; };  // i, i ^ 2
  const auto four_apart = [](unsigned lane) { return lane % 4 + lane / 8 * 4; }; // i, i ^ 4
  CHECK(wavefronts<double>(by_pairs) == 1);
  CHECK(wavefronts<double>(two_apart) == 1);
  CHECK(wavefronts<double>(four_apart) == 2);
  CHECK(wavefronts<float4>(by_pairs) == 2);
  CHECK(wavefronts<float4>(two_apart) == 2);
  CHECK(wavefronts<float4>(four_apart) == 4);
  CHECK(wavefronts<double>([](unsigned) { return 7; }) == 1);
  CHECK(wavefronts<float4>([](unsigned) { return 7; }) == 2);
}

TEST_CASE("all other patterns follow from the same rule") {
  CHECK(wavefronts<unsigned char>([](unsigned lane) { return 5 * lane; }) == 2);
  CHECK(with_stride<5>() == 1);
  CHECK(with_stride<36>() == 4);
}

__global__ void put(unsigned stride, unsigned* out) {
  __shared__ unsigned s[elements];
  s[stride * threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[stride * (lanes - 1 - threadIdx.x)];
}

TEST_CASE("a store conflicts as a load does") {
  weft::Buffer<unsigned> out(lanes);
  for (const unsigned stride : {1u, 2u, 16u, 32u}) {
    const auto seen = loom::observe([&] { put<<<1, 32>>>(stride, out.data()); });
    CHECK(seen.shared_stores.wavefronts_per_request() == stride);
  }
}
