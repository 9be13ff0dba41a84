// The routines that make rotations, and the modified rotation. Their numbers lie where the pointer mode says.
#pragma once

#include "libraries/cublas/level1.hpp"

namespace loom::cublas {

// Where the numbers of a small routine lie. On the host they are at hand, on the device the stream has to come first.
template <class Compute>
cublasStatus_t on_numbers(cublasHandle_t handle, Compute compute) {
  return handle->pointer_mode == CUBLAS_POINTER_MODE_HOST ? submit_and_wait(handle, compute) : submit(handle, compute);
}

// With host pointers nothing is known of the memory behind them.
template <class T>
T* number(const Memory& memory, cublasHandle_t handle, const char* argument, T* at, bool reads, bool writes, Size n = 1) {
  if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) return at;
  if (reads) memory.reads(argument, at, vector(n, 1));
  if (writes) memory.writes(argument, const_cast<std::remove_const_t<T>*>(at), vector(n, 1));
  return at;
}

// a becomes r. b becomes z for real numbers, from which c and s can be had again, and stays as it is for complex ones.
template <class T>
void make_rotation(T& a, T& b, Real<T>& c, T& s) {
  using R = Real<T>;
  if constexpr (is_complex<T>) {
    const R length = std::abs(a);
    if (length == 0) {
      c = 0;
      s = 1;
      a = b;
      return;
    }
    const R scale = length + std::abs(b);
    const R norm = scale * std::sqrt(std::norm(a / scale) + std::norm(b / scale));
    const T direction = a / length;
    c = length / norm;
    s = direction * std::conj(b) / norm;
    a = direction * norm;
  } else {
    const bool a_leads = std::abs(a) > std::abs(b);
    const R scale = std::abs(a) + std::abs(b);
    R r = 0, z = 0;
    c = 1;
    s = 0;
    if (scale != 0) {
      r = std::copysign(scale * std::sqrt((a / scale) * (a / scale) + (b / scale) * (b / scale)), a_leads ? a : b);
      c = a / r;
      s = b / r;
      z = a_leads ? s : c != 0 ? 1 / c : R(1);
    }
    a = r;
    b = z;
  }
}

template <class T>
cublasStatus_t rotg(cublasHandle_t handle, T* a, T* b, Real<T>* c, T* s) {
  if (const auto bad = check(handle, {{a != nullptr, "a"}, {b != nullptr, "b"}, {c != nullptr, "c"}, {s != nullptr, "s"}}))
    return bad;
  return on_numbers(handle, [=](const Memory& memory) {
    make_rotation(*number(memory, handle, "a", a, true, true), *number(memory, handle, "b", b, true, true),
                  *number(memory, handle, "c", c, false, true), *number(memory, handle, "s", s, false, true));
  });
}

template <class T>
cublasStatus_t rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) {
  if (const auto bad = check(handle, {{d1 != nullptr, "d1"}, {d2 != nullptr, "d2"}, {x1 != nullptr, "x1"}, {y1 != nullptr, "y1"},
                                      {param != nullptr, "param"}}))
    return bad;
  return on_numbers(handle, [=](const Memory& memory) {
    T& first = *number(memory, handle, "d1", d1, true, true);
    T& x = *number(memory, handle, "x1", x1, true, true);
    const T first_before = first, x_before = x, y = *number(memory, handle, "y1", y1, true, false);
    T* const h = number(memory, handle, "param", param, false, true, 5);
    fortran::rotmg(first, *number(memory, handle, "d2", d2, true, true), x, y, h);
    // It does not matter where d1 is 0, so OpenBLAS leaves it out. cuBLAS does not.
    if (first_before == 0 && h[0] == 1) h[4] = x_before / y;
  });
}

// The 2 × 2 matrix that param describes: a flag, then h11, h21, h12, h22, of which the flag may imply some.
template <class T>
struct Modified {
  T h11 = 1, h21 = 0, h12 = 0, h22 = 1;

  explicit Modified(const T* param) {
    if (param[0] == -1) *this = {param[1], param[2], param[3], param[4]};
    if (param[0] == 0) *this = {1, param[2], param[3], 1};
    if (param[0] == 1) *this = {param[1], -1, 1, param[4]};
  }
  Modified(T a, T b, T c, T d) : h11(a), h21(b), h12(c), h22(d) {}
};

template <class T, class X>
cublasStatus_t rotm_as(cublasHandle_t handle, Size n, X* x, Size incx, X* y, Size incy, const X* param) {
  if (const auto bad = check(handle, {{n <= 0 || param != nullptr, "param"}})) return bad;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  const bool on_host = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;
  const auto given = on_host ? std::vector<X>(param, param + 5) : std::vector<X>();
  return submit(handle, [=](const Memory& memory) {
    const X* const numbers = on_host ? given.data() : memory.reads("param", param, vector(5, 1));
    const std::vector<T> wide(numbers, numbers + 5);
    const Modified<T> h(wide.data());
    const Strided one(memory.updates("x", x, vector(n, incx)), n, incx);
    const Strided other(memory.updates("y", y, vector(n, incy)), n, incy);
    for (Size i = 0; i < n; ++i) {
      const T a = one[i], b = other[i];
      one[i] = static_cast<X>(h.h11 * a + h.h12 * b);
      other[i] = static_cast<X>(h.h21 * a + h.h22 * b);
    }
  });
}

template <class T>
cublasStatus_t rotm(cublasHandle_t handle, Size n, T* x, Size incx, T* y, Size incy, const T* param) {
  return rotm_as<T>(handle, n, x, incx, y, incy, param);
}

}  // namespace loom::cublas
