// Tangled from chapters/10-reductions.md. Edit there. [sha1 190f08d6cfdeb01be4d4de924b8709a4e9405042]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

// `lanes` lanes of each warp update the same address.
template <class T>
__global__ void update_often(unsigned lanes, int times, T* result) {
  if (threadIdx.x % 32 >= lanes) return;
#pragma unroll 1
  for (int i = 0; i < times; ++i) atomicAdd(result, T{1});
}

template <class T>
T count_updates(unsigned lanes, int times) {
  weft::Buffer<T> result(std::vector<T>{0});
  update_often<<<2, 64>>>(lanes, times, result.data());
  weft::check(cudaGetLastError());
  return result.to_host()[0];
}

TEST_CASE("every update of an integer and of a float counts") {
  for (const unsigned lanes : {1u, 32u}) {
    CHECK(count_updates<int>(lanes, 5) == static_cast<int>(2 * 2 * lanes * 5));
    CHECK(count_updates<float>(lanes, 5) == 2 * 2 * lanes * 5);
  }
  std::printf("%d updates by one lane per warp, %d by all lanes\n", count_updates<int>(1, 5),
              count_updates<int>(32, 5));
}

// Billions of updates per second, with four blocks on each multiprocessor.
template <class T>
double update_rate(unsigned lanes) {
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::Buffer<T> result(std::vector<T>{0});
  const unsigned blocks = 4 * static_cast<unsigned>(processors), warps = 8 * blocks;
  const int times = lanes == 1 ? 1024 : 32;
  const auto [seconds] = weft::side_by_side(
      9, [&] { update_often<<<blocks, 256>>>(lanes, times, result.data()); });
  weft::check(cudaGetLastError());
  return 1e-9 * warps * lanes * times / seconds;
}

TEST_CASE("the rate of atomic updates of one address" * doctest::skip(!weft::measuring())) {
  for (const unsigned lanes : {1u, 32u}) {
    const double integers = update_rate<int>(lanes), floats = update_rate<float>(lanes);
    weft::report({"integer", 1.0 * lanes, "lanes per warp", integers, "G updates/s"});
    weft::report({"float", 1.0 * lanes, "lanes per warp", floats, "G updates/s"});
    CHECK(floats < 1.1 * integers);
  }
}
