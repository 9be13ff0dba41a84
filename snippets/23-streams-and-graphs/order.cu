// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 cec1e6c9b04bcf5f43c1eac58ffa4fee330e98a6]
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/stream.cuh"

// `rounds` steps of arithmetic, the same bits on host and device: fma rounds once on both.
__host__ __device__ inline float worked(float x, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) x = fmaf(x, 0.5f, 1.0f);
  return x;
}

__global__ void work(const float* from, float* to, std::size_t count, unsigned rounds) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += threads)
    to[i] = worked(from[i], rounds);
}

// All work given to `later` after this call waits for all that `earlier` has been given before it.
void comes_after(cudaStream_t later, cudaStream_t earlier) {
  weft::Event so_far;  // may be destroyed immediately: CUDA keeps it until it has completed
  so_far.record(earlier);
  weft::check(cudaStreamWaitEvent(later, so_far));
}

#ifdef __LOOM__
constexpr unsigned many = 1'000;
#else
constexpr unsigned many = 20'000'000;  // tens of milliseconds
#endif

TEST_CASE("an event carries the order from one stream to another, and the host does not wait") {
  weft::Stream one, other;
  const weft::Buffer<float> ones(std::vector<float>(1, 1.0f));
  weft::Buffer<float> between(1), result(1);
  work<<<1, 1, 0, one>>>(ones.data(), between.data(), 1, many);
  comes_after(other, one);
  CHECK(cudaStreamQuery(other) == cudaErrorNotReady);  // it has been given no work, only an event
  work<<<1, 1, 0, other>>>(between.data(), result.data(), 1, 3);
  other.wait();
  CHECK(cudaStreamQuery(one) == cudaSuccess);
  CHECK(result.to_host()[0] == worked(worked(1.0f, many), 3));
}

TEST_CASE("the default stream waits for ordinary streams, and not for a non-blocking one") {
  weft::Buffer<float> numbers(std::vector<float>(3, 1.0f));
  float* const x = numbers.data();
  weft::Stream ordinary;
  weft::Owner<cudaStream_t, cudaStreamDestroy> independent;
  weft::check(cudaStreamCreateWithFlags(independent.out(), cudaStreamNonBlocking));
  work<<<1, 1>>>(x, x, 1, 1);  // now the code is loaded
  weft::check(cudaDeviceSynchronize());

  work<<<1, 1, 0, ordinary>>>(x + 1, x + 1, 1, many);
  work<<<1, 1>>>(x, x, 1, 1);
  weft::check(cudaStreamSynchronize(nullptr));
  CHECK(cudaStreamQuery(ordinary) == cudaSuccess);

  work<<<1, 1, 0, independent>>>(x + 2, x + 2, 1, many);
  work<<<1, 1>>>(x, x, 1, 1);
  weft::check(cudaStreamSynchronize(nullptr));
#ifndef __LOOM__
  CHECK(cudaStreamQuery(independent) == cudaErrorNotReady);
#endif
  weft::check(cudaStreamSynchronize(independent));
  CHECK(numbers.to_host()[2] == worked(1.0f, many));
}

TEST_CASE("the greatest priority is the smallest number") {
  int least = 0, greatest = 0, priority = 0;
  weft::check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(greatest < least);
  weft::Owner<cudaStream_t, cudaStreamDestroy> urgent;
  weft::check(cudaStreamCreateWithPriority(urgent.out(), cudaStreamNonBlocking, greatest));
  weft::check(cudaStreamGetPriority(urgent, &priority));
  CHECK(priority == greatest);
}
