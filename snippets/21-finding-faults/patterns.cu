// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 6fa2fd051a9f3e340d0530b0ca59421926b8727a]
#include <cstdio>
#include <functional>

#include <doctest/doctest.h>

#include "21-finding-faults/differences.cuh"
#include "common/buffer.cuh"

__global__ void twice(const int* x, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

__global__ void twice_with_stride(const int* x, int* y, int n) {
  const int stride = blockDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] = 2 * x[i];
}

// Each element and its left neighbour. The tile has only the elements of this block.
__global__ void pairs(const int* x, int* y) {
  __shared__ int tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = x[i];
  __syncthreads();
  y[i] = tile[threadIdx.x] + (threadIdx.x > 0 ? tile[threadIdx.x - 1] : 0);
}

// What a launch leaves in an array of −1, compared with f(i).
Differences pattern(const char* fault, int n, const std::function<void(const int*, int*)>& launch,
                    const std::function<int(int)>& f) {
  std::vector<int> x(n), expected(n);
  for (int i = 0; i < n; ++i) x[i] = i + 1, expected[i] = f(i);
  const weft::Buffer<int> in(x);
  weft::Buffer<int> out(std::vector<int>(n, -1));
  launch(in.data(), out.data());
  const Differences all = differences(out.to_host(), expected);
  std::printf("%s | %s\n", fault, described(all).c_str());
  return all;
}

int doubled(int i) { return 2 * (i + 1); }

TEST_CASE("four faults, four patterns") {
  std::printf("what is wrong | the wrong elements\n");
  const auto rounded_down = pattern("number of blocks rounded down", 1'000,
      [](const int* x, int* y) { twice<<<1'000 / 64, 64>>>(x, y, 1'000); }, doubled);
  CHECK(rounded_down.first == 960);
  CHECK(rounded_down.last == 999);
  CHECK(rounded_down.runs == 1);

  const auto strided = pattern("stride of block size squared", 1'024,
      [](const int* x, int* y) { twice_with_stride<<<4, 16>>>(x, y, 1'024); }, doubled);
  CHECK(strided.first == 64);
  CHECK(strided.period == 256);

  const auto borders = pattern("no halo", 1'024,
      [](const int* x, int* y) { pairs<<<16, 64>>>(x, y); }, [](int i) { return 2 * i + 1; });
  CHECK(borders.length == 1);
  CHECK(borders.period == 64);

  const auto refused = pattern("launch refused", 1'024,
      [](const int* x, int* y) { twice<<<1, 2'048>>>(x, y, 1'024); }, doubled);
  CHECK(refused.count == 1'024);
  CHECK(cudaGetLastError() != cudaSuccess);
}
