// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 7de7f89f6402550f89c47b9dd4664823848c08ea]
#include "common/blas-xt.cuh"

#include "families.cuh"

Plan large(Plan plan) {
  plan.m = 37, plan.n = 29, plan.k = 23;
  plan.on_host = true;
  return plan;
}

auto spmm(auto& handle, auto f) {
  return [=, &handle](const auto& x) {
    return f(handle, x.side, x.fill, x.m, x.n, x.alpha, x.a, x.b, ldb, x.beta, x.c, ldc);
  };
}

TEST_CASE("products and updates of cuBLAS-Xt are correct, from host memory and to it") {
  const weft::BlasXt xt(16);
  std::puts("routines | compute | calls | found");
  row("XtSgemm, XtZgemm", "C ← α op(A) op(B) + β C",
      {product<F>(large(any_gemm), gemm(xt, cublasXtSgemm)),
       product<Z>(large(any_gemm), gemm(xt, cublasXtZgemm))});
  row("XtDsymm", "C ← α A B + β C, A symmetric",
      {symmetric<D>(large(any_symm), symm(xt, cublasXtDsymm))});
  row("XtZhemm", "the same, A Hermitian",
      {symmetric<Z>(large(any_hemm), symm(xt, cublasXtZhemm))});
  row("XtSsyrk", "C ← α op(A) op(A)ᵀ + β C",
      {update<F>(Rank::k, large(any_syrk), syrk(xt, cublasXtSsyrk))});
  row("XtCherk", "C ← α op(A) op(A)ᴴ + β C",
      {update<C>(Rank::k, large(any_herk), syrk(xt, cublasXtCherk))});
  row("XtDsyr2k", "C ← α (op(A) op(B)ᵀ + op(B) op(A)ᵀ) + β C",
      {update<D>(Rank::two_k, large(any_syrk), syr2k(xt, cublasXtDsyr2k))});
  row("XtZher2k", "C ← α op(A) op(B)ᴴ + ᾱ op(B) op(A)ᴴ + β C",
      {update<Z>(Rank::two_k, large(any_her2k), syr2k(xt, cublasXtZher2k))});
}

TEST_CASE("the other routines of cuBLAS-Xt are correct, too") {
  const weft::BlasXt xt(16);
  row("XtSsyrkx", "C ← α op(A) op(B)ᵀ + β C",
      {update<F>(Rank::k_scaled, large(any_syrk), syr2k(xt, cublasXtSsyrkx))});
  row("XtZherkx", "C ← α op(A) op(B)ᴴ + β C",
      {update<Z>(Rank::k_scaled, large(any_herk), syr2k(xt, cublasXtZherkx))});
  row("XtCtrmm", "C ← α op(A) B, A triangular",
      {triangle<C>(Do::multiply, large(any_trmm), trmm(xt, cublasXtCtrmm))});
  row("XtDtrsm", "solves op(A) X = α B",
      {triangle<D>(Do::solve, large(any_trmm), trsm(xt, cublasXtDtrsm))});
  Plan on_left = large(any_symm), on_right = on_left;
  on_left.sides = {left}, on_left.a = [](Fill fill) { return packed(fill, 37); };
  on_right.sides = {right}, on_right.a = [](Fill fill) { return packed(fill, 29); };
  row("XtSspmm, XtCspmm", "C ← α A B + β C, A symmetric, packed",
      {symmetric<F>(on_left, spmm(xt, cublasXtSspmm)),
       symmetric<C>(on_right, spmm(xt, cublasXtCspmm))});
}

// dgemm as Fortran calls it, by address, for the host's share.
void host_gemm(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,
               const double* alpha, const double* a, const int* step_a, const double* b,
               const int* step_b, const double* beta, double* c, const int* step_c) {
  for (int j = 0; j < *n; ++j)
    for (int i = 0; i < *m; ++i) {
      double sum = 0;
      for (int l = 0; l < *k; ++l)
        sum += (*op_a == 'N' ? a[i + l * *step_a] : a[l + i * *step_a]) *
               (*op_b == 'N' ? b[l + j * *step_b] : b[j + l * *step_b]);
      double& to = c[i + j * *step_c];
      to = *alpha * sum + (*beta == 0 ? 0 : *beta * to);
    }
}

TEST_CASE("gemm accepts a share for the host, and trsm does not") {
  const weft::BlasXt xt(16);
  weft::check(cublasXtSetCpuRoutine(xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE,
                                    reinterpret_cast<void*>(host_gemm)));
  weft::check(cublasXtSetCpuRatio(xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, 0.25f));
  CHECK(product<D>(large(any_gemm), gemm(xt, cublasXtDgemm)).wrong == 0);
  CHECK(cublasXtSetCpuRatio(xt, CUBLASXT_TRSM, CUBLASXT_DOUBLE, 0.25f) ==
        CUBLAS_STATUS_NOT_SUPPORTED);
}
