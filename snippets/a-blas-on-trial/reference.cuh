// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 e9f741b5a312e90ba11ce69dafcf5b580c946cd4]
#pragma once

#include "common/blas.cuh"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <string>

inline const weft::Blas& blas() {
  static const weft::Blas handle;
  return handle;
}

using Operation = cublasOperation_t;
using Fill = cublasFillMode_t;
using F = float;
using D = double;
using C = cuComplex;
using Z = cuDoubleComplex;

constexpr Operation same = CUBLAS_OP_N, transposed = CUBLAS_OP_T, conjugated = CUBLAS_OP_C;
constexpr Fill lower = CUBLAS_FILL_MODE_LOWER, upper = CUBLAS_FILL_MODE_UPPER;
constexpr cublasSideMode_t left = CUBLAS_SIDE_LEFT, right = CUBLAS_SIDE_RIGHT;
constexpr int lda = 41, ldb = 43, ldc = 47, incx = 2, incy = 3, guard = 48;

using Number = std::complex<double>;

// A matrix as in mathematics: numbers, without a memory layout.
struct Matrix {
  int rows, columns;
  std::vector<Number> numbers;
  Number operator()(int i, int j) const { return numbers[j * rows + i]; }
};

template <class Formula>
Matrix matrix(int rows, int columns, Formula formula) {
  Matrix made{rows, columns, {}};
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) made.numbers.push_back(formula(i, j));
  return made;
}

inline Matrix operator*(const Matrix& a, const Matrix& b) {
  return matrix(a.rows, b.columns, [&](int i, int j) {
    Number sum = 0;
    for (int k = 0; k < a.columns; ++k) sum += a(i, k) * b(k, j);
    return sum;
  });
}
inline Matrix operator+(const Matrix& a, const Matrix& b) {
  return matrix(a.rows, a.columns, [&](int i, int j) { return a(i, j) + b(i, j); });
}
inline Matrix operator*(Number factor, const Matrix& a) {
  return matrix(a.rows, a.columns, [&](int i, int j) {
    return factor == 0.0 ? factor : factor * a(i, j);  // 0 times NaN is 0, as in BLAS
  });
}
inline Matrix op(cublasOperation_t which, const Matrix& a) {
  if (which == CUBLAS_OP_N) return a;
  return matrix(a.columns, a.rows, [&](int i, int j) {
    return which == CUBLAS_OP_C ? std::conj(a(j, i)) : a(j, i);
  });
}

using Layout = std::function<int(int i, int j)>;  // the index of element (i, j)
constexpr int nowhere = -1;

inline Layout full(int leading) {
  return [=](int i, int j) { return i + j * leading; };
}
inline Layout strided(int step) {  // a vector is a matrix of one column
  return [=](int i, int) { return i * step; };
}

inline Layout half_of(Fill fill, Layout whole, bool with_diagonal = true) {
  return [=](int i, int j) {
    const bool in = i == j ? with_diagonal : (i > j) == (fill == lower);
    return in ? whole(i, j) : nowhere;
  };
}
inline Layout packed(Fill fill, int n) {
  return half_of(fill, [=](int i, int j) {
    return fill == lower ? i + j * (2 * n - j - 1) / 2 : i + j * (j + 1) / 2;
  });
}
inline Layout band(int below, int above, int leading) {
  return [=](int i, int j) {
    return i - j <= below && j - i <= above ? above + i - j + j * leading : nowhere;
  };
}

template <class T>
struct Parts { using Real = T; };
template <>
struct Parts<cuComplex> { using Real = float; };
template <>
struct Parts<cuDoubleComplex> { using Real = double; };
template <class T>
using Real = typename Parts<T>::Real;
template <class T>
constexpr bool is_complex = !std::is_same_v<T, Real<T>>;
template <class T>
constexpr double epsilon = std::is_same_v<Real<T>, double> ? 0x1p-52 : 0x1p-23;

template <class T>
T to(Number z) {
  if constexpr (is_complex<T>)
    return {static_cast<Real<T>>(z.real()), static_cast<Real<T>>(z.imag())};
  else return static_cast<T>(z.real());
}
template <class T>
Number from(T value) {
  if constexpr (is_complex<T>) return {value.x, value.y};
  else return static_cast<double>(value);
}

// Integers from -3 to 3, in both parts.
template <class T>
Matrix random(int rows, int columns) {
  static std::mt19937 bits(9);
  const auto digit = [] { return static_cast<double>(bits() % 7) - 3; };
  return matrix(rows, columns, [&](int, int) {
    const double real = digit();
    return Number(real, is_complex<T> ? digit() : 0);
  });
}
inline Matrix unknown(int rows, int columns) {
  return matrix(rows, columns, [](int, int) { return Number(NAN, NAN); });
}

struct Tally {
  int units = 0;  // by how many epsilons a number may be off; 0 requires equality
  double unit = 0;
  int calls = 0, wrong = 0;
  void compare(Number got, Number wanted) {
    const double bound = units * unit * std::max(1.0, std::abs(wanted));
    const bool both_nan = std::isnan(got.real()) && std::isnan(wanted.real());
    if (!(std::abs(got - wanted) <= bound) && !both_nan) ++wrong;
  }
};

// A matrix in memory. Memory outside its layout is NaN, and has to stay NaN.
template <class T>
class Operand {
 public:
  Operand(const Matrix& values, const Layout& layout, bool on_host = false)
      : rows_(values.rows),
        columns_(values.columns),
        layout_(layout),
        on_host_(on_host),
        host_(stored(values)),
        device_(host_) {}
  operator T*() { return (on_host_ ? host_.data() : device_.data()) + guard; }
  Matrix now() const {
    const std::vector<T> all = device_.to_host();
    return matrix(rows_, columns_,
                  [&](int i, int j) { return from(all[guard + layout_(i, j)]); });
  }
  void expect(const Matrix& wanted, Tally& tally) const {
    const std::vector<T> got = on_host_ ? host_ : device_.to_host(), right = stored(wanted);
    for (std::size_t i = 0; i < got.size(); ++i)
      tally.compare(from(got[i]), from(right[i]));
  }

 private:
  std::vector<T> stored(const Matrix& values) const {
    std::vector<T> memory;
    for (int j = 0; j < values.columns; ++j)
      for (int i = 0; i < values.rows; ++i) {
        const int at = layout_(i, j);
        if (at == nowhere) continue;
        const std::size_t size = guard + at + guard;
        if (memory.size() < size) memory.resize(size, to<T>({NAN, NAN}));
        memory[guard + at] = to<T>(values(i, j));
      }
    return memory;
  }

  int rows_, columns_;
  Layout layout_;
  bool on_host_;
  std::vector<T> host_;
  weft::Buffer<T> device_;
};

struct Way {  // one way to call a routine
  Operation op_a, op_b;
  cublasSideMode_t side;
  Fill fill;
  cublasDiagType_t diag;
  Number alpha, beta;
};

struct Plan {  // all ways to call it, and how its operands lie
  int m = 5, n = 4, k = 3;
  std::vector<Operation> ops_a{same}, ops_b{same};
  std::vector<cublasSideMode_t> sides{left};
  std::vector<Fill> fills{lower};
  std::vector<cublasDiagType_t> diags{CUBLAS_DIAG_NON_UNIT};
  Number alpha{2, -1};
  std::vector<Number> betas{0, {-1, 2}};
  bool hermitian = false, on_host = false;
  std::function<Layout(Fill)> a = [](Fill) { return full(lda); };
  Layout b = full(ldb);
  std::function<Layout(Fill)> c = [](Fill) { return full(ldc); };

  void each(const std::function<void(Way)>& work) const {
    for (const auto op_a : ops_a)
      for (const auto op_b : ops_b)
        for (const auto side : sides)
          for (const auto fill : fills)
            for (const auto diag : diags)
              for (const auto beta : betas)
                work({op_a, op_b, side, fill, diag, alpha, beta});
  }
};

// alpha or beta, as a routine takes it: complex, or its real part.
template <class T>
struct Scalar {
  T whole;
  Real<T> real;
  operator const T*() const { return &whole; }
  template <class R>
    requires(is_complex<T> && std::is_same_v<R, Real<T>>)
  operator const R*() const {
    return &real;
  }
};

template <class T, class In>
struct Given : Way {
  int m, n, k;
  Scalar<T> alpha, beta;
  In *a, *b;
  T* c;
};

struct Problem {
  Matrix a, b, c, wanted;  // what c should become
};

template <class T, class In = T>
Tally attempt(const Plan& plan, auto pose, auto routine) {
  const auto scalar = [](Number z) { return Scalar<T>{to<T>(z), to<Real<T>>(z)}; };
  Tally tally;
  plan.each([&](Way way) {
    way.alpha = from(to<T>(way.alpha)), way.beta = from(to<T>(way.beta));
    const Problem given = pose(way);
    const bool unread = way.diag == CUBLAS_DIAG_UNIT;
    const Layout in_a = plan.a(way.fill);
    Operand<In> a(given.a, unread ? half_of(way.fill, in_a, false) : in_a, plan.on_host);
    Operand<In> b(given.b, plan.b, plan.on_host);
    Operand<T> c(given.c, plan.c(way.fill), plan.on_host);
    weft::check(routine(Given<T, In>{way, plan.m, plan.n, plan.k, scalar(way.alpha),
                                     scalar(way.beta), a, b, c}));
    c.expect(given.wanted, tally);
    ++tally.calls;
  });
  return tally;
}

inline void row(const std::string& routines, const char* compute,
                const std::vector<Tally>& tallies) {
  CAPTURE(routines);
  int calls = 0;
  for (const Tally& tally : tallies) {
    CHECK(tally.calls > 0);
    CHECK(tally.wrong == 0);
    calls += tally.calls;
  }
  std::printf("`%s` | %s | %d | ", routines.c_str(), compute, calls);
  if (tallies[0].units == 0) std::puts("exact");
  else std::printf("within %d ε\n", tallies[0].units);
}
