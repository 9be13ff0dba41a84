// Tangled from chapters/10-reductions.md. Edit there. [sha1 23fe355ab7aecdf8c0cae0fe24e3c5815a5161e0]
#include <cstdio>
#include <random>

#include <cub/device/device_reduce.cuh>
#include <doctest/doctest.h>
#include <loom/observe.h>
#include <thrust/iterator/counting_iterator.h>

#include "common/measure.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

struct Extremes {
  float least, most;
  std::size_t least_at, most_at;
  bool operator==(const Extremes&) const = default;
};

struct FindExtremes {
  using Value = Extremes;
  static constexpr float infinity = std::numeric_limits<float>::infinity();
  __host__ __device__ static Extremes identity() {
    return {infinity, -infinity, nowhere, nowhere};
  }
  __host__ __device__ Extremes operator()(const Extremes& a, const Extremes& b) const {
    const bool less = b.least < a.least || (b.least == a.least && b.least_at < a.least_at);
    const bool more = b.most > a.most || (b.most == a.most && b.most_at < a.most_at);
    return {less ? b.least : a.least, more ? b.most : a.most,
            less ? b.least_at : a.least_at, more ? b.most_at : a.most_at};
  }
};

struct AsExtremes {
  __host__ __device__ Extremes operator()(float value, std::size_t index) const {
    if (value != value) return FindExtremes::identity();  // it is NaN
    return {value, value, index, index};
  }
};

// Floats whose values are the extremes of four at a time, with the index of the first of the four.
class ExtremesOfFour : public weft::Each<float, AsExtremes> {
 public:
  static constexpr unsigned width = 1;  // values per load
  explicit ExtremesOfFour(weft::View<const float> x) : Each(x, AsExtremes{}) {}
  __device__ Extremes value(const Load& of, unsigned, std::size_t i) const {
    const float a = of.values[0], b = of.values[1], c = of.values[2], d = of.values[3];
    const std::size_t first = place(i, 0);
    return {fminf(fminf(a, b), fminf(c, d)), fmaxf(fmaxf(a, b), fmaxf(c, d)), first, first};
  }
};

// From the first of four to the extreme itself. Lanes 0 to 3 search for the least, 4 to 7 for the most.
__global__ void find_index(weft::View<const float> x, Extremes* found) {
  const unsigned lane = threadIdx.x, k = lane % 4;
  const float value = lane < 4 ? found->least : found->most;
  std::size_t& at = lane < 4 ? found->least_at : found->most_at;
  const std::size_t first = at;
  const bool equal = first != nowhere && first + k < x.size() && x[first + k] == value;
  const unsigned of_four = __ballot_sync(0xffu, equal) >> (lane - k) & 0xfu;
  __syncwarp(0xffu);  // all have read; a vote orders no memory
  if (equal && __ffs(of_four) == static_cast<int>(k) + 1) at = first + k;
}

void find_by_fours(weft::Reduction<FindExtremes>& find, weft::View<const float> x,
                   Extremes* found, unsigned blocks = 0) {
  find(ExtremesOfFour(x), found, blocks);
  find_index<<<1, 8>>>(x, found);
  weft::check(cudaGetLastError());
}

// By both sources, which must agree.
Extremes extremes_of(const std::vector<float>& values, unsigned blocks = 0) {
  const weft::Buffer<float> x(values);
  const auto one_by_one = weft::each(x.view(), AsExtremes{});
  const Extremes found = weft::reduce<FindExtremes>(one_by_one, {}, blocks);
  weft::Buffer<Extremes> in_fours(1);
  weft::Reduction<FindExtremes> find;
  find_by_fours(find, x.view(), in_fours.data(), blocks);
  CHECK(in_fours.to_host()[0] == found);
  return found;
}

Extremes on_the_host(const std::vector<float>& values) {
  Extremes found = FindExtremes::identity();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < found.least) {
      found.least = values[i];
      found.least_at = i;
    }
    if (values[i] > found.most) {
      found.most = values[i];
      found.most_at = i;
    }
  }
  return found;
}

TEST_CASE("both extremes and the smallest index of each, on any grid") {
  std::mt19937 random(3);
  for (const std::size_t n : {1, 2, 255, 257, 1023 * 31}) {
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(random() % 1000);  // many are equal
    const Extremes expected = on_the_host(values);
    for (const unsigned blocks : {0u, 1u, 7u}) CHECK(extremes_of(values, blocks) == expected);
  }
}

TEST_CASE("negative numbers, infinities, NaN, and nothing at all") {
  constexpr float inf = FindExtremes::infinity;
  CHECK(extremes_of({-3, -1, -2}).most_at == 1);
  CHECK(extremes_of({inf, inf}).least_at == 0);
  CHECK(extremes_of({NAN, 2, NAN, 1}).least_at == 3);
  CHECK(extremes_of({NAN, NAN, NAN, NAN, NAN, -1, 5, 5}).most_at == 6);
  CHECK(extremes_of({NAN, NAN}).most_at == nowhere);
  CHECK(extremes_of({}).least_at == nowhere);
}

struct ExtremesAt {
  weft::View<const float> x;
  __device__ Extremes operator()(std::size_t i) const { return AsExtremes{}(x[i], i); }
};

struct ExtremesOfLoad {
  ExtremesOfFour source;
  __device__ Extremes operator()(std::size_t i) const { return source.value(source.load(i), 0, i); }
};

template <class Map>
cudaError_t find_by_library(void* workspace, std::size_t& bytes, Map map, std::size_t count,
                            Extremes* found) {
  return cub::DeviceReduce::TransformReduce(
      workspace, bytes, thrust::counting_iterator<std::size_t>(0), found,
      static_cast<long long>(count), FindExtremes{}, map, FindExtremes::identity());
}

TEST_CASE("the library finds the same extremes, one element or one load at a time") {
  std::mt19937 random(4);
  for (const std::size_t n : {4, 256, 1020 * 31}) {
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(random() % 1000);
    const weft::Buffer<float> x(values);
    weft::Buffer<Extremes> found(2);
    const ExtremesAt each{x.view()};
    const ExtremesOfLoad of_load{ExtremesOfFour(x.view())};
    std::size_t bytes = 0, more = 0;
    weft::check(find_by_library(nullptr, bytes, each, n, found.data()));
    weft::check(find_by_library(nullptr, more, of_load, n / 4, found.data()));
    weft::Buffer<char> workspace(std::max(bytes, more));
    weft::check(find_by_library(workspace.data(), bytes, each, n, found.data()));
    weft::check(find_by_library(workspace.data(), more, of_load, n / 4, found.data() + 1));
    find_index<<<1, 8>>>(x.view(), found.data() + 1);
    weft::check(cudaGetLastError());
    CHECK(found.to_host() == std::vector<Extremes>(2, on_the_host(values)));
  }
}

TEST_CASE("one pass: the extremes require no more than the sum does") {
  const weft::Buffer<float> x(std::vector<float>(1 << 16, 1.0f));
  weft::Buffer<Extremes> extremes(1);
  weft::Reduction<FindExtremes> find;
  const auto seen = loom::observe(
      [&] { find(weft::each(x.view(), AsExtremes{}), extremes.data(), 8); });
  CHECK(seen.global_loads.bytes < 4 * (1 << 16) + 1024);
  const Extremes found = extremes.to_host()[0];
  std::printf("all are equal: the least at %zu, the most at %zu\n", found.least_at, found.most_at);
}

#ifndef __LOOM__
TEST_CASE("extremes compared with the sum and the library" * doctest::skip(!weft::measuring())) {
  std::mt19937 random(std::random_device{}());
  for (int shift = 17; shift <= 29; shift += 4) {
    const int n = 1 << shift;
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(random() >> 8) * 0x1p-24f;
    const weft::Buffer<float> x(values);
    weft::Buffer<float> sum(1), value(1);
    weft::Buffer<Extremes> found(5);
    weft::Buffer<long long> index(1);
    weft::Reduction<weft::Sum<float>> add;
    weft::Reduction<FindExtremes> find;
    const ExtremesAt each{x.view()};
    const ExtremesOfFour fours(x.view());
    const std::size_t loads = x.size() / 4;
    std::size_t sizes[4] = {};
    weft::check(find_by_library(nullptr, sizes[0], each, x.size(), found.data()));
    weft::check(find_by_library(nullptr, sizes[1], ExtremesOfLoad{fours}, loads, found.data()));
    cub::DeviceReduce::ArgMin(nullptr, sizes[2], x.data(), value.data(), index.data(), 1ll * n);
    cub::DeviceReduce::ArgMax(nullptr, sizes[3], x.data(), value.data(), index.data(), 1ll * n);
    weft::Buffer<char> workspace(*std::max_element(sizes, sizes + 4));
    const auto seconds = weft::side_by_side(
        15, [&] { add(weft::each(x.view()), sum.data()); },
        [&] { find(weft::each(x.view(), AsExtremes{}), found.data()); },
        [&] { find_by_fours(find, x.view(), found.data() + 1); },
        [&] { find(fours, found.data() + 2); },
        [&] { find_by_library(workspace.data(), sizes[0], each, x.size(), found.data() + 3); },
        [&] {
          find_by_library(workspace.data(), sizes[1], ExtremesOfLoad{fours}, loads, found.data() + 4);
          find_index<<<1, 8>>>(x.view(), found.data() + 4);
        },
        [&] {
          cub::DeviceReduce::ArgMin(workspace.data(), sizes[2], x.data(), value.data(),
                                    index.data(), 1ll * n);
          cub::DeviceReduce::ArgMax(workspace.data(), sizes[3], x.data(), value.data(),
                                    index.data(), 1ll * n);
        });
    weft::check(cudaGetLastError());
    const Extremes expected = on_the_host(values);
    const std::vector<Extremes> results = found.to_host();
    for (const int i : {0, 1, 3, 4}) CHECK(results[i] == expected);
    CHECK(results[2].most == expected.most);
    CHECK(value.to_host()[0] == expected.most);
    const char* const series[] = {"sum", "extremes, one at a time", "extremes, four at a time",
                                  "four at a time, without the search", "CUB, our operation",
                                  "CUB, four at a time", "CUB, ArgMin then ArgMax"};
    for (int i = 0; i < 7; ++i)
      weft::report({series[i], 4.0 * n, "bytes", 4e-9 * n / seconds[i], "GB/s"});
    if (shift < 29) continue;
    const double for_sum = seconds[0], in_fours = seconds[2];
    CHECK(in_fours < 1.05 * for_sum);
    CHECK(in_fours < 0.8 * seconds[1]);
    CHECK(in_fours < 0.9 * seconds[4]);
    CHECK(seconds[5] < 1.02 * seconds[4]);
    CHECK(seconds[6] > 1.8 * for_sum);  // it reads everything twice
  }
}
#endif
