// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 871bf2da73ce085822d748d459b962296ddaad96]
#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/merge-path.cuh"
#include "common/side-by-side.cuh"

template <class T>
__global__ void by_thread(weft::Csr<T> a, const T* x, T* y) {
  const std::size_t row = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  T sum = 0;
  for (unsigned k = a.start[row]; k < a.start[row + 1]; ++k) sum += a.value[k] * x[a.column[k]];
  y[row] = sum;
}

template <class T>
__global__ void by_warp(weft::Csr<T> a, const T* x, T* y) {
  const std::size_t row = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  if (row >= a.rows) return;  // the whole warp
  T sum = 0;
  for (unsigned k = a.start[row] + threadIdx.x % 32; k < a.start[row + 1]; k += 32)
    sum += a.value[k] * x[a.column[k]];
  sum = weft::join_warp(sum, weft::Sum<T>{});
  if (threadIdx.x % 32 == 0) y[row] = sum;
}

// Without cuSPARSE, an empty function takes its part in a race.
struct Absent {
  static constexpr bool there = false;
  explicit Absent(const auto&...) {}
  void operator()(auto...) {}
};

#if !defined(__LOOM__) && __has_include(<cusparse.h>)
#include <cusparse.h>

struct Rival : weft::Owner<cusparseHandle_t, cusparseDestroy> {
  static constexpr bool there = true;
  Rival(const weft::CsrMatrix<float>& of, const float* x, float* y) {
    const weft::Csr<float> a = of.view();
    const auto nonzeros = static_cast<std::int64_t>(of.nonzeros());
    REQUIRE(cusparseCreate(out()) == CUSPARSE_STATUS_SUCCESS);
    REQUIRE(cusparseCreateConstCsr(matrix.out(), a.rows, a.columns, nonzeros, a.start, a.column,
                                   a.value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS);
    REQUIRE(cusparseCreateConstDnVec(in.out(), a.columns, x, CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS);
    REQUIRE(cusparseCreateDnVec(result.out(), a.rows, y, CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS);
    std::size_t bytes = 0;
    REQUIRE(cusparseSpMV_bufferSize(*this, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero,
                                    result, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                                    &bytes) == CUSPARSE_STATUS_SUCCESS);
    workspace = weft::Buffer<char>(bytes);
    REQUIRE(cusparseSpMV_preprocess(*this, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero,
                                    result, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                                    workspace.data()) == CUSPARSE_STATUS_SUCCESS);
  }
  void operator()() {
    cusparseSpMV(*this, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, result, CUDA_R_32F,
                 CUSPARSE_SPMV_ALG_DEFAULT, workspace.data());
  }
  float one = 1, zero = 0;
  weft::Owner<cusparseConstSpMatDescr_t, cusparseDestroySpMat> matrix;
  weft::Owner<cusparseConstDnVecDescr_t, cusparseDestroyDnVec> in;
  weft::Owner<cusparseDnVecDescr_t, cusparseDestroyDnVec> result;
  weft::Buffer<char> workspace{0};
};
#else
using Rival = Absent;
#endif

// All kernels have to give the same numbers; on a GPU that measures, their speed is reported as well.
void race(const weft::Coo<float>& a) {
  const weft::CsrMatrix<float> matrix(a);
  std::vector<float> numbers(a.columns);
  for (unsigned i = 0; i < a.columns; ++i) numbers[i] = static_cast<float>((i * 7919ull) % 9) - 4;
  const weft::Buffer<float> x(numbers);
  weft::Buffer<float> of_thread(a.rows), of_warp(a.rows), of_path(a.rows), of_rival(a.rows);
  weft::PathProduct<float> path(matrix);
  Rival rival(matrix, x.data(), of_rival.data());
  const auto blocks = [&](std::size_t threads) { return static_cast<unsigned>((threads + 255) / 256); };
  const auto first = [&] { by_thread<<<blocks(a.rows), 256>>>(matrix.view(), x.data(), of_thread.data()); };
  const auto second = [&] { by_warp<<<blocks(32ull * a.rows), 256>>>(matrix.view(), x.data(), of_warp.data()); };
  const auto third = [&] { path(matrix.view(), x.data(), of_path.data()); };
  first(), second(), third(), rival();
  const std::vector<float> expected = of_thread.to_host();
  CHECK(of_warp.to_host() == expected);
  CHECK(of_path.to_host() == expected);
  if (Rival::there) CHECK(of_rival.to_host() == expected);
  if (!weft::measuring()) return;
  const auto seconds = weft::side_by_side(15, first, second, third, [&] { rival(); });
  const char* const names[] = {"thread per row", "warp per row", "merge path", "cuSPARSE"};
  for (int k = 0; k < (Rival::there ? 4 : 3); ++k)
    weft::report({names[k], 1.0 * a.rows, "rows", 1e-9 * static_cast<double>(a.nonzeros()) / seconds[k],
                  "G nonzeros/s"});
}

TEST_CASE("on a band, all kernels give the same numbers") {
  if (!weft::measuring()) race(weft::band_matrix<float>(1000, 8));
  for (unsigned n = 1 << 16; weft::measuring() && n <= 1 << 22; n *= 4)
    race(weft::band_matrix<float>(n, 8));
}
