// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 8a91268d124fa3c542d68881ac7c5b7f54892a7f]
#include "families.cuh"

TEST_CASE("every product of level 3 is correct") {
  std::puts("routines | compute | calls | found");
  row("Sgemm, Dgemm", "C ← α op(A) op(B) + β C",
      {product<F>(any_gemm, gemm(blas(), cublasSgemm)),
       product<D>(any_gemm, gemm(blas(), cublasDgemm))});
  row("Cgemm, Zgemm", "the same, complex",
      {product<C>(any_gemm, gemm(blas(), cublasCgemm)),
       product<Z>(any_gemm, gemm(blas(), cublasZgemm))});
  row("Cgemm3m, Zgemm3m", "the same, three multiplications for four",
      {product<C>(any_gemm, gemm(blas(), cublasCgemm3m)),
       product<Z>(any_gemm, gemm(blas(), cublasZgemm3m))});
  row("Dsymm, Csymm", "C ← α A B + β C or α B A + β C, A symmetric",
      {symmetric<D>(any_symm, symm(blas(), cublasDsymm)),
       symmetric<C>(any_symm, symm(blas(), cublasCsymm))});
  row("Zhemm", "the same, A Hermitian", {symmetric<Z>(any_hemm, symm(blas(), cublasZhemm))});
}

TEST_CASE("every update of level 3 is correct") {
  row("Ssyrk, Zsyrk", "C ← α op(A) op(A)ᵀ + β C",
      {update<F>(Rank::k, any_syrk, syrk(blas(), cublasSsyrk)),
       update<Z>(Rank::k, any_syrk, syrk(blas(), cublasZsyrk))});
  row("Cherk", "C ← α op(A) op(A)ᴴ + β C, α and β real",
      {update<C>(Rank::k, any_herk, syrk(blas(), cublasCherk))});
  row("Dsyr2k, Csyr2k", "C ← α (op(A) op(B)ᵀ + op(B) op(A)ᵀ) + β C",
      {update<D>(Rank::two_k, any_syrk, syr2k(blas(), cublasDsyr2k)),
       update<C>(Rank::two_k, any_syrk, syr2k(blas(), cublasCsyr2k))});
  row("Zher2k", "C ← α op(A) op(B)ᴴ + ᾱ op(B) op(A)ᴴ + β C, β real",
      {update<Z>(Rank::two_k, any_her2k, syr2k(blas(), cublasZher2k))});
  row("Ssyrkx", "C ← α op(A) op(B)ᵀ + β C, known to be symmetric",
      {update<F>(Rank::k_scaled, any_syrk, syr2k(blas(), cublasSsyrkx))});
  row("Zherkx", "C ← α op(A) op(B)ᴴ + β C, known to be Hermitian",
      {update<Z>(Rank::k_scaled, any_herk, syr2k(blas(), cublasZherkx))});
}

TEST_CASE("every triangular product and solve of level 3 is correct") {
  row("Dtrmm, Ctrmm", "C ← α op(A) B or α B op(A), A triangular",
      {triangle<D>(Do::multiply, any_trmm, trmm(blas(), cublasDtrmm)),
       triangle<C>(Do::multiply, any_trmm, trmm(blas(), cublasCtrmm))});
  row("Strsm, Ztrsm", "solves op(A) X = α B or X op(A) = α B",
      {triangle<F>(Do::solve, any_trmm, trsm(blas(), cublasStrsm)),
       triangle<Z>(Do::solve, any_trmm, trsm(blas(), cublasZtrsm))});
}
