// Tangled from chapters/02-device-properties.md. Edit there. [sha1 545c6e13705b6ac8e2b1185a4d99c4d6689451c1]
#include <cstdio>

#include <doctest/doctest.h>

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

TEST_CASE("attributes give values that the record no longer has") {
  std::printf("clock                       %d kHz\n", ask(cudaDevAttrClockRate));
  std::printf("memory clock                %d kHz\n", ask(cudaDevAttrMemoryClockRate));
  std::printf("memory bus                  %d bits\n", ask(cudaDevAttrGlobalMemoryBusWidth));
  std::printf("L2 cache                    %d bytes\n", ask(cudaDevAttrL2CacheSize));
  std::printf("threads per multiprocessor  %d\n", ask(cudaDevAttrMaxThreadsPerMultiProcessor));
  std::printf("blocks per multiprocessor   %d\n", ask(cudaDevAttrMaxBlocksPerMultiprocessor));
  std::printf("registers per multiprocessor%d\n", ask(cudaDevAttrMaxRegistersPerMultiprocessor));
  std::printf("shared memory, all          %d bytes\n", ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  std::printf("shared memory, by request   %d bytes per block\n", ask(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  std::printf("copies while computing      %d at a time\n", ask(cudaDevAttrAsyncEngineCount));
  std::printf("time limit for kernels      %s\n", ask(cudaDevAttrKernelExecTimeout) ? "yes" : "no");
  std::printf("managed memory for both     %s\n", ask(cudaDevAttrConcurrentManagedAccess) ? "yes" : "no");
  CHECK(ask(cudaDevAttrMaxThreadsPerMultiProcessor) % 256 == 0);  // a good block size, says 01-the-cuda-model
  CHECK(ask(cudaDevAttrGlobalMemoryBusWidth) % 32 == 0);
}

TEST_CASE("seven of the eight removed fields have an attribute") {
  CHECK(ask(cudaDevAttrClockRate) > 0);
  CHECK(ask(cudaDevAttrMemoryClockRate) > 0);
  CHECK(ask(cudaDevAttrGpuOverlap) == (ask(cudaDevAttrAsyncEngineCount) > 0));  // deviceOverlap
  CHECK(ask(cudaDevAttrKernelExecTimeout) >= 0);
  CHECK(ask(cudaDevAttrComputeMode) >= cudaComputeModeDefault);
  CHECK(ask(cudaDevAttrMaxTexture1DLinearWidth) > 0);
  CHECK(ask(cudaDevAttrSingleToDoublePrecisionPerfRatio) >= 1);
}
