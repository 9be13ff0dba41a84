// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 f4cec5461f65f0d968e57d28b71d848d86e8575e]
#include "vectors.cuh"

// A routine that changes x and y, by a matrix of 2 x 2.
template <class T>
Tally turns(Number h11, Number h12, Number h21, Number h22, auto routine) {
  Tally tally{.calls = 1};
  const Matrix x = random<T>(n, 1), y = random<T>(n, 1);
  Operand<T> on_x(x, strided(incx)), on_y(y, strided(incy));
  weft::check(routine(on_x, on_y));
  on_x.expect(h11 * x + h12 * y, tally);
  on_y.expect(h21 * x + h22 * y, tally);
  return tally;
}

// The rotation that maps (a, b) to (r, 0).
template <class T>
Tally rotation(Number a, Number b, auto routine) {
  Tally tally{4, epsilon<T>, 1};
  T r = to<T>(a), z = to<T>(b), s;
  Real<T> c;
  weft::check(routine(blas(), &r, &z, &c, &s));
  tally.compare(from(c) * a + from(s) * b, from(r));
  tally.compare(-std::conj(from(s)) * a + from(c) * b, 0);
  tally.compare(std::abs(from(r)), std::sqrt(std::norm(a) + std::norm(b)));
  return tally;
}

template <class T>
Tally modified(T d1, T d2, T x1, T y1) {
  Tally tally{16, epsilon<T>, 2};
  T first = x1, parameters[5];
  const double before = d1 * x1 * x1 + d2 * y1 * y1;
  weft::check(cublasSrotmg(blas(), &d1, &d2, &first, &y1, parameters));
  Operand<T> x({1, 1, {x1}}, strided(1)), y({1, 1, {y1}}, strided(1));
  weft::check(cublasSrotm(blas(), 1, x, 1, y, 1, parameters));
  x.expect({1, 1, {first}}, tally);
  y.expect({1, 1, {0}}, tally);
  tally.compare(d1 * first * first, before);
  return tally;
}

TEST_CASE("every level-1 routine that returns a number computes it") {
  std::puts("routines | compute | calls | found");
  row("Isamax, Izamax", "where the largest in size is, counted from 1",
      {answers<F, int>(blas(), largest, cublasIsamax),
       answers<Z, int>(blas(), largest, cublasIzamax)});
  row("Idamin, Icamin", "where the smallest in size is",
      {answers<D, int>(blas(), smallest, cublasIdamin),
       answers<C, int>(blas(), smallest, cublasIcamin)});
  row("Sasum, Dzasum", "the sum of the sizes",
      {answers<F, F>(blas(), sizes, cublasSasum), answers<Z, D>(blas(), sizes, cublasDzasum)});
  row("Dnrm2, Scnrm2", "the length of x",
      {answers<D, D>(blas(), length, cublasDnrm2, 4),
       answers<C, F>(blas(), length, cublasScnrm2, 4)});
  row("Ddot, Cdotu", "xᵀ y",
      {answers<D, D>(blas(), product_of(transposed), cublasDdot),
       answers<C, C>(blas(), product_of(transposed), cublasCdotu)});
  row("Zdotc", "xᴴ y", {answers<Z, Z>(blas(), product_of(conjugated), cublasZdotc)});
}

TEST_CASE("every level-1 routine that changes a vector does so correctly") {
  const auto axpy = [](auto f) {
    return [=](const auto& x) { return f(blas(), n, x.alpha, x.a, incx, x.c, incy); };
  };
  const auto copy = [](auto f) {
    return [=](const auto& x) { return f(blas(), n, x.a, incx, x.c, incy); };
  };
  const auto scal = [](auto f) {
    return [=](const auto& x) { return f(blas(), n, x.alpha, x.c, incy); };
  };
  const auto sum = [](Number alpha, const Matrix& x, const Matrix& y) {
    return alpha * x + y;
  };
  const auto scaled = [](Number alpha, const Matrix&, const Matrix& y) {
    return alpha * y;
  };
  const auto scaled_real = [](Number alpha, const Matrix&, const Matrix& y) {
    return alpha.real() * y;
  };
  row("Saxpy, Zaxpy", "y ← α x + y",
      {changes<F>(sum, axpy(cublasSaxpy)), changes<Z>(sum, axpy(cublasZaxpy))});
  row("Dcopy, Ccopy", "y ← x",
      {changes<D>([](auto, auto& x, auto&) { return x; }, copy(cublasDcopy)),
       changes<C>([](auto, auto& x, auto&) { return x; }, copy(cublasCcopy))});
  row("Sscal, Zscal, Csscal", "x ← α x",
      {changes<F>(scaled, scal(cublasSscal)), changes<Z>(scaled, scal(cublasZscal)),
       changes<C>(scaled_real, scal(cublasCsscal))});
}

TEST_CASE("every rotation of level 1 is correct") {
  row("Dswap, Zswap", "x ↔ y",
      {turns<D>(0, 1, 1, 0,
                [](D* x, D* y) { return cublasDswap(blas(), n, x, incx, y, incy); }),
       turns<Z>(0, 1, 1, 0,
                [](Z* x, Z* y) { return cublasZswap(blas(), n, x, incx, y, incy); })});
  const double c = 2, s = -3;
  const Z cs{1, -2};
  row("Drot, Zrot", "(x, y) ← (c x + s y, c y − s̄ x)",
      {turns<D>(c, s, -s, c,
                [&](D* x, D* y) { return cublasDrot(blas(), n, x, incx, y, incy, &c, &s); }),
       turns<Z>(c, from(cs), -std::conj(from(cs)), c, [&](Z* x, Z* y) {
         return cublasZrot(blas(), n, x, incx, y, incy, &c, &cs);
       })});
  row("Srotg, Zrotg", "the c and s that turn (a, b) into (r, 0)",
      {rotation<F>(3, 4, cublasSrotg), rotation<F>(-5, 2, cublasSrotg),
       rotation<Z>({1, 2}, {-3, 1}, cublasZrotg)});
  const F h[] = {-1, 2, 3, -1, 1};
  row("Srotm", "(x, y) ← H (x, y)", {turns<F>(h[1], h[3], h[2], h[4], [&](F* x, F* y) {
        return cublasSrotm(blas(), n, x, incx, y, incy, h);
      })});
  row("Srotmg", "the H that turns (√d₁ x, √d₂ y) into (r, 0)",
      {modified<F>(2, 3, 1, 4), modified<F>(3, 1, 4, 1)});
}
