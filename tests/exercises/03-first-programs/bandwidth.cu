#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <new>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "03-first-programs/bandwidth.hpp"

cudaMemoryType type_of(const void* memory) {
  cudaPointerAttributes attributes{};
  require_success(cudaPointerGetAttributes(&attributes, memory));
  return attributes.type;
}

// A stream independent of the default stream: waiting for the wrong one does not help.
struct OwnStream {
  OwnStream() { require_success(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking)); }
  ~OwnStream() { cudaStreamDestroy(handle); }
  cudaStream_t handle = nullptr;
};

// What a copy of this size takes at best, timed with a wait.
double honest_seconds(char* to, const char* from, std::size_t bytes) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 5; ++round) {
    const auto start = std::chrono::steady_clock::now();
    require_success(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

TEST_CASE("host memory is of the requested kind") {
  HostMemory pageable(1000, Kind::pageable);
  REQUIRE(pageable.data() != nullptr);
  CHECK(type_of(pageable.data()) == cudaMemoryTypeUnregistered);
  HostMemory pinned(1000, Kind::pinned);
  REQUIRE(pinned.data() != nullptr);
  CHECK(type_of(pinned.data()) == cudaMemoryTypeHost);
}

TEST_CASE("pinned memory is freed") {
  const void* address = nullptr;
  {
    HostMemory pinned(1000, Kind::pinned);
    REQUIRE(pinned.data() != nullptr);
    address = pinned.data();
  }
  CHECK(type_of(address) == cudaMemoryTypeUnregistered);
}

TEST_CASE("ordinary memory is freed") {
  constexpr std::size_t bytes = 64 << 20;  // so much that the C library requests it from the system, and counts it separately
  const std::size_t before = mallinfo2().hblkhd;
  {
    HostMemory pageable(bytes, Kind::pageable);
    REQUIRE(pageable.data() != nullptr);
    REQUIRE(mallinfo2().hblkhd >= before + bytes);
  }
  CHECK(mallinfo2().hblkhd == before);
}

const void* volatile address_seen;  // no compiler removes a store to this

TEST_CASE("a failed allocation throws") {
  constexpr std::size_t bytes = std::size_t{1} << 60;
  CHECK_THROWS_AS(address_seen = HostMemory(bytes, Kind::pageable).data(), std::bad_alloc);
  CHECK_THROWS(address_seen = HostMemory(bytes, Kind::pinned).data());  // any exception: ordinary memory can be pinned afterwards
  cudaGetLastError();  // a careless answer does not clear it
}

__global__ void fill_late(char* bytes, std::size_t count, unsigned rounds) {
  unsigned x = 1;
  for (unsigned i = 0; i < rounds; ++i) x = x * 1'664'525 + 1'013'904'223;
  for (std::size_t i = 0; i < count; ++i) bytes[i] = x == 0 ? 'b' : 'a';
}

TEST_CASE("the copy waits for earlier work in its stream") {
  constexpr std::size_t bytes = 100;
  OwnStream stream;
  HostMemory pinned(bytes, Kind::pinned);
  REQUIRE(pinned.data() != nullptr);
  std::fill_n(pinned.data(), bytes, 'z');
  DeviceArray<char> device(bytes);
  fill_late<<<1, 1, 0, stream.handle>>>(device.data(), bytes, 1'000'000);
  require_success(cudaGetLastError());
  seconds_to_copy(pinned.data(), device.data(), bytes, cudaMemcpyDeviceToHost, stream.handle);
  CHECK(std::count(pinned.data(), pinned.data() + bytes, 'a') == static_cast<std::ptrdiff_t>(bytes));
}

TEST_CASE("when the function returns, every byte has arrived") {
  for (const Kind kind : {Kind::pinned, Kind::pageable}) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{4097}, std::size_t{1023} * 10'007}) {
      CAPTURE(bytes);
      OwnStream stream;
      HostMemory host(bytes, kind);
      REQUIRE(host.data() != nullptr);
      std::fill_n(host.data(), bytes, 'a');
      DeviceArray<char> device(bytes);
      seconds_to_copy(device.data(), host.data(), bytes, cudaMemcpyHostToDevice, stream.handle);
      CHECK(difference(device.read(), std::vector<char>(bytes, 'a')) == "");
      std::fill_n(host.data(), bytes, 'z');
      seconds_to_copy(host.data(), device.data(), bytes, cudaMemcpyDeviceToHost, stream.handle);
      CHECK(std::count(host.data(), host.data() + bytes, 'a') == static_cast<std::ptrdiff_t>(bytes));
    }
  }
}

TEST_CASE("the time covers the whole copy") {
  constexpr std::size_t bytes = 16'000'007;
  OwnStream stream;
  HostMemory host(bytes, Kind::pinned);
  REQUIRE(host.data() != nullptr);
  DeviceArray<char> device(std::vector<char>(bytes, 'a'));
  const double honest = honest_seconds(host.data(), device.data(), bytes);
  double taken = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 5; ++round) {
    const double seconds =
        seconds_to_copy(host.data(), device.data(), bytes, cudaMemcpyDeviceToHost, stream.handle);
    REQUIRE(seconds > 0.0);
    taken = std::min(taken, seconds);
  }
  CHECK(taken > honest / 8);
  CHECK(taken < honest * 8);
}

TEST_CASE("a copy that fails has no time: it throws") {
  DeviceArray<char> device(1000);
  CHECK_THROWS_AS(seconds_to_copy(nullptr, device.data(), 1000, cudaMemcpyDeviceToHost, nullptr), weft::CudaError);
  cudaGetLastError();  // a stub or a careless answer does not clear it
}

TEST_CASE("a gigabyte is a billion bytes, and there may be many of them") {
  CHECK(gigabytes_per_second(1'000'000'000, 1.0) == doctest::Approx(1.0).epsilon(1e-9));
  CHECK(gigabytes_per_second(3, 2.0) * 1e9 == doctest::Approx(1.5).epsilon(1e-9));
  CHECK(gigabytes_per_second(123'456'789'123, 1.0) == doctest::Approx(123.456789123).epsilon(1e-9));
  CHECK(gigabytes_per_second(std::size_t{5'000'000'000}, 2.0) == doctest::Approx(2.5).epsilon(1e-9));
}
