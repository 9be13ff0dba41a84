// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 d6516bbd15fb25d365da0621173d1eebe04185d5]
#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

int multiprocessors_by_runtime() {
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
  return count;
}

TEST_CASE("a device has multiprocessors") { CHECK(multiprocessors_by_runtime() > 0); }

#ifndef __LOOM__  // loom has no driver API
#include <cuda.h>

int multiprocessors_by_driver() {
  using GetAttribute = CUresult(int*, CUdevice_attribute, CUdevice);
  void* address = nullptr;
  check(cudaGetDriverEntryPointByVersion("cuDeviceGetAttribute", &address, 12'000, cudaEnableDefault));
  int count = 0;
  const auto get_attribute = reinterpret_cast<GetAttribute*>(address);
  get_attribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
  return count;
}

TEST_CASE("runtime and driver count the same multiprocessors") {
  CHECK(multiprocessors_by_driver() == multiprocessors_by_runtime());
}
#endif
