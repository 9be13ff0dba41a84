// Tangled from chapters/16-scan.md. Edit there. [sha1 c8046cad8970356898b02714447b7b74dd282aae]
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/compact.cuh"

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

// A source: maps from two arrays.
struct Maps {
  struct Load {
    weft::Pack<float, 4> a, b;
  };
  static constexpr unsigned width = 4;
  weft::View<const float> a, b;
  __host__ __device__ std::size_t size() const { return a.size(); }
  __device__ Load load(std::size_t i) const {
    return {weft::load_pack<4>(a, i), weft::load_pack<4>(b, i)};
  }
  __device__ Affine<float> value(const Load& of, unsigned k, std::size_t) const {
    return {of.a.of[k], of.b.of[k]};
  }
};

// A sink: each map up to here, applied to the start.
struct FromStart {
  float start;
  weft::View<float> out;
  using Map = Affine<float>;
  __device__ void operator()(std::size_t i, const Maps::Load&, const Map (&)[4],
                             const Map (&up_to)[4]) const {
    float x[4];
    for (unsigned k = 0; k < 4; ++k) x[k] = up_to[k].a * start + up_to[k].b;
    weft::store_pack(out, i, x);
  }
};

struct Steps {
  std::vector<float> a, b;
};
Steps random_steps(std::size_t n, float largest) {
  std::mt19937 random(5);
  const auto number = [&] { return static_cast<float>(random() >> 8) * 0x1p-23f - 1.0f; };
  Steps steps;
  for (std::size_t i = 0; i < n; ++i) {
    steps.a.push_back(largest * number());
    steps.b.push_back(number());
  }
  return steps;
}

// The largest error of `x`, in roundings of the magnitudes that ran along. NaN is larger than any.
double roundings(const Steps& steps, float start, const std::vector<float>& x) {
  double exact = start, magnitude = std::abs(start), worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    exact = double{steps.a[i]} * exact + steps.b[i];
    magnitude = std::abs(double{steps.a[i]}) * magnitude + std::abs(double{steps.b[i]});
    const double off = std::abs(x[i] - exact) / (magnitude * 0x1p-24);
    if (!(off <= worst)) worst = off;
  }
  return worst;
}

TEST_CASE("a recurrence by scan is close to the loop in double") {
  for (const std::size_t n : {1, 4095, 50'003})
    for (const float largest : {0.5f, 1.0f, 1.01f}) {
      const Steps steps = random_steps(n, largest);
      const weft::Buffer<float> a(steps.a), b(steps.b);
      weft::Buffer<float> x(n);
      weft::Scan<Compose<float>> scan;
      scan(Maps{a.view(), b.view()}, FromStart{3.0f, x.view()});
      CHECK(roundings(steps, 3.0f, x.to_host()) < 20);
    }
}

struct Odd {
  __device__ bool operator()(int value, std::size_t) const { return value % 2 != 0; }
};
struct ItsPlace {
  __device__ int operator()(int, std::size_t place) const { return static_cast<int>(place); }
};

TEST_CASE("kept elements stay in order, without gaps, and never beyond the end of the output") {
  for (const std::size_t n : {0, 1, 4097, 30'011})
    for (const std::size_t first : {0, 1}) {
      std::vector<int> values, expected, places;
      for (std::size_t i = 0; i < n + first; ++i) {
        values.push_back(static_cast<int>(i * i * 7919 % 10'007));
        if (i < first || values[i] % 2 == 0) continue;
        expected.push_back(values[i]);
        places.push_back(static_cast<int>(i - first));
      }
      const weft::Buffer<int> x(values);
      weft::Buffer<int> out(expected.size());
      weft::Buffer<std::size_t> count(1);
      weft::Scan<weft::Sum<std::size_t>> scan;
      const weft::View<const int> view(x.data() + first, n);
      weft::select(scan, view, Odd{}, out.view(), count.data());
      CHECK(out.to_host() == expected);
      weft::select(scan, view, Odd{}, out.view(), count.data(), ItsPlace{});
      CHECK(out.to_host() == places);
      weft::select(scan, view, Odd{}, weft::View<int>(out.data(), 0), count.data());
      CHECK(count.to_host()[0] == expected.size());
      if (n > 5000) std::printf("kept from index %zu: %zu\n", first, count.to_host()[0]);
    }
}
