// Thrust: vectors of host and device, algorithms over them, in kernels too, and what a kernel does to the same memory.
// prints: sorted 1, host 1, greatest first 1
// prints: saxpy 7 16, norm 3.74166, placeholders 9
// prints: zipped 15 39 2
// prints: pi 3.13
// prints: raw 14 140
// prints: by key 3 3, scan 5 2 4, unique 3, most 5 at 2, twice 10
// prints: pairs 4:3 3:1 2:4 1:2 0:0, product 25, bound 1
// prints: sets 1 2 2 3 5 8, 2 3, 1 2, 1 2 5 8, merged 8 5 3 3 2 2 2 1
// prints: kept 1 3 5, moved 2 4 6, gathered 30 10 20, reversed 20
// prints: structs 3.5, streams 04, strings of bits 10110
// prints: inserted 4 9 5, least 2
// prints: in a kernel 0 1 2 3 4
// prints: random 0.0000225 9, both systems 1
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

static_assert(THRUST_VERSION >= 300000);   // which any header of Thrust tells

struct Saxpy {
  float a;
  __host__ __device__ float operator()(const float& x, const float& y) const { return a * x + y; }
};
struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};
struct MultiplyAdd {
  template <class Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
  }
};
struct EstimatePi {
  __host__ __device__ float operator()(unsigned thread) const {
    thrust::default_random_engine engine;
    engine.discard(200 * thread);
    thrust::uniform_real_distribution<float> unit(0, 1);
    float inside = 0;
    for (int i = 0; i < 100; ++i) {
      const float x = unit(engine), y = unit(engine);
      if (x * x + y * y < 1) ++inside;
    }
    return 4 * inside / 100;
  }
};
struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 1; }
};
struct Point {
  float x, y;
};
struct Add {
  __host__ __device__ Point operator()(Point a, Point b) const { return {a.x + b.x, a.y + b.y}; }
};

__global__ void twice(int* numbers, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < n) numbers[i] *= 2;
}
__global__ void sort_here(int* numbers, int n) { thrust::sort(thrust::seq, numbers, numbers + n); }

int main() {
  thrust::host_vector<int> host(5000);
  std::generate(host.begin(), host.end(), rand);
  thrust::device_vector<int> device = host;
  thrust::sort(device.begin(), device.end());
  const bool sorted = thrust::is_sorted(device.begin(), device.end());
  thrust::copy(device.begin(), device.end(), host.begin());
  const bool same = std::is_sorted(host.begin(), host.end());
  thrust::sort(host.begin(), host.end(), thrust::greater<int>());
  std::printf("sorted %d, host %d, greatest first %d\n", sorted, same, host[0] >= host[1]);

  thrust::device_vector<float> x(4), y(4, 1.0f);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2});
  const float last = y[3], sum = thrust::reduce(y.begin(), y.end());
  const float norm = std::sqrt(thrust::transform_reduce(x.begin(), x.end(), Square(), 0.0f, thrust::plus<float>()));
  using namespace thrust::placeholders;
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), 2.0f * _1 + _2);
  std::printf("saxpy %g %g, norm %g, placeholders %g\n", last, sum, norm, static_cast<float>(y[2]));

  thrust::device_vector<int> a(3), b(3), c(3), d(3);
  const int numbers[] = {3, 4, 0, 6, 7, 2, 2, 5, 1};
  thrust::copy(numbers, numbers + 3, a.begin());
  thrust::copy(numbers + 3, numbers + 6, b.begin());
  thrust::copy_n(numbers + 6, 3, c.begin());
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin(), d.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end(), d.end())), MultiplyAdd());
  const thrust::host_vector<int> zipped = d;
  std::printf("zipped %d %d %d\n", zipped[0], zipped[1], zipped[2]);

  const float pi = thrust::transform_reduce(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(100), EstimatePi(), 0.0f,
                                            thrust::plus<float>());
  std::printf("pi %.2f\n", static_cast<double>(pi) / 100);

  int* raw;
  cudaMalloc(&raw, 10 * sizeof(int));
  const thrust::device_ptr<int> first(raw);
  thrust::fill(first, first + 10, 7);
  twice<<<1, 32>>>(raw, 10);
  const int doubled = first[9];
  std::printf("raw %d %d\n", doubled, thrust::reduce(thrust::device, raw, raw + 10, 0));

  const int repeated[] = {1, 1, 2, 2, 2, 5};
  thrust::device_vector<int> keys(repeated, repeated + 6), ones(6, 1), keys_out(6), sums(6);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), ones.begin(), keys_out.begin(), sums.begin());
  std::printf("by key %d %d, ", static_cast<int>(ends.first - keys_out.begin()), static_cast<int>(sums[1]));
  thrust::exclusive_scan(ones.begin(), ones.end(), ones.begin());
  std::printf("scan %d %d %d, ", static_cast<int>(ones[5]), static_cast<int>(thrust::count(ones.begin(), ones.end(), 5) + 1),
              static_cast<int>(thrust::count_if(keys.begin(), keys.end(), _1 > 1)));
  keys.erase(thrust::unique(keys.begin(), keys.end()), keys.end());
  const auto most = thrust::max_element(keys.begin(), keys.end());
  const int most_is = *most, where = static_cast<int>(most - keys.begin());
  twice<<<1, 32>>>(thrust::raw_pointer_cast(keys.data()), static_cast<int>(keys.size()));
  std::printf("unique %d, most %d at %d, twice %d\n", static_cast<int>(keys.size()), most_is, where, static_cast<int>(keys[2]));

  thrust::device_vector<int> k(5), v(5);
  for (int i = 0; i < 5; ++i) k[i] = i * 3 % 5, v[i] = i;
  thrust::sort_by_key(k.begin(), k.end(), v.begin(), thrust::greater<int>());
  std::printf("pairs ");
  for (int i = 0; i < 5; ++i) std::printf("%d:%d%s", static_cast<int>(k[i]), static_cast<int>(v[i]), i < 4 ? " " : "");
  std::printf(", product %d, bound %d\n", thrust::inner_product(k.begin(), k.end(), v.begin(), 0),
              static_cast<int>(thrust::lower_bound(keys.begin(), keys.end(), 4) - keys.begin()));

  const thrust::device_vector<int> one{1, 2, 2, 3}, other{2, 3, 5, 8};
  thrust::device_vector<int> set(8);
  const auto list = [&](const char* before, thrust::device_vector<int>::iterator end) {
    std::printf("%s", before);
    for (auto at = set.begin(); at != end; ++at) std::printf(" %d", static_cast<int>(*at));
  };
  list("sets", thrust::set_union(one.begin(), one.end(), other.begin(), other.end(), set.begin()));
  list(",", thrust::set_intersection(one.begin(), one.end(), other.begin(), other.end(), set.begin()));
  list(",", thrust::set_difference(thrust::device, one.begin(), one.end(), other.begin(), other.end(), set.begin()));
  list(",", thrust::set_symmetric_difference(one.begin(), one.end(), other.begin(), other.end(), set.begin(), thrust::less<int>()));
  const thrust::device_vector<int> falling{3, 2, 2, 1}, fallen{8, 5, 3, 2};
  list(", merged", thrust::merge(falling.begin(), falling.end(), fallen.begin(), fallen.end(), set.begin(), thrust::greater<int>()));
  std::printf("\n");

  thrust::device_vector<int> some{1, 2, 3, 4, 5, 6}, odd(6), picked(3);
  const auto odd_end = thrust::copy_if(some.begin(), some.end(), odd.begin(), IsOdd());
  std::printf("kept");
  for (auto at = odd.begin(); at != odd_end; ++at) std::printf(" %d", static_cast<int>(*at));
  const auto even = thrust::stable_partition(some.begin(), some.end(), IsOdd());
  std::printf(", moved");
  for (auto at = even; at != some.end(); ++at) std::printf(" %d", static_cast<int>(*at));
  const thrust::device_vector<int> map{2, 0, 1}, from{10, 20, 30};
  thrust::gather(map.begin(), map.end(), from.begin(), picked.begin());
  std::printf(", gathered %d %d %d", static_cast<int>(picked[0]), static_cast<int>(picked[1]), static_cast<int>(picked[2]));
  thrust::reverse(picked.begin(), picked.end());
  std::printf(", reversed %d\n", static_cast<int>(picked[0]));

  const thrust::device_vector<Point> points(7, Point{0.5f, 1});
  const Point total = thrust::reduce(points.begin(), points.end(), Point{0, 0}, Add());
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::sort(thrust::cuda::par.on(stream), k.begin(), k.end());
  std::printf("structs %g, streams %d%d, strings of bits ", total.x, static_cast<int>(k.front()), static_cast<int>(k.back()));
  thrust::host_vector<int> bits(5);
  thrust::transform(thrust::host, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(5), bits.begin(), [](int i) { return 0x16 >> (4 - i) & 1; });
  for (const int bit : bits) std::printf("%d", bit);
  cudaStreamDestroy(stream);

  keys.insert(keys.begin() + 1, 9);
  std::printf("\ninserted %d %d %d, least %d", static_cast<int>(keys.size()), static_cast<int>(keys[1]), static_cast<int>(keys[2]) + 1, thrust::min(2, 3));

  for (int i = 0; i < 5; ++i) v[i] = 4 - i;
  sort_here<<<1, 1>>>(thrust::raw_pointer_cast(v.data()), 5);
  std::printf("\nin a kernel");
  for (int i = 0; i < 5; ++i) std::printf(" %d", static_cast<int>(v[i]));

  thrust::minstd_rand engine;
  thrust::uniform_real_distribution<float> unit;
  thrust::uniform_int_distribution<int> percent(1, 100);
  const float drawn = unit(engine);
  std::printf("\nrandom %.7f %d, both systems %d\n", drawn, percent(engine),
              thrust::equal(bits.begin(), bits.end(), thrust::host_vector<int>(thrust::device_vector<int>(bits)).begin()));
  cudaFree(raw);
}
