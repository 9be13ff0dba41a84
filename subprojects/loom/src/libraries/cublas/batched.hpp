// Many small operations in one call. The matrices are named by an array of pointers, which lies on the device as they do, or they
// lie a fixed distance apart.
#pragma once

#include "libraries/cublas/level2.hpp"
#include "libraries/cublas/level3.hpp"

namespace loom::cublas {

// The array of pointers itself; where the batch is empty nothing is looked at.
template <class P>
const P* pointers(const Memory& memory, const char* argument, const P* array, Size count) {
  return memory.reads(argument, array, vector(count, 1));
}

template <class T>
cublasStatus_t gemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, Size k,
                           const T* alpha, const T* const* Aarray, Size lda, const T* const* Barray, Size ldb, const T* beta,
                           T* const* Carray, Size ldc, Size batchCount) {
  const Product<T> product{transa, transb, m, n, k, lda, ldb, ldc};
  if (const auto bad = product.check_arguments(handle, alpha, beta)) return bad;
  if (const auto bad = check(handle, {{is_count(batchCount), "batchCount"}})) return bad;
  if (product.is_empty() || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    const T a = alpha.in(memory), b = beta.in(memory);
    pointers(memory, "Carray", Carray, batchCount);
    const bool multiplies = a != T(0) && k > 0;
    if (multiplies) {
      pointers(memory, "Aarray", Aarray, batchCount);
      pointers(memory, "Barray", Barray, batchCount);
    }
    for (Size i = 0; i < batchCount; ++i) {
      const T* const A = multiplies ? Aarray[i] : nullptr;
      const T* const B = multiplies ? Barray[i] : nullptr;
      product.look(memory, multiplies, b != T(0), {"Aarray", "Barray", "Carray"}, A, B, Carray[i]);
      product.compute(multiplies ? a : T(0), A, B, b, Carray[i]);
    }
  });
}

template <class T>
cublasStatus_t gemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, Size k,
                                  const T* alpha, const T* A, Size lda, long long strideA, const T* B, Size ldb, long long strideB,
                                  const T* beta, T* C, Size ldc, long long strideC, Size batchCount) {
  const Product<T> product{transa, transb, m, n, k, lda, ldb, ldc};
  if (const auto bad = product.check_arguments(handle, alpha, beta)) return bad;
  if (const auto bad = check(handle, {{is_count(batchCount), "batchCount"}})) return bad;
  if (product.is_empty()) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    const T a = alpha.in(memory), b = beta.in(memory);
    for (Size i = 0; i < batchCount; ++i)
      product.look_and_compute(memory, a, A + i * strideA, B + i * strideB, b, C + i * strideC);
  });
}

// Elements of A and x are X, those of y are Y, and T is what alpha and beta are and what is computed in.
template <class T, class X, class Y>
struct VectorProduct {
  cublasOperation_t trans;
  Size m, n, lda, incx, incy;

  bool transposes() const { return trans == CUBLAS_OP_T || trans == CUBLAS_OP_C; }
  cublasStatus_t check_arguments(cublasHandle_t handle, const T* alpha, const T* beta, Size batchCount) const {
    return check(handle, {{is_operation(trans), "trans"}, {is_count(m), "m"}, {is_count(n), "n"}, {is_leading(lda, m), "lda"},
                          {alpha != nullptr, "alpha"}, {beta != nullptr, "beta"}, {is_count(batchCount), "batchCount"}});
  }
  void look_and_compute(const Memory& memory, const char* const (&names)[3], T alpha, const X* A, const X* x, T beta, Y* y) const {
    if (alpha != T(0)) {
      memory.reads(names[0], A, matrix(m, n, lda));
      memory.reads(names[1], x, vector(transposes() ? m : n, incx));
    }
    memory.updates_if(beta != T(0), names[2], y, vector(transposes() ? n : m, incy));
    multiply_any(trans, m, n, alpha, A, lda, x, incx, beta, y, incy);
  }
};

template <class T, class X, class Y>
cublasStatus_t gemvBatched(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n, const T* alpha, const X* const* Aarray,
                           Size lda, const X* const* xarray, Size incx, const T* beta, Y* const* yarray, Size incy,
                           Size batchCount) {
  const VectorProduct<T, X, Y> product{trans, m, n, lda, incx, incy};
  if (const auto bad = product.check_arguments(handle, alpha, beta, batchCount)) return bad;
  if (m == 0 || n == 0 || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    const T a = alpha.in(memory), b = beta.in(memory);
    pointers(memory, "Aarray", Aarray, batchCount);
    pointers(memory, "xarray", xarray, batchCount);
    pointers(memory, "yarray", yarray, batchCount);
    for (Size i = 0; i < batchCount; ++i)
      product.look_and_compute(memory, {"Aarray", "xarray", "yarray"}, a, Aarray[i], xarray[i], b, yarray[i]);
  });
}

template <class T, class X, class Y>
cublasStatus_t gemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n, const T* alpha, const X* A,
                                  Size lda, long long strideA, const X* x, Size incx, long long stridex, const T* beta, Y* y,
                                  Size incy, long long stridey, Size batchCount) {
  const VectorProduct<T, X, Y> product{trans, m, n, lda, incx, incy};
  if (const auto bad = product.check_arguments(handle, alpha, beta, batchCount)) return bad;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    const T a = alpha.in(memory), b = beta.in(memory);
    for (Size i = 0; i < batchCount; ++i)
      product.look_and_compute(memory, {"A", "x", "y"}, a, A + i * strideA, x + i * stridex, b, y + i * stridey);
  });
}

template <class T>
cublasStatus_t trsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, Size m, Size n, const T* alpha, const T* const* A, Size lda, T* const* B,
                           Size ldb, Size batchCount) {
  const FromSide shape{side, uplo, trans, diag, m, n};
  if (const auto bad = shape.check_arguments(handle, alpha, lda, ldb)) return bad;
  if (const auto bad = check(handle, {{is_count(batchCount), "batchCount"}})) return bad;
  if (shape.is_empty() || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha)](const Memory& memory) {
    const T a = alpha.in(memory);
    pointers(memory, "A", A, batchCount);
    pointers(memory, "B", B, batchCount);
    for (Size i = 0; i < batchCount; ++i) {
      if (a != T(0)) memory.reads("A", A[i], shape.of_a(lda));
      memory.updates_if(a != T(0), "B", B[i], matrix(m, n, ldb));
      shape.solve(a, A[i], lda, B[i], ldb);
    }
  });
}

}  // namespace loom::cublas
