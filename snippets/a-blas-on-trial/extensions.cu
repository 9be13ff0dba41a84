// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 44b54462fe0da3186e08b44f27ab70fdeb69dae6]
#include "families.cuh"
#include "vectors.cuh"

#include <bit>
#include <cstdint>

// A bfloat16 is the upper half of a float.
struct Brief {
  std::uint16_t bits = 0;
  Brief() = default;
  explicit Brief(double value)
      : bits(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16) {}
  operator double() const {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
  }
};
constexpr cudaDataType brief = CUDA_R_16BF, single = CUDA_R_32F, twofold = CUDA_C_32F;

// C = alpha op(A) + beta op(B), where B is not read if beta is 0
template <class T>
Tally added(auto routine) {
  Plan plan{.ops_a = every, .ops_b = every};
  return attempt<T>(
      plan,
      [&, m = plan.m, n = plan.n](const Way& way) {
        const Matrix a = way.op_a == same ? random<T>(m, n) : random<T>(n, m);
        const Matrix b = way.op_b == same ? target<T>(way, m, n) : target<T>(way, n, m);
        return Problem{a, b, unknown(m, n),
                       way.alpha * op(way.op_a, a) + way.beta * op(way.op_b, b)};
      },
      [=](const auto& x) {
        return routine(blas(), x.op_a, x.op_b, x.m, x.n, x.alpha, x.a, lda, x.beta, x.b, ldb,
                       x.c, ldc);
      });
}

template <class T>
Tally by_diagonal(auto routine) {
  Plan plan{.sides{left, right}, .betas{1}, .b = strided(incx)};
  return attempt<T>(
      plan,
      [&, m = plan.m, n = plan.n](const Way& way) {
        const Matrix a = random<T>(m, n), x = random<T>(way.side == left ? m : n, 1);
        return Problem{a, x, unknown(m, n), matrix(m, n, [&](int i, int j) {
                         return x(way.side == left ? i : j, 0) * a(i, j);
                       })};
      },
      [=](const auto& x) {
        return routine(blas(), x.side, x.m, x.n, x.a, lda, x.b, incx, x.c, ldc);
      });
}

template <class T>
Tally repacked(bool packs, auto routine) {
  Plan plan{.fills{lower, upper}, .betas{1}};
  const auto loose = [](Fill fill) { return half_of(fill, full(lda)); };
  const auto tight = [](Fill fill) { return packed(fill, 5); };
  plan.a = loose, plan.c = tight;
  if (!packs) std::swap(plan.a, plan.c);
  return attempt<T>(
      plan,
      [&](const Way&) {
        const Matrix a = random<T>(5, 5);
        return Problem{a, a, unknown(5, 5), a};
      },
      routine);
}

template <class T, class In = T>
Tally typed(cudaDataType in, cudaDataType out) {
  return product<T, In>(any_gemm, [=](const auto& x) {
    return cublasGemmEx(blas(), x.op_a, x.op_b, x.m, x.n, x.k, x.alpha, x.a, in, lda, x.b, in,
                        ldb, x.beta, x.c, out, ldc, CUBLAS_COMPUTE_32F,
                        CUBLAS_GEMM_DEFAULT);
  });
}
auto ranked(auto routine) {
  return [=](const auto& x) {
    return routine(blas(), x.fill, x.op_a, x.n, x.k, x.alpha, x.a, twofold, lda, x.beta, x.c,
                   twofold, ldc);
  };
}
auto multiplied(auto routine) {
  return [=](const auto& x) {
    return routine(blas(), x.op_a, x.op_b, x.m, x.n, x.k, x.alpha, x.a, twofold, lda, x.b,
                   twofold, ldb, x.beta, x.c, twofold, ldc);
  };
}

auto brief_dot(cublasHandle_t handle, int size, Brief* x, int step, Brief* y,
               int other_step, Brief* answer) {
  return cublasDotEx(handle, size, x, brief, step, y, brief, other_step, answer, brief,
                     single);
}
auto typed_dotc(cublasHandle_t handle, int size, C* x, int step, C* y, int other_step,
                C* answer) {
  return cublasDotcEx(handle, size, x, twofold, step, y, twofold, other_step, answer,
                      twofold, twofold);
}
auto typed_norm(cublasHandle_t handle, int size, C* x, int step, F* answer) {
  return cublasNrm2Ex(handle, size, x, twofold, step, answer, single, single);
}

TEST_CASE("matrices are added, scaled by a diagonal, and packed") {
  std::puts("routines | compute | calls | found");
  row("Sgeam, Zgeam", "C ← α op(A) + β op(B)",
      {added<F>(cublasSgeam), added<Z>(cublasZgeam)});
  row("Ddgmm, Cdgmm", "C ← diag(x) A or A diag(x)",
      {by_diagonal<D>(cublasDdgmm), by_diagonal<C>(cublasCdgmm)});
  row("Dtpttr", "unpacks a triangle", {repacked<D>(false, [](const auto& x) {
        return cublasDtpttr(blas(), x.fill, 5, x.a, x.c, lda);
      })});
  row("Ztrttp", "packs a triangle", {repacked<Z>(true, [](const auto& x) {
        return cublasZtrttp(blas(), x.fill, 5, x.a, lda, x.c);
      })});
}

TEST_CASE("types may be given as arguments: products") {
  row("GemmEx", "C ← α op(A) op(B) + β C; float, and bfloat16 to float",
      {typed<F>(single, single), typed<F, Brief>(brief, single)});
  row("CgemmEx, Cgemm3mEx", "the same, complex",
      {product<C>(any_gemm, multiplied(cublasCgemmEx)),
       product<C>(any_gemm, multiplied(cublasCgemm3mEx))});
  row("CsyrkEx, Csyrk3mEx", "C ← α op(A) op(A)ᵀ + β C",
      {update<C>(Rank::k, any_syrk, ranked(cublasCsyrkEx)),
       update<C>(Rank::k, any_syrk, ranked(cublasCsyrk3mEx))});
  row("CherkEx, Cherk3mEx", "C ← α op(A) op(A)ᴴ + β C",
      {update<C>(Rank::k, any_herk, ranked(cublasCherkEx)),
       update<C>(Rank::k, any_herk, ranked(cublasCherk3mEx))});
}

TEST_CASE("types may be given as arguments: vectors") {
  row("DotEx", "xᵀ y in bfloat16, summed in float",
      {answers<Brief, Brief>(blas(), product_of(transposed), brief_dot)});
  row("DotcEx", "xᴴ y", {answers<C, C>(blas(), product_of(conjugated), typed_dotc)});
  row("Nrm2Ex", "the length of x", {answers<C, F>(blas(), length, typed_norm, 4)});
  const F two = 2;
  row("AxpyEx", "y ← α x + y in bfloat16",
      {changes<Brief>([](auto, auto& x, auto& y) { return 2.0 * x + y; },
                      [&](const auto& x) {
                        return cublasAxpyEx(blas(), n, &two, single, x.a, brief, incx, x.c,
                                            brief, incy, single);
                      })});
  row("ScalEx", "x ← α x in bfloat16",
      {changes<Brief>([](auto, auto&, auto& y) { return 2.0 * y; },
                      [&](const auto& x) {
                        return cublasScalEx(blas(), n, &two, single, x.c, brief, incy,
                                            single);
                      })});
}
