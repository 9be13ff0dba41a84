// Products of small matrices by a warp: all types, both orders of rows and columns, other shapes, and scaling of what a fragment holds.
// prints: half 0, transposed 0, wide 0, tall 0, into half 0
// prints: bfloat16 0, tf32 0, bytes 0, signs 0, double 0
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

// c = 2 * a * b + c, with small integers: exact in every type.
template <int m, int n, int k, class T, class C, class A, class B>
__global__ void multiply(const typename wmma::fragment<wmma::matrix_a, m, n, k, T, A>::storage_element_type* a,
                         const typename wmma::fragment<wmma::matrix_a, m, n, k, T, A>::storage_element_type* b, C* c, int lda, int ldb, wmma::layout_t order,
                         int ldc) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, A> left;
  wmma::fragment<wmma::matrix_b, m, n, k, T, B> right;
  wmma::fragment<wmma::accumulator, m, n, k, C> sum, before;
  wmma::fill_fragment(sum, C(0));
  wmma::load_matrix_sync(left, a, lda);
  wmma::load_matrix_sync(right, b, ldb);
  wmma::mma_sync(sum, left, right, sum);
  wmma::load_matrix_sync(before, c, ldc, order);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = C(2) * sum.x[i] + before.x[i];
  wmma::store_matrix_sync(c, sum, ldc, order);
}

template <int m, int n, int k, class T, class C, class A, class B, class Stored = T>
int wrong(wmma::layout_t order, bool negative = true) {
  const bool a_rows = std::is_same_v<A, wmma::row_major>, b_rows = std::is_same_v<B, wmma::row_major>, c_rows = order == wmma::mem_row_major;
  const int lda = a_rows ? k : m, ldb = b_rows ? n : k, ldc = (c_rows ? n : m) + 8;
  Stored *a, *b;
  C* c;
  cudaMallocManaged(&a, m * k * sizeof *a);
  cudaMallocManaged(&b, k * n * sizeof *b);
  cudaMallocManaged(&c, (m + 8) * (n + 8) * sizeof *c);
  const auto value = [negative](int i, int j) { return (3 * i + 5 * j) % 7 - (negative ? 3 : 0); };
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < k; ++j) a[a_rows ? i * lda + j : j * lda + i] = Stored(value(i, j));
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < n; ++j) b[b_rows ? i * ldb + j : j * ldb + i] = Stored(value(j, i + 1));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) c[c_rows ? i * ldc + j : j * ldc + i] = C(i - j);
  multiply<m, n, k, T, C, A, B><<<1, 32>>>(a, b, c, lda, ldb, order, ldc);
  if (cudaDeviceSynchronize() != cudaSuccess) return -1;
  int count = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int l = 0; l < k; ++l) sum += value(i, l) * value(j, l + 1);
      count += static_cast<double>(c[c_rows ? i * ldc + j : j * ldc + i]) != 2 * sum + i - j;
    }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return count;
}

int main() {
  using Rows = wmma::row_major;
  using Columns = wmma::col_major;
  std::printf("half %d, transposed %d, wide %d, tall %d, into half %d\n", wrong<16, 16, 16, half, float, Rows, Rows>(wmma::mem_row_major),
              wrong<16, 16, 16, half, float, Columns, Columns>(wmma::mem_col_major), wrong<8, 32, 16, half, float, Rows, Columns>(wmma::mem_row_major),
              wrong<32, 8, 16, half, float, Columns, Rows>(wmma::mem_row_major), wrong<16, 16, 16, half, half, Rows, Columns>(wmma::mem_col_major));
  std::printf("bfloat16 %d, tf32 %d, bytes %d, signs %d, double %d\n", wrong<16, 16, 16, __nv_bfloat16, float, Rows, Columns>(wmma::mem_row_major),
              wrong<16, 16, 8, wmma::precision::tf32, float, Rows, Columns, float>(wmma::mem_row_major),
              wrong<16, 16, 16, unsigned char, int, Rows, Columns>(wmma::mem_row_major, false),
              wrong<16, 16, 16, signed char, int, Columns, Rows>(wmma::mem_row_major), wrong<8, 8, 4, double, double, Rows, Columns>(wmma::mem_row_major));
}
