// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 3213a3bb676e6cdc5fb98b20b66e6deec096e9e4]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/stream.cuh"

__constant__ int addend;

__global__ void fill(weft::View<int> result) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < result.size()) result[i] = addend;
}

TEST_CASE("copies to a symbol and kernels of one stream run in order") {
  const weft::Stream stream;
  weft::Buffer<int> first(1000), second(1000);
  const int two = 2, seven = 7;
  const auto launch = [&](const int& constant, weft::Buffer<int>& result) {
    weft::check(cudaMemcpyToSymbolAsync(addend, &constant, sizeof constant, 0,
                                        cudaMemcpyHostToDevice, stream));
    fill<<<8, 128, 0, stream>>>(result.view());
    weft::check(cudaGetLastError());
  };
  launch(two, first);
  launch(seven, second);
  stream.wait();
  CHECK(first.to_host() == std::vector<int>(1000, 2));
  CHECK(second.to_host() == std::vector<int>(1000, 7));
}

TEST_CASE("a symbol is passed itself, not by its name, and a copy must stay within it") {
  const int two = 2;
  int bytes = 0;
  CHECK(cudaMemcpyToSymbol("addend", &two, sizeof two) == cudaErrorInvalidSymbol);
  CHECK(cudaMemcpyToSymbol(addend, &two, sizeof two, 4) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(addend, &two, sizeof two) == cudaSuccess);
  cudaGetLastError();  // forgets the two refusals
  weft::check(cudaDeviceGetAttribute(&bytes, cudaDevAttrTotalConstantMemory, 0));
  CHECK(bytes == 64 * 1024);
}
