// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 0177b022c6acbf1a43422834407c17359e5c564d]
// The product of a sparse matrix and a vector, with equal work for all threads whatever its rows are.
#pragma once

#include "common/scan.cuh"
#include "common/sparse.cuh"

namespace weft {

// How many of the rows end within the first `steps` steps. Row i ends in step end[i] + i.
inline __device__ unsigned rows_ended(const unsigned* end, unsigned rows, unsigned steps) {
  unsigned low = 0, high = min(rows, steps);
  while (low < high) {
    const unsigned middle = low + (high - low) / 2;
    if (end[middle] + middle < steps) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The sum of a row that has not ended.
template <class T>
struct OpenRow {
  unsigned row;
  T sum;
};

// Combines what neighbours on the path have left open: equal rows add up.
template <class T>
struct Continue {
  using Value = OpenRow<T>;
  static constexpr unsigned none = ~0u;
  __device__ static Value identity() { return {none, T{}}; }
  __device__ Value operator()(Value a, Value b) const {
    if (b.row == none) return a;
    return {b.row, a.row == b.row ? a.sum + b.sum : b.sum};
  }
};

constexpr unsigned path_threads = 256, path_items = 7, path_tile = path_threads * path_items;

template <class T>
__global__ void __launch_bounds__(path_threads)
    by_path(Csr<T> a, unsigned nonzeros, const T* x, T* y, OpenRow<T>* open) {
  __shared__ T product[path_tile];
  __shared__ unsigned end[path_tile], row_at[2];
  const unsigned first = blockIdx.x * path_tile;
  const unsigned steps = min(path_tile, a.rows + nonzeros - first);
  if (threadIdx.x < 2)  // the rows ended before this block, and after it
    row_at[threadIdx.x] = rows_ended(a.start + 1, a.rows, first + threadIdx.x * steps);
  __syncthreads();
  const unsigned row = row_at[0], rows = row_at[1] - row;
  const unsigned nonzero = first - row, products = steps - rows;
  for (unsigned i = threadIdx.x; i < products; i += path_threads)
    product[i] = a.value[nonzero + i] * x[a.column[nonzero + i]];
  for (unsigned i = threadIdx.x; i < rows; i += path_threads)
    end[i] = a.start[row + i + 1] - nonzero;
  __syncthreads();
  // My own steps: i counts row ends, k products.
  const unsigned from = min(threadIdx.x * path_items, steps), to = min(from + path_items, steps);
  const unsigned my_row = rows_ended(end, rows, from);
  unsigned i = my_row, k = from - my_row;
  T sum = 0;
  for (unsigned step = from; step < to; ++step) {
    if (i == rows || k < end[i]) {
      sum += product[k++];
    } else {
      y[row + i++] = sum;
      sum = 0;
    }
  }
  OpenRow<T> of_block;
  const OpenRow<T> before =
      scan_block<path_threads>(OpenRow<T>{row + i, sum}, Continue<T>{}, of_block);
  if (i > my_row && before.row == row + my_row) y[row + my_row] += before.sum;
  if (threadIdx.x == 0) open[blockIdx.x] = of_block;
}

template <class T>
__global__ void add_open(const OpenRow<T>* open, unsigned blocks, unsigned rows, T* y) {
  const unsigned block = blockIdx.x * blockDim.x + threadIdx.x;
  if (block < blocks && open[block].row < rows) atomicAdd(&y[open[block].row], open[block].sum);
}

// Products with matrices of one size.
template <class T>
class PathProduct {
 public:
  explicit PathProduct(const CsrMatrix<T>& a) : nonzeros_(static_cast<unsigned>(a.nonzeros())) {
    const std::size_t steps = a.nonzeros() + a.view().rows;
    if (steps + path_tile > ~0u) throw std::length_error("steps are counted in 32 bits");
    open_ = Buffer<OpenRow<T>>((steps + path_tile - 1) / path_tile);
  }
  void operator()(Csr<T> a, const T* x, T* y) {
    const auto blocks = static_cast<unsigned>(open_.size());
    if (blocks == 0) return;  // no rows
    by_path<<<blocks, path_threads>>>(a, nonzeros_, x, y, open_.data());
    add_open<<<(blocks + 255) / 256, 256>>>(open_.data(), blocks, a.rows, y);
    check(cudaGetLastError());
  }

 private:
  unsigned nonzeros_;
  Buffer<OpenRow<T>> open_{0};
};

}  // namespace weft
