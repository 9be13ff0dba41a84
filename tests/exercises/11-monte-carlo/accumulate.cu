#include <doctest/doctest.h>

#include "support.hpp"

#include "11-monte-carlo/accumulate.hpp"

constexpr Polynomial value{1, 2, 3};

using Kernel = void (*)(Polynomial, weft::View<const float>, double*);

struct Way {
  std::string name;
  Kernel kernel;
};
const Way ways[] = {{"add_to_one", add_to_one}, {"add_by_block", add_by_block}, {"add_in_registers", add_in_registers}};

// Multiples of 1/8, so that values are multiples of 1/64, and their sums and those of their squares are exact in double, in any order.
std::vector<float> eighths(std::size_t count) {
  std::vector<float> z(count);
  const std::vector<int> integers = random_values<int>(count, 11);
  for (std::size_t i = 0; i < count; ++i) z[i] = static_cast<float>(integers[i] % 64) / 8;
  return z;
}

void launch(Kernel kernel, DeviceArray<float>& z, DeviceArray<double>& sums, unsigned blocks, unsigned threads) {
  kernel<<<blocks, threads>>>(value, weft::View<const float>(z.data(), z.size()), sums.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
}

// What a kernel makes of these sums.
std::vector<double> added(Kernel kernel, const std::vector<float>& numbers, unsigned blocks, unsigned threads, std::vector<double> before = {0, 0}) {
  DeviceArray<float> z(numbers);
  DeviceArray<double> sums(before);
  launch(kernel, z, sums, blocks, threads);
  CHECK(sums.written_around() == "");
  return sums.read();
}

std::vector<double> expected_sums(const std::vector<float>& numbers) {
  std::vector<double> sums(2);
  for (const float z : numbers) {
    sums[0] += value(z);
    sums[1] += value(z) * value(z);
  }
  return sums;
}

TEST_CASE("all kernels find the same sums, exact in double, for any count and any grid") {
  for (const std::size_t count : {0, 1, 2, 31, 254, 257, 20'011}) {
    const std::vector<float> numbers = eighths(count);
    const std::vector<double> expected = expected_sums(numbers);
    for (const auto& [name, kernel] : ways) {
      CAPTURE(count);
      CAPTURE(name);
      CHECK(difference(added(kernel, numbers, 1, 32), expected) == "");
      CHECK(difference(added(kernel, numbers, 12, 256), expected) == "");
      CHECK(difference(added(kernel, numbers, 3, 96), expected) == "");
    }
  }
}

TEST_CASE("blocks of 1,024 threads, and one block more than there are numbers for") {
  const std::vector<float> numbers = eighths(2048);
  for (const auto& [name, kernel] : ways) {
    CAPTURE(name);
    CHECK(difference(added(kernel, numbers, 3, 1024), expected_sums(numbers)) == "");
  }
}

TEST_CASE("what is in sums already stays in them") {
  const std::vector<float> numbers = eighths(300);
  std::vector<double> expected = expected_sums(numbers);
  expected[0] += 1000;
  expected[1] -= 17;
  for (const auto& [name, kernel] : ways) {
    CAPTURE(name);
    CHECK(difference(added(kernel, numbers, 4, 64, {1000, -17}), expected) == "");
  }
}

#ifdef __LOOM__
constexpr std::size_t count = 1 << 13;
constexpr unsigned blocks = 4, threads = 256;

AtomicsSeen atomics_of(Kernel kernel) {
  DeviceArray<float> z(eighths(count));
  DeviceArray<double> sums(std::vector<double>{0, 0});
  return atomics_seen([&] { launch(kernel, z, sums, blocks, threads); });
}

TEST_CASE("with one address, there are two atomic operations per number in global memory") {
  CHECK(atomics_of(add_to_one).in_global == 2 * count);
  CHECK(atomics_of(add_to_one).in_shared == 0);
}

TEST_CASE("with a sum per block, there are two atomic operations per number in shared memory and two per block in global memory") {
  CHECK(atomics_of(add_by_block).in_shared == 2 * count / 32);  // requests of warps
  CHECK(atomics_of(add_by_block).in_global <= 2 * blocks);
}

TEST_CASE("with sums in registers, there are two atomic operations per block in global memory, and none in shared memory") {
  CHECK(atomics_of(add_in_registers).in_shared == 0);
  CHECK(atomics_of(add_in_registers).in_global <= 2 * blocks);
}

TEST_CASE("each number is loaded once, and neighbouring threads load neighbouring numbers") {
  for (const auto& [name, kernel] : ways) {
    CAPTURE(name);
    DeviceArray<float> z(eighths(count));
    DeviceArray<double> sums(std::vector<double>{0, 0});
    const loom::Seen seen = loom::observe([&] { launch(kernel, z, sums, blocks, threads); });
    CHECK(seen.global_loads.bytes == count * sizeof(float));
    CHECK(seen.global_loads.sectors_per_request() == 4);
  }
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  for (const auto& [name, kernel] : ways) {
    CAPTURE(name);
    CHECK(too_serial({.threads = 250, .blocks = 3}, [&] { added(kernel, eighths(20'000), 4, 128); }) == "");
  }
}
