// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 f3b754da0a17885090d1732132f60de3cf85af4d]
#pragma once

#include "reference.cuh"

// If beta is 0, C is filled with NaN: it may not be read.
template <class T>
Matrix target(const Way& way, int rows, int columns) {
  const Matrix c = random<T>(rows, columns);
  return way.beta == 0.0 ? Number(NAN, NAN) * c : c;
}
inline Matrix kept(const Matrix& a, const Layout& layout) {
  return matrix(a.rows, a.columns,
                [&](int i, int j) { return layout(i, j) == nowhere ? 0 : a(i, j); });
}
// C = alpha op(A) op(B) + beta C
template <class T, class In = T>
Tally product(const Plan& plan, auto routine) {
  return attempt<T, In>(
      plan,
      [&, m = plan.m, n = plan.n, k = plan.k](const Way& way) {
        const Matrix whole = way.op_a == same ? random<T>(m, k) : random<T>(k, m);
        const Matrix a = kept(whole, plan.a(way.fill)), c = target<T>(way, m, n);
        const Matrix b = way.op_b == same ? random<T>(k, n) : random<T>(n, k);
        return Problem{a, b, c,
                       way.alpha * (op(way.op_a, a) * op(way.op_b, b)) + way.beta * c};
      },
      routine);
}

// The elements of a matrix that `layout` stores, and those that follow by symmetry.
inline Matrix completed(const Matrix& a, const Layout& layout, bool hermitian) {
  const auto stored = [&](int i, int j) { return layout(i, j) != nowhere; };
  return matrix(a.rows, a.columns, [&](int i, int j) -> Number {
    if (stored(i, j)) return hermitian && i == j ? a(i, j).real() : a(i, j);
    return !stored(j, i) ? 0 : hermitian ? std::conj(a(j, i)) : a(j, i);
  });
}
// C = alpha A B + beta C or C = alpha B A + beta C, with A symmetric or Hermitian
template <class T>
Tally symmetric(const Plan& plan, auto routine) {
  return attempt<T>(
      plan,
      [&, m = plan.m, n = plan.n](const Way& way) {
        const int order = way.side == left ? m : n;
        const Matrix a =
            completed(random<T>(order, order), plan.a(way.fill), plan.hermitian);
        const Matrix b = random<T>(m, n), c = target<T>(way, m, n);
        return Problem{a, b, c,
                       way.alpha * (way.side == left ? a * b : b * a) + way.beta * c};
      },
      routine);
}

enum class Rank { k, two_k, k_scaled };

// C = alpha op(A) op(B)' + beta C, of which one half is stored. B is A, or A with its
// columns scaled, or another matrix, and then the mirror image of the product is added.
template <class T>
Tally update(Rank rank, const Plan& plan, auto routine) {
  return attempt<T>(
      plan,
      [&, n = plan.n, k = plan.k](const Way& way) {
        const bool plain = way.op_a == same;
        const Matrix a = plain ? random<T>(n, k) : random<T>(k, n),
                     other = random<T>(a.rows, a.columns);
        const Matrix b = matrix(a.rows, a.columns, [&](int i, int j) {
          return rank == Rank::k       ? a(i, j)
                 : rank == Rank::two_k ? other(i, j)
                                       : a(i, j) * (plain ? j - 2. : i - 2.);
        });
        const Operation mirror = plan.hermitian ? conjugated : transposed;
        const Matrix once = way.alpha * (op(way.op_a, a) * op(mirror, op(way.op_a, b)));
        const Matrix sum = rank == Rank::two_k ? once + op(mirror, once) : once;
        const Matrix c = completed(target<T>(way, n, n), plan.c(way.fill), plan.hermitian);
        return Problem{a, b, c, sum + way.beta * c};
      },
      routine);
}

enum class Do { multiply, multiply_in_place, solve };

// C = alpha op(A) B or alpha B op(A), with A triangular. In place, C holds B at first. To
// solve is to find B where C holds the product.
template <class T>
Tally triangle(Do what, const Plan& plan, auto routine) {
  return attempt<T>(
      plan,
      [&, m = plan.m, n = plan.n](const Way& way) {
        const int order = way.side == left ? m : n;
        const Layout stored = plan.a(way.fill);
        const Matrix any = random<T>(order, order), b = random<T>(m, n);
        const Matrix a = matrix(order, order, [&](int i, int j) -> Number {
          if (i == j) return way.diag == CUBLAS_DIAG_UNIT ? 1 : i % 2 == 0 ? -2 : 1;
          return stored(i, j) != nowhere && (order < 8 || (i % 2 == 1 && j % 2 == 0))
                     ? any(i, j)
                     : 0;
        });
        const Matrix ab = way.side == left ? op(way.op_a, a) * b : b * op(way.op_a, a);
        if (what == Do::solve) return Problem{a, b, 1.0 / way.alpha * ab, b};
        return Problem{a, b, what == Do::multiply ? target<T>(way, m, n) : b,
                       way.alpha * ab};
      },
      routine);
}

// How the routines of level 3 take their arguments.
auto gemm(auto& handle, auto f) {
  return [=, &handle](const auto& x) {
    return f(handle, x.op_a, x.op_b, x.m, x.n, x.k, x.alpha, x.a, lda, x.b, ldb, x.beta,
             x.c, ldc);
  };
}
auto symm(auto& handle, auto f) {
  return [=, &handle](const auto& x) {
    return f(handle, x.side, x.fill, x.m, x.n, x.alpha, x.a, lda, x.b, ldb, x.beta, x.c,
             ldc);
  };
}
auto syrk(auto& handle, auto f) {
  return [=, &handle](const auto& x) {
    return f(handle, x.fill, x.op_a, x.n, x.k, x.alpha, x.a, lda, x.beta, x.c, ldc);
  };
}
auto syr2k(auto& handle, auto f) {
  return [=, &handle](const auto& x) {
    return f(handle, x.fill, x.op_a, x.n, x.k, x.alpha, x.a, lda, x.b, ldb, x.beta, x.c,
             ldc);
  };
}
auto trmm(auto& handle, auto f) {
  return [=, &handle](const auto& x) {
    return f(handle, x.side, x.fill, x.op_a, x.diag, x.m, x.n, x.alpha, x.a, lda, x.b, ldb,
             x.c, ldc);
  };
}
auto trsm(auto& handle, auto f) {
  return [=, &handle](const auto& x) {
    return f(handle, x.side, x.fill, x.op_a, x.diag, x.m, x.n, x.alpha, x.a, lda, x.c, ldc);
  };
}

const std::vector<Operation> every = {same, transposed, conjugated};
const auto halved = [](Fill fill) { return half_of(fill, full(lda)); };
const auto halved_c = [](Fill fill) { return half_of(fill, full(ldc)); };

inline Plan for_symm(bool hermitian) {
  return {.sides{left, right}, .fills{lower, upper}, .hermitian = hermitian, .a = halved};
}
inline Plan for_rank(bool hermitian, Number alpha, Number beta) {
  return {.ops_a{same, hermitian ? conjugated : transposed},
          .fills{lower, upper},
          .alpha = alpha,
          .betas{0, beta},
          .hermitian = hermitian,
          .c = halved_c};
}
const Plan any_gemm{.ops_a = every, .ops_b = every};
const Plan any_symm = for_symm(false), any_hemm = for_symm(true);
const Plan any_syrk = for_rank(false, {2, -1}, {-1, 2});
const Plan any_herk = for_rank(true, 2, 3), any_her2k = for_rank(true, {2, -1}, 3);
const Plan any_trmm{.ops_a = every,
                    .sides{left, right},
                    .fills{lower, upper},
                    .diags{CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT},
                    .alpha = -2,
                    .betas{0},
                    .a = halved};
