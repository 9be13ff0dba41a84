// Tangled from chapters/17-sorting.md. Edit there. [sha1 4f6a0be1d109a0d57a30267e0ab498f95af40397]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/radix-sort.cuh"
#include "common/side-by-side.cuh"

const std::vector<std::pair<int, double>> published = {{1, 1.0}, {2, 0.811}, {3, 0.544}, {5, 0.201}, {0, 0.0}};

std::vector<unsigned> anded(std::size_t n, int words) {
  std::mt19937 random(1);
  std::vector<unsigned> keys(n, words == 0 ? 7u : ~0u);
  for (unsigned& key : keys)
    for (int word = 0; word < words; ++word) key &= static_cast<unsigned>(random());
  return keys;
}

TEST_CASE("keys of lower entropy are sorted correctly") {
  weft::RadixSort<unsigned> sort;
  for (const auto& [words, information] : published) {
    std::vector<unsigned> values = anded(10'000, words);
    double set = 0;
    for (const unsigned value : values) set += __builtin_popcount(value);
    const double p = set / (32.0 * 10'000), entropy = -p * std::log2(p) - (1 - p) * std::log2(1 - p);
    if (words > 0) CHECK(std::abs(entropy - information) < 0.01);
    const weft::Buffer<unsigned> keys(values);
    weft::Buffer<unsigned> out(values.size());
    sort(keys.view(), out.view());
    std::sort(values.begin(), values.end());
    CHECK(out.to_host() == values);
  }
}

#ifdef __LOOM__
// Shared wavefronts per 32 keys and pass, and sectors per store.
template <class Make>
std::pair<double, double> see([[maybe_unused]] const char* name, Make key) {
  constexpr std::size_t n = 2 * 7680;
  std::vector<unsigned> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = key(static_cast<unsigned>(i));
  const weft::Buffer<unsigned> keys(values);
  weft::Buffer<unsigned> out(n);
  weft::RadixSort<unsigned> sort;
  const auto seen = loom::observe([&] { sort(keys.view(), out.view()); });
  std::sort(values.begin(), values.end());
  CHECK(out.to_host() == values);
  const double wavefronts = 1.0 * (seen.shared_loads.wavefronts + seen.shared_stores.wavefronts);
  const double each = wavefronts / (4 * n / 32), sectors = seen.global_stores.sectors_per_request();
#ifdef __LOOM__
  std::printf("%s | %.1f | %.1f\n", name, each, sectors);
#endif
  return {each, sectors};
}

TEST_CASE("fewer different digits, and at first more bank conflicts") {
  std::puts("random words | shared wavefronts per 32 keys | sectors per store");
  std::vector<double> wavefronts;
  for (const int words : {1, 2, 3, 5, 0}) {
    const std::vector<unsigned> keys = anded(2 * 7680, words);
    const auto name = std::to_string(words);
    wavefronts.push_back(see(name.c_str(), [&](unsigned i) { return keys[i]; }).first);
  }
  CHECK(wavefronts[1] > 1.15 * wavefronts[0]);
  CHECK(wavefronts[2] > 1.08 * wavefronts[0]);
  CHECK(wavefronts[3] < 0.9 * wavefronts[0]);
  CHECK(wavefronts[4] < 0.5 * wavefronts[0]);
}
#endif

#ifndef __LOOM__
#include <cub/device/device_radix_sort.cuh>

void race(const std::vector<unsigned>& values, double x, std::string of) {
  const int n = static_cast<int>(values.size());
  const weft::Buffer<unsigned> keys(values);
  weft::Buffer<unsigned> our(n), their(n);
  weft::RadixSort<unsigned> sort;
  std::size_t bytes = 0;
  const auto library = [&](void* room) {
    return cub::DeviceRadixSort::SortKeys(room, bytes, keys.data(), their.data(), n);
  };
  weft::check(library(nullptr));
  weft::Buffer<char> room(bytes);
  const auto seconds = weft::side_by_side(
      11, [&] { sort(keys.view(), our.view()); }, [&] { library(room.data()); });
  weft::check(cudaGetLastError());
  CHECK(our.to_host() == their.to_host());
  weft::report({"ours" + of, x, "bits of entropy per bit", 1e-9 * n / seconds[0], "G keys/s"});
  weft::report({"CUB" + of, x, "bits of entropy per bit", 1e-9 * n / seconds[1], "G keys/s"});
}

TEST_CASE("keys of any entropy compared with the library" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t n = std::size_t{1} << 26;
  for (const auto& [words, information] : published) race(anded(n, words), information, "");
  std::vector<unsigned> sorted(n);
  for (std::size_t i = 0; i < n; ++i) sorted[i] = static_cast<unsigned>(64 * i);
  race(sorted, 1.0, ", sorted");
  std::reverse(sorted.begin(), sorted.end());
  race(sorted, 1.0, ", reversed");
}
#endif
