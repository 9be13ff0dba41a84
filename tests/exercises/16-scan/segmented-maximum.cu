#include <cstdlib>

#include <doctest/doctest.h>

#include "support.hpp"

#include "16-scan/segmented-maximum.hpp"

// In the unit of the answer.
namespace test {
Part identity();
Part combined(const Part& left, const Part& right);
}  // namespace test

#ifdef __LOOM__
const int one_at_a_time = setenv("LOOM_CORES", "1", 1);  // so that no thread polls twice, and bytes can be counted
#endif

using Marks = std::vector<unsigned char>;

std::vector<float> expected(const std::vector<float>& x, const Marks& marks) {
  std::vector<float> largest(x.size());
  float running = -INFINITY;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (marks[i]) running = -INFINITY;
    if (x[i] > running) running = x[i];
    largest[i] = running;
  }
  return largest;
}

std::vector<float> answer(const std::vector<float>& x, const Marks& marks) {
  DeviceArray<float> numbers(x), out(x.size());
  DeviceArray<unsigned char> begins(marks);
  largest_so_far({numbers.data(), x.size()}, {begins.data(), x.size()}, {out.data(), x.size()});
  require_success(cudaDeviceSynchronize());
  CHECK(out.written_around() == "");
  return out.read();
}

// Where the first difference is. Infinities are equal.
std::string unlike(std::vector<float> is, std::vector<float> should) {
  for (std::vector<float>* values : {&is, &should})
    for (float& value : *values) value = std::isinf(value) ? std::copysign(1e30f, value) : value;
  return difference(is, should);
}

TEST_CASE("no number, one number, and a single segment") {
  CHECK(unlike(answer({}, {}), {}) == "");
  CHECK(unlike(answer({-3}, {0}), {-3}) == "");
  CHECK(unlike(answer({1, 5, 2, 7, 3}, {0, 0, 0, 0, 0}), {1, 5, 5, 7, 7}) == "");
}

TEST_CASE("a mark begins a segment, whatever its value") {
  CHECK(unlike(answer({9, 2, 4, 1, 3}, {1, 0, 7, 0, 255}), {9, 9, 4, 4, 3}) == "");
  CHECK(unlike(answer({9, 2, 4, 1, 3}, {0, 2, 0, 128, 0}), {9, 2, 4, 1, 3}) == "");
}

TEST_CASE("negative numbers, minus infinity and NaN") {
  CHECK(unlike(answer({-5, -7, -2, -9}, {0, 0, 0, 1}), {-5, -5, -2, -9}) == "");
  CHECK(unlike(answer({NAN, -2, NAN, 4, NAN}, {0, 0, 0, 0, 1}), {-INFINITY, -2, -2, 4, -INFINITY}) == "");
}

TEST_CASE("any length, segments short and long") {
  for (const std::size_t count : {std::size_t{31}, std::size_t{4095}, std::size_t{4097}, std::size_t{20'011}})
    for (const unsigned every : {1u, 2u, 33u, 700u, 9000u}) {
      const std::vector<float> x = random_values<float>(count, 5);
      Marks marks(count, 0);
      for (std::size_t i = 0; i < count; ++i) marks[i] = i * 7919 % every == every / 2;
      CAPTURE(count);
      CAPTURE(every);
      CHECK(unlike(answer(x, marks), expected(x, marks)) == "");
    }
}

TEST_CASE("the operation on parts is associative and agrees with their elements") {
  const auto op = test::combined;
  for (unsigned marks = 0; marks < 8; ++marks) {
    const Part a{3, marks & 1}, b{1, marks >> 1 & 1}, c{2, marks >> 2 & 1};
    const Part left = op(op(a, b), c), right = op(a, op(b, c));
    CAPTURE(marks);
    CHECK(left.largest == right.largest);
    CHECK(left.marked == right.marked);
    CHECK(left.largest == (c.marked ? 2 : b.marked ? 2 : 3));
    CHECK(left.marked == (marks != 0));
  }
  const Part some{-4, 1};
  for (const Part& part : {op(test::identity(), some), op(some, test::identity())}) {
    CHECK(part.largest == -4);
    CHECK(part.marked == 1);
  }
}

#ifdef __LOOM__
TEST_CASE("four numbers per load, and each is read once") {
  constexpr std::size_t count = 1 << 14;
  DeviceArray<float> x(random_values<float>(count, 1)), out(count);
  DeviceArray<unsigned char> marks(Marks(count, 0));
  const loom::Seen seen =
      loom::observe([&] { largest_so_far({x.data(), count}, {marks.data(), count}, {out.data(), count}); });
  CHECK(seen.global_loads.bytes >= 5 * count);
  CHECK(seen.global_loads.bytes < 6 * count);
  CHECK(seen.global_loads.requests < 3 * count / 4 / 32);
}
#endif
