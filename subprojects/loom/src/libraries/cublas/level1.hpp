// Level 1, on vectors. X, Y and so on are the types that elements are stored in, C is the one that is computed in. The sums
// of these loops are formed in double, so that they do not depend on how a compiler or a machine groups them.
#pragma once

#include <cmath>
#include <utility>

#include "libraries/cublas/arguments.hpp"

namespace loom::cublas {

template <class T> struct WideOf { using type = double; };
template <class R> struct WideOf<std::complex<R>> { using type = std::complex<double>; };
template <class T> using Wide = typename WideOf<T>::type;

template <class T, class C = T, class A, class X, class Y>
cublasStatus_t axpy_as(cublasHandle_t handle, Size n, const A* alpha, const X* x, Size incx, Y* y, Size incy) {
  if (const auto bad = check(handle, {{n <= 0 || alpha != nullptr, "alpha"}})) return bad;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha)](const Memory& memory) {
    const C a = static_cast<C>(alpha.in(memory));
    if (a == C(0)) return;
    const Strided from(memory.reads("x", x, vector(n, incx)), n, incx);
    const Strided to(memory.updates("y", y, vector(n, incy)), n, incy);
    for (Size i = 0; i < n; ++i) to[i] = static_cast<Y>(a * static_cast<C>(from[i]) + static_cast<C>(to[i]));
  });
}

template <class T>
cublasStatus_t axpy(cublasHandle_t handle, Size n, const T* alpha, const T* x, Size incx, T* y, Size incy) {
  return axpy_as<T>(handle, n, alpha, x, incx, y, incy);
}

template <class T>
cublasStatus_t copy(cublasHandle_t handle, Size n, const T* x, Size incx, T* y, Size incy) {
  if (const auto bad = check(handle, {})) return bad;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    const Strided from(memory.reads("x", x, vector(n, incx)), n, incx);
    const Strided to(memory.writes("y", y, vector(n, incy)), n, incy);
    for (Size i = 0; i < n; ++i) to[i] = from[i];
  });
}

template <class T>
cublasStatus_t swap(cublasHandle_t handle, Size n, T* x, Size incx, T* y, Size incy) {
  if (const auto bad = check(handle, {})) return bad;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=](const Memory& memory) {
    const Strided one(memory.updates("x", x, vector(n, incx)), n, incx);
    const Strided other(memory.updates("y", y, vector(n, incy)), n, incy);
    for (Size i = 0; i < n; ++i) std::swap(one[i], other[i]);
  });
}

// A factor of zero is multiplied like any other: NaN stays NaN.
template <class A, class X>
cublasStatus_t scal(cublasHandle_t handle, Size n, const A* alpha, X* x, Size incx) {
  const bool nothing = n <= 0 || incx <= 0;
  if (const auto bad = check(handle, {{nothing || alpha != nullptr, "alpha"}})) return bad;
  if (nothing) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, alpha = Scalar(handle, "alpha", alpha)](const Memory& memory) {
    const A a = alpha.in(memory);
    const Strided at(memory.updates("x", x, vector(n, incx)), n, incx);
    for (Size i = 0; i < n; ++i) at[i] = static_cast<X>(a * at[i]);
  });
}

template <bool conjugated, class T, class X>
cublasStatus_t dot_as(cublasHandle_t handle, Size n, const X* x, Size incx, const X* y, Size incy, X* result) {
  if (const auto bad = check(handle, {})) return bad;
  return answer(handle, result, [=](const Memory& memory) {
    Wide<T> sum = 0;
    if (n <= 0) return static_cast<X>(static_cast<T>(sum));
    const Strided left(memory.reads("x", x, vector(n, incx)), n, incx);
    const Strided right(memory.reads("y", y, vector(n, incy)), n, incy);
    for (Size i = 0; i < n; ++i) {
      const Wide<T> factor = static_cast<T>(left[i]);
      sum += (conjugated ? conjugate(factor) : factor) * Wide<T>(static_cast<T>(right[i]));
    }
    return static_cast<X>(static_cast<T>(sum));
  });
}

template <class T>
cublasStatus_t dotu(cublasHandle_t handle, Size n, const T* x, Size incx, const T* y, Size incy, T* result) {
  return dot_as<false, T>(handle, n, x, incx, y, incy, result);
}

template <class T>
cublasStatus_t dotc(cublasHandle_t handle, Size n, const T* x, Size incx, const T* y, Size incy, T* result) {
  return dot_as<true, T>(handle, n, x, incx, y, incy, result);
}

template <class T, class X, class R>
cublasStatus_t asum_as(cublasHandle_t handle, Size n, const X* x, Size incx, R* result) {
  if (const auto bad = check(handle, {})) return bad;
  return answer(handle, result, [=](const Memory& memory) {
    double sum = 0;
    if (n <= 0 || incx <= 0) return static_cast<R>(sum);
    const Strided at(memory.reads("x", x, vector(n, incx)), n, incx);
    for (Size i = 0; i < n; ++i) sum += magnitude(Wide<T>(static_cast<T>(at[i])));
    return static_cast<R>(sum);
  });
}

template <class T>
cublasStatus_t asum(cublasHandle_t handle, Size n, const T* x, Size incx, Real<T>* result) {
  return asum_as<T>(handle, n, x, incx, result);
}

// Scaled by the largest part, so that squares neither overflow nor vanish. Infinity wins over NaN.
template <class T, class X, class R>
cublasStatus_t nrm2_as(cublasHandle_t handle, Size n, const X* x, Size incx, R* result) {
  if (const auto bad = check(handle, {})) return bad;
  return answer(handle, result, [=](const Memory& memory) {
    if (n <= 0 || incx <= 0) return static_cast<R>(0.0f);
    const Strided at(memory.reads("x", x, vector(n, incx)), n, incx);
    double scale = 0;
    for (Size i = 0; i < n; ++i) scale = std::fmax(scale, magnitude(Wide<T>(static_cast<T>(at[i]))));
    if (std::isinf(scale)) return static_cast<R>(static_cast<Real<T>>(scale));
    if (scale == 0) scale = 1;
    double sum = 0;
    for (Size i = 0; i < n; ++i) sum += std::norm(Wide<T>(static_cast<T>(at[i])) / scale);
    return static_cast<R>(static_cast<Real<T>>(scale * std::sqrt(sum)));
  });
}

template <class T>
cublasStatus_t nrm2(cublasHandle_t handle, Size n, const T* x, Size incx, Real<T>* result) {
  return nrm2_as<T>(handle, n, x, incx, result);
}

// The first index, counted from 1, with the largest magnitude. NaN is smaller than all numbers.
template <class T, class Beats, class I>
cublasStatus_t extreme(cublasHandle_t handle, Size n, const T* x, Size incx, I* result, Beats beats) {
  if (const auto bad = check(handle, {})) return bad;
  return answer(handle, result, [=](const Memory& memory) {
    if (n <= 0 || incx <= 0) return I{0};
    const Strided at(memory.reads("x", x, vector(n, incx)), n, incx);
    Size best = 0;
    for (Size i = 1; i < n; ++i)
      if (const auto candidate = magnitude(at[i]), champion = magnitude(at[best]);
          beats(candidate, champion) || (std::isnan(champion) && !std::isnan(candidate)))
        best = i;
    return static_cast<I>(best + 1);
  });
}

template <class T, class I>
cublasStatus_t amax(cublasHandle_t handle, Size n, const T* x, Size incx, I* result) {
  return extreme(handle, n, x, incx, result, [](auto candidate, auto best) { return candidate > best; });
}

template <class T, class I>
cublasStatus_t amin(cublasHandle_t handle, Size n, const T* x, Size incx, I* result) {
  return extreme(handle, n, x, incx, result, [](auto candidate, auto best) { return candidate < best; });
}

template <class T, class X, class C, class S>
cublasStatus_t rot_as(cublasHandle_t handle, Size n, X* x, Size incx, X* y, Size incy, const C* c, const S* s) {
  if (const auto bad = check(handle, {{n <= 0 || c != nullptr, "c"}, {n <= 0 || s != nullptr, "s"}})) return bad;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, c = Scalar(handle, "c", c), s = Scalar(handle, "s", s)](const Memory& memory) {
    const T cosine = static_cast<T>(c.in(memory)), sine = static_cast<T>(s.in(memory));
    const Strided one(memory.updates("x", x, vector(n, incx)), n, incx);
    const Strided other(memory.updates("y", y, vector(n, incy)), n, incy);
    for (Size i = 0; i < n; ++i) {
      const T a = static_cast<T>(one[i]), b = static_cast<T>(other[i]);
      one[i] = static_cast<X>(cosine * a + sine * b);
      other[i] = static_cast<X>(cosine * b - conjugate(sine) * a);
    }
  });
}

template <class T, class S>
cublasStatus_t rot(cublasHandle_t handle, Size n, T* x, Size incx, T* y, Size incy, const Real<T>* c, const S* s) {
  return rot_as<T>(handle, n, x, incx, y, incy, c, s);
}

}  // namespace loom::cublas
