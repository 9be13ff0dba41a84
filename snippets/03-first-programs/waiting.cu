// Tangled from chapters/03-first-programs.md. Edit there. [sha1 99460d0b4261ff607a100196d3de072e979ac234]
#include <cstdio>

#include <doctest/doctest.h>

constexpr unsigned many = 5'000'000;

__host__ __device__ unsigned stir(unsigned x, unsigned rounds) {
  for (unsigned i = 0; i < rounds; ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  return x;
}

__global__ void stir_slowly(unsigned rounds, unsigned* result) { *result = stir(1, rounds); }

TEST_CASE("a launch returns while its kernel still has work to do") {
  unsigned* on_device = nullptr;
  REQUIRE(cudaMalloc(&on_device, sizeof(unsigned)) == cudaSuccess);
  stir_slowly<<<1, 1>>>(many, on_device);
  const cudaError_t after_the_launch = cudaStreamQuery(nullptr);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const cudaError_t after_waiting = cudaStreamQuery(nullptr);

  CHECK(after_the_launch == cudaErrorNotReady);
  CHECK(after_waiting == cudaSuccess);
  std::printf("after the launch: %s\n", cudaGetErrorString(after_the_launch));
  std::printf("after waiting:    %s\n", cudaGetErrorString(after_waiting));
  REQUIRE(cudaFree(on_device) == cudaSuccess);
}

TEST_CASE("the default stream waits for earlier work in another stream") {
  unsigned* results = nullptr;
  cudaStream_t stream = nullptr;
  REQUIRE(cudaMalloc(&results, 2 * sizeof(unsigned)) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  stir_slowly<<<1, 1, 0, stream>>>(many, results);
  stir_slowly<<<1, 1>>>(1, results + 1);
  REQUIRE(cudaStreamSynchronize(nullptr) == cudaSuccess);
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
  REQUIRE(cudaFree(results) == cudaSuccess);
}

TEST_CASE("the data of an asynchronous copy may be used after waiting for its stream") {
  unsigned* on_device = nullptr;
  unsigned* pinned = nullptr;
  REQUIRE(cudaMalloc(&on_device, sizeof(unsigned)) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, sizeof(unsigned)) == cudaSuccess);
  *pinned = 0;
  stir_slowly<<<1, 1>>>(many, on_device);
  REQUIRE(cudaMemcpyAsync(pinned, on_device, sizeof *pinned, cudaMemcpyDeviceToHost) == cudaSuccess);
  const unsigned early = *static_cast<volatile unsigned*>(pinned);
  REQUIRE(cudaStreamSynchronize(nullptr) == cudaSuccess);

  CHECK((early == 0 || early == stir(1, many)));
  CHECK(*pinned == stir(1, many));
  std::printf("pinned memory, too early:  %s\n", early == 0 ? "the old value" : "the new value");
  REQUIRE(cudaFreeHost(pinned) == cudaSuccess);
  REQUIRE(cudaFree(on_device) == cudaSuccess);
}

TEST_CASE("managed memory needs no copy, but it needs the wait") {
  int may_look_early = 0;
  REQUIRE(cudaDeviceGetAttribute(&may_look_early, cudaDevAttrConcurrentManagedAccess, 0) ==
          cudaSuccess);
  unsigned* shared = nullptr;
  REQUIRE(cudaMallocManaged(&shared, sizeof(unsigned)) == cudaSuccess);
  *shared = 0;
  stir_slowly<<<1, 1>>>(many, shared);
  if (may_look_early) {
    const unsigned early = *static_cast<volatile unsigned*>(shared);
    CHECK((early == 0 || early == stir(1, many)));
    std::printf("managed memory, too early: %s\n", early == 0 ? "the old value" : "the new value");
  }
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(*shared == stir(1, many));
  REQUIRE(cudaFree(shared) == cudaSuccess);
}
