// What cuBLAS has beyond BLAS, for one matrix at a time.
#pragma once

#include "libraries/cublas/arguments.hpp"

namespace loom::cublas {

// C = alpha op(A) + beta op(B). C may be A or B where that one is not transposed and has C's leading dimension.
template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, const T* alpha,
                    const T* A, Size lda, const T* beta, const T* B, Size ldb, T* C, Size ldc) {
  const Shape a = stored(transa, m, n), b = stored(transb, m, n);
  const bool nothing = m == 0 || n == 0;
  const auto may_be_c = [=](const T* at, cublasOperation_t op, Size leading) {
    return nothing || at != C || (op == CUBLAS_OP_N && leading == ldc);
  };
  if (const auto bad = check(handle, {{is_operation(transa), "transa"}, {is_operation(transb), "transb"}, {is_count(m), "m"},
                                      {is_count(n), "n"}, {is_leading(lda, a.rows), "lda"}, {is_leading(ldb, b.rows), "ldb"},
                                      {is_leading(ldc, m), "ldc"}, {nothing || alpha != nullptr, "alpha"},
                                      {nothing || beta != nullptr, "beta"}, {may_be_c(A, transa, lda), "A"},
                                      {may_be_c(B, transb, ldb), "B"}}))
    return bad;
  if (nothing) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    const T factor_a = alpha.in(memory), factor_b = beta.in(memory);
    if (factor_a != T(0)) memory.reads("A", A, matrix(a.rows, a.columns, lda));
    if (factor_b != T(0)) memory.reads("B", B, matrix(b.rows, b.columns, ldb));
    memory.writes("C", C, matrix(m, n, ldc));
    const auto term = [](T factor, cublasOperation_t op, const T* at, Size leading, Size i, Size j) {
      if (factor == T(0)) return T(0);
      if (op == CUBLAS_OP_N) return factor * at[j * leading + i];
      return factor * (op == CUBLAS_OP_C ? conjugate(at[i * leading + j]) : at[i * leading + j]);
    };
    for (Size j = 0; j < n; ++j)
      for (Size i = 0; i < m; ++i) C[j * ldc + i] = term(factor_a, transa, A, lda, i, j) + term(factor_b, transb, B, ldb, i, j);
  });
}

// C = diag(x) A, or A diag(x).
template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t mode, Size m, Size n, const T* A, Size lda, const T* x, Size incx, T* C,
                    Size ldc) {
  if (const auto bad = check(handle, {{is_side(mode), "mode"}, {is_count(m), "m"}, {is_count(n), "n"}, {is_leading(lda, m), "lda"},
                                      {is_leading(ldc, m), "ldc"}}))
    return bad;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const bool left = mode == CUBLAS_SIDE_LEFT;
  return submit(handle, [=](const Memory& memory) {
    memory.reads("A", A, matrix(m, n, lda));
    const Strided diagonal(memory.reads("x", x, vector(left ? m : n, incx)), left ? m : n, incx);
    memory.writes("C", C, matrix(m, n, ldc));
    for (Size j = 0; j < n; ++j)
      for (Size i = 0; i < m; ++i) C[j * ldc + i] = A[j * lda + i] * diagonal[left ? i : j];
  });
}

// Calls with the index of each element of a triangle, in full and packed storage.
template <class Visit>
void over_triangle(cublasFillMode_t uplo, Size n, Size lda, Visit visit) {
  const Area area = triangle(uplo, n, lda);
  Size in_packed = 0;
  for (Size j = 0; j < n; ++j)
    for (Size i = area.begin(j); i < area.end(j); ++i) visit(j * lda + i, in_packed++);
}

template <class T>
cublasStatus_t tpttr(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* AP, T* A, Size lda) {
  if (const auto bad = check(handle, {{is_triangle(uplo), "uplo"}, {is_count(n), "n"}, {is_leading(lda, n), "lda"}})) return bad;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    memory.reads("AP", AP, packed(n));
    memory.writes("A", A, triangle(uplo, n, lda));
    over_triangle(uplo, n, lda, [=](Size full, Size in_packed) { A[full] = AP[in_packed]; });
  });
}

template <class T>
cublasStatus_t trttp(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* A, Size lda, T* AP) {
  if (const auto bad = check(handle, {{is_triangle(uplo), "uplo"}, {is_count(n), "n"}, {is_leading(lda, n), "lda"}})) return bad;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    memory.reads("A", A, triangle(uplo, n, lda));
    memory.writes("AP", AP, packed(n));
    over_triangle(uplo, n, lda, [=](Size full, Size in_packed) { AP[in_packed] = A[full]; });
  });
}

}  // namespace loom::cublas
