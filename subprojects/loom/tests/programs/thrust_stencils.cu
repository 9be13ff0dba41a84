// Thrust: sets by key, and forms that go by a stencil, by an order of one's own or from an initial value.
// prints: by key: or 1a 2b 3y 4c 5z, and 2b 4c, but 1a, either 1a 3y 5z, falling 4 3 2 1 0
// prints: backwards 1 1 3, alike 2, from a hundred 101 103 106
// prints: replaced 9 0 9 0, copied 1 9 3 9, parted 1 3 5 2 4 6, sums 11 0 33
// prints: in a kernel 3 5
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/transform.h>

#include <cstdio>

using Ints = thrust::device_vector<int>;
using Chars = thrust::device_vector<char>;

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct IsOne {
  __host__ __device__ bool operator()(int x) const { return x == 1; }
};

void print(const char* before, const Ints& numbers) {
  std::printf("%s", before);
  for (size_t i = 0; i < numbers.size(); ++i) std::printf(" %d", int(numbers[i]));
}
void print(const char* before, const Ints& keys, const Chars& values, long count) {
  std::printf("%s", before);
  for (long i = 0; i < count; ++i) std::printf(" %d%c", int(keys[i]), char(values[i]));
}

void combine() {
  const Ints a{1, 2, 4}, c{2, 3, 4, 5}, falling{4, 2, 0}, odd{3, 1};
  const Chars of_a{'a', 'b', 'c'}, of_c{'x', 'y', 'w', 'z'};
  Chars values(7);
  Ints keys(7), all(5);
  auto end = thrust::set_union_by_key(a.begin(), a.end(), c.begin(), c.end(), of_a.begin(), of_c.begin(), keys.begin(), values.begin());
  print("by key: or", keys, values, end.second - values.begin());
  end = thrust::set_intersection_by_key(a.begin(), a.end(), c.begin(), c.end(), of_a.begin(), keys.begin(), values.begin());
  print(", and", keys, values, end.first - keys.begin());
  end = thrust::set_difference_by_key(a.begin(), a.end(), c.begin(), c.end(), of_a.begin(), of_c.begin(), keys.begin(), values.begin(), thrust::less<int>());
  print(", but", keys, values, end.first - keys.begin());
  end = thrust::set_symmetric_difference_by_key(thrust::device, a.begin(), a.end(), c.begin(), c.end(), of_a.begin(), of_c.begin(), keys.begin(), values.begin());
  print(", either", keys, values, end.first - keys.begin());
  thrust::merge_by_key(falling.begin(), falling.end(), odd.begin(), odd.end(), of_a.begin(), of_c.begin(), all.begin(), values.begin(), thrust::greater<int>());
  print(", falling", all);
}

void search_and_scan() {
  const Ints falling{30, 20, 20, 10}, wanted{20, 25, 30}, three{1, 2, 3};
  Ints at(3), sums(3);
  thrust::upper_bound(falling.begin(), falling.end(), wanted.rbegin(), wanted.rend(), at.begin(), thrust::greater<int>());
  print("\nbackwards", at);
  const auto alike = thrust::equal_range(thrust::device, falling.begin(), falling.end(), 20, thrust::greater<int>());
  std::printf(", alike %ld", long(alike.second - alike.first));
  thrust::inclusive_scan(three.begin(), three.end(), sums.begin(), 100, thrust::plus<int>());
  print(", from a hundred", sums);
}

void go_by_stencils() {
  const Ints four{1, 2, 3, 4}, other{1, 0, 1, 0}, stencil{0, 1, 0, 1, 0, 1}, ones{1, 2, 3}, tens{10, 20, 30};
  Ints replaced{5, 0, 7, 0}, copied(4), parted{1, 2, 3, 4, 5, 6}, sums(3, 0);
  thrust::replace_if(replaced.begin(), replaced.end(), stencil.begin(), IsEven(), 9);
  thrust::replace_copy_if(four.begin(), four.end(), other.begin(), copied.begin(), IsEven(), 9);
  thrust::stable_partition(parted.begin(), parted.end(), stencil.begin(), IsEven());
  thrust::transform_if(ones.begin(), ones.end(), tens.begin(), other.begin(), sums.begin(), thrust::plus<int>(), IsOne());
  print("\nreplaced", replaced);
  print(", copied", copied);
  print(", parted", parted);
  print(", sums", sums);
}

__global__ void intersect(int* result) {
  const int a[] = {1, 3, 5}, b[] = {3, 5, 7, 9};
  int keys[3], values[3];
  thrust::set_intersection_by_key(thrust::seq, a, a + 3, b, b + 4, a, keys, values);
  result[0] = keys[0], result[1] = values[1];
}

int main() {
  combine();
  search_and_scan();
  go_by_stencils();
  Ints result(2);
  intersect<<<1, 1>>>(thrust::raw_pointer_cast(result.data()));
  print("\nin a kernel", result);
  std::printf("\n");
}
