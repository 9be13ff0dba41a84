// Tangled from chapters/16-scan.md. Edit there. [sha1 7ba2df35df7b11571a0bca455dc87bcf64d03a4b]
#include <algorithm>
#include <cstdio>
#include <random>

#include <cub/device/device_scan.cuh>
#include <doctest/doctest.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include "common/measure.cuh"
#include "common/scan.cuh"
#include "common/side-by-side.cuh"

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

struct MapAt {
  const float *a, *b;
  __host__ __device__ Affine<float> operator()(int i) const { return {a[i], b[i]}; }
};
struct ToStart {
  float start;
  __host__ __device__ float operator()(const Affine<float>& up_to) const {
    return up_to.a * start + up_to.b;
  }
};

cudaError_t scan_maps(void* room, std::size_t& bytes, const float* a, const float* b, float start,
                      float* x, int n) {
  const auto maps = thrust::make_transform_iterator(thrust::make_counting_iterator(0), MapAt{a, b});
  const auto to = thrust::make_transform_output_iterator(x, ToStart{start});
  return cub::DeviceScan::InclusiveScan(room, bytes, maps, to, Compose<float>{}, n);
}

// The same maps in both forms, and all results.
struct Forms {
  static constexpr float start = 3.0f;
  Forms(const std::vector<float>& of_a, const std::vector<float>& of_b)
      : n(static_cast<int>(of_a.size())), a(of_a), b(of_b), maps(paired(of_a, of_b)), x(n), their_x(n),
        up_to(n), their_up_to(n), room(0) {
    std::size_t needed = 0;
    weft::check(scan_maps(nullptr, needed, a.data(), b.data(), start, their_x.data(), n));
    weft::check(scan_pairs(nullptr));
    bytes = std::max(bytes, needed);
    room = weft::Buffer<char>(bytes);
  }
  static std::vector<Affine<float>> paired(const std::vector<float>& a, const std::vector<float>& b) {
    std::vector<Affine<float>> maps;
    for (std::size_t i = 0; i < a.size(); ++i) maps.push_back({a[i], b[i]});
    return maps;
  }
  cudaError_t scan_pairs(void* space) {
    return cub::DeviceScan::InclusiveScan(space, bytes, maps.data(), their_up_to.data(),
                                          Compose<float>{}, n);
  }
  void our_arrays() { scan(Maps{a.view(), b.view()}, FromStart{start, x.view()}); }
  void their_arrays() {
    weft::check(scan_maps(room.data(), bytes, a.data(), b.data(), start, their_x.data(), n));
  }
  void our_pairs() { scan.inclusive(maps.view(), up_to.view()); }
  void their_pairs() { weft::check(scan_pairs(room.data())); }

  int n;
  const weft::Buffer<float> a, b;
  const weft::Buffer<Affine<float>> maps;
  weft::Buffer<float> x, their_x;
  weft::Buffer<Affine<float>> up_to, their_up_to;
  weft::Scan<Compose<float>> scan;
  std::size_t bytes = 0;
  weft::Buffer<char> room;
};

// Factors of -1 and 1, and summands from -1 to 1, so that no result is rounded.
const std::vector<float> factors = {-1, 1}, summands = {-1, 0, 1};

std::vector<float> any_of(const std::vector<float>& choices, std::size_t n) {
  std::mt19937 random(3);
  std::vector<float> chosen(n);
  for (float& one : chosen) one = choices[random() % choices.size()];
  return chosen;
}

void expect_the_loop(Forms& forms, const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> loop;
  float last = Forms::start;
  for (std::size_t i = 0; i < a.size(); ++i) loop.push_back(last = a[i] * last + b[i]);
  CHECK(forms.x.to_host() == loop);
  CHECK(forms.their_x.to_host() == loop);
  const std::vector<Affine<float>> maps = forms.up_to.to_host();
  CHECK(forms.their_up_to.to_host() == maps);
  CHECK(std::equal(maps.begin(), maps.end(), loop.begin(), loop.end(),
                   [](Affine<float> map, float x) { return map.a * Forms::start + map.b == x; }));
}

TEST_CASE("CUB's scan of the same maps gives the same values, from two arrays and from pairs") {
  for (const std::size_t n : {1, 897, 8193, 20'000}) {
    const std::vector<float> a = any_of(factors, n), b = any_of(summands, n);
    Forms forms(a, b);
    forms.our_arrays();
    forms.their_arrays();
    forms.our_pairs();
    forms.their_pairs();
    weft::check(cudaGetLastError());
    expect_the_loop(forms, a, b);
    const std::vector<float> x = forms.x.to_host();
    if (n == 20'000)
      std::printf("the largest of 20,000 values: %g\n", *std::max_element(x.begin(), x.end()));
  }
}

TEST_CASE("recurrences compared with the library and a copy" * doctest::skip(!weft::measuring())) {
  for (int shift = 20; shift <= 28; shift += 4) {
    const std::size_t n = std::size_t{1} << shift;
    const std::vector<float> a = any_of(factors, n), b = any_of(summands, n);
    Forms forms(a, b);
    const auto seconds = weft::side_by_side(
        11, [&] { forms.our_arrays(); }, [&] { forms.their_arrays(); }, [&] { forms.our_pairs(); },
        [&] { forms.their_pairs(); });
    expect_the_loop(forms, a, b);
    const auto [copying] = weft::side_by_side(
        11, [&] { cudaMemcpyAsync(forms.x.data(), forms.a.data(), 4 * n, cudaMemcpyDeviceToDevice); });
    const char* const names[] = {"ours, two arrays", "CUB, two arrays", "ours, pairs", "CUB, pairs"};
    for (std::size_t i = 0; i < seconds.size(); ++i)
      weft::report({names[i], 1.0 * n, "elements", 1e-9 * n * (i < 2 ? 12 : 16) / seconds[i], "GB/s"});
    weft::report({"copy", 1.0 * n, "elements", 8e-9 * n / copying, "GB/s"});
  }
}
