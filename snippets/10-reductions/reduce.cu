// Tangled from chapters/10-reductions.md. Edit there. [sha1 7c1501d2f9098ffed57ad5be319027f817912ea2]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/reduce.cuh"

template <class T>
void expect_sum(std::size_t first, std::size_t size, unsigned blocks) {
  std::vector<T> values(first + size);
  T expected{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<T>(static_cast<int>(i * 37 % 7) - 3);
    if (i >= first) expected = static_cast<T>(expected + values[i]);
  }
  const weft::Buffer<T> buffer(values);
  const weft::View<const T> view(buffer.data() + first, size);
  CHECK(weft::reduce(weft::each(view), weft::Sum<T>{}, blocks) == expected);
}

TEST_CASE_TEMPLATE("any length, any beginning, any type", T, signed char, short, int, float,
                   double, long long) {
  for (const std::size_t size : {0, 1, 15, 255, 257, 1023 * 31})
    for (const std::size_t first : {0, 1, 3}) expect_sum<T>(first, size, 0);
  expect_sum<T>(1, 5000, 3);
}

struct Vector {  // of 12 bytes: no divisor of 16
  float x, y, z;
};
struct AddVectors {
  using Value = Vector;
  __host__ __device__ static Value identity() { return {0, 0, 0}; }
  __host__ __device__ Value operator()(Value a, Value b) const {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
};

TEST_CASE("any operation that keeps the laws") {
  const weft::Buffer<Vector> forces(std::vector<Vector>(1001, {1, -2, 3}));
  const Vector sum = weft::reduce<AddVectors>(weft::each(forces.view()));
  CHECK((sum.x == 1001 && sum.y == -2002 && sum.z == 3003));
  const weft::Buffer<float> below(std::vector<float>(333, -7.5f));
  CHECK(weft::reduce<weft::Max<float>>(weft::each(below.view())) == -7.5f);
}

TEST_CASE("NaN is ignored at any position") {
  const weft::Max<float> max;
  CHECK((max(NAN, 1.0f) == 1.0f && max(1.0f, NAN) == 1.0f));
  const weft::Buffer<float> x(std::vector<float>{NAN, -3, NAN, -2, NAN}), none(std::vector<float>(9, NAN));
  CHECK(weft::reduce(weft::each(x.view()), max) == -2.0f);
  CHECK(weft::reduce(weft::each(none.view()), max) == weft::Max<float>::least);
}

TEST_CASE("one launch, one ticket per block, sixteen bytes per load, again and again") {
  const weft::Buffer<float> x(std::vector<float>(1 << 16, 1.0f));
  weft::Buffer<float> result(std::vector<float>{NAN});
  weft::Reduction<weft::Sum<float>> sum;
  for (int time = 0; time < 3; ++time) {
    const auto seen = loom::observe([&] { sum(weft::each(x.view()), result.data(), 8); });
    CHECK(result.to_host()[0] == 1 << 16);
    CHECK(seen.global_atomics.requests == 8);
    CHECK(seen.global_loads.requests < (1 << 16) / 4 / 32 + 16);  // and 8 values
  }
  std::printf("%.0f ones, three times over\n", result.to_host()[0]);
}
