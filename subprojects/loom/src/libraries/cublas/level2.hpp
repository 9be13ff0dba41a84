// Level 2: a matrix and vectors.
//
// Most of these are y = alpha A x + beta y, x = A x, x = A⁻¹ x or A = alpha x yᵀ + A, for matrices that are stored in some way
// and of which only a part is looked at. Each such form stands here once; a routine adds how its matrix is stored.
#pragma once

#include <algorithm>

#include "libraries/cublas/arguments.hpp"

namespace loom::cublas {

// y = alpha op(A) x + beta y, with y of m elements and x of n. A is not looked at where alpha is 0, y is not where beta is.
template <class T, class Multiply>
cublasStatus_t multiply_vector(cublasHandle_t handle, Size m, Size n, const T* alpha, const char* name, const T* A,
                               const Area& area, const T* x, Size incx, const T* beta, T* y, Size incy, Multiply multiply) {
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha), beta = Scalar(handle, "beta", beta)](const Memory& memory) {
    const T a = alpha.in(memory), b = beta.in(memory);
    memory.updates_if(b != T(0), "y", y, vector(m, incy));
    if (b == T(0)) fill(y, vector(m, incy), T(0));
    if (a != T(0)) {
      memory.reads(name, A, area);
      memory.reads("x", x, vector(n, incx));
    }
    multiply(a, b);
  });
}

// OpenBLAS does not take an increment of zero, does not conjugate without transposing, and has no elements of 16 bits. cuBLAS does
// and has all that, here alone.
template <class T, class X, class Y>
void multiply_any(cublasOperation_t op, Size m, Size n, T alpha, const X* A, Size lda, const X* x, Size incx, T beta, Y* y,
                  Size incy) {
  const bool transposes = op == CUBLAS_OP_T || op == CUBLAS_OP_C, conjugates = op == CUBLAS_OP_CONJG;
  const Size of_x = transposes ? m : n, of_y = transposes ? n : m;
  std::vector<T> product(static_cast<std::size_t>(of_y));
  if (alpha != T(0)) {
    std::vector<T> from = gathered<T>(x, of_x, incx);
    if (conjugates) std::transform(from.begin(), from.end(), from.begin(), conjugate<T>);
    const char letter_of_op = letter(transposes ? op : CUBLAS_OP_N);
    if constexpr (std::is_same_v<X, T>)
      fortran::gemv(letter_of_op, m, n, 1, A, lda, from.data(), 1, 0, product.data(), 1);
    else
      fortran::gemv(letter_of_op, m, n, 1, gathered<T>(A, Shape{m, n}, lda).data(), m, from.data(), 1, 0, product.data(), 1);
  }
  const Strided to(y, of_y, incy);
  for (Size i = 0; i < of_y; ++i) {
    const T element = product[static_cast<std::size_t>(i)];
    to[i] = static_cast<Y>(alpha * (conjugates ? conjugate(element) : element) + (beta == T(0) ? T(0) : beta * static_cast<T>(to[i])));
  }
}

template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n, const T* alpha, const T* A, Size lda,
                    const T* x, Size incx, const T* beta, T* y, Size incy) {
  const bool nothing = m <= 0 || n <= 0;
  if (const auto bad = check(handle, {{is_operation(trans) || trans == CUBLAS_OP_CONJG, "trans"},
                                      {nothing || is_leading(lda, m), "lda"},
                                      {nothing || alpha != nullptr, "alpha"},
                                      {nothing || beta != nullptr, "beta"}}))
    return bad;
  if (nothing) return CUBLAS_STATUS_SUCCESS;
  const bool transposes = trans == CUBLAS_OP_T || trans == CUBLAS_OP_C;
  return multiply_vector(handle, transposes ? n : m, transposes ? m : n, alpha, "A", A, matrix(m, n, lda), x, incx, beta, y, incy,
                         [=](T a, T b) { multiply_any(trans, m, n, a, A, lda, x, incx, b, y, incy); });
}

template <class T>
cublasStatus_t gbmv(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n, Size kl, Size ku, const T* alpha, const T* A,
                    Size lda, const T* x, Size incx, const T* beta, T* y, Size incy) {
  if (const auto bad = check(handle, {{is_operation(trans), "trans"}, {is_count(m), "m"}, {is_count(n), "n"}, {is_count(kl), "kl"},
                                      {is_count(ku), "ku"}, {is_leading(lda, kl + ku + 1), "lda"}, {is_increment(incx), "incx"},
                                      {is_increment(incy), "incy"}, {alpha != nullptr, "alpha"}, {beta != nullptr, "beta"}}))
    return bad;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const bool transposes = trans != CUBLAS_OP_N;
  return multiply_vector(handle, transposes ? n : m, transposes ? m : n, alpha, "A", A, band(m, n, kl, ku, lda), x, incx, beta, y,
                         incy, [=](T a, T b) { fortran::gbmv(letter(trans), m, n, kl, ku, a, A, lda, x, incx, b, y, incy); });
}

// Symmetric and Hermitian matrices, of which one triangle is stored.
template <class T, class Multiply>
cublasStatus_t multiply_symmetric(cublasHandle_t handle, cublasFillMode_t uplo, Size n, std::initializer_list<Rule> of_storage,
                                  const T* alpha, const char* name, const T* A, const Area& area, const T* x, Size incx,
                                  const T* beta, T* y, Size incy, Multiply multiply) {
  if (const auto bad = check(handle, {{is_triangle(uplo), "uplo"}, {is_count(n), "n"}})) return bad;
  if (const auto bad = check(handle, of_storage)) return bad;
  if (const auto bad = check(handle, {{is_increment(incx), "incx"}, {is_increment(incy), "incy"}, {alpha != nullptr, "alpha"},
                                      {beta != nullptr, "beta"}}))
    return bad;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return multiply_vector(handle, n, n, alpha, name, A, area, x, incx, beta, y, incy, multiply);
}

template <class T>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* A, Size lda, const T* x,
                    Size incx, const T* beta, T* y, Size incy) {
  return multiply_symmetric(handle, uplo, n, {{is_leading(lda, n), "lda"}}, alpha, "A", A, triangle(uplo, n, lda), x, incx, beta, y,
                            incy, [=](T a, T b) { fortran::symv(letter(uplo), n, a, A, lda, x, incx, b, y, incy); });
}

template <class T>
cublasStatus_t hemv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* A, Size lda, const T* x,
                    Size incx, const T* beta, T* y, Size incy) {
  return multiply_symmetric(handle, uplo, n, {{is_leading(lda, n), "lda"}}, alpha, "A", A, triangle(uplo, n, lda), x, incx, beta, y,
                            incy, [=](T a, T b) { fortran::hemv(letter(uplo), n, a, A, lda, x, incx, b, y, incy); });
}

template <class T>
cublasStatus_t sbmv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, Size k, const T* alpha, const T* A, Size lda, const T* x,
                    Size incx, const T* beta, T* y, Size incy) {
  return multiply_symmetric(handle, uplo, n, {{is_count(k), "k"}, {is_leading(lda, k + 1), "lda"}}, alpha, "A", A,
                            triangular_band(uplo, n, k, lda), x, incx, beta, y, incy,
                            [=](T a, T b) { fortran::sbmv(letter(uplo), n, k, a, A, lda, x, incx, b, y, incy); });
}

template <class T>
cublasStatus_t hbmv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, Size k, const T* alpha, const T* A, Size lda, const T* x,
                    Size incx, const T* beta, T* y, Size incy) {
  return multiply_symmetric(handle, uplo, n, {{is_count(k), "k"}, {is_leading(lda, k + 1), "lda"}}, alpha, "A", A,
                            triangular_band(uplo, n, k, lda), x, incx, beta, y, incy,
                            [=](T a, T b) { fortran::hbmv(letter(uplo), n, k, a, A, lda, x, incx, b, y, incy); });
}

template <class T>
cublasStatus_t spmv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* AP, const T* x, Size incx,
                    const T* beta, T* y, Size incy) {
  return multiply_symmetric(handle, uplo, n, {}, alpha, "AP", AP, packed(n), x, incx, beta, y, incy,
                            [=](T a, T b) { fortran::spmv(letter(uplo), n, a, AP, x, incx, b, y, incy); });
}

template <class T>
cublasStatus_t hpmv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* AP, const T* x, Size incx,
                    const T* beta, T* y, Size incy) {
  return multiply_symmetric(handle, uplo, n, {}, alpha, "AP", AP, packed(n), x, incx, beta, y, incy,
                            [=](T a, T b) { fortran::hpmv(letter(uplo), n, a, AP, x, incx, b, y, incy); });
}

// x = op(A) x, or x = op(A)⁻¹ x, with A triangular.
struct Triangular {
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;
  Size n;
};

template <class T, class Compute>
cublasStatus_t in_place(cublasHandle_t handle, const Triangular& shape, std::initializer_list<Rule> of_storage, const char* name,
                        const T* A, const Area& area, T* x, Size incx, Compute compute) {
  if (const auto bad = check(handle, {{is_triangle(shape.uplo), "uplo"}, {is_operation(shape.trans), "trans"},
                                      {is_diagonal(shape.diag), "diag"}, {is_count(shape.n), "n"}}))
    return bad;
  if (const auto bad = check(handle, of_storage)) return bad;
  if (const auto bad = check(handle, {{is_increment(incx), "incx"}})) return bad;
  if (shape.n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    memory.reads(name, A, area);
    memory.updates("x", x, vector(shape.n, incx));
    compute(letter(shape.uplo), letter(shape.trans), letter(shape.diag));
  });
}

template <class T>
cublasStatus_t trmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Size n,
                    const T* A, Size lda, T* x, Size incx) {
  return in_place(handle, {uplo, trans, diag, n}, {{is_leading(lda, n), "lda"}}, "A", A, triangle(uplo, n, lda, diag), x, incx,
                  [=](char u, char t, char d) { fortran::trmv(u, t, d, n, A, lda, x, incx); });
}

template <class T>
cublasStatus_t trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Size n,
                    const T* A, Size lda, T* x, Size incx) {
  return in_place(handle, {uplo, trans, diag, n}, {{is_leading(lda, n), "lda"}}, "A", A, triangle(uplo, n, lda, diag), x, incx,
                  [=](char u, char t, char d) { fortran::trsv(u, t, d, n, A, lda, x, incx); });
}

template <class T>
cublasStatus_t tbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Size n, Size k,
                    const T* A, Size lda, T* x, Size incx) {
  return in_place(handle, {uplo, trans, diag, n}, {{is_count(k), "k"}, {is_leading(lda, k + 1), "lda"}}, "A", A,
                  triangular_band(uplo, n, k, lda, diag), x, incx,
                  [=](char u, char t, char d) { fortran::tbmv(u, t, d, n, k, A, lda, x, incx); });
}

template <class T>
cublasStatus_t tbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Size n, Size k,
                    const T* A, Size lda, T* x, Size incx) {
  return in_place(handle, {uplo, trans, diag, n}, {{is_count(k), "k"}, {is_leading(lda, k + 1), "lda"}}, "A", A,
                  triangular_band(uplo, n, k, lda, diag), x, incx,
                  [=](char u, char t, char d) { fortran::tbsv(u, t, d, n, k, A, lda, x, incx); });
}

template <class T>
cublasStatus_t tpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Size n,
                    const T* AP, T* x, Size incx) {
  return in_place(handle, {uplo, trans, diag, n}, {}, "AP", AP, packed(n), x, incx,
                  [=](char u, char t, char d) { fortran::tpmv(u, t, d, n, AP, x, incx); });
}

template <class T>
cublasStatus_t tpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Size n,
                    const T* AP, T* x, Size incx) {
  return in_place(handle, {uplo, trans, diag, n}, {}, "AP", AP, packed(n), x, incx,
                  [=](char u, char t, char d) { fortran::tpsv(u, t, d, n, AP, x, incx); });
}

// A = alpha x yᵀ + A in one of its variants. Nothing is looked at where alpha is 0.
template <class T, class A_, class Update>
cublasStatus_t add_product(cublasHandle_t handle, const A_* alpha, const T* x, const Area& of_x, const T* y, const Area& of_y,
                           const char* name, T* A, const Area& area, Update update) {
  if (area.columns == 0 || area.rows == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha)](const Memory& memory) {
    const A_ a = alpha.in(memory);
    if (a == A_(0)) return;
    memory.reads("x", x, of_x);
    if (y) memory.reads("y", y, of_y);
    memory.updates(name, A, area);
    update(a);
  });
}

template <class T, class Update>
cublasStatus_t add_outer_product(cublasHandle_t handle, Size m, Size n, const T* alpha, const T* x, Size incx, const T* y,
                                 Size incy, T* A, Size lda, Update update) {
  if (const auto bad = check(handle, {{is_count(m), "m"},
                                      {is_count(n), "n"},
                                      {is_increment(incx), "incx"},
                                      {is_increment(incy), "incy"},
                                      {is_leading(lda, m), "lda"},
                                      {alpha != nullptr, "alpha"}}))
    return bad;
  return add_product(handle, alpha, x, vector(m, incx), y, vector(n, incy), "A", A, matrix(m, n, lda), update);
}

template <class T>
cublasStatus_t geru(cublasHandle_t handle, Size m, Size n, const T* alpha, const T* x, Size incx, const T* y, Size incy, T* A,
                    Size lda) {
  return add_outer_product(handle, m, n, alpha, x, incx, y, incy, A, lda,
                           [=](T a) { fortran::geru(m, n, a, x, incx, y, incy, A, lda); });
}

template <class T>
cublasStatus_t gerc(cublasHandle_t handle, Size m, Size n, const T* alpha, const T* x, Size incx, const T* y, Size incy, T* A,
                    Size lda) {
  return add_outer_product(handle, m, n, alpha, x, incx, y, incy, A, lda,
                           [=](T a) { fortran::gerc(m, n, a, x, incx, y, incy, A, lda); });
}

// Those of them that keep A symmetric or Hermitian, and update one triangle. Without a y it is x twice.
template <class T, class A_, class Update>
cublasStatus_t add_symmetric(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const A_* alpha, const T* x, Size incx,
                             const T* y, Size incy, const char* name, T* A, const Area& area, Update update) {
  const bool is_packed = area.columns == 1 && area.step == 1 && area.rows == n * (n + 1) / 2;
  if (const auto bad = check(handle, {{is_triangle(uplo), "uplo"}, {is_count(n), "n"}, {is_increment(incx), "incx"},
                                      {is_increment(incy), "incy"}, {is_packed || is_leading(area.step, n), "lda"},
                                      {alpha != nullptr, "alpha"}}))
    return bad;
  return add_product(handle, alpha, x, vector(n, incx), y, vector(n, incy), name, A, area, update);
}

template <class T>
cublasStatus_t syr(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* x, Size incx, T* A, Size lda) {
  return add_symmetric<T>(handle, uplo, n, alpha, x, incx, nullptr, 1, "A", A, triangle(uplo, n, lda),
                          [=](T a) { fortran::syr(letter(uplo), n, a, x, incx, A, lda); });
}

template <class T>
cublasStatus_t spr(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* x, Size incx, T* AP) {
  return add_symmetric<T>(handle, uplo, n, alpha, x, incx, nullptr, 1, "AP", AP, packed(n),
                          [=](T a) { fortran::spr(letter(uplo), n, a, x, incx, AP); });
}

template <class T>
cublasStatus_t her(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const Real<T>* alpha, const T* x, Size incx, T* A,
                   Size lda) {
  return add_symmetric<T>(handle, uplo, n, alpha, x, incx, nullptr, 1, "A", A, triangle(uplo, n, lda),
                          [=](Real<T> a) { fortran::her(letter(uplo), n, a, x, incx, A, lda); });
}

template <class T>
cublasStatus_t hpr(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const Real<T>* alpha, const T* x, Size incx, T* AP) {
  return add_symmetric<T>(handle, uplo, n, alpha, x, incx, nullptr, 1, "AP", AP, packed(n),
                          [=](Real<T> a) { fortran::hpr(letter(uplo), n, a, x, incx, AP); });
}

// LAPACK has no csyr2; it is csyr2k for a rank of one.
template <class T>
cublasStatus_t syr2(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* x, Size incx, const T* y,
                    Size incy, T* A, Size lda) {
  return add_symmetric<T>(handle, uplo, n, alpha, x, incx, y, incy, "A", A, triangle(uplo, n, lda), [=](T a) {
    fortran::syr2k(letter(uplo), 'T', n, 1, a, gathered<T>(x, n, incx).data(), 1, gathered<T>(y, n, incy).data(), 1, 1, A, lda);
  });
}

template <class T>
cublasStatus_t spr2(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* x, Size incx, const T* y,
                    Size incy, T* AP) {
  return add_symmetric<T>(handle, uplo, n, alpha, x, incx, y, incy, "AP", AP, packed(n),
                          [=](T a) { fortran::spr2(letter(uplo), n, a, x, incx, y, incy, AP); });
}

template <class T>
cublasStatus_t her2(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* x, Size incx, const T* y,
                    Size incy, T* A, Size lda) {
  return add_symmetric<T>(handle, uplo, n, alpha, x, incx, y, incy, "A", A, triangle(uplo, n, lda),
                          [=](T a) { fortran::her2(letter(uplo), n, a, x, incx, y, incy, A, lda); });
}

template <class T>
cublasStatus_t hpr2(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* x, Size incx, const T* y,
                    Size incy, T* AP) {
  return add_symmetric<T>(handle, uplo, n, alpha, x, incx, y, incy, "AP", AP, packed(n),
                          [=](T a) { fortran::hpr2(letter(uplo), n, a, x, incx, y, incy, AP); });
}

}  // namespace loom::cublas
