// Tangled from chapters/03-first-programs.md. Edit there. [sha1 333c4751de492e7573f8ae7241eb9e8e50e40379]
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

int given_back = 0;
void count_it(int) { ++given_back; }
using Ticket = weft::Owner<int, count_it>;

TEST_CASE("a resource is released once, however often its owner is moved") {
  {
    Ticket first(1);
    Ticket second = std::move(first);
    first = Ticket(2);
    second = std::move(first);
    CHECK(int{second} == 2);
  }
  CHECK(given_back == 2);
}

static_assert(!std::is_copy_constructible_v<weft::Buffer<int>>);
static_assert(std::is_nothrow_move_constructible_v<weft::Buffer<int>>);

__global__ void add_to_all(weft::View<float> values, float summand) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < values.size()) values[i] += summand;
}

TEST_CASE("a buffer copies any number of values to the device and back") {
  for (const std::size_t count : {1, 255, 256, 257, 1023 * 31}) {
    weft::Buffer<float> values(std::vector<float>(count, 2.0f));
    add_to_all<<<static_cast<unsigned>((count + 255) / 256), 256>>>(values.view(), 7.0f);
    weft::check(cudaGetLastError());
    CHECK(values.to_host() == std::vector<float>(count, 9.0f));
  }
}

TEST_CASE("a buffer that has been moved from is empty") {
  weft::Buffer<int> first(std::vector<int>{7});
  const weft::Buffer<int> second = std::move(first);
  CHECK(second.to_host() == std::vector<int>{7});
  CHECK(first.size() == 0);
}

TEST_CASE("an empty buffer is allowed, and one that is too large throws") {
  CHECK(weft::Buffer<int>(0).to_host().empty());
  CHECK_THROWS_AS(weft::Buffer<int>(3).copy_from(std::vector<int>(2)), std::length_error);
  CHECK_THROWS_AS(weft::Buffer<char>(std::size_t{1} << 60), weft::CudaError);
  CHECK_THROWS_AS(weft::Buffer<double>(std::size_t{1} << 61), weft::CudaError);  // 2^64 bytes
}
