#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "03-first-programs/growing.hpp"

std::vector<double> contents(const GrowingBuffer& buffer) {
  std::vector<double> values(buffer.size(), std::numeric_limits<double>::quiet_NaN());
  if (!values.empty())
    require_success(cudaMemcpy(values.data(), buffer.data(), values.size() * sizeof(double), cudaMemcpyDeviceToHost));
  return values;
}

std::vector<double>& operator+=(std::vector<double>& values, const std::vector<double>& more) {
  values.insert(values.end(), more.begin(), more.end());
  return values;
}

TEST_CASE("appended values come after the existing ones") {
  GrowingBuffer buffer;
  std::vector<double> expected;
  for (const std::size_t count : {31, 1, 20, 257, 100, 0, 5, 31'713, 2, 31}) {
    CAPTURE(count);
    const std::vector<double> values = random_values<double>(count, static_cast<unsigned>(count));
    buffer.append(values.data(), count);
    expected += values;
    REQUIRE(buffer.size() == expected.size());
    CHECK(difference(contents(buffer), expected) == "");
  }
}

TEST_CASE("values come from device memory too") {
  const std::vector<double> values = random_values<double>(257, 7);
  DeviceArray<double> on_device(values);
  GrowingBuffer buffer;
  buffer.append(on_device.data(), 200);
  buffer.append(on_device.data() + 200, 57);
  CHECK(difference(contents(buffer), values) == "");
}

TEST_CASE("a buffer can be appended to itself, whether it must grow for that or not") {
  std::vector<double> expected = random_values<double>(33, 7);
  GrowingBuffer buffer;
  buffer.append(expected.data(), expected.size());
  for (const std::size_t count : {33, 1, 20, 87, 3}) {
    REQUIRE(buffer.size() >= count);
    REQUIRE_NOTHROW(buffer.append(buffer.data() + buffer.size() - count, count));
    expected += std::vector<double>(expected.end() - static_cast<std::ptrdiff_t>(count), expected.end());
    CHECK(difference(contents(buffer), expected) == "");
  }
}

TEST_CASE("while there is capacity nothing is allocated, and most appends find capacity") {
  GrowingBuffer buffer;
  const std::vector<double> values(1000, 1.5);
  int moves = 0;
  for (const double& value : values) {
    const double* const before = buffer.data();
    buffer.append(&value, 1);
    moves += buffer.data() != before;
  }
  CHECK(difference(contents(buffer), values) == "");
  CHECK(moves <= 11);  // 1, 2, 4, … 1024

  GrowingBuffer filled;
  filled.append(values.data(), 100);
  filled.append(values.data(), 1);
  const double* const before = filled.data();
  filled.append(values.data(), 99);
  CHECK(filled.data() == before);
}

TEST_CASE("at most twice the memory that the values need is allocated, and all of it is freed") {
  const auto before = bytes_in_use();
  if (!before) return;
  {
    const std::vector<double> values(1'000'000, 1.5);
    GrowingBuffer buffer;
    buffer.append(values.data(), values.size());
    REQUIRE(buffer.size() == values.size());
    buffer.append(values.data(), 1);
    CHECK(*bytes_in_use() - *before <= 2 * buffer.size() * sizeof(double));
    buffer.append(values.data(), values.size());
    CHECK(*bytes_in_use() - *before <= 2 * buffer.size() * sizeof(double));
  }
  CHECK(bytes_in_use() == before);
}

TEST_CASE("an append that fails throws, and changes nothing") {
  const std::vector<double> values = random_values<double>(100, 7);
  GrowingBuffer buffer;
  buffer.append(values.data(), 99);
  buffer.append(values.data() + 99, 1);  // leaves some capacity
  CHECK_THROWS_AS(buffer.append(values.data(), std::size_t{1} << 57), weft::CudaError);
  if (launches_seen()) {  // loom refuses to read at a null pointer; for a GPU no document promises that
    CHECK_THROWS_AS(buffer.append(nullptr, 1), weft::CudaError);
    CHECK_THROWS_AS(buffer.append(nullptr, 1'000), weft::CudaError);
  }
  CHECK(cudaGetLastError() == cudaSuccess);
  REQUIRE(buffer.size() == values.size());
  CHECK(difference(contents(buffer), values) == "");
  buffer.append(values.data(), values.size());
  CHECK(buffer.size() == 2 * values.size());
}
