// Exercise "A pitched transpose": rows with gaps on the device, none on the host.
#include <vector>

#include "06-matrices/turned.hpp"
#include "common/check.cuh"
#include "common/owner.cuh"

// What you launch from transposed().
// your code begins
struct Pitched {
  char* data;
  std::size_t pitch;

  __device__ float& operator()(std::size_t row, std::size_t column) const {
    return reinterpret_cast<float*>(data + row * pitch)[column];
  }
};

__global__ void transpose(Pitched in, Pitched out, std::size_t out_rows, std::size_t out_columns) {
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  if (row < out_rows && column < out_columns) out(row, column) = in(column, row);
}
// your code ends

// The transpose of a matrix without gaps, through pitched memory. Throws weft::CudaError if anything fails.
std::vector<float> transposed(const std::vector<float>& matrix, std::size_t rows, std::size_t columns) {
  std::vector<float> result(matrix.size());
  // your code begins
  if (result.empty()) return result;
  const std::size_t in_width = columns * sizeof(float), out_width = rows * sizeof(float);
  std::size_t in_pitch = 0, out_pitch = 0;
  weft::Owner<char*, cudaFree> in, out;
  weft::check(cudaMallocPitch(in.out(), &in_pitch, in_width, rows));
  weft::check(cudaMallocPitch(out.out(), &out_pitch, out_width, columns));
  weft::check(cudaMemcpy2D(in, in_pitch, matrix.data(), in_width, in_width, rows, cudaMemcpyHostToDevice));
  const dim3 block(32, 8);
  const dim3 grid(static_cast<unsigned>((rows + block.x - 1) / block.x), static_cast<unsigned>((columns + block.y - 1) / block.y));
  transpose<<<grid, block>>>({in, in_pitch}, {out, out_pitch}, columns, rows);
  weft::check(cudaGetLastError());
  weft::check(cudaMemcpy2D(result.data(), out_width, out, out_pitch, out_width, columns, cudaMemcpyDeviceToHost));
  // your code ends
  return result;
}
