// Views of memory by several indices, on the host and in device code.
// prints: by rows: 0 1 2 3 4 5, strides 3 1
// prints: by columns: 0 3 1 4 2 5, strides 1 2
// prints: with a pitch: 5 at 9, 12 of 15 numbers, the last at 13
// prints: three dimensions: 24 numbers, the last 23
// prints: known lengths: 11, rank 2 of which 1 open, size 6
// prints: deduced: 2 x 3, as const 5, by an array 4
#include <cuda/std/array>
#include <cuda/std/mdspan>

#include <cstdio>

using cuda::std::array;
using cuda::std::dextents;
using cuda::std::dims;
using cuda::std::extents;
using cuda::std::mdspan;

template <class View>
__global__ void number_rows(View view) {
  for (int row = 0; row < static_cast<int>(view.extent(0)); ++row)
    for (int column = threadIdx.x; column < static_cast<int>(view.extent(1)); column += blockDim.x)
      view(row, column) = row * static_cast<int>(view.extent(1)) + column;
}

__global__ void number_all(mdspan<int, dims<3>> view) {
  const unsigned i = threadIdx.x, j = threadIdx.y, k = threadIdx.z;
  view(i, j, k) = static_cast<int>(view.mapping()(i, j, k));
}

using Tile = mdspan<const int, extents<int, 2, cuda::std::dynamic_extent>>;
__global__ void add_rows(Tile tile, int* sum) {
  for (int i = 0; i < tile.extent(1); ++i) *sum += tile(0, i) - tile(1, i);
}

int main() {
  int *memory, *sum;
  cudaMallocManaged(&memory, 24 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));

  const mdspan<int, dextents<int, 2>> rows(memory, 2, 3);
  number_rows<<<1, 2>>>(rows);
  cudaDeviceSynchronize();
  std::printf("by rows:");
  for (int i = 0; i < 6; ++i) std::printf(" %d", memory[i]);
  std::printf(", strides %d %d\n", rows.stride(0), rows.stride(1));

  const mdspan<int, dextents<int, 2>, cuda::std::layout_left> columns(memory, 2, 3);
  number_rows<<<1, 3>>>(columns);
  cudaDeviceSynchronize();
  std::printf("by columns:");
  for (int i = 0; i < 6; ++i) std::printf(" %d", memory[i]);
  std::printf(", strides %d %d\n", columns.stride(0), columns.stride(1));

  for (int i = 0; i < 24; ++i) memory[i] = -1;
  using Pitched = mdspan<int, dextents<int, 2>, cuda::std::layout_stride>;
  const Pitched pitched(memory, Pitched::mapping_type(dextents<int, 2>(3, 4), array<int, 2>{5, 1}));
  number_rows<<<1, 4>>>(pitched);
  cudaDeviceSynchronize();
  int numbers = 0;
  for (int i = 0; i < 15; ++i) numbers += memory[i] >= 0;
  std::printf("with a pitch: %d at 9, %d of 15 numbers, the last at %d\n", pitched(1, 1), numbers, pitched.mapping().required_span_size() - 1);

  const mdspan<int, dims<3>> box(memory, 2, 3, 4);
  number_all<<<1, dim3(2, 3, 4)>>>(box);
  cudaDeviceSynchronize();
  std::printf("three dimensions: %zu numbers, the last %d\n", static_cast<size_t>(box.size()), box(1, 2, 3));

  *sum = 20;
  const Tile tile(memory, 3);
  add_rows<<<1, 1>>>(tile, sum);
  cudaDeviceSynchronize();
  std::printf("known lengths: %d, rank %d of which %d open, size %d\n", *sum, static_cast<int>(Tile::rank()),
              static_cast<int>(Tile::rank_dynamic()), static_cast<int>(tile.size()));

  const mdspan deduced(memory, 2, 3);
  const mdspan<const int, dextents<size_t, 2>> seen = deduced;
  std::printf("deduced: %d x %d, as const %d, by an array %d\n", static_cast<int>(deduced.extent(0)), static_cast<int>(deduced.extent(1)),
              seen(1, 2), deduced[array<int, 2>{1, 1}]);
  cudaFree(memory);
  cudaFree(sum);
}
