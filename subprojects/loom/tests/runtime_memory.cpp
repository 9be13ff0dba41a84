// Memory: got, named, asked about and given back.
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "memory/registry.hpp"
#include "runtime.hpp"
#include "runtime/range_allocator.hpp"

namespace {

std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

const loom::Allocation* known(const void* memory) { return loom::Registry::instance().find(address(memory)); }

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  return free;
}

}  // namespace

TEST_CASE("device memory is aligned, known by name, and counted") {
  const Fresh fresh;
  const std::size_t before = free_bytes();
  std::set<std::uintptr_t> addresses;
  float* memory = nullptr;
  for (const std::size_t bytes : {1, 4, 255, 256, 257, 4096}) {
    REQUIRE(cudaMalloc(&memory, bytes) == cudaSuccess);
    CHECK(address(memory) % 256 == 0);
    CHECK(addresses.insert(address(memory)).second);
    REQUIRE(known(memory));
    CHECK(known(memory)->bytes == bytes);
    CHECK(known(memory)->space == loom::Space::global);
    CHECK(loom::Registry::instance().never_written(address(memory), bytes));
  }
  CHECK(before - free_bytes() == 1 + 4 + 255 + 256 + 257 + 4096);
  for (const std::uintptr_t each : addresses) CHECK(cudaFree(reinterpret_cast<void*>(each)) == cudaSuccess);
  CHECK(free_bytes() == before);
  CHECK_FALSE(known(memory));
}

TEST_CASE("memory is named after the call that got it") {
  const Fresh fresh;
  float* memory = nullptr;
  const auto at = [](int line) { return " at runtime_memory.cpp:" + std::to_string(line); };
  REQUIRE(cudaMalloc(&memory, 4096) == cudaSuccess);
  CHECK(known(memory)->name == "4096 bytes from cudaMalloc" + at(__LINE__ - 1));
  REQUIRE(cudaMalloc((void**)&memory, 1) == cudaSuccess);
  CHECK(known(memory)->name == "1 byte from cudaMalloc" + at(__LINE__ - 1));
  cudaPitchedPtr rows{};
  REQUIRE(cudaMalloc3D(&rows, {8, 2, 1}) == cudaSuccess);
  CHECK(known(rows.ptr)->name == "1024 bytes from cudaMalloc3D" + at(__LINE__ - 1));
  REQUIRE(cudaMallocManaged(&memory, 8) == cudaSuccess);
  CHECK(known(memory)->name.starts_with("8 bytes from cudaMallocManaged at runtime_memory.cpp:"));
  REQUIRE(cudaMallocHost(&memory, 8) == cudaSuccess);
  CHECK(known(memory)->name.starts_with("8 bytes from cudaMallocHost at runtime_memory.cpp:"));
  REQUIRE(cudaHostAlloc(&memory, 8, cudaHostAllocMapped) == cudaSuccess);
  CHECK(known(memory)->name.starts_with("8 bytes from cudaHostAlloc at runtime_memory.cpp:"));
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&memory, &pitch, 8, 2) == cudaSuccess);
  CHECK(known(memory)->name.starts_with("1024 bytes from cudaMallocPitch at runtime_memory.cpp:"));
  REQUIRE(cudaMallocAsync(&memory, 8, nullptr) == cudaSuccess);
  CHECK(known(memory)->name.starts_with("8 bytes from cudaMallocAsync at runtime_memory.cpp:"));
  for (const auto function : {+[](void** p) { return cudaMallocManaged(p, 8); }, +[](void** p) { return cudaMallocHost(p, 8); },
                              +[](void** p) { return cudaHostAlloc(p, 8, 0); }, +[](void** p) { return cudaMallocAsync(p, 8, nullptr); }}) {
    REQUIRE(function((void**)&memory) == cudaSuccess);
    CHECK(known(memory)->name.find(" at runtime_memory.cpp:") != std::string::npos);
  }
}

TEST_CASE("there is a redzone around every allocation") {
  const Fresh fresh;
  std::vector<char*> all(8);
  for (char*& memory : all) {
    REQUIRE(cudaMalloc(&memory, 256) == cudaSuccess);
    CHECK_FALSE(known(memory - 1));
    CHECK_FALSE(known(memory + 256));
    CHECK_FALSE(known(memory + 256 + 255));
  }
}

TEST_CASE("new memory is full of what no program would want") {
  const Fresh fresh;
  float* memory = nullptr;
  float seen = 0;
  REQUIRE(cudaMalloc(&memory, sizeof seen) == cudaSuccess);
  REQUIRE(cudaMemcpy(&seen, memory, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen != seen);
}

TEST_CASE("freed addresses do not come back at once") {
  const Fresh fresh;
  void* first = nullptr;
  void* second = nullptr;
  REQUIRE(cudaMalloc(&first, 4096) == cudaSuccess);
  REQUIRE(cudaFree(first) == cudaSuccess);
  REQUIRE(cudaMalloc(&second, 4096) == cudaSuccess);
  CHECK(second != first);
}

TEST_CASE("address space is taken in turn, and all of it again") {
  loom::runtime::RangeAllocator ranges(100);
  CHECK(ranges.take(40) == 0);
  CHECK(ranges.take(40) == 40);
  CHECK_FALSE(ranges.take(21));
  CHECK(ranges.give_back(0) == 40);
  CHECK(ranges.take(20) == 80);
  CHECK(ranges.take(10) == 0);
  CHECK_FALSE(ranges.take(31));
  CHECK(ranges.take(30) == 10);
  CHECK(ranges.give_back(40) == 40);
  CHECK_FALSE(ranges.take(41));
  CHECK(ranges.take(40) == 40);
}

TEST_CASE("more than the device has is refused, and less is still to be had") {
  const Fresh fresh;
  void* memory = &memory;
  CHECK(cudaMalloc(&memory, std::size_t{1} << 60) == cudaErrorMemoryAllocation);
  CHECK(memory == nullptr);
  CHECK(cudaMalloc(&memory, free_bytes() + 1) == cudaErrorMemoryAllocation);
  std::size_t pitch = 0;
  CHECK(cudaMallocPitch(&memory, &pitch, 1024, std::size_t{1} << 40) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocPitch(&memory, &pitch, SIZE_MAX, 1) == cudaErrorMemoryAllocation);
  cudaPitchedPtr pitched{};
  CHECK(cudaMalloc3D(&pitched, make_cudaExtent(1, std::size_t{1} << 40, std::size_t{1} << 40)) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocAsync(&memory, std::size_t{1} << 60, nullptr) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocHost(&memory, std::size_t{1} << 60) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocManaged(&memory, std::size_t{1} << 60) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(cudaMalloc(&memory, 16) == cudaSuccess);
}

TEST_CASE("an allocation of no bytes is null") {
  const Fresh fresh;
  void* memory = &memory;
  CHECK(cudaMalloc(&memory, 0) == cudaSuccess);
  CHECK(memory == nullptr);
  memory = &memory;
  CHECK(cudaMallocHost(&memory, 0) == cudaSuccess);
  CHECK(memory == nullptr);
  memory = &memory;
  CHECK(cudaMallocManaged(&memory, 0) == cudaSuccess);
  CHECK(memory == nullptr);
  std::size_t pitch = 7;
  memory = &memory;
  CHECK(cudaMallocPitch(&memory, &pitch, 0, 4) == cudaSuccess);
  CHECK((memory == nullptr && pitch == 0));
  pitch = 7;
  CHECK(cudaMallocPitch(&memory, &pitch, 100, 0) == cudaSuccess);
  CHECK((memory == nullptr && pitch == 0));
}

TEST_CASE("nowhere to put the pointer is an invalid value") {
  const Fresh fresh;
  void* memory = nullptr;
  std::size_t bytes = 0;
  CHECK(cudaMalloc(static_cast<void**>(nullptr), 16) == cudaErrorInvalidValue);
  CHECK(cudaMallocPitch(static_cast<void**>(nullptr), &bytes, 16, 16) == cudaErrorInvalidValue);
  CHECK(cudaMallocPitch(&memory, nullptr, 16, 16) == cudaErrorInvalidValue);
  CHECK(cudaMalloc3D(nullptr, make_cudaExtent(1, 1, 1)) == cudaErrorInvalidValue);
  CHECK(cudaMallocAsync(static_cast<void**>(nullptr), 16, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaMallocHost(static_cast<void**>(nullptr), 16) == cudaErrorInvalidValue);
  CHECK(cudaHostAlloc(static_cast<void**>(nullptr), 16, 0) == cudaErrorInvalidValue);
  CHECK(cudaMallocManaged(static_cast<void**>(nullptr), 16) == cudaErrorInvalidValue);
  CHECK(cudaPointerGetAttributes(nullptr, &bytes) == cudaErrorInvalidValue);
}

TEST_CASE("free and total memory can each be asked for alone") {
  const Fresh fresh;
  std::size_t free = 0, total = 0, free_alone = 0, total_alone = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  CHECK(cudaMemGetInfo(nullptr, &total_alone) == cudaSuccess);
  CHECK(cudaMemGetInfo(&free_alone, nullptr) == cudaSuccess);
  CHECK(total_alone == total);
  CHECK(free_alone == free);
}

TEST_CASE("only what was got can be freed, once, and by its own function") {
  const Fresh fresh;
  char* device = nullptr;
  char* host = nullptr;
  char* managed = nullptr;
  int local = 0;
  REQUIRE(cudaMalloc(&device, 64) == cudaSuccess);
  REQUIRE(cudaMallocHost(&host, 64) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&managed, 64) == cudaSuccess);

  CHECK(cudaFree(&local) == cudaErrorInvalidValue);
  CHECK(cudaFree(device + 4) == cudaErrorInvalidValue);
  CHECK(cudaFree(host) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(&local) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(device) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(managed) == cudaErrorInvalidValue);
  CHECK(cudaFreeAsync(&local, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaFreeAsync(managed, nullptr) == cudaErrorNotSupported);

  CHECK(cudaFree(device) == cudaSuccess);
  CHECK(cudaFree(device) == cudaErrorInvalidValue);
  CHECK(cudaFree(managed) == cudaSuccess);
  CHECK(cudaFreeHost(host) == cudaSuccess);
  CHECK(cudaFreeHost(host) == cudaErrorInvalidValue);
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(cudaFreeHost(nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(nullptr, nullptr) == cudaSuccess);
}

TEST_CASE("freeing waits for the work that may use the memory") {
  const Fresh fresh;
  int* memory = nullptr;
  int ran = 0;
  REQUIRE(cudaMalloc(&memory, sizeof *memory) == cudaSuccess);
  launch([&, memory] {
    *memory = 7;
    ++ran;
  });
  CHECK(ran == 0);
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(ran == 1);

  REQUIRE(cudaMallocHost(&memory, sizeof *memory) == cudaSuccess);
  launch([&, memory] { ++ran; });
  CHECK(cudaFreeHost(memory) == cudaSuccess);
  CHECK(ran == 2);
}

TEST_CASE("pitched memory has rows that begin aligned") {
  const Fresh fresh;
  float* memory = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&memory, &pitch, 1001, 7) == cudaSuccess);
  CHECK(pitch >= 1001);
  CHECK(pitch % 512 == 0);
  CHECK(known(memory)->bytes == 7 * pitch);
  cudaPitchedPtr volume{};
  REQUIRE(cudaMalloc3D(&volume, make_cudaExtent(100, 20, 3)) == cudaSuccess);
  CHECK(volume.pitch == 512);
  CHECK(volume.xsize == 100);
  CHECK(volume.ysize == 20);
  CHECK(known(volume.ptr)->bytes == 512 * 20 * 3);
}

TEST_CASE("memory freed in a stream lives until the stream comes to it") {
  const Fresh fresh;
  int* memory = nullptr;
  REQUIRE(cudaMallocAsync(&memory, sizeof *memory, nullptr) == cudaSuccess);
  bool alive_before = false, alive_after = true;
  launch([&, memory] { alive_before = known(memory) != nullptr; });
  REQUIRE(cudaFreeAsync(memory, nullptr) == cudaSuccess);
  launch([&, memory] { alive_after = known(memory) != nullptr; });
  CHECK(known(memory));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(alive_before);
  CHECK_FALSE(alive_after);
  CHECK_FALSE(known(memory));

  REQUIRE(cudaMallocAsync(&memory, sizeof *memory, nullptr) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
  REQUIRE(cudaMalloc(&memory, sizeof *memory) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, nullptr) == cudaSuccess);
  CHECK(known(memory));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK_FALSE(known(memory));

  REQUIRE(cudaMallocAsync(&memory, sizeof *memory, nullptr) == cudaSuccess);
  REQUIRE(cudaFreeAsync(memory, nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaFree(memory) == cudaErrorInvalidValue);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const auto nowhere = reinterpret_cast<cudaStream_t>(&memory);
  CHECK(cudaMallocAsync(&memory, 16, nowhere) == cudaErrorInvalidResourceHandle);
  CHECK(cudaFreeAsync(memory, nowhere) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("a stream that reaches a copy or memset of memory that it has freed stops there") {
  const std::vector<std::function<void(int*, int*)>> late{
      [](int* freed, int*) { CHECK(cudaMemsetAsync(freed, 0, 64, nullptr) == cudaSuccess); },
      [](int* freed, int* other) { CHECK(cudaMemcpyAsync(other, freed, 64, cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess); },
      [](int* freed, int* other) { CHECK(cudaMemcpyAsync(freed, other, 64, cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess); },
      [](int* freed, int*) {
        const int host[16] = {};
        CHECK(cudaMemcpyAsync(freed, host, 64, cudaMemcpyHostToDevice, nullptr) == cudaSuccess);
      }};
  for (const auto& use : late) {
    const Fresh fresh;
    int *freed = nullptr, *other = nullptr;
    REQUIRE(cudaMallocAsync(&freed, 64, nullptr) == cudaSuccess);
    REQUIRE(cudaMalloc(&other, 64) == cudaSuccess);
    REQUIRE(cudaFreeAsync(freed, nullptr) == cudaSuccess);
    use(freed, other);
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  }
}

TEST_CASE("pinned memory is the host's and the kernels' alike") {
  const Fresh fresh;
  int* memory = nullptr;
  int* seen_by_device = nullptr;
  unsigned flags = 0;
  REQUIRE(cudaHostAlloc(&memory, 4 * sizeof *memory, cudaHostAllocWriteCombined) == cudaSuccess);
  CHECK(address(memory) % 256 == 0);
  CHECK(known(memory)->space == loom::Space::pinned);
  CHECK(known(memory)->host_writes);
  CHECK(cudaHostGetDevicePointer(&seen_by_device, memory + 1, 0) == cudaSuccess);
  CHECK(seen_by_device == memory + 1);
  CHECK(cudaHostGetFlags(&flags, memory) == cudaSuccess);
  CHECK(flags == (cudaHostAllocWriteCombined | cudaHostAllocMapped));
  memory[0] = 1;
  launch([=] { *memory += 41; });
  CHECK(memory[0] == 1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(memory[0] == 42);

  int local = 0;
  CHECK(cudaHostAlloc(&memory, 16, 0x80) == cudaErrorInvalidValue);
  CHECK(cudaHostGetDevicePointer(&seen_by_device, &local, 0) == cudaErrorInvalidValue);
  CHECK(cudaHostGetDevicePointer(&seen_by_device, memory, 1) == cudaErrorInvalidValue);
  CHECK(cudaHostGetDevicePointer(&seen_by_device, nullptr, 0) == cudaErrorInvalidValue);
  CHECK(cudaHostGetFlags(&flags, &local) == cudaErrorInvalidValue);
}

TEST_CASE("the program's own memory can be registered, once, and unregistered") {
  const Fresh fresh;
  std::vector<int> numbers(100);
  const std::size_t bytes = numbers.size() * sizeof(int);
  CHECK(cudaHostRegister(numbers.data(), bytes, cudaHostRegisterMapped) == cudaSuccess);
  CHECK(known(numbers.data())->bytes == bytes);
  CHECK(cudaHostRegister(numbers.data(), bytes, 0) == cudaErrorHostMemoryAlreadyRegistered);
  CHECK(cudaHostRegister(numbers.data() + 50, bytes, 0) == cudaErrorHostMemoryAlreadyRegistered);
  CHECK(cudaHostRegister(numbers.data() - 1, bytes, 0) == cudaErrorHostMemoryAlreadyRegistered);
  CHECK(cudaFreeHost(numbers.data()) == cudaErrorInvalidValue);
  void* same = nullptr;
  CHECK(cudaHostGetDevicePointer(&same, numbers.data(), 0) == cudaSuccess);
  CHECK(same == numbers.data());
  CHECK(cudaHostUnregister(numbers.data()) == cudaSuccess);
  CHECK(cudaHostUnregister(numbers.data()) == cudaErrorHostMemoryNotRegistered);
  CHECK_FALSE(known(numbers.data()));
  char* pinned = nullptr;
  char* device = nullptr;
  REQUIRE(cudaMallocHost(&pinned, 64) == cudaSuccess);
  REQUIRE(cudaMalloc(&device, 64) == cudaSuccess);
  CHECK(cudaHostRegister(pinned, 64, 0) == cudaErrorInvalidValue);
  CHECK(cudaHostRegister(device, 64, 0) == cudaErrorInvalidValue);
  CHECK(cudaHostUnregister(pinned) == cudaErrorInvalidValue);
  CHECK(cudaHostRegister(nullptr, bytes, 0) == cudaErrorInvalidValue);
  CHECK(cudaHostRegister(numbers.data(), 0, 0) == cudaErrorInvalidValue);
  CHECK(cudaHostRegister(numbers.data(), bytes, 0x80) == cudaErrorInvalidValue);
  CHECK(cudaHostRegister(numbers.data(), bytes, cudaHostRegisterReadOnly) == cudaErrorNotSupported);
}

TEST_CASE("managed memory shows the host what has run, and not what is queued") {
  const Fresh fresh;
  int* number = nullptr;
  REQUIRE(cudaMallocManaged(&number, sizeof *number) == cudaSuccess);
  CHECK(known(number)->space == loom::Space::managed);
  CHECK(known(number)->host_writes);
  *number = 1;
  launch([=] { *number = 2; });
  CHECK(*number == 1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(*number == 2);
  CHECK(cudaMallocManaged(&number, 4, cudaMemAttachHost) == cudaSuccess);
  CHECK(cudaMallocManaged(&number, 4, cudaMemAttachSingle) == cudaErrorInvalidValue);
}

TEST_CASE("managed memory can be prefetched, advised on and attached; no other can") {
  const Fresh fresh;
  char* managed = nullptr;
  char* device = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 1000) == cudaSuccess);
  REQUIRE(cudaMalloc(&device, 1000) == cudaSuccess);
  const cudaMemLocation there{cudaMemLocationTypeDevice, 1}, here{cudaMemLocationTypeHost, 0};
  const cudaMemLocation nowhere{cudaMemLocationTypeInvalid, 0}, too_far{cudaMemLocationTypeDevice, devices};

  CHECK(cudaMemPrefetchAsync(managed, 1000, there, 0) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(managed + 500, 500, here, 0) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(managed + 500, 501, here, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(managed, 0, there, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(managed, 1000, there, 1) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(managed, 1000, nowhere, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(managed, 1000, too_far, 0) == cudaErrorInvalidDevice);
  CHECK(cudaMemPrefetchAsync(device, 1000, there, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(managed, 1000, there, 0, reinterpret_cast<cudaStream_t>(managed)) == cudaErrorInvalidResourceHandle);

  CHECK(cudaMemAdvise(managed, 1000, cudaMemAdviseSetReadMostly, here) == cudaSuccess);
  CHECK(cudaMemAdvise(managed, 1000, cudaMemAdviseSetReadMostly, nowhere) == cudaErrorInvalidValue);
  CHECK(cudaMemAdvise(managed, 1000, cudaMemAdviseSetPreferredLocation, here) == cudaSuccess);
  CHECK(cudaMemAdvise(managed, 1000, cudaMemAdviseSetAccessedBy, too_far) == cudaErrorInvalidValue);
  CHECK(cudaMemAdvise(managed, 1001, cudaMemAdviseSetReadMostly, here) == cudaErrorInvalidValue);
  CHECK(cudaMemAdvise(device, 1000, cudaMemAdviseSetReadMostly, here) == cudaErrorInvalidValue);
  CHECK(cudaMemAdvise(managed, 1000, static_cast<cudaMemoryAdvise>(0), here) == cudaErrorInvalidValue);

  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamAttachMemAsync(stream, managed) == cudaSuccess);
  CHECK(cudaStreamAttachMemAsync(nullptr, managed) == cudaErrorInvalidValue);
  CHECK(cudaStreamAttachMemAsync(nullptr, managed, 1000, cudaMemAttachGlobal) == cudaSuccess);
  CHECK(cudaStreamAttachMemAsync(stream, managed, 10) == cudaErrorInvalidValue);
  CHECK(cudaStreamAttachMemAsync(stream, managed, 0, 0x80) == cudaErrorInvalidValue);
  CHECK(cudaStreamAttachMemAsync(stream, device) == cudaErrorInvalidValue);
  CHECK(cudaStreamAttachMemAsync(reinterpret_cast<cudaStream_t>(managed), managed) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("a pointer tells what it points to") {
  const Fresh fresh;
  char* device = nullptr;
  char* host = nullptr;
  char* managed = nullptr;
  int local = 0;
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  REQUIRE(cudaMalloc(&device, 64) == cudaSuccess);
  REQUIRE(cudaMallocHost(&host, 64) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&managed, 64) == cudaSuccess);
  cudaPointerAttributes seen{};

  CHECK(cudaPointerGetAttributes(&seen, device + 10) == cudaSuccess);
  CHECK((seen.type == cudaMemoryTypeDevice && seen.device == 1 && seen.devicePointer == device + 10 && !seen.hostPointer));
  CHECK(cudaPointerGetAttributes(&seen, host) == cudaSuccess);
  CHECK((seen.type == cudaMemoryTypeHost && seen.devicePointer == host && seen.hostPointer == host));
  CHECK(cudaPointerGetAttributes(&seen, managed) == cudaSuccess);
  CHECK((seen.type == cudaMemoryTypeManaged && seen.devicePointer == managed && seen.hostPointer == managed));
  CHECK(cudaPointerGetAttributes(&seen, &local) == cudaSuccess);
  CHECK((seen.type == cudaMemoryTypeUnregistered && seen.device == cudaInvalidDeviceId && seen.hostPointer == &local));
  CHECK(cudaPointerGetAttributes(&seen, device + 64) == cudaSuccess);
  CHECK(seen.type == cudaMemoryTypeUnregistered);
}
