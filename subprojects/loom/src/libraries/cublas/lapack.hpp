// Factorisations of many small matrices, over LAPACK.
#pragma once

#include <numeric>

#include "libraries/cublas/batched.hpp"

namespace loom::cublas {

// Some routines tell through a number on the host which of their arguments is wrong, as LAPACK does.
struct Numbered {
  bool kept;
  const char* argument;
  int number;
};

inline cublasStatus_t check(cublasHandle_t handle, int* info, std::initializer_list<Numbered> rules) {
  if (const auto bad = check(handle, {{info != nullptr, "info"}})) return bad;
  *info = 0;
  for (const Numbered& rule : rules)
    if (!rule.kept) *info = *info == 0 ? -rule.number : *info;
  for (const Numbered& rule : rules)
    if (const auto bad = check(handle, {{rule.kept, rule.argument}})) return bad;
  return CUBLAS_STATUS_SUCCESS;
}

// Right-looking elimination without exchanges. Answers the first step whose pivot is zero, from 1, or 0.
template <class T>
int factorise_without_pivots(Size n, T* A, Size lda) {
  int singular = 0;
  for (Size k = 0; k < n; ++k) {
    const T pivot = A[k * lda + k];
    if (pivot == T(0) && singular == 0) singular = static_cast<int>(k + 1);
    for (Size i = k + 1; i < n; ++i) A[k * lda + i] /= pivot;
    for (Size j = k + 1; j < n; ++j)
      for (Size i = k + 1; i < n; ++i) A[j * lda + i] -= A[k * lda + i] * A[j * lda + k];
  }
  return singular;
}

template <class T>
cublasStatus_t getrfBatched(cublasHandle_t handle, Size n, T* const* A, Size lda, int* P, int* info, Size batchSize) {
  if (const auto bad = check(handle, {{is_count(n), "n"}, {is_leading(lda, n), "lda"}, {is_count(batchSize), "batchSize"}}))
    return bad;
  if (n == 0 || batchSize == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    pointers(memory, "A", A, batchSize);
    memory.writes("info", info, vector(batchSize, 1));
    if (P) memory.writes("P", P, vector(batchSize * n, 1));
    for (Size i = 0; i < batchSize; ++i) {
      memory.updates("A", A[i], matrix(n, n, lda));
      if (P) fortran::getrf(n, n, A[i], lda, P + i * n, info[i]);
      else info[i] = factorise_without_pivots(n, A[i], lda);
    }
  });
}

// Without pivots no rows were exchanged.
inline std::vector<int> pivots_or_none(const int* P, Size n) {
  if (P) return {P, P + n};
  std::vector<int> none(static_cast<std::size_t>(n));
  std::iota(none.begin(), none.end(), 1);
  return none;
}

template <class T>
cublasStatus_t getrsBatched(cublasHandle_t handle, cublasOperation_t trans, Size n, Size nrhs, const T* const* Aarray, Size lda,
                            const int* devIpiv, T* const* Barray, Size ldb, int* info, Size batchSize) {
  if (const auto bad = check(handle, info, {{is_operation(trans), "trans", 1}, {is_count(n), "n", 2}, {is_count(nrhs), "nrhs", 3},
                                            {is_leading(lda, n), "lda", 5}, {is_leading(ldb, n), "ldb", 8},
                                            {is_count(batchSize), "batchSize", 10}}))
    return bad;
  if (n == 0 || nrhs == 0 || batchSize == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    pointers(memory, "Aarray", Aarray, batchSize);
    pointers(memory, "Barray", Barray, batchSize);
    if (devIpiv) memory.reads("devIpiv", devIpiv, vector(batchSize * n, 1));
    for (Size i = 0; i < batchSize; ++i) {
      memory.reads("Aarray", Aarray[i], matrix(n, n, lda));
      memory.updates("Barray", Barray[i], matrix(n, nrhs, ldb));
      const std::vector<int> pivots = pivots_or_none(devIpiv ? devIpiv + i * n : nullptr, n);
      int ignored = 0;
      fortran::getrs(letter(trans), n, nrhs, Aarray[i], lda, pivots.data(), Barray[i], ldb, ignored);
    }
  });
}

// The inverse from the factors. Answers the first zero on U's diagonal, from 1, where there is none.
template <class T>
int invert(Size n, const T* factors, Size lda, const std::vector<int>& pivots, T* inverse, Size ldc) {
  for (Size k = 0; k < n; ++k)
    if (factors[k * lda + k] == T(0)) return static_cast<int>(k + 1);
  fill(inverse, matrix(n, n, ldc), T(0));
  for (Size k = 0; k < n; ++k) inverse[k * ldc + k] = T(1);
  int ignored = 0;
  fortran::getrs('N', n, n, factors, lda, pivots.data(), inverse, ldc, ignored);
  return 0;
}

template <class T>
cublasStatus_t getriBatched(cublasHandle_t handle, Size n, const T* const* A, Size lda, const int* P, T* const* C, Size ldc,
                            int* info, Size batchSize) {
  if (const auto bad = check(handle, {{is_count(n), "n"}, {is_leading(lda, n), "lda"}, {is_leading(ldc, n), "ldc"},
                                      {is_count(batchSize), "batchSize"}}))
    return bad;
  if (n == 0 || batchSize == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    pointers(memory, "A", A, batchSize);
    pointers(memory, "C", C, batchSize);
    memory.writes("info", info, vector(batchSize, 1));
    if (P) memory.reads("P", P, vector(batchSize * n, 1));
    for (Size i = 0; i < batchSize; ++i) {
      memory.reads("A", A[i], matrix(n, n, lda));
      memory.writes("C", C[i], matrix(n, n, ldc));
      info[i] = invert(n, A[i], lda, pivots_or_none(P ? P + i * n : nullptr, n), C[i], ldc);
    }
  });
}

template <class T>
cublasStatus_t matinvBatched(cublasHandle_t handle, Size n, const T* const* A, Size lda, T* const* Ainv, Size lda_inv, int* info,
                             Size batchSize) {
  constexpr Size largest = 32;
  if (const auto bad = check(handle, {{n >= 0 && n <= largest, "n"},
                                      {is_leading(lda, n), "lda"},
                                      {is_leading(lda_inv, n), "lda_inv"},
                                      {is_count(batchSize), "batchSize"}}))
    return bad;
  if (n == 0 || batchSize == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    pointers(memory, "A", A, batchSize);
    pointers(memory, "Ainv", Ainv, batchSize);
    memory.writes("info", info, vector(batchSize, 1));
    for (Size i = 0; i < batchSize; ++i) {
      memory.reads("A", A[i], matrix(n, n, lda));
      memory.writes("Ainv", Ainv[i], matrix(n, n, lda_inv));
      std::vector<T> factors(static_cast<std::size_t>(n * n));
      std::vector<int> pivots(static_cast<std::size_t>(n));
      for (Size j = 0; j < n; ++j) std::copy_n(A[i] + j * lda, n, factors.begin() + j * n);
      int ignored = 0;
      fortran::getrf(n, n, factors.data(), n, pivots.data(), ignored);
      info[i] = invert(n, factors.data(), n, pivots, Ainv[i], lda_inv);
    }
  });
}

// LAPACK asks for scratch memory: `call` gets it, first only to say how much it wants.
template <class T, class Call>
void with_scratch(Call call) {
  T wanted{};
  call(&wanted, -1);
  std::vector<T> scratch(static_cast<std::size_t>(std::real(wanted)));
  call(scratch.data(), static_cast<int>(scratch.size()));
}

template <class T>
void factorise_orthogonally(Size m, Size n, T* A, Size lda, T* tau) {
  int ignored = 0;
  with_scratch<T>([&](T* scratch, int size) { fortran::geqrf(m, n, A, lda, tau, scratch, size, ignored); });
}

template <class T>
cublasStatus_t geqrfBatched(cublasHandle_t handle, Size m, Size n, T* const* Aarray, Size lda, T* const* TauArray, int* info,
                            Size batchSize) {
  if (const auto bad = check(handle, info, {{is_count(m), "m", 1}, {is_count(n), "n", 2}, {is_leading(lda, m), "lda", 4},
                                            {is_count(batchSize), "batchSize", 7}}))
    return bad;
  if (m == 0 || n == 0 || batchSize == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    pointers(memory, "Aarray", Aarray, batchSize);
    pointers(memory, "TauArray", TauArray, batchSize);
    for (Size i = 0; i < batchSize; ++i) {
      memory.updates("Aarray", Aarray[i], matrix(m, n, lda));
      memory.writes("TauArray", TauArray[i], vector(std::min(m, n), 1));
      factorise_orthogonally(m, n, Aarray[i], lda, TauArray[i]);
    }
  });
}

// Least squares by Q R: C becomes R⁻¹ Qᴴ C. Answers the first zero on R's diagonal, from 1, or 0.
template <class T>
int solve_least_squares(Size m, Size n, Size nrhs, T* A, Size lda, T* C, Size ldc) {
  std::vector<T> tau(static_cast<std::size_t>(n));
  factorise_orthogonally(m, n, A, lda, tau.data());
  int ignored = 0;
  with_scratch<T>([&](T* scratch, int size) {
    fortran::unmqr('L', is_complex<T> ? 'C' : 'T', m, nrhs, n, A, lda, tau.data(), C, ldc, scratch, size, ignored);
  });
  fortran::trsm('L', 'U', 'N', 'N', n, nrhs, 1, A, lda, C, ldc);
  for (Size k = 0; k < n; ++k)
    if (A[k * lda + k] == T(0)) return static_cast<int>(k + 1);
  return 0;
}

// For matrices of full rank that have at least as many rows as columns.
template <class T>
cublasStatus_t gelsBatched(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n, Size nrhs, T* const* Aarray, Size lda,
                           T* const* Carray, Size ldc, int* info, int* devInfoArray, Size batchSize) {
  if (const auto bad = check(handle, info, {{is_count(m), "m", 1}, {is_count(nrhs), "nrhs", 2}, {is_count(n), "n", 3},
                                            {is_leading(lda, m), "lda", 5}, {is_leading(ldc, m), "ldc", 7},
                                            {is_count(batchSize), "batchSize", 8}}))
    return bad;
  if (trans != CUBLAS_OP_N || m < n) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0 || nrhs == 0 || batchSize == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    pointers(memory, "Aarray", Aarray, batchSize);
    pointers(memory, "Carray", Carray, batchSize);
    if (devInfoArray) memory.writes("devInfoArray", devInfoArray, vector(batchSize, 1));
    for (Size i = 0; i < batchSize; ++i) {
      memory.updates("Aarray", Aarray[i], matrix(m, n, lda));
      memory.updates("Carray", Carray[i], matrix(m, nrhs, ldc));
      const int singular = solve_least_squares(m, n, nrhs, Aarray[i], lda, Carray[i], ldc);
      if (devInfoArray) devInfoArray[i] = singular;
    }
  });
}

}  // namespace loom::cublas
