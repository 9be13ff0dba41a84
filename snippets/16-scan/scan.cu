// Tangled from chapters/16-scan.md. Edit there. [sha1 e5932e7bdc1c9c4eeadc950397266a72ccc52f1c]
#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

#include "common/scan.cuh"

#ifdef __LOOM__
const int shuffled = setenv("LOOM_BLOCK_ORDER", "shuffled:7", 1);  // before the first launch
#endif

template <class T>
struct Affine {  // x -> a x + b
  T a, b;
  bool operator==(const Affine&) const = default;
};
// First f, then g.
template <class T>
struct Compose {
  using Value = Affine<T>;
  __host__ __device__ static Value identity() { return {1, 0}; }
  __host__ __device__ Value operator()(Value f, Value g) const {
    return {g.a * f.a, g.a * f.b + g.b};
  }
};

struct Matrix {  // of integers modulo 2^32
  unsigned a, b, c, d;
  bool operator==(const Matrix&) const = default;
};
struct Product {
  using Value = Matrix;
  __host__ __device__ static Matrix identity() { return {1, 0, 0, 1}; }
  __host__ __device__ Matrix operator()(Matrix m, Matrix n) const {
    return {m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d, m.c * n.a + m.d * n.c,
            m.c * n.b + m.d * n.d};
  }
};

template <class Op, class T = typename Op::Value, class Make>
void expect_scans(Make make) {
  constexpr std::size_t tile = weft::Scan<Op>::tile_size;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, tile, tile + 2, 2 * tile + 1})
    for (const std::size_t first : {std::size_t{0}, std::min<std::size_t>(1, size)}) {
      std::vector<T> values, inclusive, exclusive;
      T running = Op::identity();
      for (std::size_t i = 0; i < size; ++i) {
        values.push_back(make(static_cast<unsigned>(i)));
        if (i < first) continue;
        exclusive.push_back(running);
        inclusive.push_back(running = Op{}(running, values[i]));
      }
      weft::Buffer<T> x(values), out(size - first);
      const weft::View<T> view(x.data() + first, size - first);
      weft::Scan<Op> scan;
      scan.exclusive(view, out.view());
      CHECK(out.to_host() == exclusive);
      scan.inclusive(view, out.view());
      CHECK(out.to_host() == inclusive);
      scan.inclusive(view, view);
      const std::vector<T> in_place = x.to_host();
      CHECK(std::vector<T>(in_place.begin() + first, in_place.end()) == inclusive);
    }
}

TEST_CASE("any type, any length, any beginning, and operations that do not commute") {
  expect_scans<weft::Sum<signed char>>([](unsigned i) { return static_cast<signed char>(i * 37); });
  expect_scans<weft::Sum<long long>>([](unsigned i) { return i * 1'000'000'007ll; });
  expect_scans<Compose<unsigned>>([](unsigned i) { return Affine<unsigned>{2 * i + 3, i}; });
  expect_scans<Product>([](unsigned i) { return Matrix{i, 1, i + 2, 3}; });
}

TEST_CASE("the total, also of an empty array") {
  const weft::Buffer<int> x(std::vector<int>(40'000, 3));
  weft::Buffer<int> out(40'000), total(std::vector<int>{-1});
  weft::Scan<weft::Sum<int>> scan;
  for (const std::size_t size : {40'000, 32'768, 0}) {
    scan(weft::Elements<int, 4>{{x.data(), size}}, weft::Results<int, 4, false>{{out.data(), size}},
         total.data());
    CHECK(total.to_host()[0] == static_cast<int>(3 * size));
  }
  std::printf("before the last of 40,000 threes: %d\n", out.to_host()[39'999]);
}
