#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include <03-first-programs/bandwidth.cu>

cudaMemoryType type_of(const void* memory) {
  cudaPointerAttributes attributes{};
  require_success(cudaPointerGetAttributes(&attributes, memory));
  return attributes.type;
}

// A stream that the default stream knows nothing of: waiting for the wrong one is no help.
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

TEST_CASE("host memory is of the kind that was asked for") {
  HostMemory pageable(1000, Kind::pageable);
  REQUIRE(pageable.data() != nullptr);
  CHECK(type_of(pageable.data()) == cudaMemoryTypeUnregistered);
  HostMemory pinned(1000, Kind::pinned);
  REQUIRE(pinned.data() != nullptr);
  CHECK(type_of(pinned.data()) == cudaMemoryTypeHost);
}

TEST_CASE("pinned memory is given back") {
  const void* address = nullptr;
  {
    HostMemory pinned(1000, Kind::pinned);
    REQUIRE(pinned.data() != nullptr);
    address = pinned.data();
  }
  CHECK(type_of(address) == cudaMemoryTypeUnregistered);
}

TEST_CASE("when the time has been taken, every byte has arrived") {
  for (const Kind kind : {Kind::pinned, Kind::pageable}) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{4097}, std::size_t{1023} * 10'007}) {
      CAPTURE(bytes);
      OwnStream stream;
      HostMemory host(bytes, kind);
      REQUIRE(host.data() != nullptr);
      std::fill_n(host.data(), bytes, 'a');
      DeviceArray<char> device(bytes);
      seconds_to_copy(device.data(), host.data(), bytes, cudaMemcpyHostToDevice, stream.handle);
      CHECK(std::vector<char>(bytes, 'a') == device.read());
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
  cudaGetLastError();  // a stub or a careless answer leaves it behind
}

TEST_CASE("a gigabyte is a thousand million bytes, and there may be many of them") {
  CHECK(gigabytes_per_second(1'000'000'000, 1.0) == doctest::Approx(1.0).epsilon(1e-9));
  CHECK(gigabytes_per_second(3, 2.0) == doctest::Approx(1.5e-9).epsilon(1e-9));
  CHECK(gigabytes_per_second(std::size_t{5'000'000'000}, 2.0) == doctest::Approx(2.5).epsilon(1e-9));
}
