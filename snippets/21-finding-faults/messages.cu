// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 adc0e4549598e505e6ae827cf3a310a94c329ef2]
#include <cstdio>
#include <string>
#include <utility>

#include <doctest/doctest.h>

// The message of a call that must fail.
void provoke(const char* what, cudaError_t error) {
  CHECK(error != cudaSuccess);
  std::printf("%s | %s\n", what, cudaGetErrorString(error));
  cudaGetLastError();  // so that no later call is blamed
}

TEST_CASE("messages that a program can provoke") {
  int devices = 0;
  REQUIRE(cudaGetDeviceCount(&devices) == cudaSuccess);
  void* memory = nullptr;
  std::printf("what the program does | the message\n");
  provoke("selects a device after the last one", cudaSetDevice(devices));
  provoke("allocates 2⁶⁰ bytes", cudaMalloc(&memory, std::size_t{1} << 60));
}

TEST_CASE("messages that need another machine read as on this page") {
  const std::pair<cudaError_t, std::string> messages[] = {
      {cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version"},
      {cudaErrorSystemDriverMismatch,
       "system has unsupported display driver / cuda driver combination"},
      {cudaErrorNoDevice, "no CUDA-capable device is detected"},
      {cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable"},
      {cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device"},
      {cudaErrorUnsupportedPtxVersion,
       "the provided PTX was compiled with an unsupported toolchain."},
      {cudaErrorLaunchTimeout, "the launch timed out and was terminated"},
  };
  for (const auto& [error, message] : messages) CHECK(cudaGetErrorString(error) == message);
}
