// Launches that are refused, what is known of kernels, how many blocks fit, and the program's variables.
#include <string>

#include "runtime.hpp"
#include "program/kernel_table.hpp"

// Kernels and variables as loomcc leaves them.
namespace kernels {

[[gnu::noinline]] void plain(int* out) { *out = 1; }

[[gnu::noinline]] void with_a_tile(float* out) {
  static thread_local volatile float tile[1000];
  tile[0] = *out;
  *out = tile[999];
}

template <class T>
[[gnu::noinline]] void of_any_type(T* out) {
  static thread_local volatile T tile[16];
  tile[0] = *out;
  *out = tile[15];
}

__attribute__((section("loom_device"))) int counter = 5;
__attribute__((section("loom_device"))) float table[3] = {1, 2, 3};
__attribute__((section("loom_constant"))) int weights[4] = {10, 20, 30, 40};
__attribute__((section("loom_managed"))) int shared_count = 1;
int of_the_host = 0;

}  // namespace kernels

namespace {

template <class Function>
const void* address_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

cudaError_t launch_of(dim3 grid, dim3 block, std::size_t shared = 0, const void* kernel = address_of(any_kernel)) {
  launch([] {}, nullptr, grid, block, shared, kernel);
  return cudaGetLastError();
}

template <class Function>
void raise_shared(Function* kernel, int bytes) {
  REQUIRE(cudaFuncSetAttribute(address_of(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) == cudaSuccess);
}

int blocks_of(int threads, std::size_t shared = 0) {
  int blocks = -1;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels::plain, threads, shared) == cudaSuccess);
  return blocks;
}

}  // namespace

TEST_CASE("a launch within the limits is accepted") {
  const Fresh fresh;
  CHECK(launch_of(1, 1024) == cudaSuccess);
  CHECK(launch_of(1, dim3(32, 32)) == cudaSuccess);
  CHECK(launch_of(1, dim3(4, 4, 64)) == cudaSuccess);
  CHECK(launch_of(dim3(1, 65535), 1, 48 * 1024) == cudaSuccess);
}

TEST_CASE("a launch beyond the limits is refused at once and never runs") {
  const Fresh fresh;
  CHECK(launch_of(1, 1025) == cudaErrorInvalidValue);
  CHECK(launch_of(1, dim3(32, 33)) == cudaErrorInvalidValue);
  CHECK(launch_of(1, dim3(1, 1, 65)) == cudaErrorInvalidValue);
  CHECK(launch_of(1, dim3(1u << 16, 1u << 16)) == cudaErrorInvalidValue);
  CHECK(launch_of(dim3(1, 65536), 1) == cudaErrorInvalidValue);
  CHECK(launch_of(dim3(1, 1, 65536), 1) == cudaErrorInvalidValue);
  CHECK(launch_of(dim3(1u << 31), 1) == cudaErrorInvalidValue);
  CHECK(launch_of(dim3(0), 1) == cudaErrorInvalidValue);
  CHECK(launch_of(1, dim3(0)) == cudaErrorInvalidValue);
  CHECK(launch_of(1, dim3(1, 0)) == cudaErrorInvalidValue);
  CHECK(launch_of(1, 1, 48 * 1024 + 1) == cudaErrorInvalidValue);
  bool ran = false;
  launch([&] { ran = true; }, nullptr, 1, 1025);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK_FALSE(ran);
}

TEST_CASE("more dynamic shared memory is there for the kernel that asks") {
  const Fresh fresh;
  constexpr int most = 227 * 1024;
  const void* const kernel = address_of(kernels::plain);
  CHECK(launch_of(1, 1, most, kernel) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most) == cudaSuccess);
  CHECK(launch_of(1, 1, most, kernel) == cudaSuccess);
  CHECK(launch_of(1, 1, most) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, -1) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(address_of(kernels::with_a_tile), cudaFuncAttributeMaxDynamicSharedMemorySize, most) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(address_of(kernels::with_a_tile), cudaFuncAttributeMaxDynamicSharedMemorySize, most - 4000) == cudaSuccess);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  CHECK(launch_of(1, 1, most, kernel) == cudaErrorInvalidValue);
}

TEST_CASE("static shared memory is taken off what a launch may ask for") {
  const Fresh fresh;
  const void* const kernel = address_of(kernels::with_a_tile);
  CHECK(launch_of(1, 1, 48 * 1024 - 4000, kernel) == cudaSuccess);
  CHECK(launch_of(1, 1, 48 * 1024 - 3999, kernel) == cudaErrorInvalidValue);
}

TEST_CASE("one instance of a template asks for itself") {
  const Fresh fresh;
  raise_shared(&kernels::of_any_type<int>, 64 * 1024);
  CHECK(launch_of(1, 1, 64 * 1024, address_of(kernels::of_any_type<int>)) == cudaSuccess);
  CHECK(launch_of(1, 1, 64 * 1024, address_of(kernels::of_any_type<float>)) == cudaErrorInvalidValue);
}

TEST_CASE("a kernel's name is found however it is spelt") {
  using loom::base_name;
  CHECK(base_name("scale") == "scale");
  CHECK(base_name("scale<float>") == "scale");
  CHECK(base_name("app::scale<std::vector<int>, (1 > 0)>") == "scale");
  CHECK(base_name("scale < float >") == "scale");
  CHECK(base_name("app::of<int>::scale<float>") == "scale");
  CHECK(base_name("app::(anonymous namespace)::scale<int>") == "scale");
}

TEST_CASE("attributes of a kernel tell its shared memory and its limits") {
  const Fresh fresh;
  cudaFuncAttributes attributes{};
  REQUIRE(cudaFuncGetAttributes(&attributes, address_of(kernels::plain)) == cudaSuccess);
  CHECK(attributes.sharedSizeBytes == 0);
  CHECK(attributes.maxThreadsPerBlock == 1024);
  CHECK(attributes.numRegs > 0);
  CHECK(attributes.binaryVersion == 90);
  CHECK(attributes.maxDynamicSharedSizeBytes == 48 * 1024);
  REQUIRE(cudaFuncGetAttributes(&attributes, address_of(kernels::with_a_tile)) == cudaSuccess);
  CHECK(attributes.sharedSizeBytes == 4000);
  CHECK(attributes.maxDynamicSharedSizeBytes == 48 * 1024 - 4000);
  REQUIRE(cudaFuncGetAttributes(&attributes, address_of(kernels::of_any_type<double>)) == cudaSuccess);
  CHECK(attributes.sharedSizeBytes == 128);
  const char* name = nullptr;
  CHECK(cudaFuncGetName(&name, address_of(kernels::plain)) == cudaSuccess);
  CHECK(std::string(name) == "_ZN7kernels5plainEPi");
}

TEST_CASE("a kernel's clusters have the size that was set for it, until a reset") {
  const Fresh fresh;
  const void* const kernel = address_of(kernels::plain);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeRequiredClusterWidth, 2) == cudaSuccess);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeRequiredClusterHeight, 3) == cudaSuccess);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) == cudaSuccess);
  cudaFuncAttributes attributes{};
  REQUIRE(cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess);
  CHECK(attributes.requiredClusterWidth == 2);
  CHECK(attributes.requiredClusterHeight == 3);
  CHECK(attributes.requiredClusterDepth == 1);
  CHECK(attributes.nonPortableClusterSizeAllowed == 1);
  CHECK(launch_of(dim3(4, 3), 1, 0, kernel) == cudaSuccess);
  CHECK(launch_of(dim3(3, 3), 1, 0, kernel) == cudaErrorInvalidClusterSize);

  cudaLaunchConfig_t config{};
  config.gridDim = 1;
  config.blockDim = 1024;
  int clusters = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config) == cudaSuccess);
  CHECK(clusters == 4 * 2 / 6);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  CHECK(launch_of(dim3(3, 3), 1, 0, kernel) == cudaSuccess);
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxActiveClusters(nullptr, kernel, &config) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, static_cast<const void*>(nullptr), &config) == cudaErrorInvalidDeviceFunction);
  CHECK(cudaOccupancyMaxPotentialClusterSize(&clusters, kernel, &config) == cudaSuccess);
  CHECK(clusters == 8);
  config.blockDim = 1025;
  CHECK(cudaOccupancyMaxPotentialClusterSize(&clusters, kernel, &config) == cudaSuccess);
  CHECK(clusters == 0);
}

TEST_CASE("a launch of something other than a kernel is refused") {
  const Fresh fresh;
  int local = 0;
  cudaFuncAttributes attributes{};
  const char* name = nullptr;
  std::size_t bytes = 0;
  int blocks = 0;
  for (const void* const wrong : {static_cast<const void*>(nullptr), static_cast<const void*>(&local)}) {
    const cudaError_t refused = wrong ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction;
    CHECK(cudaFuncGetAttributes(&attributes, wrong) == refused);
    CHECK(cudaFuncSetAttribute(wrong, cudaFuncAttributeMaxDynamicSharedMemorySize, 1) == refused);
    CHECK(cudaFuncSetCacheConfig(wrong, cudaFuncCachePreferL1) == refused);
    CHECK(cudaFuncSetSharedMemConfig(wrong, cudaSharedMemBankSizeFourByte) == refused);
    CHECK(cudaFuncGetName(&name, wrong) == refused);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, wrong, 32, 0) == refused);
    CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, wrong, 1, 32) == refused);
  }
  const void* const kernel = address_of(kernels::plain);
  CHECK(cudaFuncGetAttributes(nullptr, kernel) == cudaErrorInvalidValue);
  CHECK(cudaFuncGetName(nullptr, kernel) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMax, 1) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50) == cudaSuccess);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 101) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeClusterDimMustBeSet, 1) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeRequiredClusterWidth, -1) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeClusterSchedulingPolicyPreference, cudaClusterSchedulingPolicySpread) == cudaSuccess);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeClusterSchedulingPolicyPreference, 3) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1) == cudaSuccess);
  CHECK(cudaFuncSetCacheConfig(kernel, static_cast<cudaFuncCache>(9)) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetSharedMemConfig(kernel, cudaSharedMemBankSizeFourByte) == cudaSuccess);
  CHECK(cudaFuncSetSharedMemConfig(kernel, static_cast<cudaSharedMemConfig>(9)) == cudaErrorInvalidValue);
}

TEST_CASE("threads, blocks and shared memory limit the blocks of a multiprocessor, whichever ends first") {
  const Fresh fresh;
  CHECK(blocks_of(1024) == 2);
  CHECK(blocks_of(1023) == 2);
  CHECK(blocks_of(513) == 3);
  CHECK(blocks_of(512) == 4);
  CHECK(blocks_of(64) == 32);
  CHECK(blocks_of(1) == 32);
  CHECK(blocks_of(128, 47 * 1024) == 4);
  CHECK(blocks_of(128, 48 * 1024 + 1) == 0);
  raise_shared(kernels::plain, 227 * 1024);
  raise_shared(kernels::with_a_tile, 227 * 1024 - 4000);
  CHECK(blocks_of(128, 113 * 1024) == 2);
  CHECK(blocks_of(128, 113 * 1024 + 1) == 1);
  CHECK(blocks_of(128, 228 * 1024) == 0);
  CHECK(blocks_of(1025) == 0);
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels::with_a_tile, 32, 0) == cudaSuccess);
  CHECK(blocks == 32);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels::with_a_tile, 32, 112 * 1024) == cudaSuccess);
  CHECK(blocks == 1);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernels::plain, 32, 0, 1) == cudaSuccess);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernels::plain, 32, 0, 2) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, kernels::plain, 32, 0) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels::plain, 0, 0) == cudaErrorInvalidValue);
}

TEST_CASE("the block size that fills a multiprocessor is found") {
  const Fresh fresh;
  int grid = 0, block = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernels::plain) == cudaSuccess);
  CHECK(block == 1024);
  CHECK(grid == 2 * 4);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernels::plain, 0, 100) == cudaSuccess);
  CHECK(block == 64);
  // At 256 bytes per thread, 1 KiB reserved per block and 228 KiB in all, one block of 896 threads is the most.
  raise_shared(kernels::plain, 227 * 1024);
  const auto by_size = [](int threads) { return static_cast<std::size_t>(256) * threads; };
  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernels::plain, by_size) == cudaSuccess);
  CHECK(block == 896);
  CHECK(grid == 1 * 4);
  CHECK(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, kernels::plain, 0, 0, 2) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxPotentialBlockSize(nullptr, &block, kernels::plain) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, nullptr, kernels::plain) == cudaErrorInvalidValue);
}

TEST_CASE("shared memory is shared out among the blocks that are wanted") {
  const Fresh fresh;
  std::size_t bytes = 0;
  int blocks = 0;
  REQUIRE(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels::plain, 1, 128) == cudaSuccess);
  CHECK(bytes == 48 * 1024);
  raise_shared(kernels::plain, 227 * 1024);
  for (const int wanted : {1, 2, 3, 8}) {
    CAPTURE(wanted);
    REQUIRE(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels::plain, wanted, 128) == cudaSuccess);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels::plain, 128, bytes) == cudaSuccess);
    CHECK(blocks == wanted);
  }
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels::plain, 33, 32) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels::plain, 0, 32) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels::plain, 1, 0) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(nullptr, kernels::plain, 1, 32) == cudaErrorInvalidValue);
}

TEST_CASE("variables are read and written by symbol") {
  const Fresh fresh;
  int number = 9, seen[2] = {};
  CHECK(cudaMemcpyToSymbol(&kernels::counter, &number, sizeof number) == cudaSuccess);
  CHECK(kernels::counter == 9);
  CHECK(cudaMemcpyToSymbol(&kernels::weights, &number, sizeof number, sizeof(int)) == cudaSuccess);
  CHECK(cudaMemcpyFromSymbol(seen, &kernels::weights, sizeof seen, 0) == cudaSuccess);
  CHECK((seen[0] == 10 && seen[1] == 9));
  launch([] { kernels::counter = 11; });
  CHECK(cudaMemcpyFromSymbol(seen, &kernels::counter, sizeof(int)) == cudaSuccess);
  CHECK(seen[0] == 11);

  CHECK(cudaMemcpyToSymbolAsync(&kernels::counter, &number, sizeof number, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(kernels::counter == 11);
  CHECK(cudaMemcpyFromSymbolAsync(seen, &kernels::counter, sizeof number, 0, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen[0] == 9);
}

TEST_CASE("a symbol tells its address and size") {
  const Fresh fresh;
  void* address = nullptr;
  std::size_t bytes = 0;
  CHECK(cudaGetSymbolAddress(&address, &kernels::table) == cudaSuccess);
  CHECK(address == kernels::table);
  CHECK(cudaGetSymbolSize(&bytes, &kernels::table) == cudaSuccess);
  CHECK(bytes == sizeof kernels::table);
  CHECK(cudaGetSymbolSize(&bytes, &kernels::shared_count) == cudaSuccess);
  CHECK(bytes == sizeof(int));
  const int zero = 0;
  CHECK(cudaMemcpy(address, &zero, sizeof zero, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(kernels::table[0] == 0);
  CHECK(cudaMemset(address, 0, sizeof kernels::table + 1) == cudaErrorInvalidValue);
}

TEST_CASE("a pointer to a variable tells what it points to") {
  const Fresh fresh;
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  const auto type_at = [](void* variable) {
    cudaPointerAttributes seen{};
    CHECK(cudaPointerGetAttributes(&seen, variable) == cudaSuccess);
    CHECK(seen.device == 1);
    CHECK(seen.devicePointer == variable);
    CHECK(seen.hostPointer == (seen.type == cudaMemoryTypeDevice ? nullptr : variable));
    return seen.type;
  };
  CHECK(type_at(&kernels::table[2]) == cudaMemoryTypeDevice);
  CHECK(type_at(kernels::weights) == cudaMemoryTypeDevice);
  CHECK(type_at(&kernels::shared_count) == cudaMemoryTypeManaged);
}

TEST_CASE("only device variables are symbols") {
  const Fresh fresh;
  int number = 0;
  void* address = nullptr;
  std::size_t bytes = 0;
  for (const void* const wrong : {static_cast<const void*>(&kernels::of_the_host), static_cast<const void*>("counter"),
                                  static_cast<const void*>(kernels::weights + 1), static_cast<const void*>(nullptr)}) {
    CHECK(cudaMemcpyToSymbol(wrong, &number, sizeof number) == cudaErrorInvalidSymbol);
    CHECK(cudaMemcpyFromSymbol(&number, wrong, sizeof number) == cudaErrorInvalidSymbol);
    CHECK(cudaMemcpyToSymbolAsync(wrong, &number, 4, 0, cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
    CHECK(cudaMemcpyFromSymbolAsync(&number, wrong, 4, 0, cudaMemcpyDeviceToHost) == cudaErrorInvalidSymbol);
    CHECK(cudaGetSymbolAddress(&address, wrong) == cudaErrorInvalidSymbol);
    CHECK(cudaGetSymbolSize(&bytes, wrong) == cudaErrorInvalidSymbol);
  }
  CHECK(cudaGetSymbolAddress(nullptr, &kernels::counter) == cudaErrorInvalidValue);
  CHECK(cudaGetSymbolSize(nullptr, &kernels::counter) == cudaErrorInvalidValue);
}

TEST_CASE("copies to and from symbols stay within them and go the right way") {
  const Fresh fresh;
  int numbers[5] = {};
  CHECK(cudaMemcpyToSymbol(&kernels::weights, numbers, 17) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(&kernels::weights, numbers, 4, 13) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(&kernels::weights, numbers, 4, 17) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyFromSymbol(numbers, &kernels::weights, 20) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(&kernels::weights, nullptr, 4) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(&kernels::weights, numbers, 4, 0, cudaMemcpyDeviceToHost) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpyFromSymbol(numbers, &kernels::weights, 4, 0, cudaMemcpyHostToDevice) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpyToSymbolAsync(&kernels::weights, numbers, 4, 0, cudaMemcpyDeviceToHost) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpyFromSymbolAsync(numbers, &kernels::weights, 4, 0, cudaMemcpyHostToHost) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpyFromSymbol(numbers, &kernels::weights, 4, 0, cudaMemcpyDefault) == cudaSuccess);
}

TEST_CASE("a reset gives variables their first values back") {
  const Fresh fresh;
  kernels::counter = 100;
  kernels::shared_count = 100;
  kernels::weights[3] = 100;
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  CHECK(kernels::counter == 5);
  CHECK(kernels::shared_count == 1);
  CHECK(kernels::weights[3] == 40);
}
