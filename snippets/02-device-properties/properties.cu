// Tangled from chapters/02-device-properties.md. Edit there. [sha1 c7447b4ffd6dbca0a4ef2f7127368023a1435c35]
#include <cstdio>

#include <doctest/doctest.h>

void print_record(const cudaDeviceProp& device) {
  std::printf("name                     %s\n", device.name);
  std::printf("compute capability       %d.%d\n", device.major, device.minor);
  std::printf("multiprocessors          %d\n", device.multiProcessorCount);
  std::printf("global memory            %zu bytes\n", device.totalGlobalMem);
  std::printf("constant memory          %zu bytes\n", device.totalConstMem);
  std::printf("shared memory per block  %zu bytes\n", device.sharedMemPerBlock);
  std::printf("registers per block      %d\n", device.regsPerBlock);
  std::printf("warp size                %d\n", device.warpSize);
  std::printf("threads per block        %d\n", device.maxThreadsPerBlock);
  const auto [bx, by, bz] = device.maxThreadsDim;
  std::printf("block, at most           %d x %d x %d\n", bx, by, bz);
  const auto [gx, gy, gz] = device.maxGridSize;
  std::printf("grid, at most            %d x %d x %d\n", gx, gy, gz);
  std::printf("pitch, at most           %zu bytes\n", device.memPitch);
  std::printf("texture alignment        %zu bytes\n", device.textureAlignment);
  std::printf("part of the host chip    %s\n", device.integrated ? "yes" : "no");
  std::printf("maps host memory         %s\n", device.canMapHostMemory ? "yes" : "no");
  std::printf("kernels side by side     %s\n", device.concurrentKernels ? "yes" : "no");
}

TEST_CASE("the runtime keeps a record about every device") {
  cudaDeviceProp device{};
  REQUIRE(cudaGetDeviceProperties(&device, 0) == cudaSuccess);
  print_record(device);
  CHECK(device.warpSize == 32);
  CHECK(device.totalConstMem == 65'536);
  CHECK(device.multiProcessorCount >= 1);
}
