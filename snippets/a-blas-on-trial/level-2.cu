// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 3d0c83b7d7ff05d4a6a4a751fea3fb50f040859c]
#include "families.cuh"

// How the routines take their arguments.
auto gemv(auto f) {
  return [=](const auto& x) {
    const bool plain = x.op_a == same;
    return f(blas(), x.op_a, plain ? x.m : x.k, plain ? x.k : x.m, x.alpha, x.a, lda, x.b,
             incx, x.beta, x.c, incy);
  };
}
auto gbmv(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.op_a, x.m, x.m, 1, 2, x.alpha, x.a, lda, x.b, incx, x.beta, x.c, incy);
  };
}
auto symv(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.fill, x.m, x.alpha, x.a, lda, x.b, incx, x.beta, x.c, incy);
  };
}
auto sbmv(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.fill, x.m, 2, x.alpha, x.a, lda, x.b, incx, x.beta, x.c, incy);
  };
}
auto spmv(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.fill, x.m, x.alpha, x.a, x.b, incx, x.beta, x.c, incy);
  };
}

auto ger(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.m, x.n, x.alpha, x.a, incx, x.b, incy, x.c, ldc);
  };
}
auto syr(auto f) {
  return [=](const auto& x) { return f(blas(), x.fill, x.n, x.alpha, x.a, incx, x.c, ldc); };
}
auto spr(auto f) {
  return [=](const auto& x) { return f(blas(), x.fill, x.n, x.alpha, x.a, incx, x.c); };
}
auto syr2(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.fill, x.n, x.alpha, x.a, incx, x.b, incy, x.c, ldc);
  };
}
auto spr2(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.fill, x.n, x.alpha, x.a, incx, x.b, incy, x.c);
  };
}
auto trmv(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.fill, x.op_a, x.diag, x.m, x.a, lda, x.c, incy);
  };
}
auto tbmv(auto f) {
  return [=](const auto& x) {
    return f(blas(), x.fill, x.op_a, x.diag, x.m, 2, x.a, lda, x.c, incy);
  };
}
auto tpmv(auto f) {
  return
      [=](const auto& x) { return f(blas(), x.fill, x.op_a, x.diag, x.m, x.a, x.c, incy); };
}

const auto whole = [](Fill) { return full(lda); };
const auto packs = [](Fill fill) { return packed(fill, 5); };
const auto bands = [](Fill fill) {
  return fill == lower ? band(2, 0, lda) : band(0, 2, lda);
};
const auto wide_band = [](Fill) { return band(1, 2, lda); };

Plan times_vector(std::function<Layout(Fill)> a, bool hermitian = false) {
  Plan plan{.n = 1, .fills{lower, upper}, .hermitian = hermitian, .a = a};
  plan.b = strided(incx), plan.c = [](Fill) { return strided(incy); };
  return plan;
}
Plan any_op(Plan plan) {
  plan.ops_a = {same, transposed, conjugated}, plan.fills = {lower};
  return plan;
}
Plan in_place(std::function<Layout(Fill)> a) {
  Plan plan = any_op(times_vector(a));
  plan.fills = {lower, upper}, plan.diags = {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};
  plan.alpha = 1, plan.betas = {1};
  return plan;
}
Plan of_vectors(std::function<Layout(Fill)> c, Number alpha = {2, -1},
                bool hermitian = false) {
  Plan plan{
      .n = 5, .k = 1, .ops_b{hermitian ? conjugated : transposed}, .fills{lower, upper}};
  plan.alpha = alpha, plan.betas = {1}, plan.hermitian = hermitian, plan.c = c;
  plan.a = [](Fill) { return strided(incx); }, plan.b = strided(incy);
  return plan;
}

TEST_CASE("every product of level 2 is correct") {
  std::puts("routines | compute | calls | found");
  row("Sgemv, Zgemv", "y ← α op(A) x + β y",
      {product<F>(any_op(times_vector(whole)), gemv(cublasSgemv)),
       product<Z>(any_op(times_vector(whole)), gemv(cublasZgemv))});
  Plan square = any_op(times_vector(wide_band));
  square.k = 5;
  row("Dgbmv", "the same, A a band", {product<D>(square, gbmv(cublasDgbmv))});
  row("Dsymv, Csymv", "y ← α A x + β y, A symmetric",
      {symmetric<D>(times_vector(halved), symv(cublasDsymv)),
       symmetric<C>(times_vector(halved), symv(cublasCsymv))});
  row("Ssbmv", "the same, A a symmetric band",
      {symmetric<F>(times_vector(bands), sbmv(cublasSsbmv))});
  row("Dspmv", "the same, A symmetric, packed",
      {symmetric<D>(times_vector(packs), spmv(cublasDspmv))});
  row("Zhemv", "the same, A Hermitian",
      {symmetric<Z>(times_vector(halved, true), symv(cublasZhemv))});
  row("Zhbmv", "the same, A a Hermitian band",
      {symmetric<Z>(times_vector(bands, true), sbmv(cublasZhbmv))});
  row("Chpmv", "the same, A Hermitian, packed",
      {symmetric<C>(times_vector(packs, true), spmv(cublasChpmv))});
}

TEST_CASE("every update of level 2 is correct") {
  const auto full_c = [](Fill) { return full(ldc); };
  const auto half_c = [](Fill fill) { return half_of(fill, full(ldc)); };
  row("Dger, Cgeru", "A ← α x yᵀ + A",
      {product<D>(of_vectors(full_c), ger(cublasDger)),
       product<C>(of_vectors(full_c), ger(cublasCgeru))});
  row("Zgerc", "A ← α x yᴴ + A",
      {product<Z>(of_vectors(full_c, {2, -1}, true), ger(cublasZgerc))});
  row("Dsyr, Csyr", "A ← α x xᵀ + A",
      {update<D>(Rank::k, of_vectors(half_c), syr(cublasDsyr)),
       update<C>(Rank::k, of_vectors(half_c), syr(cublasCsyr))});
  row("Sspr", "the same, A packed",
      {update<F>(Rank::k, of_vectors(packs), spr(cublasSspr))});
  row("Dsyr2", "A ← α (x yᵀ + y xᵀ) + A",
      {update<D>(Rank::two_k, of_vectors(half_c), syr2(cublasDsyr2))});
  row("Sspr2", "the same, A packed",
      {update<F>(Rank::two_k, of_vectors(packs), spr2(cublasSspr2))});
  row("Zher", "A ← α x xᴴ + A, α real",
      {update<Z>(Rank::k, of_vectors(half_c, 2, true), syr(cublasZher))});
  row("Chpr", "the same, A packed",
      {update<C>(Rank::k, of_vectors(packs, 2, true), spr(cublasChpr))});
  row("Zher2", "A ← α x yᴴ + ᾱ y xᴴ + A",
      {update<Z>(Rank::two_k, of_vectors(half_c, {2, -1}, true), syr2(cublasZher2))});
  row("Chpr2", "the same, A packed",
      {update<C>(Rank::two_k, of_vectors(packs, {2, -1}, true), spr2(cublasChpr2))});
}

TEST_CASE("every triangular product and solve of level 2 is correct") {
  row("Dtrmv, Ztrmv", "x ← op(A) x, A triangular",
      {triangle<D>(Do::multiply_in_place, in_place(halved), trmv(cublasDtrmv)),
       triangle<Z>(Do::multiply_in_place, in_place(halved), trmv(cublasZtrmv))});
  row("Dtrsv, Ztrsv", "x ← op(A)⁻¹ x, that is, solves op(A) x = b",
      {triangle<D>(Do::solve, in_place(halved), trmv(cublasDtrsv)),
       triangle<Z>(Do::solve, in_place(halved), trmv(cublasZtrsv))});
  row("Ctbmv", "x ← op(A) x, A a band",
      {triangle<C>(Do::multiply_in_place, in_place(bands), tbmv(cublasCtbmv))});
  row("Ctbsv", "x ← op(A)⁻¹ x, A a band",
      {triangle<C>(Do::solve, in_place(bands), tbmv(cublasCtbsv))});
  row("Stpmv", "x ← op(A) x, A packed",
      {triangle<F>(Do::multiply_in_place, in_place(packs), tpmv(cublasStpmv))});
  row("Stpsv", "x ← op(A)⁻¹ x, A packed",
      {triangle<F>(Do::solve, in_place(packs), tpmv(cublasStpsv))});
}
