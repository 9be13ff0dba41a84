// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 7cacb15532415d75b12ae3edee18c0ac02737d87]
#pragma once

#include "reference.cuh"

constexpr int n = 7;

inline Plan in_vectors() {
  Plan plan{.m = n, .n = 1, .betas{1}};
  plan.a = [](Fill) { return strided(incx); }, plan.c = [](Fill) { return strided(incy); };
  return plan;
}

// A routine that replaces y by a function of x and y.
template <class T>
Tally changes(auto formula, auto routine) {
  return attempt<T>(
      in_vectors(),
      [&](const Way& way) {
        const Matrix x = random<T>(n, 1), y = random<T>(n, 1);
        return Problem{x, x, y, formula(way.alpha, x, y)};
      },
      routine);
}

// A routine that returns a number.
template <class T, class Answer>
Tally answers(const weft::Blas& blas, auto formula, auto routine, int units = 0) {
  Tally tally{units, epsilon<T>, 1};
  const Matrix x = random<T>(n, 1), y = random<T>(n, 1);
  Operand<T> on_x(x, strided(incx)), on_y(y, strided(incy));
  T *const at_x = on_x, *const at_y = on_y;
  Answer answer = to<Answer>(-1);
  if constexpr (requires { routine(blas, n, at_x, incx, &answer); })
    weft::check(routine(blas, n, at_x, incx, &answer));
  else weft::check(routine(blas, n, at_x, incx, at_y, incy, &answer));
  tally.compare(from(answer), formula(x, y));
  return tally;
}

inline double size(Number z) {
  return std::abs(z.real()) + std::abs(z.imag());
}
inline bool smaller(Number a, Number b) {
  return size(a) < size(b);
}
double place(auto found, const Matrix& x) {
  return found - x.numbers.begin() + 1.0;
}

const auto largest = [](const Matrix& x, const Matrix&) {
  return place(std::max_element(x.numbers.begin(), x.numbers.end(), smaller), x);
};
const auto smallest = [](const Matrix& x, const Matrix&) {
  return place(std::min_element(x.numbers.begin(), x.numbers.end(), smaller), x);
};
const auto sizes = [](const Matrix& x, const Matrix&) {
  double sum = 0;
  for (const Number z : x.numbers) sum += size(z);
  return sum;
};
const auto product_of = [](Operation how) {
  return [how](const Matrix& x, const Matrix& y) { return (op(how, x) * y)(0, 0); };
};
const auto length = [](const Matrix& x, const Matrix&) {
  return std::sqrt((op(conjugated, x) * x)(0, 0));
};
