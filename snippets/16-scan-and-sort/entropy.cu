// Tangled from chapters/16-scan-and-sort.md. Edit there. [sha1 48ceb9443978db0c5a1b02e2b9d147c00609666e]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

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

TEST_CASE("fewer bits of information, sorted all the same") {
  weft::RadixSort<unsigned> sort;
  for (const auto& [words, information] : published) {
    std::vector<unsigned> values = anded(10'000, words);
    double set = 0;
    for (const unsigned value : values) set += __builtin_popcount(value);
    const double p = set / (32.0 * 10'000), entropy = -p * std::log2(p) - (1 - p) * std::log2(1 - p);
    if (words > 0) CHECK(std::abs(entropy - information) < 0.01);
    if (words == 5) std::printf("five random words: %.2f bits of information a bit\n", entropy);
    const weft::Buffer<unsigned> keys(values);
    weft::Buffer<unsigned> out(values.size());
    sort(keys.view(), out.view());
    std::sort(values.begin(), values.end());
    CHECK(out.to_host() == values);
  }
}

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
  weft::report({"ours" + of, x, "bits of entropy a bit", 1e-9 * n / seconds[0], "G keys/s"});
  weft::report({"CUB" + of, x, "bits of entropy a bit", 1e-9 * n / seconds[1], "G keys/s"});
}

TEST_CASE("keys of any entropy, beside the library" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t n = std::size_t{1} << 26;
  for (const auto& [words, information] : published) race(anded(n, words), information, "");
  std::vector<unsigned> sorted(n);
  for (std::size_t i = 0; i < n; ++i) sorted[i] = static_cast<unsigned>(64 * i);
  race(sorted, 1.0, ", sorted");
  std::reverse(sorted.begin(), sorted.end());
  race(sorted, 1.0, ", reversed");
}
#endif
