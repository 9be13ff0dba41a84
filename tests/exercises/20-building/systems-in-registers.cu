#include <doctest/doctest.h>

#include "support.hpp"

#include "20-building/systems-in-registers.hpp"
#include <loom/observe.h>

// Systems of integers, whose solutions are integers and known. One number in each row and column is large, and seldom on
// the diagonal, where a few are 0.
template <class T>
struct Systems {
  std::vector<T> a, b, x;

  Systems(int n, std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto some = [&] { return static_cast<T>(static_cast<int>(random() % 19) - 9); };
    const auto size = static_cast<std::size_t>(n);
    a.resize(size * size * count), b.resize(size * count), x.resize(size * count);
    for (T& element : a) element = some();
    for (T& element : x) element = some();
    for (std::size_t s = 0; s < count; ++s) {
      const std::size_t turn = random() % size;
      for (std::size_t i = 0; i < size; ++i) {
        if (turn != 0 && s % 3 == 0) a[(i * size + i) * count + s] = 0;
        a[(i * size + (i + turn) % size) * count + s] = static_cast<T>(random() % 2 == 0 ? 100 : -100);
      }
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) b[i * count + s] += a[(i * size + j) * count + s] * x[j * count + s];
    }
  }
};

template <class T>
constexpr double tolerance = sizeof(T) == 4 ? 1e-5 : 1e-13;

template <class T, int N>
void check_solutions(std::size_t count, unsigned blocks, unsigned threads) {
  CAPTURE(N);
  CAPTURE(count);
  const Systems<T> systems(N, count, 1);
  DeviceArray<T> a(systems.a), b(systems.b), x(N * count);
  solve<T, N><<<blocks, threads>>>(a.data(), b.data(), x.data(), count);
  require_success(cudaDeviceSynchronize());
  CHECK(difference(x.read(), systems.x, tolerance<T>) == "");
  CHECK(x.written_around() == "");
}

TEST_CASE("systems of several sizes, with any grid") {
  check_solutions<float, 1>(100, 1, 128);
  check_solutions<float, 2>(257, 3, 32);
  check_solutions<float, 5>(97, 1, 7);
  check_solutions<double, 4>(200, 2, 64);
}

template <class T>
void check_instances(Type type) {
  for (int n = 1; n <= 6; ++n) {
    CAPTURE(n);
    const Systems<T> systems(n, 70, 2);
    DeviceArray<T> a(systems.a), b(systems.b), x(systems.x.size());
    CHECK(solved(type, n, a.data(), b.data(), x.data(), 70) == true);
    CHECK(difference(x.read(), systems.x, tolerance<T>) == "");
  }
}

TEST_CASE("an instance for each size, in float and in double") {
  check_instances<float>(Type::f32);
  check_instances<double>(Type::f64);
  CHECK(solved(Type::f32, 3, nullptr, nullptr, nullptr, 0) == true);
}

TEST_CASE("a size without an instance is refused, and nothing is launched") {
  DeviceArray<double> a(std::vector<double>(49, 1)), b(std::vector<double>(7, 1)), x(std::vector<double>(7, 7));
  const auto before = launches_seen();
  for (const int n : {-1, 0, 7, 1 << 30}) {
    CAPTURE(n);
    CHECK(solved(Type::f32, n, a.data(), b.data(), x.data(), 1) == false);
    CHECK(solved(Type::f64, n, a.data(), b.data(), x.data(), 1) == false);
  }
  CHECK(solved(static_cast<Type>(2), 2, a.data(), b.data(), x.data(), 1) == false);
  CHECK(x.read() == std::vector<double>(7, 7));
  if (before) CHECK(*launches_seen() == *before);
}

// The solution of one system.
template <class T, int N>
std::vector<T> solution(const std::vector<T>& matrix, const std::vector<T>& right) {
  DeviceArray<T> a(matrix), b(right), x(right.size());
  solve<T, N><<<1, 32>>>(a.data(), b.data(), x.data(), 1);
  return x.read();
}

TEST_CASE("the pivot has the largest magnitude in its column") {
  const std::vector<float> ones = {1, 1, 1};
  CHECK(difference(solution<float, 2>({1e-9f, 1, 1, 1}, {1, 2}), {1, 1}, 1e-6) == "");
  CHECK(difference(solution<float, 2>({1e-9f, 1, -1, 1}, {1, 0}), {1, 1}, 1e-6) == "");
  CHECK(difference(solution<float, 3>({2, 1, 1, 0, 1e-9f, 1, 0, -1, 1}, {4, 1, 0}), ones, 1e-6) == "");
  CHECK(difference(solution<float, 3>({0, 1, 1, 1e-9f, 1, 2, 1, 1, 1}, {2, 3, 3}), ones, 1e-6) == "");
}

TEST_CASE("a system without a pivot gives NaN, and the others are not affected") {
  constexpr std::size_t count = 7, size = 3;
  Systems<double> systems(size, count, 3);
  const auto put = [&](std::size_t s, const std::vector<double>& matrix) {  // exact in every step
    for (std::size_t i = 0; i < size * size; ++i) systems.a[i * count + s] = matrix[i];
    for (std::size_t i = 0; i < size; ++i) systems.x[i * count + s] = NAN;
  };
  put(1, {4, 2, 1, 2, 1, 8, 8, 4, 2});  // none in the second column,
  put(4, {0, 2, 3, 0, 1, 2, 0, 4, 1});  // none in the first,
  put(5, {2, 1, 1, 0, 4, 1, 0, 8, 2});  // and none in the last
  DeviceArray<double> a(systems.a), b(systems.b), x(size * count);
  solve<double, 3><<<1, 4>>>(a.data(), b.data(), x.data(), count);
  const auto found = x.read();
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    if (std::isnan(systems.x[i])) {
      CHECK(not_nan(found[i]) == "");
    } else {
      CHECK(difference(found[i], systems.x[i], 1e-13) == "");
    }
  }
}

TEST_CASE("the solution may overwrite the right-hand side") {
  const Systems<float> systems(4, 50, 4);
  DeviceArray<float> a(systems.a), b(systems.b);
  solve<float, 4><<<1, 64>>>(a.data(), b.data(), b.data(), 50);
  CHECK(difference(b.read(), systems.x, 1e-5) == "");
}

TEST_CASE("each number is read once, in coalesced loads") {
  constexpr std::size_t count = 256;
  const Systems<float> systems(4, count, 5);
  DeviceArray<float> a(systems.a), b(systems.b), x(4 * count);
  const auto seen = loom::observe([&] { solve<float, 4><<<2, 128>>>(a.data(), b.data(), x.data(), count); });
  CHECK(seen.global_loads.requests == (16 + 4) * count / 32);
  CHECK(seen.global_loads.sectors_per_request() == 4);
  CHECK(seen.global_stores.requests == 4 * count / 32);
  CHECK(seen.global_stores.sectors_per_request() == 4);
}

TEST_CASE("the systems are in registers") {
  cudaFuncAttributes attributes;
  require_success(cudaFuncGetAttributes(&attributes, solve<float, 6>));
  CHECK(attributes.localSizeBytes == 0);
  require_success(cudaFuncGetAttributes(&attributes, solve<double, 6>));
  CHECK(attributes.localSizeBytes == 0);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  constexpr std::size_t count = 5000;
  const Systems<float> systems(4, count, 5);
  DeviceArray<float> a(systems.a), b(systems.b), x(4 * count);
  CHECK(too_serial({.threads = 128, .blocks = 3}, [&] { solve<float, 4><<<4, 64>>>(a.data(), b.data(), x.data(), count); }) == "");
  CHECK(too_serial({.threads = 256, .blocks = 2.5}, [&] { solved(Type::f32, 4, a.data(), b.data(), x.data(), count); }) == "");
}
