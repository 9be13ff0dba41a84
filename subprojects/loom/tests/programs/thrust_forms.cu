// Thrust's less usual algorithms, and less usual forms of the usual ones.
// prints: minima 3 1 1 1 1 9 2 2, before 0 3 4 0 1 0 9 11
// prints: unique 3: 1=0 2=2 5=3, counted 3, copied 3, by key 3: 1=0 2=2
// prints: gathered 7 0 9, scattered 0 8 0 6, filled 4 4, copied 3 5
// prints: extremes 1 9, sorted until 2, point 2, parted 1 0
// prints: without 3 3 4, of others 2, replaced 0 2 0, odd 7 2 7, reversed 3 2 1
// prints: bounds 3 1, found 1 0 1, range 1 3
// prints: merged 1=10 2=20 2=21 3=30, parts 2 2: 3 1 | 2 4
// prints: swapped 2 1, itself 5
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/tuple.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>
#include <thrust/unique.h>

#include <cuda/std/functional>

#include <cstdio>
#include <vector>

using Vector = thrust::device_vector<int>;

Vector of(std::initializer_list<int> list) { return Vector(list.begin(), list.end()); }
int at(const Vector& vector, int i) { return vector[i]; }

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
// Numbers below 3 are alike, and so on.
struct SameThird {
  __host__ __device__ bool operator()(int a, int b) const { return a / 3 == b / 3; }
};

int main() {
  const Vector flags = of({1, 0, 0, 1, 0, 1, 0, 0}), numbers = of({3, 1, 4, 1, 5, 9, 2, 6});
  Vector out(8), more(8);
  thrust::inclusive_scan_by_key(flags.begin(), flags.end(), thrust::make_zip_iterator(thrust::make_tuple(numbers.begin(), flags.begin())),
                                thrust::make_zip_iterator(thrust::make_tuple(out.begin(), more.begin())), thrust::greater_equal<int>(),
                                thrust::minimum<thrust::tuple<int, int>>());
  std::printf("minima");
  for (int i = 0; i < 8; ++i) std::printf(" %d", at(out, i));
  thrust::exclusive_scan_by_key(flags.begin(), flags.end(), numbers.begin(), out.begin(), 0, thrust::greater_equal<int>(), thrust::plus<int>());
  std::printf(", before");
  for (int i = 0; i < 8; ++i) std::printf(" %d", at(out, i));

  const Vector keys = of({1, 1, 2, 5, 5}), thirds = of({0, 1, 3, 4, 6});
  const auto ends = thrust::unique_by_key_copy(keys.begin(), keys.end(), thrust::make_counting_iterator(0), out.begin(), more.begin());
  std::printf("\nunique %d:", static_cast<int>(ends.second - more.begin()));
  for (int i = 0; i < 3; ++i) std::printf(" %d=%d", at(out, i), at(more, i));
  std::printf(", counted %d", static_cast<int>(thrust::unique_count(keys.begin(), keys.end())));
  std::printf(", copied %d", static_cast<int>(thrust::unique_copy(thirds.begin(), thirds.end(), out.begin(), SameThird()) - out.begin()));
  Vector own = keys, values = of({0, 1, 2, 3, 4});
  const auto kept = thrust::unique_by_key(own.begin(), own.end(), values.begin(), thrust::equal_to<int>());
  std::printf(", by key %d: %d=%d %d=%d\n", static_cast<int>(kept.first - own.begin()), at(own, 0), at(values, 0), at(own, 1), at(values, 1));

  const Vector map = of({3, 1, 0}), choice = of({1, 0, 1}), places = of({9, 8, 6, 7});
  Vector few(4);
  thrust::gather_if(map.begin(), map.end(), choice.begin(), places.begin(), few.begin());
  std::printf("gathered %d %d %d", at(few, 0), at(few, 1), at(few, 2));
  few = of({0, 0, 0, 0});
  const Vector wish = of({0, 1, 1, 0}), places_of = of({0, 1, 3, 2});
  thrust::scatter_if(places.begin(), places.end(), places_of.begin(), wish.begin(), few.begin(), cuda::std::identity());
  std::printf(", scattered %d %d %d %d", at(few, 0), at(few, 1), at(few, 2), at(few, 3));
  thrust::uninitialized_fill_n(few.begin(), 2, 4);
  std::printf(", filled %d %d", at(few, 0), at(few, 1));
  thrust::uninitialized_copy_n(of({3, 5}).begin(), 2, few.begin());
  std::printf(", copied %d %d\n", at(few, 0), at(few, 1));

  const auto extremes = thrust::minmax_element(numbers.begin(), numbers.end(), thrust::less<int>());
  std::printf("extremes %d %d", static_cast<int>(*extremes.first), static_cast<int>(*extremes.second));
  std::printf(", sorted until %d", static_cast<int>(thrust::is_sorted_until(numbers.begin(), numbers.end(), thrust::greater<int>()) - numbers.begin()));
  const Vector odd_first = of({3, 1, 2, 4});
  std::printf(", point %d", static_cast<int>(thrust::partition_point(odd_first.begin(), odd_first.end(), IsOdd()) - odd_first.begin()));
  std::printf(", parted %d %d\n", thrust::is_partitioned(odd_first.begin(), odd_first.end(), IsOdd()),
              thrust::is_partitioned(numbers.begin(), numbers.end(), IsOdd()));

  int left = static_cast<int>(thrust::remove_copy(odd_first.begin(), odd_first.end(), out.begin(), 1) - out.begin());
  std::printf("without %d %d %d", left, at(out, 0), at(out, 2));
  left = static_cast<int>(thrust::remove_copy_if(numbers.begin(), numbers.begin() + 3, flags.begin() + 2, out.begin(), IsOdd()) - out.begin());
  std::printf(", of others %d", left);
  thrust::replace_copy(keys.begin(), keys.begin() + 4, out.begin(), 1, 0);
  std::printf(", replaced %d %d %d", at(out, 1), at(out, 2), at(out, 0));
  thrust::replace_copy_if(keys.begin(), keys.begin() + 4, out.begin(), IsOdd(), 7);
  std::printf(", odd %d %d %d", at(out, 1), at(out, 2), at(out, 3));
  const Vector three = of({1, 2, 3});
  thrust::reverse_copy(three.begin(), three.end(), out.begin());
  std::printf(", reversed %d %d %d\n", at(out, 0), at(out, 1), at(out, 2));

  const Vector down = of({9, 5, 5, 1}), wanted = of({5, 4, 1});
  std::printf("bounds %d", static_cast<int>(thrust::upper_bound(down.begin(), down.end(), 5, thrust::greater<int>()) - down.begin()));
  std::printf(" %d", static_cast<int>(thrust::lower_bound(down.begin(), down.end(), 5, thrust::greater<int>()) - down.begin()));
  thrust::binary_search(down.begin(), down.end(), wanted.begin(), wanted.end(), out.begin(), thrust::greater<int>());
  std::printf(", found %d %d %d", at(out, 0), at(out, 1), at(out, 2));
  const Vector up = of({1, 5, 5, 9});
  const auto range = thrust::equal_range(up.begin(), up.end(), 5);
  std::printf(", range %d %d\n", static_cast<int>(range.first - up.begin()), static_cast<int>(range.second - up.begin()));

  const Vector first_keys = of({1, 2}), first_values = of({10, 20}), second_keys = of({2, 3}), second_values = of({21, 30});
  thrust::merge_by_key(first_keys.begin(), first_keys.end(), second_keys.begin(), second_keys.end(), first_values.begin(), second_values.begin(),
                       out.begin(), more.begin());
  std::printf("merged");
  for (int i = 0; i < 4; ++i) std::printf(" %d=%d", at(out, i), at(more, i));
  const auto parts = thrust::partition_copy(odd_first.begin(), odd_first.end(), out.begin(), more.begin(), IsOdd());
  std::printf(", parts %d %d: %d %d | %d %d\n", static_cast<int>(parts.first - out.begin()), static_cast<int>(parts.second - more.begin()), at(out, 0),
              at(out, 1), at(more, 0), at(more, 1));

  out[0] = 1, more[0] = 2;
  thrust::device_ptr<int> one = out.data(), other = more.data();
  swap(one, other);
  std::printf("swapped %d %d, itself %d\n", static_cast<int>(*one), static_cast<int>(*other), cuda::std::identity()(5));
}
