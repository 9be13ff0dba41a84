// Thrust's vectors that host and device share, iterators that write through functions, and the types of what iterators show.
// prints: squares 0 1 4 9, sum 30, on the host 31
// prints: from vectors 3 1 2, 9 8, filled 7 7, assigned 5 4, pinned 2 4
// prints: kernel 10 20, sorted 1 2 3, range 6
// prints: means 2 5, told 0 2 6, strided 0 2 4
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/universal_vector.h>

#include <cstdio>
#include <vector>

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Mean {
  int of;
  __host__ __device__ int operator()(int sum) const { return sum / of; }
};
struct RowOf {
  int width;
  __host__ __device__ int operator()(int i) const { return i / width; }
};
struct Tell {
  int* to;
  template <class Place>
  __host__ __device__ void operator()(Place place, int value) const { to[place] = static_cast<int>(place) * value; }
};
struct Times {
  int by;
  __host__ __device__ int operator()(int x) const { return x * by; }
};

__global__ void scale(int* data, int by) { data[threadIdx.x] *= by; }

int main() {
  thrust::universal_vector<int> squares(4);
  thrust::tabulate(squares.begin(), squares.end(), Square());
  const int sum = thrust::reduce(thrust::device, squares.begin(), squares.end(), 16);
  squares[0] = 17;
  const int on_host = thrust::reduce(thrust::host, squares.begin(), squares.end());
  std::printf("squares %d %d %d %d, sum %d, on the host %d\n", squares[0] - 17, squares[1], squares[2], squares[3], sum, on_host);

  thrust::universal_vector<int> listed{3, 1, 2};
  thrust::device_vector<int> there(2, 9);
  there[1] = 8;
  thrust::universal_vector<int> back = there, filled(2, 7);
  std::printf("from vectors %d %d %d, %d %d, filled %d %d", listed[0], listed[1], listed[2], back[0], back[1], filled[0], filled.back());
  filled = std::vector<int>{5, 4};
  thrust::universal_host_pinned_vector<int> pinned(2);
  thrust::transform(thrust::make_counting_iterator(1), thrust::make_counting_iterator(3), pinned.begin(), Times{2});
  std::printf(", assigned %d %d, pinned %d %d\n", filled[0], filled[1], pinned[0], pinned[1]);

  thrust::universal_vector<int> data(2);
  data[0] = 1, data[1] = 2;
  scale<<<1, 2>>>(thrust::raw_pointer_cast(data.data()), 10);
  cudaDeviceSynchronize();
  std::printf("kernel %d %d", data[0], data[1]);
  thrust::sort(listed.begin(), listed.end());
  int all = 0;
  for (const int x : listed) all += x;
  const thrust::host_vector<int> sorted(listed.begin(), listed.end());
  std::printf(", sorted %d %d %d, range %d\n", sorted[0], sorted[1], sorted[2], all);

  thrust::universal_vector<int> numbers(6), means(2), told(3);
  for (int i = 0; i < 6; ++i) numbers[i] = i + 1;
  const auto rows = thrust::make_transform_iterator(thrust::make_counting_iterator(0), RowOf{3});
  thrust::reduce_by_key(thrust::device, rows, rows + 6, numbers.begin(), thrust::make_discard_iterator(),
                        thrust::make_transform_output_iterator(means.begin(), Mean{3}));
  thrust::copy(thrust::device, numbers.begin(), numbers.begin() + 3,
               thrust::make_tabulate_output_iterator(Tell{thrust::raw_pointer_cast(told.data())}));
  using Difference = thrust::iterator_difference<thrust::universal_vector<int>::iterator>::type;
  const auto even = thrust::make_transform_iterator(thrust::counting_iterator<Difference>(0), Times{2});
  const auto strided = thrust::make_permutation_iterator(thrust::make_counting_iterator(0), even);
  std::vector<int> picked(3);
  thrust::copy_n(thrust::host, strided, 3, picked.begin());
  std::printf("means %d %d, told %d %d %d, strided %d %d %d\n", means[0], means[1], told[0], told[1], told[2], picked[0], picked[1], picked[2]);
}
