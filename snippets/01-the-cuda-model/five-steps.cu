// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 f35edb1dc476bd629df12d249d8cabf23188c326]
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <doctest/doctest.h>

__global__ void brighten(int* pixels, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) pixels[i] += 50;
}

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

void brighten_on_device(std::vector<int>& pixels) {
  const auto count = static_cast<unsigned>(pixels.size());
  const std::size_t bytes = count * sizeof(int);
  constexpr unsigned threads = 256;
  const unsigned blocks = (count + threads - 1) / threads;

  int* on_device = nullptr;
  check(cudaMalloc(&on_device, bytes));
  check(cudaMemcpy(on_device, pixels.data(), bytes, cudaMemcpyHostToDevice));
  brighten<<<blocks, threads>>>(on_device, count);
  check(cudaGetLastError());
  check(cudaMemcpy(pixels.data(), on_device, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(on_device));
}

TEST_CASE("every pixel is brightened exactly once") {
  for (const std::size_t count : {1, 255, 256, 257, 1000}) {
    std::vector<int> pixels(count, 100);
    brighten_on_device(pixels);
    CHECK(pixels == std::vector<int>(count, 150));
  }
}
