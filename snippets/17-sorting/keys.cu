// Tangled from chapters/17-sorting.md. Edit there. [sha1 4845a2fe909502ee9e0e855378983253f511d0a4]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include <doctest/doctest.h>

#include "common/radix-sort.cuh"

#ifdef __LOOM__
const int reversed = setenv("LOOM_BLOCK_ORDER", "reversed", 1);  // before the first launch
#endif

const std::vector<double> special = {2, NAN, -0.0, -INFINITY, 0.0, -3, -NAN, INFINITY};

// With parts of this many tiles.
template <class K, bool falls, class V = unsigned>
void expect_sorted(std::size_t part) {
  using Order = weft::KeyOrder<K, falls>;
  for (const std::size_t n : {1, 8'001}) {
    std::vector<K> keys(n);
    for (std::size_t i = 0; i < n; ++i)
      keys[i] = std::is_floating_point_v<K> && i % 3 == 0
                    ? static_cast<K>(special[i % 8])
                    : static_cast<K>(static_cast<long long>(i * i * 2'654'435'761u) % 1'000'003);
    std::vector<V> numbers(n);
    std::iota(numbers.begin(), numbers.end(), V{0});
    const weft::Buffer<K> in(keys);
    const weft::Buffer<V> values(numbers);
    weft::Buffer<K> out(n);
    weft::Buffer<V> values_out(n);
    weft::RadixSort<K, V, falls>{part}(in.view(), out.view(), values.data(), values_out.data());
    std::stable_sort(numbers.begin(), numbers.end(), [&](V a, V b) {
      return Order::bits_of(keys[a]) < Order::bits_of(keys[b]);
    });
    CHECK(values_out.to_host() == numbers);
    const std::vector<K> got = out.to_host();
    CHECK(std::equal(got.begin(), got.end(), numbers.begin(), [&](K key, V number) {
      return Order::bits_of(key) == Order::bits_of(keys[number]);
    }));
  }
}

TEST_CASE("stable, ascending and descending, keys of 8 to 64 bits, in one part and in several") {
  expect_sorted<unsigned char, true>(100);
  expect_sorted<short, false>(1);
  expect_sorted<float, true, unsigned long long>(1);
  expect_sorted<double, false>(100);
  expect_sorted<long long, false>(2);
}

TEST_CASE("negative numbers, both zeros and NaN come in the stated order") {
  const weft::Buffer<float> keys(std::vector<float>(special.begin(), special.end()));
  weft::Buffer<float> out(8);
  weft::RadixSort<float>{}(keys.view(), out.view());
  const std::vector<float> sorted = out.to_host();
  CHECK((std::isnan(sorted[0]) && sorted[1] == -INFINITY && sorted[2] == -3));
  CHECK((std::signbit(sorted[3]) && !std::signbit(sorted[4]) && sorted[5] == 2));
  CHECK((sorted[6] == INFINITY && std::isnan(sorted[7])));
  std::printf("in order:");
  for (const float key : sorted) std::printf(" %g", key);
  std::puts("");
}
