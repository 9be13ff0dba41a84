#pragma once

#include <cmath>
#include <type_traits>

// A float that records whether a double took part in computing it.
struct Single {
  float value;
  bool mixed = false;

  Single() = default;
  template <class Number>
    requires std::is_arithmetic_v<Number>
  __host__ __device__ Single(Number number, bool with_double = false) : value(static_cast<float>(number)), mixed(with_double) {}
  __host__ __device__ operator float() const { return value; }
  __host__ __device__ Single operator-() const { return {-value, mixed}; }
  template <class Number>
  __host__ __device__ Single& operator+=(Number other) {
    return *this = *this + other;
  }
  template <class Number>
  __host__ __device__ Single& operator-=(Number other) {
    return *this = *this - other;
  }
  template <class Number>
  __host__ __device__ Single& operator*=(Number other) {
    return *this = *this * other;
  }
  template <class Number>
  __host__ __device__ Single& operator/=(Number other) {
    return *this = *this / other;
  }
};
__host__ __device__ inline Single operator+(Single a, Single b) { return {a.value + b.value, a.mixed || b.mixed}; }
__host__ __device__ inline Single operator-(Single a, Single b) { return {a.value - b.value, a.mixed || b.mixed}; }
__host__ __device__ inline Single operator*(Single a, Single b) { return {a.value * b.value, a.mixed || b.mixed}; }
__host__ __device__ inline Single operator/(Single a, Single b) { return {a.value / b.value, a.mixed || b.mixed}; }
__host__ __device__ inline Single operator+(Single a, double b) { return {a.value + b, true}; }
__host__ __device__ inline Single operator+(double a, Single b) { return {a + b.value, true}; }
__host__ __device__ inline Single operator-(Single a, double b) { return {a.value - b, true}; }
__host__ __device__ inline Single operator-(double a, Single b) { return {a - b.value, true}; }
__host__ __device__ inline Single operator*(Single a, double b) { return {a.value * b, true}; }
__host__ __device__ inline Single operator*(double a, Single b) { return {a * b.value, true}; }
__host__ __device__ inline Single operator/(Single a, double b) { return {a.value / b, true}; }
__host__ __device__ inline Single operator/(double a, Single b) { return {a / b.value, true}; }
template <class Number>
concept NoDouble = std::is_integral_v<Number> || std::is_same_v<Number, float>;
__host__ __device__ inline Single operator+(Single a, NoDouble auto b) { return a + Single(b); }
__host__ __device__ inline Single operator+(NoDouble auto a, Single b) { return Single(a) + b; }
__host__ __device__ inline Single operator-(Single a, NoDouble auto b) { return a - Single(b); }
__host__ __device__ inline Single operator-(NoDouble auto a, Single b) { return Single(a) - b; }
__host__ __device__ inline Single operator*(Single a, NoDouble auto b) { return a * Single(b); }
__host__ __device__ inline Single operator*(NoDouble auto a, Single b) { return Single(a) * b; }
__host__ __device__ inline Single operator/(Single a, NoDouble auto b) { return a / Single(b); }
__host__ __device__ inline Single operator/(NoDouble auto a, Single b) { return Single(a) / b; }
__host__ __device__ inline Single exp(Single x) { return {::expf(x.value), x.mixed}; }
__host__ __device__ inline Single sin(Single x) { return {::sinf(x.value), x.mixed}; }
namespace std {  // for answers with std::exp
using ::exp;
using ::sin;
}  // namespace std
