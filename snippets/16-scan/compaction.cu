// Tangled from chapters/16-scan.md. Edit there. [sha1 7c427b3db38989ec3dcbd85eb4e37bb3abb2bbc8]
#include <cstdio>
#include <cstdlib>
#include <random>

#include <cub/device/device_select.cuh>
#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/compact.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

// A selection with counts of 32 bits, for fewer than 2^32 elements.
template <class Wide>
struct Narrow : Wide {
  using Load = typename Wide::Load;
  static constexpr unsigned w = Wide::width;
  __device__ unsigned value(const Load& load, unsigned k, std::size_t place) const {
    return static_cast<unsigned>(Wide::value(load, k, place));
  }
  __device__ void operator()(std::size_t i, const Load& load, const unsigned (&before)[w],
                             const unsigned (&up_to)[w]) const {
    for (unsigned k = 0; k < w; ++k)
      if (up_to[k] > before[k] && before[k] < this->out.size())
        this->out[before[k]] = this->make(load.of[k], i * w + k);
  }
};

struct Below {
  float limit;
  __host__ __device__ bool operator()(float value) const { return value < limit; }
  __host__ __device__ bool operator()(float value, std::size_t) const { return value < limit; }
};

// Numbers from 0 to 1, so that a limit is the share that is kept.
std::vector<float> shares(std::size_t n) {
  std::mt19937 random(11);
  std::vector<float> values(n);
  for (float& value : values) value = static_cast<float>(random() >> 8) * 0x1p-24f;
  return values;
}

struct Compactions {
  Compactions(const std::vector<float>& values, float limit)
      : n(static_cast<int>(values.size())), keep{limit}, x(values), out(values.size()), count(1),
        count_32(1), room(0) {
    for (const float value : values)
      if (value < limit) expected.push_back(value);
    weft::check(library(nullptr));
    room = weft::Buffer<char>(bytes);
  }
  void ours() { weft::select(wide, x.view(), keep, out.view(), count.data()); }
  void ours_32() {
    using All = weft::Selection<float, 4, Below, weft::Itself, float>;
    const Narrow<All> selection{{x.view(), keep, {}, out.view()}};
    narrow(selection, selection, count_32.data());
  }
  cudaError_t library(void* space) {
    return cub::DeviceSelect::If(space, bytes, x.data(), out.data(), count.data(), n, keep);
  }
  void theirs() { weft::check(library(room.data())); }

  // After one of the three.
  void expect(std::size_t counted) {
    weft::check(cudaGetLastError());
    CHECK(counted == expected.size());
    std::vector<float> kept = out.to_host();
    kept.resize(expected.size());
    CHECK(kept == expected);
    weft::check(cudaMemset(out.data(), 0xff, out.size() * sizeof(float)));
  }
  void expect_all() {
    ours();
    expect(count.to_host()[0]);
    ours_32();
    expect(count_32.to_host()[0]);
    theirs();
    expect(count.to_host()[0]);
  }

  int n;
  Below keep;
  const weft::Buffer<float> x;
  weft::Buffer<float> out;
  weft::Buffer<std::size_t> count;
  weft::Buffer<unsigned> count_32;
  weft::Scan<weft::Sum<std::size_t>> wide;
  weft::Scan<weft::Sum<unsigned>> narrow;
  std::vector<float> expected;
  std::size_t bytes = 0;
  weft::Buffer<char> room;
};

TEST_CASE("with counts of 64 and 32 bits, and by CUB, the same elements are kept in the same order") {
  for (const std::size_t n : {1, 8193, 32'769, 70'000})
    for (const float share : {0.5f, 0.0625f}) Compactions(shares(n), share).expect_all();
}

TEST_CASE("a store of ours touches about eight sectors and uses about eight bytes of each, if half is kept") {
  constexpr std::size_t n = 4 * 32'768;
  Compactions compactions(shares(n), 0.5f);
  for (const bool few : {false, true}) {
    const auto seen =
        loom::observe([&] { few ? compactions.ours_32() : compactions.ours(); }).global_stores;
    const double each = 1.0 * seen.bytes / n;
    CHECK(each > 1.98);
    CHECK(each < 2.02);
    CHECK(seen.sectors_per_request() > 7);
    CHECK(seen.sectors_per_request() < 9);
    CHECK(seen.bytes_per_sector() < 9);
#ifdef __LOOM__
    std::printf("counts of %d bits: %.2f bytes written per element, %.1f sectors per store, "
                "%.1f bytes of each\n",
                few ? 32 : 64, each, seen.sectors_per_request(), seen.bytes_per_sector());
#endif
  }
}

TEST_CASE("compactions compared with the library and a copy" * doctest::skip(!weft::measuring())) {
  for (int shift = 20; shift <= 28; shift += 4) {
    const std::size_t n = std::size_t{1} << shift;
    const std::vector<float> values = shares(n);
    for (const bool half : {true, false}) {
      Compactions compactions(values, half ? 0.5f : 0.0625f);
      weft::Buffer<float> other(n);
      const auto seconds = weft::side_by_side(
          11, [&] { compactions.ours(); }, [&] { compactions.ours_32(); }, [&] { compactions.theirs(); },
          [&] { cudaMemcpyAsync(other.data(), compactions.x.data(), 4 * n, cudaMemcpyDeviceToDevice); });
      compactions.expect_all();
      const double moved = 4.0 * (n + compactions.expected.size());
      const char* const names[] = {"counts of 64 bits", "counts of 32 bits", "CUB"};
      for (std::size_t i = 0; i < 3; ++i)
        weft::report({std::string(names[i]) + (half ? ", 1/2" : ", 1/16"), 4.0 * n, "bytes",
                      1e-9 * moved / seconds[i], "GB/s"});
      if (half) weft::report({"copy", 4.0 * n, "bytes", 8e-9 * n / seconds[3], "GB/s"});
    }
  }
}
