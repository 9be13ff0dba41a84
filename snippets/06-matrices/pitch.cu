// Tangled from chapters/06-matrices.md. Edit there. [sha1 55555e2ba8103a7e2390fd30a7dbf2cea818cd4c]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"

struct Pitched {
  char* data;
  std::size_t pitch;  // bytes from row to row

  __device__ float& operator()(std::size_t row, std::size_t column) const {
    return reinterpret_cast<float*>(data + row * pitch)[column];
  }
};

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }

dim3 blocks_for(std::size_t size_x, std::size_t size_y, dim3 block) {
  return dim3(static_cast<unsigned>((size_x + block.x - 1) / block.x),
              static_cast<unsigned>((size_y + block.y - 1) / block.y));
}

template <class A, class B, class Sum>
__global__ void add_any(std::size_t rows, std::size_t columns, A a, B b, Sum sum) {
  const std::size_t row = my_y(), column = my_x();
  if (row < rows && column < columns) sum(row, column) = a(row, column) + b(row, column);
}

// Integers from -7 to 7, whose sums and products are exact in float.
std::vector<float> some_matrix(std::size_t rows, std::size_t columns, unsigned seed) {
  std::vector<float> values(rows * columns);
  unsigned state = seed;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<int>(state >> 24) % 15 - 7);
  }
  return values;
}

constexpr std::size_t rows = 53, columns = 95, width = columns * sizeof(float);

TEST_CASE("a pitched matrix is copied back unchanged, without its gaps") {
  weft::Owner<char*, cudaFree> memory;
  std::size_t pitch = 0;
  weft::check(cudaMallocPitch(memory.out(), &pitch, width, rows));
  CHECK(pitch >= width);
  CHECK(pitch % 32 == 0);

  const std::vector<float> sent = some_matrix(rows, columns, 1);
  std::vector<float> received(rows * columns, NAN);
  weft::check(
      cudaMemcpy2D(memory, pitch, sent.data(), width, width, rows, cudaMemcpyHostToDevice));
  float* const to = received.data();
  weft::check(cudaMemcpy2D(to, width, memory, pitch, width, rows, cudaMemcpyDeviceToHost));
  CHECK(received == sent);
}

TEST_CASE("in pitched rows a request needs four sectors, in packed rows often five") {
  weft::Owner<char*, cudaFree> memory;
  std::size_t pitch = 0;
  weft::check(cudaMallocPitch(memory.out(), &pitch, width, rows));
  weft::Matrix<float> packed(rows, columns, some_matrix(rows, columns, 1));
  const dim3 block(32, 8), grid = blocks_for(columns, rows, block);
  const loom::Seen seen = loom::observe([&] {
    const Pitched sum{memory, pitch};
    add_any<<<grid, block>>>(rows, columns, packed.view(), packed.view(), sum);
  });
  const double in_packed = seen.global_loads.sectors_per_request();
  CHECK(seen.global_stores.sectors_per_request() == 4);
  CHECK(in_packed > 4.6);
  CHECK(in_packed < 5);
  std::printf("sectors per request: %.2f packed, %.2f pitched\n", in_packed,
              seen.global_stores.sectors_per_request());
}
