// Tangled from chapters/17-sorting.md. Edit there. [sha1 eba89f1ff88e93771f44af6a41c3c34591ec9757]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/radix-sort.cuh"
#include "common/side-by-side.cuh"

#ifdef __LOOM__
const int shuffled = setenv("LOOM_BLOCK_ORDER", "shuffled:3", 1);  // before the first launch
#endif

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

TEST_CASE("random digits cost wavefronts and sectors, equal ones do not") {
#ifdef __LOOM__
  std::puts("keys | shared wavefronts per 32 keys | sectors per store");
#endif
  std::mt19937 random(6);
  const auto mixed = see("random", [&](unsigned) { return static_cast<unsigned>(random()); });
  see("sorted", [](unsigned i) { return i * 200'003u; });
  const auto equal = see("all equal", [](unsigned) { return 0x01020304u; });
  CHECK(mixed.first > 1.8 * equal.first);
  CHECK(mixed.second > 5);
  CHECK(equal.second < 5);
}

TEST_CASE("any number of keys, also when repeated, with ballots and with match") {
  std::mt19937 random(2);
  weft::RadixSort<unsigned> by_ballots;
  weft::RadixSort<unsigned, weft::Nothing, false, weft::ByMatch> by_match;
  for (const std::size_t n : {16'000, 7680, 7681, 0}) {
    std::vector<unsigned> values(n);
    for (unsigned& value : values) value = random();
    const weft::Buffer<unsigned> keys(values);
    weft::Buffer<unsigned> out(n), other(n);
    by_ballots(keys.view(), out.view());
    by_match(keys.view(), other.view());
    std::sort(values.begin(), values.end());
    CHECK(out.to_host() == values);
    CHECK(other.to_host() == values);
  }
}

#ifndef __LOOM__
#include <cub/device/device_radix_sort.cuh>

template <unsigned threads, unsigned items, class Peers = weft::ByBallots>
using Sort = weft::RadixSort<unsigned, weft::Nothing, false, Peers, threads, items>;

std::vector<unsigned long long> widened(const std::vector<unsigned>& keys) {
  std::vector<unsigned long long> wide;
  for (const unsigned key : keys) wide.push_back(1ull * key << 32 | key * 0x9e3779b9u);
  return wide;
}

TEST_CASE("sorts compared with the library" * doctest::skip(!weft::measuring())) {
  std::mt19937 random(std::random_device{}());
  for (int shift = 16; shift <= 28; shift += 4) {
    const int n = 1 << shift;
    std::vector<unsigned> values(n);
    for (unsigned& value : values) value = random();
    const weft::Buffer<unsigned> keys(values);
    std::vector<weft::Buffer<unsigned>> out;
    for (int i = 0; i < 8; ++i) out.emplace_back(n);
    Sort<384, 20> sort;
    Sort<512, 16> wider;
    Sort<384, 20, weft::ByMatch> by_match;
    weft::RadixSort<unsigned, unsigned> pairs;
    const weft::Buffer<unsigned long long> wide(widened(values));
    weft::Buffer<unsigned long long> wide_out(n);
    weft::RadixSort<unsigned long long> of_wide;
    std::size_t bytes = 0;
    const auto library = [&](void* room) {
      return cub::DeviceRadixSort::SortKeys(room, bytes, keys.data(), out[4].data(), n);
    };
    const auto library_pairs = [&](void* room) {
      return cub::DeviceRadixSort::SortPairs(room, bytes, keys.data(), out[5].data(), keys.data(),
                                             out[6].data(), n);
    };
    weft::check(library(nullptr));
    weft::check(library_pairs(nullptr));  // which needs more
    weft::Buffer<char> room(bytes);
    const auto seconds = weft::side_by_side(
        11, [&] { sort(keys.view(), out[0].view()); }, [&] { wider(keys.view(), out[1].view()); },
        [&] { by_match(keys.view(), out[2].view()); }, [&] { library(room.data()); },
        [&] { pairs(keys.view(), out[3].view(), keys.data(), out[7].data()); },
        [&] { library_pairs(room.data()); }, [&] { of_wide(wide.view(), wide_out.view()); });
    weft::check(cudaGetLastError());
    const std::vector<unsigned> expected = out[4].to_host();
    CHECK(std::is_sorted(expected.begin(), expected.end()));
    for (const auto& sorted : out) CHECK(sorted.to_host() == expected);
    CHECK(wide_out.to_host() == widened(expected));
    const char* const names[] = {"384 × 20", "512 × 16", "384 × 20, by match", "CUB", "pairs", "CUB, pairs",
                                 "64-bit keys"};
    for (std::size_t i = 0; i < seconds.size(); ++i)
      weft::report({names[i], 1.0 * n, "keys", 1e-9 * n / seconds[i], "G keys/s"});
    if (n == 1 << 28) {
      const double cub = seconds[3], cub_pairs = seconds[5];
      CHECK(seconds[0] < cub);
      CHECK(seconds[1] < cub);
      CHECK(seconds[2] > 1.5 * seconds[0]);
      CHECK(seconds[4] > cub_pairs);
    }
  }
}
#endif
