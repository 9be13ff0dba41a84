// Devices: counted, chosen, asked, set and reset.
#include <array>
#include <string>
#include <thread>

#include "cuda_profiler_api.h"
#include "runtime.hpp"

namespace {

int ask(cudaDeviceAttr attribute, int device = 0) {
  int value = -12345;
  CHECK(cudaDeviceGetAttribute(&value, attribute, device) == cudaSuccess);
  return value;
}

}  // namespace

TEST_CASE("there are two devices, and each host thread has a current one") {
  const Fresh fresh;
  int count = 0, device = -1;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == devices);
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(device == 0);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(device == 1);
  int elsewhere = -1;
  std::thread([&] { cudaGetDevice(&elsewhere); }).join();
  CHECK(elsewhere == 0);
}

TEST_CASE("a device that is not there is refused by every function that takes one") {
  const Fresh fresh;
  int value = 0;
  cudaDeviceProp prop;
  std::array<char, 32> text;
  for (const int wrong : {-1, devices}) {
    CHECK(cudaSetDevice(wrong) == cudaErrorInvalidDevice);
    CHECK(cudaInitDevice(wrong, 0, 0) == cudaErrorInvalidDevice);
    CHECK(cudaGetDeviceProperties(&prop, wrong) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, wrong) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceGetPCIBusId(text.data(), text.size(), wrong) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceCanAccessPeer(&value, 0, wrong) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceCanAccessPeer(&value, wrong, 0) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceEnablePeerAccess(wrong, 0) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceDisablePeerAccess(wrong) == cudaErrorInvalidDevice);
  }
  int device = -1;
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(device == 0);
}

TEST_CASE("nowhere to put the answer is an invalid value") {
  const Fresh fresh;
  int value = 0;
  CHECK(cudaGetDeviceCount(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGetDevice(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGetDeviceFlags(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGetDeviceProperties(nullptr, 0) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetPCIBusId(nullptr, 32, 0) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetByPCIBusId(nullptr, "0000:10:00.0") == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetByPCIBusId(&value, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaDriverGetVersion(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaRuntimeGetVersion(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetLimit(nullptr, cudaLimitStackSize) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetCacheConfig(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaDeviceCanAccessPeer(nullptr, 0, 1) == cudaErrorInvalidValue);
}

TEST_CASE("the record of a device and its attributes agree") {
  const Fresh fresh;
  cudaDeviceProp prop{};
  REQUIRE(cudaGetDeviceProperties(&prop, 0) == cudaSuccess);
  CHECK(std::string(prop.name) == "loom (software device)");
  CHECK(prop.major == 9);
  CHECK(prop.minor == 0);
  CHECK(prop.major == ask(cudaDevAttrComputeCapabilityMajor));
  CHECK(prop.minor == ask(cudaDevAttrComputeCapabilityMinor));
  CHECK(prop.warpSize == 32);
  CHECK(prop.warpSize == ask(cudaDevAttrWarpSize));
  CHECK(prop.maxThreadsPerBlock == 1024);
  CHECK(prop.maxThreadsPerBlock == ask(cudaDevAttrMaxThreadsPerBlock));
  CHECK(prop.maxThreadsDim[2] == 64);
  CHECK(prop.maxThreadsDim[2] == ask(cudaDevAttrMaxBlockDimZ));
  CHECK(prop.maxGridSize[0] == 2147483647);
  CHECK(prop.maxGridSize[1] == ask(cudaDevAttrMaxGridDimY));
  CHECK(prop.sharedMemPerBlock == 48 * 1024);
  CHECK(static_cast<int>(prop.sharedMemPerBlock) == ask(cudaDevAttrMaxSharedMemoryPerBlock));
  CHECK(static_cast<int>(prop.sharedMemPerBlockOptin) == ask(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  CHECK(static_cast<int>(prop.sharedMemPerMultiprocessor) == ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  CHECK(static_cast<int>(prop.reservedSharedMemPerBlock) == ask(cudaDevAttrReservedSharedMemoryPerBlock));
  CHECK(static_cast<int>(prop.totalConstMem) == ask(cudaDevAttrTotalConstantMemory));
  CHECK(static_cast<int>(prop.memPitch) == ask(cudaDevAttrMaxPitch));
  CHECK(static_cast<int>(prop.textureAlignment) == ask(cudaDevAttrTextureAlignment));
  CHECK(static_cast<int>(prop.texturePitchAlignment) == ask(cudaDevAttrTexturePitchAlignment));
  CHECK(prop.multiProcessorCount == ask(cudaDevAttrMultiProcessorCount));
  cudaDeviceProp second;
  REQUIRE(cudaGetDeviceProperties(&second, 1) == cudaSuccess);
  CHECK(second.multiProcessorCount < prop.multiProcessorCount);   // a program that asks the wrong device is noticed
  CHECK(second.totalGlobalMem > prop.totalGlobalMem);
  CHECK(prop.regsPerMultiprocessor == ask(cudaDevAttrMaxRegistersPerMultiprocessor));
  CHECK(prop.maxThreadsPerMultiProcessor == ask(cudaDevAttrMaxThreadsPerMultiProcessor));
  CHECK(prop.memoryBusWidth == ask(cudaDevAttrGlobalMemoryBusWidth));
  CHECK(prop.concurrentManagedAccess == ask(cudaDevAttrConcurrentManagedAccess));
  CHECK(prop.cooperativeLaunch == ask(cudaDevAttrCooperativeLaunch));
  CHECK(prop.pciBusID == ask(cudaDevAttrPciBusId));
  CHECK(prop.maxTexture2DLinear[2] == ask(cudaDevAttrMaxTexture2DLinearPitch));
}

TEST_CASE("every attribute that CUDA knows has an answer, and no other") {
  const Fresh fresh;
  constexpr auto is_gap = [](int number) {
    for (const int gap : {44, 102, 103, 104, 105, 107, 110, 136, 137, 146})
      if (number == gap) return true;
    return false;
  };
  int value = 0;
  for (int number = 1; number < cudaDevAttrMax; ++number) {
    CAPTURE(number);
    const cudaError_t expected = is_gap(number) ? cudaErrorInvalidValue : cudaSuccess;
    CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(number), 0) == expected);
  }
  CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), 0) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMax, 0) == cudaErrorInvalidValue);
}

TEST_CASE("the two devices are told apart by bus and uuid") {
  const Fresh fresh;
  cudaDeviceProp one{}, other{};
  REQUIRE(cudaGetDeviceProperties(&one, 0) == cudaSuccess);
  REQUIRE(cudaGetDeviceProperties(&other, 1) == cudaSuccess);
  CHECK(std::string(one.uuid.bytes, 16) != std::string(other.uuid.bytes, 16));
  std::array<char, 32> text{};
  for (int device = 0; device < devices; ++device) {
    int found = -1;
    REQUIRE(cudaDeviceGetPCIBusId(text.data(), text.size(), device) == cudaSuccess);
    CHECK(cudaDeviceGetByPCIBusId(&found, text.data()) == cudaSuccess);
    CHECK(found == device);
  }
  int found = -1;
  CHECK(cudaDeviceGetPCIBusId(text.data(), 12, 0) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetByPCIBusId(&found, "0000:ff:1f.0") == cudaErrorInvalidDevice);
  for (const char* const wrong : {"nowhere", "", "10", "0000:10:00.0 ", "0000:10:00.0.0"}) {
    CAPTURE(wrong);
    CHECK(cudaDeviceGetByPCIBusId(&found, wrong) == cudaErrorInvalidValue);
  }
  CHECK(found == -1);
  for (const char* const same : {"0:10:1.0", "0000:10:01", "10:01.0"}) {
    CAPTURE(same);
    CHECK(cudaDeviceGetByPCIBusId(&found, same) == cudaSuccess);
    CHECK(found == 1);
  }
}

TEST_CASE("driver and runtime are of CUDA 13") {
  int driver = 0, runtime = 0;
  CHECK(cudaDriverGetVersion(&driver) == cudaSuccess);
  CHECK(cudaRuntimeGetVersion(&runtime) == cudaSuccess);
  CHECK(driver == 13000);
  CHECK(runtime == CUDART_VERSION);
}

TEST_CASE("flags of a device are kept") {
  const Fresh fresh;
  unsigned flags = 0;
  CHECK(cudaSetDeviceFlags(cudaDeviceScheduleYield) == cudaSuccess);
  CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess);
  CHECK((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleYield);
  CHECK(cudaSetDeviceFlags(cudaDeviceBlockingSync) == cudaSuccess);      // the older name
  CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess);
  CHECK((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);
  CHECK(cudaSetDeviceFlags(0x1000) == cudaErrorInvalidValue);
  CHECK(cudaInitDevice(0, cudaDeviceScheduleSpin, 1) == cudaSuccess);
  CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess);
  CHECK((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleSpin);
  CHECK(cudaInitDevice(0, 0x1000, 1) == cudaErrorInvalidValue);
  CHECK(cudaInitDevice(0, cudaDeviceScheduleYield, 2) == cudaSuccess);
  CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess);
  CHECK((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleSpin);
}

TEST_CASE("limits can be read and set") {
  const Fresh fresh;
  std::size_t value = 0;
  CHECK(cudaDeviceGetLimit(&value, cudaLimitStackSize) == cudaSuccess);
  CHECK(value == 1024);
  CHECK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize) == cudaSuccess);
  CHECK(value == 8 * 1024 * 1024);
  CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4096) == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize) == cudaSuccess);
  CHECK(value == 4096);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize) == cudaSuccess);
  CHECK(value == 1024 * 1024);
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 512 * 1024) == cudaSuccess);
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 512 * 1024 + 1) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth) == cudaErrorUnsupportedLimit);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2) == cudaErrorUnsupportedLimit);
  const auto nonsense = static_cast<cudaLimit>(99);
  CHECK(cudaDeviceGetLimit(&value, nonsense) == cudaErrorInvalidValue);
  CHECK(cudaDeviceSetLimit(nonsense, 1) == cudaErrorInvalidValue);
}

TEST_CASE("the preference for shared memory or cache is kept") {
  const Fresh fresh;
  cudaFuncCache config = cudaFuncCachePreferL1;
  CHECK(cudaDeviceGetCacheConfig(&config) == cudaSuccess);
  CHECK(config == cudaFuncCachePreferNone);
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared) == cudaSuccess);
  CHECK(cudaDeviceGetCacheConfig(&config) == cudaSuccess);
  CHECK(config == cudaFuncCachePreferShared);
  CHECK(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(4)) == cudaErrorInvalidValue);
  CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) == cudaSuccess);
  cudaSharedMemConfig banks{};
  CHECK(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess);
  CHECK(banks == cudaSharedMemBankSizeFourByte);      // there is no other
  CHECK(cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(3)) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetSharedMemConfig(nullptr) == cudaErrorInvalidValue);
}

TEST_CASE("devices reach each other once they have been told to") {
  const Fresh fresh;
  int can = -1;
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess);
  CHECK(can == 1);
  CHECK(cudaDeviceCanAccessPeer(&can, 1, 1) == cudaSuccess);
  CHECK(can == 0);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  CHECK(cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue);
  CHECK(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessUnsupported);
  CHECK(cudaDeviceDisablePeerAccess(0) == cudaErrorPeerAccessNotEnabled);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaSuccess);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
}

TEST_CASE("a reset ends the work, frees the memory and forgets streams and events") {
  const Fresh fresh;
  void* memory = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  REQUIRE(cudaMalloc(&memory, 1 << 20) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  bool ran = false;
  launch([&] { ran = true; });
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(ran);
  std::size_t free = 0, total = 0;
  CHECK(cudaMemGetInfo(&free, &total) == cudaSuccess);
  CHECK(free == total);
  CHECK(cudaFree(memory) == cudaErrorInvalidValue);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventSynchronize(event) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("the other device keeps its own through a reset") {
  const Fresh fresh;
  void* memory = nullptr;
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  REQUIRE(cudaMalloc(&memory, 16) == cudaSuccess);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE("the profiler's marks are accepted") {
  CHECK(cudaProfilerStart() == cudaSuccess);
  CHECK(cudaProfilerStop() == cudaSuccess);
}

TEST_CASE("each device says what it may do with the other") {
  const Fresh fresh;
  const auto ask_of_two = [](cudaDeviceP2PAttr attribute) {
    int value = -12345;
    CHECK(cudaDeviceGetP2PAttribute(&value, attribute, 1, 0) == cudaSuccess);
    return value;
  };
  CHECK(ask_of_two(cudaDevP2PAttrAccessSupported) == 1);
  CHECK(ask_of_two(cudaDevP2PAttrNativeAtomicSupported) == 1);
  CHECK(ask_of_two(cudaDevP2PAttrCudaArrayAccessSupported) == 1);
  CHECK(ask_of_two(cudaDevP2PAttrPerformanceRank) == 0);
  int value = 0;
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, devices) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, 1) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(77), 0, 1) == cudaErrorInvalidValue);
}

TEST_CASE("a device is found for any wish") {
  const Fresh fresh;
  int device = -1;
  cudaDeviceProp wish{};
  wish.major = 9;
  CHECK(cudaChooseDevice(&device, &wish) == cudaSuccess);
  CHECK(device == 0);
  CHECK(cudaChooseDevice(nullptr, &wish) == cudaErrorInvalidValue);
  CHECK(cudaChooseDevice(&device, nullptr) == cudaErrorInvalidValue);
}
