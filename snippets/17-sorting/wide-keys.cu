// Tangled from chapters/17-sorting.md. Edit there. [sha1 5c1c24ec426265b3e1a1f41b20a3bce86865e645]
#include <algorithm>
#include <cstdio>
#include <random>

#include <cub/device/device_radix_sort.cuh>
#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/radix-sort.cuh"
#include "common/side-by-side.cuh"

std::vector<unsigned long long> random_keys(std::size_t n) {
  std::mt19937_64 random(13);
  std::vector<unsigned long long> keys(n);
  for (unsigned long long& key : keys) key = random();
  return keys;
}

struct WideSorts {
  explicit WideSorts(const std::vector<unsigned long long>& values)
      : n(static_cast<int>(values.size())), keys(values), out(values.size()), their_out(values.size()),
        room(0) {
    weft::check(library(nullptr));
    room = weft::Buffer<char>(bytes);
  }
  void ours() { sort(keys.view(), out.view()); }
  void theirs() { weft::check(library(room.data())); }
  cudaError_t library(void* space) {
    return cub::DeviceRadixSort::SortKeys(space, bytes, keys.data(), their_out.data(), n);
  }
  int n;
  const weft::Buffer<unsigned long long> keys;
  weft::Buffer<unsigned long long> out, their_out;
  weft::RadixSort<unsigned long long> sort;
  std::size_t bytes = 0;
  weft::Buffer<char> room;
};

TEST_CASE("64-bit keys come in the same order as from CUB") {
  for (const std::size_t n : {1, 3841, 12'000}) {
    std::vector<unsigned long long> values = random_keys(n);
    WideSorts sorts(values);
    sorts.ours();
    sorts.theirs();
    std::sort(values.begin(), values.end());
    CHECK(sorts.out.to_host() == values);
    CHECK(sorts.their_out.to_host() == values);
  }
  std::puts("12000 keys of 64 bits sorted");
}

TEST_CASE("sorts of 64-bit keys compared" * doctest::skip(!weft::measuring())) {
  for (int shift = 16; shift <= 28; shift += 4) {
    const std::size_t n = std::size_t{1} << shift;
    WideSorts sorts(random_keys(n));
    const auto seconds = weft::side_by_side(11, [&] { sorts.ours(); }, [&] { sorts.theirs(); });
    const std::vector<unsigned long long> sorted = sorts.out.to_host();
    CHECK(std::is_sorted(sorted.begin(), sorted.end()));
    CHECK(sorts.their_out.to_host() == sorted);
    weft::report({"ours", 1.0 * n, "keys", 1e-9 * n / seconds[0], "G keys/s"});
    weft::report({"CUB", 1.0 * n, "keys", 1e-9 * n / seconds[1], "G keys/s"});
  }
}
