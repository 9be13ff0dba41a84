// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 cb9341da2972bf9bf954faf3dc537e79515c4b4a]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/stream.cuh"

__constant__ int addend;

__global__ void add(weft::View<const int> a, weft::View<const int> b, weft::View<int> sum) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < sum.size()) sum[i] = a[i] + b[i] + addend;
}

TEST_CASE("every thread of later kernels reads the value copied to a symbol") {
  for (const unsigned n : {1u, 255u, 257u})
    for (const int constant : {2, -7}) {
      weft::check(cudaMemcpyToSymbol(addend, &constant, sizeof constant));
      const weft::Buffer<int> a(std::vector<int>(n, 40)), b(std::vector<int>(n, -5));
      weft::Buffer<int> sum(std::vector<int>(n, 4711));
      add<<<(n + 127) / 128, 128>>>(a.view(), b.view(), sum.view());
      weft::check(cudaGetLastError());
      CHECK(sum.to_host() == std::vector<int>(n, 35 + constant));
      if (n == 257) std::printf("40 - 5 %+d = %d\n", constant, sum.to_host()[256]);
    }
}

TEST_CASE("copies and kernels of one stream run in order") {
  const weft::Stream stream;
  const weft::Buffer<int> a(std::vector<int>(1000, 40)), b(std::vector<int>(1000, -5));
  weft::Buffer<int> first(1000), second(1000);
  const int two = 2, seven = 7;
  const auto launch = [&](const int& constant, weft::Buffer<int>& sum) {
    weft::check(cudaMemcpyToSymbolAsync(addend, &constant, sizeof constant, 0,
                                        cudaMemcpyHostToDevice, stream));
    add<<<8, 128, 0, stream>>>(a.view(), b.view(), sum.view());
    weft::check(cudaGetLastError());
  };
  launch(two, first);
  launch(seven, second);
  stream.wait();
  CHECK(first.to_host() == std::vector<int>(1000, 37));
  CHECK(second.to_host() == std::vector<int>(1000, 42));
}

TEST_CASE("a symbol is passed itself, not by its name, and a copy must stay within it") {
  const int two = 2;
  int room = 0;
  CHECK(cudaMemcpyToSymbol("addend", &two, sizeof two) == cudaErrorInvalidSymbol);
  CHECK(cudaMemcpyToSymbol(addend, &two, sizeof two, 4) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(addend, &two, sizeof two) == cudaSuccess);
  cudaGetLastError();  // forgets the two refusals
  weft::check(cudaDeviceGetAttribute(&room, cudaDevAttrTotalConstantMemory, 0));
  CHECK(room == 64 * 1024);
}
