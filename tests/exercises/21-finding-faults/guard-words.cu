#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "21-finding-faults/guard-words.hpp"

// Stores the bits from the first index up to, but not including, the last one.
__global__ void store(float* x, long first, long last, unsigned bits) {
  const long threads = static_cast<long>(gridDim.x) * blockDim.x;
  for (long i = first + blockIdx.x * static_cast<long>(blockDim.x) + threadIdx.x; i < last; i += threads) x[i] = __uint_as_float(bits);
}

// Whether device memory is there, so that a kernel may write to it.
bool is_allocated(const float* from, long count) {
  std::vector<float> seen(count);
  const cudaError_t copied = count > 0 ? cudaMemcpy(seen.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost) : cudaSuccess;
  cudaGetLastError();
  return copied == cudaSuccess;
}

Damage damage_of(Guarded& array, long first, long last, unsigned bits, cudaStream_t stream = nullptr) {
  REQUIRE(is_allocated(array.data() + first, last - first));
  store<<<2, 64, 0, stream>>>(array.data(), first, last, bits);
  require_success(cudaGetLastError());
  return array.damage();
}

std::vector<unsigned> words(const float* from, std::size_t count) {
  REQUIRE(is_allocated(from, static_cast<long>(count)));
  std::vector<unsigned> seen(count);
  if (count > 0) require_success(cudaMemcpy(seen.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost));
  return seen;
}

constexpr long width = Guarded::width;
constexpr unsigned typical[] = {0, 0x3f800000, 0xbf800000, 0x7fc00000, 0xffffffff, 0x7fffffff, 1, 0xdeadbeef};

TEST_CASE("writing every element damages nothing") {
  for (const std::size_t n : awkward_counts) {
    Guarded array(n);
    CHECK(array.size() == n);
    const Damage damage = damage_of(array, 0, static_cast<long>(n), 0x3f800000);
    CHECK(damage.before == 0);
    CHECK(damage.after == 0);
  }
}

TEST_CASE("an element too many is noticed, whatever is written") {
  for (const std::size_t n : {1, 31, 257})
    for (const unsigned bits : typical) {
      Guarded array(n);
      const Damage damage = damage_of(array, 0, static_cast<long>(n) + 1, bits);
      CHECK(damage.before == 0);
      CHECK(damage.after == 1);
    }
}

TEST_CASE("an element before the first is noticed, whatever is written") {
  for (const unsigned bits : typical) {
    Guarded array(100);
    const Damage damage = damage_of(array, -1, 100, bits);
    CHECK(damage.before == 1);
    CHECK(damage.after == 0);
  }
}

TEST_CASE("all changed words are counted, up to the last one") {
  Guarded array(33);
  const Damage damage = damage_of(array, -width, 33 + width, 0);
  CHECK(damage.before == 64);
  CHECK(damage.after == 64);
  Guarded other(33);
  CHECK(damage_of(other, 33 + width - 1, 33 + width, 0).after == 1);
  CHECK(damage_of(other, -width, -width + 1, 0).before == 1);
}

TEST_CASE("no two guard words are equal") {
  Guarded array(10);
  std::vector<unsigned> guards = words(array.data() - width, width);
  for (const unsigned word : words(array.data() + 10, width)) guards.push_back(word);
  CHECK(std::set<unsigned>(guards.begin(), guards.end()).size() == 128);
}

TEST_CASE("the elements are NaN before they are written") {
  for (const std::size_t n : {1, 257}) {
    Guarded array(n);
    for (const unsigned word : words(array.data(), n)) {
      float value = 0;
      std::memcpy(&value, &word, sizeof value);
      CHECK(std::isnan(value));
    }
  }
}

TEST_CASE("the first element is aligned as cudaMalloc aligns") {
  Guarded array(5);
  CHECK(reinterpret_cast<std::uintptr_t>(array.data()) % 256 == 0);
}

TEST_CASE("an empty array has guard words as well") {
  Guarded array(0);
  CHECK(damage_of(array, 0, 0, 0).after == 0);
  CHECK(damage_of(array, 0, 1, 0).after == 1);
}

TEST_CASE("damage waits for all streams") {
  cudaStream_t stream = nullptr;
  require_success(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Guarded array(64);
  CHECK(damage_of(array, 0, 65, 0, stream).after == 1);
  require_success(cudaStreamDestroy(stream));
}

TEST_CASE("only guard words go to the host") {
  Guarded array(10'000);
  const auto before = bytes_to_host();
  array.damage();
  if (before) CHECK(*bytes_to_host() - *before <= 2 * Guarded::width * sizeof(float));
}
