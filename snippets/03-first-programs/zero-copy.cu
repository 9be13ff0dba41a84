// Tangled from chapters/03-first-programs.md. Edit there. [sha1 287e973f992bc3cdf89573ad9af8fd8552a75787]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/timer.cuh"

using Mapped = weft::Owner<float*, cudaFreeHost>;

Mapped mapped_memory(std::size_t count) {
  Mapped memory;
  weft::check(cudaHostAlloc(memory.out(), count * sizeof(float), cudaHostAllocMapped));
  return memory;
}

float* address_for_kernels(float* on_host) {
  float* address = nullptr;
  weft::check(cudaHostGetDevicePointer(&address, on_host, 0));
  return address;
}

__global__ void square_all(const float* values, float* squares, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) squares[i] = values[i] * values[i];
}

void square(const float* values, weft::Buffer<float>& squares, int times) {
  const auto blocks = static_cast<unsigned>((squares.size() + 255) / 256);
  for (int i = 0; i < times; ++i) {
    square_all<<<blocks, 256>>>(values, squares.data(), squares.size());
    weft::check(cudaGetLastError());
  }
}

TEST_CASE("a kernel reads host memory that is mapped, and both addresses are equal") {
  for (const std::size_t count : {1, 255, 257, 5001}) {
    const Mapped values = mapped_memory(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
    weft::Buffer<float> squares(count);
    CHECK(address_for_kernels(values) == values);
    square(address_for_kernels(values), squares, 1);
    const std::vector<float> found = squares.to_host();
    std::size_t right = 0;
    for (std::size_t i = 0; i < count; ++i) right += found[i] == static_cast<float>(i) * static_cast<float>(i);
    CHECK(right == count);
  }
}

double mapped_seconds(float* values, weft::Buffer<float>& squares, int times) {
  return weft::median_seconds(9, [&] { square(address_for_kernels(values), squares, times); });
}

double copied_seconds(const float* values, weft::Buffer<float>& squares, int times) {
  weft::Buffer<float> copy(squares.size());
  const std::size_t bytes = copy.size() * sizeof(float);
  return weft::median_seconds(9, [&] {
    weft::check(cudaMemcpyAsync(copy.data(), values, bytes, cudaMemcpyHostToDevice));
    square(copy.data(), squares, times);
  });
}

TEST_CASE("read once, mapped memory takes less than twice as long as a copy and the kernel; read eight times, "
          "more than three times as long" * doctest::skip(!weft::measuring())) {
  double mapped_often = 0, copied_often = 0;
  for (std::size_t bytes = 4096; bytes <= std::size_t{64} << 20; bytes *= 4) {
    const std::size_t count = bytes / sizeof(float);
    const Mapped values = mapped_memory(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = 1.0f;
    weft::Buffer<float> squares(count);
    const double mapped = mapped_seconds(values, squares, 1), copied = copied_seconds(values, squares, 1);
    CHECK(mapped < 2 * copied);
    mapped_often = mapped_seconds(values, squares, 8);
    copied_often = copied_seconds(values, squares, 8);
    const auto report = [bytes](const char* series, double seconds) {
      weft::report({series, 1.0 * bytes, "bytes", 1e6 * seconds, "µs"});
    };
    report("mapped, read once", mapped);
    report("copied, read once", copied);
    report("mapped, read eight times", mapped_often);
    report("copied, read eight times", copied_often);
  }
  CHECK(mapped_often > 3 * copied_often);
}
