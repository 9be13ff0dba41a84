#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "08-constant-and-texture-memory/in-pieces.hpp"

// In the unit of the answer.
namespace test {
cudaError_t set_second(const float* values);
}  // namespace test

// Odd numbers up to 8,001. Their products are integers with the same sum in any order; a float holds neither these nor the sum.
std::vector<float> odd_integers(std::size_t n, std::uint32_t seed) {
  std::vector<int> numbers = random_values<int>(n, seed);
  for (int& number : numbers) number = 4 * number + 4001;
  return {numbers.begin(), numbers.end()};
}

double expected(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

std::uint64_t atomics_spent = 0;  // by the last call of what follows; 0 on a GPU

double added_by_kernel(unsigned blocks, unsigned threads, std::size_t n, double before) {
  const std::vector<float> a = odd_integers(n, 3), b = odd_integers(piece, 4);
  DeviceArray<float> first(a);
  DeviceArray<double> sum(std::vector<double>{before});
  require_success(test::set_second(b.data()));
  const auto spent = atomics_seen([&] { add_products<<<blocks, threads>>>(weft::View<const float>(first.data(), n), sum.data()); });
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  atomics_spent = spent.in_global;
  CHECK(sum.written_around() == "");
  return sum.read()[0] - expected(a, b);
}

TEST_CASE("the kernel adds to the sum, with any grid") {
  CHECK(added_by_kernel(3, 96, 5003, 1000) == 1000);
  CHECK(added_by_kernel(1, 1, 1000, 0) == 0);
  CHECK(added_by_kernel(7, 64, 1, -5) == -5);
  CHECK(added_by_kernel(2, 1024, 5003, 7) == 7);
}

TEST_CASE("a block performs one atomic operation") {
  added_by_kernel(3, 96, 5003, 0);
  CHECK(atomics_spent <= 3);
}

TEST_CASE("vectors that fit into one piece") {
  for (const std::size_t n : {std::size_t{1}, std::size_t{31}, std::size_t{257}, piece}) {
    CAPTURE(n);
    const std::vector<float> a = odd_integers(n, 1), b = odd_integers(n, 2);
    CHECK(difference(dot_in_pieces(a, b).value, expected(a, b)) == "");
  }
  CHECK(dot_in_pieces({}, {}).value == 0);
}

TEST_CASE("vectors that need several pieces, the last of them short") {
  for (const std::size_t n : {piece + 1, 2 * piece, 2 * piece + 777}) {
    CAPTURE(n);
    const std::vector<float> a = odd_integers(n, 1), b = odd_integers(n, 2);
    CHECK(difference(dot_in_pieces(a, b).value, expected(a, b)) == "");
  }
}

TEST_CASE("the kernels' time is returned, and it is a time") {
  const double seconds = dot_in_pieces(odd_integers(1000, 1), odd_integers(1000, 2)).seconds;
  CHECK(seconds > 0);
  CHECK(seconds < 60);
}

#ifdef __LOOM__
TEST_CASE("the time of ten pieces is more than three times that of one") {
  const std::vector<float> one(piece, 1), ten(10 * piece, 1);
  double of_one = 60, of_ten = 60;  // the least of five: other processes only add to it
  for (int repetition = 0; repetition < 5; ++repetition) {
    of_one = std::min(of_one, dot_in_pieces(one, one).seconds);
    of_ten = std::min(of_ten, dot_in_pieces(ten, ten).seconds);
  }
  CHECK(of_ten > 3 * of_one);
}

TEST_CASE("only the first vector is read from global memory") {
  const std::vector<float> a = odd_integers(4096, 1), b = odd_integers(4096, 2);
  const auto seen = loom::observe([&] { dot_in_pieces(a, b); });
  CHECK(seen.global_loads.sectors >= 4096 * sizeof(float) / 32);
  CHECK(seen.global_loads.sectors < 2 * 4096 * sizeof(float) / 32);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  // A thread that adds up alone for its block does most of the work.
  const std::vector<float> a = odd_integers(2000, 3);
  DeviceArray<float> first(a);
  DeviceArray<double> sum(std::vector<double>{0});
  require_success(test::set_second(a.data()));
  const weft::View<const float> view(first.data(), 2000);
  CHECK(too_serial({.threads = 200, .blocks = 3}, [&] { add_products<<<4, 256>>>(view, sum.data()); }) == "");
  CHECK(atomics_seen([&] { add_products<<<4, 256>>>(view, sum.data()); }).in_shared == 0);
  const std::vector<float> b = odd_integers(piece, 1);
  CHECK(too_serial({.threads = 128, .blocks = 2.5}, [&] { dot_in_pieces(b, b); }) == "");
}
