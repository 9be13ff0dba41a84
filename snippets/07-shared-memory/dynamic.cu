// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 8980d5d83c246b4e01fe3461856863edce680a1a]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// Where arrays lie that follow one another, each aligned for its type.
class Plan {
 public:
  template <class T>
  std::size_t add(std::size_t count) {  // returns the offset of its first byte
    const std::size_t first = (bytes_ + alignof(T) - 1) / alignof(T) * alignof(T);
    bytes_ = first + count * sizeof(T);
    return first;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_ = 0;
};

__global__ void mean_of(weft::View<const char> text, std::size_t sums_at, double* mean) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const letters = reinterpret_cast<char*>(memory);
  auto* const sums = reinterpret_cast<double*>(memory + sums_at);
  for (std::size_t i = threadIdx.x; i < text.size(); i += blockDim.x) {
    letters[i] = text[i];
    sums[i] = letters[i];
  }
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (std::size_t i = 1; i < text.size(); ++i) sums[0] += sums[i];
  *mean = sums[0] / static_cast<double>(text.size());
}

std::size_t used = 0;

double mean_letter(std::size_t size) {
  Plan plan;
  CHECK(plan.add<char>(size) == 0);
  const std::size_t sums_at = plan.add<double>(size);
  CHECK((sums_at >= size && sums_at < size + 8 && sums_at % 8 == 0));
  used = plan.bytes();
  const weft::Buffer<char> text(std::vector<char>(size, 'n'));
  weft::Buffer<double> mean(1);
  mean_of<<<1, 256, used>>>(text.view(), sums_at, mean.data());
  weft::check(cudaGetLastError());
  return mean.to_host()[0];
}

TEST_CASE("two arrays share one allocation, of up to 48 KiB, or of more by request") {
  CHECK(mean_letter(11) == 'n');
  CHECK(used == 16 + 11 * 8);
  CHECK(mean_letter(5461) == 'n');
  CHECK(used == 48 << 10);
  CHECK_THROWS_AS(mean_letter(5462), weft::CudaError);

  int most = 0;
  weft::check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  const auto limit = cudaFuncAttributeMaxDynamicSharedMemorySize;
  CHECK(cudaFuncSetAttribute(mean_of, limit, most + 1) == cudaErrorInvalidValue);
  cudaGetLastError();
  weft::check(cudaFuncSetAttribute(mean_of, limit, most));
  CHECK(mean_letter(most / 9 - 8) == 'n');
  std::printf("%zu of %d bytes are used\n", used, most);
}
