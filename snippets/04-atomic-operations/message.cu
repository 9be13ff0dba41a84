// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 b39e5be43d275c0e83e3d2e82ef6a345a0bc8548]
#include <cstdio>
#include <vector>

#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void pass_message(int* message, int* ready, int* received) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
  if (blockIdx.x == 0) {
    *message = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    *received = *message;
  }
}

TEST_CASE("what was written before the release is read after the acquire") {
  weft::Buffer<int> cells(std::vector<int>{0, 0, 0});
  int *message = cells.data(), *ready = message + 1, *received = message + 2;
  void* arguments[] = {&message, &ready, &received};
  weft::check(cudaLaunchCooperativeKernel(pass_message, dim3(2), dim3(1), arguments));
  CHECK(cells.to_host() == std::vector<int>{42, 1, 42});
  std::printf("received %d\n", cells.to_host()[2]);
}

__global__ void nothing() {}

TEST_CASE("a cooperative launch is refused if its blocks do not fit on the device together") {
  int processors = 0, fit = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, nothing, 256, 0));
  const auto launch = [](int blocks) {
    return cudaLaunchCooperativeKernel(nothing, dim3(blocks), dim3(256), nullptr);
  };
  CHECK(launch(fit * processors) == cudaSuccess);
  CHECK(launch(fit * processors + 1) == cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  weft::check(cudaDeviceSynchronize());
}
