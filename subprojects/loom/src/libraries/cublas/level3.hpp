// Level 3: matrices with matrices.
#pragma once

#include "libraries/cublas/arguments.hpp"

namespace loom::cublas {

// C = alpha op(A) op(B) + beta C, one of several perhaps. A and B are not looked at where alpha is 0, C is not where beta is.
template <class T>
struct Product {
  cublasOperation_t transa, transb;
  Size m, n, k;
  Size lda, ldb, ldc;

  Shape a() const { return stored(transa, m, k); }
  Shape b() const { return stored(transb, k, n); }
  bool is_empty() const { return m == 0 || n == 0; }

  cublasStatus_t check_arguments(cublasHandle_t handle, const void* alpha, const void* beta) const {
    return check(handle, {{is_operation(transa), "transa"},
                          {is_operation(transb), "transb"},
                          {is_count(m), "m"},
                          {is_count(n), "n"},
                          {is_count(k), "k"},
                          {is_leading(lda, a().rows), "lda"},
                          {is_leading(ldb, b().rows), "ldb"},
                          {is_leading(ldc, m), "ldc"},
                          {is_empty() || alpha, "alpha"},
                          {is_empty() || beta, "beta"}});
  }
  template <class X, class Z>
  void look(const Memory& memory, bool reads_factors, bool reads_c, const char* const (&names)[3], const X* A, const X* B,
            Z* C) const {
    if (reads_factors && k > 0) {
      memory.reads(names[0], A, matrix(a().rows, a().columns, lda));
      memory.reads(names[1], B, matrix(b().rows, b().columns, ldb));
    }
    memory.updates_if(reads_c, names[2], C, matrix(m, n, ldc));
  }
  // OpenBLAS multiplies NaN by an alpha of zero when the matrices are small.
  void compute(T alpha, const T* A, const T* B, T beta, T* C) const {
    if (alpha == T(0) || k == 0) return scale(C, matrix(m, n, ldc), beta);
    fortran::gemm(letter(transa), letter(transb), m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
  }
  void look_and_compute(const Memory& memory, T alpha, const T* A, const T* B, T beta, T* C) const {
    look(memory, alpha != T(0), beta != T(0), {"A", "B", "C"}, A, B, C);
    compute(alpha, A, B, beta, C);
  }
};

template <class T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, Size k,
                    const T* alpha, const T* A, Size lda, const T* B, Size ldb, const T* beta, T* C, Size ldc) {
  const Product<T> product{transa, transb, m, n, k, lda, ldb, ldc};
  if (const auto bad = product.check_arguments(handle, alpha, beta)) return bad;
  if (product.is_empty()) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    product.look_and_compute(memory, alpha.in(memory), A, B, beta.in(memory), C);
  });
}

// C = alpha A B + beta C, or with A on the right, where A is symmetric or Hermitian and one triangle of it is stored.
template <class T, class Multiply>
cublasStatus_t multiply_from_a_side(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Size m, Size n,
                                    const T* alpha, const T* A, Size lda, const T* B, Size ldb, const T* beta, T* C, Size ldc,
                                    Multiply multiply) {
  const Size order = side == CUBLAS_SIDE_LEFT ? m : n;
  if (const auto bad = check(handle, {{is_side(side), "side"}, {is_triangle(uplo), "uplo"}, {is_count(m), "m"}, {is_count(n), "n"},
                                      {is_leading(lda, order), "lda"}, {is_leading(ldb, m), "ldb"}, {is_leading(ldc, m), "ldc"},
                                      {alpha != nullptr, "alpha"}, {beta != nullptr, "beta"}}))
    return bad;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    const T a = alpha.in(memory), b = beta.in(memory);
    if (a != T(0)) {
      memory.reads("A", A, triangle(uplo, order, lda));
      memory.reads("B", B, matrix(m, n, ldb));
    }
    memory.updates_if(b != T(0), "C", C, matrix(m, n, ldc));
    if (a == T(0)) return scale(C, matrix(m, n, ldc), b);
    multiply(a, b);
  });
}

template <class T>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Size m, Size n, const T* alpha, const T* A,
                    Size lda, const T* B, Size ldb, const T* beta, T* C, Size ldc) {
  return multiply_from_a_side(handle, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc, [=](T a, T b) {
    fortran::symm(letter(side), letter(uplo), m, n, a, A, lda, B, ldb, b, C, ldc);
  });
}

template <class T>
cublasStatus_t hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Size m, Size n, const T* alpha, const T* A,
                    Size lda, const T* B, Size ldb, const T* beta, T* C, Size ldc) {
  return multiply_from_a_side(handle, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc, [=](T a, T b) {
    fortran::hemm(letter(side), letter(uplo), m, n, a, A, lda, B, ldb, b, C, ldc);
  });
}

// One triangle of C = alpha op(A) op'(B) + beta C, with op(A) and op(B) of n × k, in one of its variants. Without a B it is A
// twice. cuBLAS takes either way to transpose in the symmetric and in the Hermitian routines, and each means its own.
template <class T, class Alpha, class Beta, class Update>
cublasStatus_t update_triangle(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k,
                               const Alpha* alpha, const T* A, Size lda, const T* B, Size ldb, const Beta* beta, T* C, Size ldc,
                               Update update) {
  const Shape shape = stored(trans, n, k);
  if (const auto bad = check(handle, {{is_triangle(uplo), "uplo"},
                                      {is_operation(trans), "trans"},
                                      {is_count(n), "n"},
                                      {is_count(k), "k"},
                                      {is_leading(lda, shape.rows), "lda"},
                                      {!B || is_leading(ldb, shape.rows), "ldb"},
                                      {is_leading(ldc, n), "ldc"},
                                      {alpha != nullptr, "alpha"},
                                      {beta != nullptr, "beta"}}))
    return bad;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    const Alpha a = alpha.in(memory);
    const Beta b = beta.in(memory);
    if ((a == Alpha(0) || k == 0) && b == Beta(1)) return;
    if (a != Alpha(0)) {
      memory.reads("A", A, matrix(shape.rows, shape.columns, lda));
      if (B) memory.reads("B", B, matrix(shape.rows, shape.columns, ldb));
    }
    memory.updates_if(b != Beta(0), "C", C, triangle(uplo, n, ldc));
    if (b == Beta(0)) fill(C, triangle(uplo, n, ldc), T(0));
    update(a, b);
  });
}

template <class T>
cublasStatus_t syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k, const T* alpha,
                    const T* A, Size lda, const T* beta, T* C, Size ldc) {
  return update_triangle<T>(handle, uplo, trans, n, k, alpha, A, lda, nullptr, 0, beta, C, ldc, [=](T a, T b) {
    fortran::syrk(letter(uplo), trans == CUBLAS_OP_N ? 'N' : 'T', n, k, a, A, lda, b, C, ldc);
  });
}

template <class T>
cublasStatus_t herk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k, const Real<T>* alpha,
                    const T* A, Size lda, const Real<T>* beta, T* C, Size ldc) {
  return update_triangle<T>(handle, uplo, trans, n, k, alpha, A, lda, nullptr, 0, beta, C, ldc, [=](Real<T> a, Real<T> b) {
    fortran::herk(letter(uplo), trans == CUBLAS_OP_N ? 'N' : 'C', n, k, a, A, lda, b, C, ldc);
  });
}

template <class T>
cublasStatus_t syr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k, const T* alpha,
                     const T* A, Size lda, const T* B, Size ldb, const T* beta, T* C, Size ldc) {
  return update_triangle(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, [=](T a, T b) {
    fortran::syr2k(letter(uplo), trans == CUBLAS_OP_N ? 'N' : 'T', n, k, a, A, lda, B, ldb, b, C, ldc);
  });
}

template <class T>
cublasStatus_t her2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k, const T* alpha,
                     const T* A, Size lda, const T* B, Size ldb, const Real<T>* beta, T* C, Size ldc) {
  return update_triangle(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, [=](T a, Real<T> b) {
    fortran::her2k(letter(uplo), trans == CUBLAS_OP_N ? 'N' : 'C', n, k, a, A, lda, B, ldb, b, C, ldc);
  });
}

// BLAS has no such routine: the program vouches that the product is symmetric or Hermitian, and one triangle of it is wanted.
template <class T, class Beta>
void add_triangle_of_product(cublasFillMode_t uplo, cublasOperation_t trans, char transposed, Size n, Size k, T alpha, const T* A,
                             Size lda, const T* B, Size ldb, Beta beta, T* C, Size ldc) {
  std::vector<T> product(static_cast<std::size_t>(n * n));
  const bool plain = trans == CUBLAS_OP_N;
  fortran::gemm(plain ? 'N' : transposed, plain ? transposed : 'N', n, n, k, alpha, A, lda, B, ldb, 0, product.data(), n);
  const Area area = triangle(uplo, n, ldc);
  for (Size j = 0; j < n; ++j)
    for (Size i = area.begin(j); i < area.end(j); ++i) {
      T& element = C[j * ldc + i];
      element = product[static_cast<std::size_t>(j * n + i)] + beta * element;
      if (i == j && transposed == 'C') element = std::real(element);
    }
}

template <class T>
cublasStatus_t syrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k, const T* alpha,
                     const T* A, Size lda, const T* B, Size ldb, const T* beta, T* C, Size ldc) {
  return update_triangle(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, [=](T a, T b) {
    add_triangle_of_product(uplo, trans, 'T', n, k, a, A, lda, B, ldb, b, C, ldc);
  });
}

template <class T>
cublasStatus_t herkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k, const T* alpha,
                     const T* A, Size lda, const T* B, Size ldb, const Real<T>* beta, T* C, Size ldc) {
  return update_triangle(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, [=](T a, Real<T> b) {
    add_triangle_of_product(uplo, trans, 'C', n, k, a, A, lda, B, ldb, b, C, ldc);
  });
}

// Products with a triangular matrix from one side, and equations with one.
struct FromSide {
  cublasSideMode_t side;
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;
  Size m, n;

  Size order() const { return side == CUBLAS_SIDE_LEFT ? m : n; }
  bool is_empty() const { return m == 0 || n == 0; }
  Area of_a(Size lda) const { return triangle(uplo, order(), lda, diag); }

  cublasStatus_t check_arguments(cublasHandle_t handle, const void* alpha, Size lda, Size ldb) const {
    return check(handle, {{is_side(side), "side"},
                          {is_triangle(uplo), "uplo"},
                          {is_operation(trans), "trans"},
                          {is_diagonal(diag), "diag"},
                          {is_count(m), "m"},
                          {is_count(n), "n"},
                          {is_leading(lda, order()), "lda"},
                          {is_leading(ldb, m), "ldb"},
                          {is_empty() || alpha, "alpha"}});
  }
  template <class T>
  void solve(T alpha, const T* A, Size lda, T* B, Size ldb) const {
    if (alpha == T(0)) fill(B, matrix(m, n, ldb), T(0));
    else fortran::trsm(letter(side), letter(uplo), letter(trans), letter(diag), m, n, alpha, A, lda, B, ldb);
  }
};

template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Size m, Size n, const T* alpha, const T* A, Size lda, T* B, Size ldb) {
  const FromSide shape{side, uplo, trans, diag, m, n};
  if (const auto bad = shape.check_arguments(handle, alpha, lda, ldb)) return bad;
  if (shape.is_empty()) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha)](const Memory& memory) {
    const T a = alpha.in(memory);
    if (a != T(0)) memory.reads("A", A, shape.of_a(lda));
    memory.updates_if(a != T(0), "B", B, matrix(m, n, ldb));
    shape.solve(a, A, lda, B, ldb);
  });
}

// Unlike BLAS's, this one leaves B as it is, unless C is the same matrix.
template <class T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Size m, Size n, const T* alpha, const T* A, Size lda, const T* B, Size ldb, T* C,
                    Size ldc) {
  const FromSide shape{side, uplo, trans, diag, m, n};
  if (const auto bad = shape.check_arguments(handle, alpha, lda, ldb)) return bad;
  if (const auto bad = check(handle, {{is_leading(ldc, m), "ldc"}})) return bad;
  if (shape.is_empty()) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha)](const Memory& memory) {
    const T a = alpha.in(memory);
    if (a != T(0)) {
      memory.reads("A", A, shape.of_a(lda));
      memory.reads("B", B, matrix(m, n, ldb));
    }
    memory.writes("C", C, matrix(m, n, ldc));
    if (a == T(0)) return fill(C, matrix(m, n, ldc), T(0));
    std::vector<T> product(static_cast<std::size_t>(m * n));
    for (Size j = 0; j < n; ++j) std::copy_n(B + j * ldb, m, product.begin() + j * m);
    fortran::trmm(letter(side), letter(uplo), letter(trans), letter(diag), m, n, a, A, lda, product.data(), m);
    for (Size j = 0; j < n; ++j) std::copy_n(product.begin() + j * m, m, C + j * ldc);
  });
}

}  // namespace loom::cublas
