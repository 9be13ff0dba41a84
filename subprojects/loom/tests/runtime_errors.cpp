// Errors: their names, the last one, and the ones that stay.
#include <cstring>
#include <set>
#include <string>
#include <thread>

#include "cuda_profiler_api.h"
#include "runtime.hpp"

TEST_CASE("errors have the toolkit's numbers, names and descriptions") {
  CHECK(cudaErrorInvalidValue == 1);
  CHECK(cudaErrorInvalidConfiguration == 9);
  CHECK(cudaErrorInvalidMemcpyDirection == 21);
  CHECK(cudaErrorInvalidResourceHandle == 400);
  CHECK(cudaErrorIllegalAddress == 700);
  CHECK(cudaErrorApiFailureBase == 10000);
  CHECK(std::string(cudaGetErrorName(cudaErrorIllegalAddress)) == "cudaErrorIllegalAddress");
  CHECK(std::string(cudaGetErrorString(cudaErrorIllegalAddress)) == "an illegal memory access was encountered");
  CHECK(std::string(cudaGetErrorString(cudaSuccess)) == "no error");
  const auto nonsense = static_cast<cudaError_t>(12345);
  CHECK(std::string(cudaGetErrorName(nonsense)) == "unrecognized error code");
  CHECK(std::string(cudaGetErrorString(nonsense)) == "unrecognized error code");
}

TEST_CASE("every error has a name and a number of its own") {
  std::set<std::string> names;
  std::set<int> numbers;
  int count = 0;
#define LOOM_ERROR(name, number, description) \
  ++count;                                    \
  names.insert(cudaGetErrorName(name));       \
  numbers.insert(number);                     \
  CHECK(std::strcmp(cudaGetErrorString(name), description) == 0);
#include "loom/errors.def"
#undef LOOM_ERROR
  CHECK(names.size() == count);
  CHECK(numbers.size() == count);
}

TEST_CASE("the last error stays until it is read") {
  const Fresh fresh;
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaSetDevice(devices) == cudaErrorInvalidDevice);
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("every host thread has a last error of its own") {
  const Fresh fresh;
  CHECK(cudaSetDevice(devices) == cudaErrorInvalidDevice);
  cudaError_t elsewhere = cudaErrorUnknown;
  std::thread([&] { elsewhere = cudaGetLastError(); }).join();
  CHECK(elsewhere == cudaSuccess);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("a kernel's fault is reported by the next call that waits, and by every call after it") {
  const Fresh fresh;
  void* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 16) == cudaSuccess);
  launch_a_failure();
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaMemsetAsync(memory, 0, 16) == cudaSuccess);

  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(cudaMalloc(&memory, 16) == cudaErrorLaunchFailure);
  CHECK(cudaFree(memory) == cudaErrorLaunchFailure);
  CHECK(cudaStreamSynchronize(nullptr) == cudaErrorLaunchFailure);
  CHECK(cudaProfilerStart() == cudaErrorLaunchFailure);
  bool ran = false;
  launch([&] { ran = true; });
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK_FALSE(ran);

  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  launch([&] { ran = true; });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(ran);
}

TEST_CASE("after a fault the last error is noted and cleared as ever; the next call notes it again") {
  const Fresh fresh;
  launch_a_failure();
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(cudaPeekAtLastError() == cudaErrorLaunchFailure);
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(cudaGetLastError() == cudaSuccess);
  launch([] {});
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  cudaError_t elsewhere = cudaErrorUnknown;
  std::thread([&] { elsewhere = cudaGetLastError(); }).join();
  CHECK(elsewhere == cudaSuccess);
  std::thread([&] { elsewhere = cudaDeviceSynchronize(); }).join();
  CHECK(elsewhere == cudaErrorLaunchFailure);
}

TEST_CASE("after a fault devices and pointers can still be asked about") {
  const Fresh fresh;
  char* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 16) == cudaSuccess);
  launch_a_failure();
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  int device = -1;
  cudaPointerAttributes attributes{};
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(cudaPointerGetAttributes(&attributes, memory) == cudaSuccess);
  CHECK(attributes.type == cudaMemoryTypeDevice);
}

TEST_CASE("what was queued behind a fault is dropped") {
  const Fresh fresh;
  bool ran = false;
  launch_a_failure();
  launch([&] { ran = true; });
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK_FALSE(ran);
}

TEST_CASE("a fault stays on its device") {
  const Fresh fresh;
  launch_a_failure();
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  cudaGetLastError();
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  bool ran = false;
  launch([&] { ran = true; });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(ran);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
}
