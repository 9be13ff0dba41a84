// Tangled from chapters/10-reductions.md. Edit there. [sha1 f879b29775c1ad456e101548653b499852f28ec2]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

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
  __host__ __device__ Extremes operator()(float value, std::size_t place) const {
    if (value != value) return FindExtremes::identity();  // it is NaN
    return {value, value, place, place};
  }
};

// Floats whose values are the extremes of four at a time, with the index of the first of the four.
class InFours : public weft::Each<float, AsExtremes> {
 public:
  static constexpr unsigned width = 1;  // values per load
  explicit InFours(weft::View<const float> x) : Each(x, AsExtremes{}) {}
  __device__ Extremes value(const Load& of, unsigned, std::size_t i) const {
    const float a = of.values[0], b = of.values[1], c = of.values[2], d = of.values[3];
    const std::size_t first = place(i, 0);
    return {fminf(fminf(a, b), fminf(c, d)), fmaxf(fmaxf(a, b), fmaxf(c, d)), first, first};
  }
};

// From the first of four to the extreme itself. Lanes 0 to 3 search for the least, 4 to 7 for the most.
__global__ void to_the_place(weft::View<const float> x, Extremes* found) {
  const unsigned lane = threadIdx.x, k = lane % 4;
  const float value = lane < 4 ? found->least : found->most;
  std::size_t& at = lane < 4 ? found->least_at : found->most_at;
  const std::size_t first = at;
  const bool equal = first != nowhere && first + k < x.size() && x[first + k] == value;
  const unsigned of_four = __ballot_sync(0xffu, equal) >> (lane - k) & 0xfu;
  __syncwarp(0xffu);  // all have read; a vote orders no memory
  if (equal && __ffs(of_four) == static_cast<int>(k) + 1) at = first + k;
}

void find_in_fours(weft::Reduction<FindExtremes>& find, weft::View<const float> x,
                   Extremes* found, unsigned blocks = 0) {
  find(InFours(x), found, blocks);
  to_the_place<<<1, 8>>>(x, found);
  weft::check(cudaGetLastError());
}

// By both sources, which must agree.
Extremes extremes_of(const std::vector<float>& values, unsigned blocks = 0) {
  const weft::Buffer<float> x(values);
  const auto one_by_one = weft::each(x.view(), AsExtremes{});
  const Extremes found = weft::reduce<FindExtremes>(one_by_one, {}, blocks);
  weft::Buffer<Extremes> in_fours(1);
  weft::Reduction<FindExtremes> find;
  find_in_fours(find, x.view(), in_fours.data(), blocks);
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

TEST_CASE("both extremes and the first places where they stand, on any grid") {
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
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>

struct ExtremesAt {
  weft::View<const float> x;
  __device__ Extremes operator()(std::size_t i) const { return AsExtremes{}(x[i], i); }
};

cudaError_t find_by_library(void* room, std::size_t& bytes, weft::View<const float> x, Extremes* found) {
  return cub::DeviceReduce::TransformReduce(
      room, bytes, thrust::counting_iterator<std::size_t>(0), found,
      static_cast<long long>(x.size()), FindExtremes{}, ExtremesAt{x}, FindExtremes::identity());
}

TEST_CASE("extremes compared with the sum and the library" * doctest::skip(!weft::measuring())) {
  std::mt19937 random(std::random_device{}());
  for (int shift = 17; shift <= 29; shift += 4) {
    const int n = 1 << shift;
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(random() >> 8) * 0x1p-24f;
    const weft::Buffer<float> x(values);
    weft::Buffer<float> sum(1), value(1);
    weft::Buffer<Extremes> found(3);
    weft::Buffer<long long> place(1);
    weft::Reduction<weft::Sum<float>> add;
    weft::Reduction<FindExtremes> find;
    std::size_t bytes = 0, more = 0, most = 0;
    weft::check(find_by_library(nullptr, most, x.view(), found.data() + 2));
    cub::DeviceReduce::ArgMin(nullptr, bytes, x.data(), value.data(), place.data(), 1ll * n);
    cub::DeviceReduce::ArgMax(nullptr, more, x.data(), value.data(), place.data(), 1ll * n);
    weft::Buffer<char> room(std::max({bytes, more, most}));
    const auto seconds = weft::side_by_side(
        15, [&] { add(weft::each(x.view()), sum.data()); },
        [&] { find(weft::each(x.view(), AsExtremes{}), found.data()); },
        [&] { find_in_fours(find, x.view(), found.data() + 1); },
        [&] { find_by_library(room.data(), most, x.view(), found.data() + 2); },
        [&] {
          cub::DeviceReduce::ArgMin(room.data(), bytes, x.data(), value.data(), place.data(),
                                    1ll * n);
          cub::DeviceReduce::ArgMax(room.data(), more, x.data(), value.data(), place.data(),
                                    1ll * n);
        });
    weft::check(cudaGetLastError());
    const Extremes expected = on_the_host(values);
    CHECK(found.to_host() == std::vector<Extremes>(3, expected));
    CHECK(value.to_host()[0] == expected.most);
    const char* const series[] = {"sum", "extremes, one by one", "extremes, in fours",
                                  "CUB, our operation", "CUB, ArgMin then ArgMax"};
    for (int i = 0; i < 5; ++i)
      weft::report({series[i], 4.0 * n, "bytes", 4e-9 * n / seconds[i], "GB/s"});
    if (shift < 29) continue;
    const auto [for_sum, one_by_one, in_fours, our_operation, library] = seconds;
    CHECK(in_fours < 1.05 * for_sum);
    CHECK(in_fours < 0.8 * one_by_one);
    CHECK(in_fours < 0.9 * our_operation);
    CHECK(library > 1.8 * for_sum);  // it reads everything twice
  }
}
#endif
