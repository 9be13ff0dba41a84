// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 516d990b1bb22da12a3a4018828e0410c91678f8]
#include <cfenv>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

template <class T>
struct Four {
  T nearest, to_zero, up, down;
};

__device__ void compute_all(float x, float y, float z, Four<float>* of) {
  of[0] = {__fadd_rn(x, z), __fadd_rz(x, z), __fadd_ru(x, z), __fadd_rd(x, z)};
  of[1] = {__fsub_rn(x, z), __fsub_rz(x, z), __fsub_ru(x, z), __fsub_rd(x, z)};
  of[2] = {__fmul_rn(x, z), __fmul_rz(x, z), __fmul_ru(x, z), __fmul_rd(x, z)};
  of[3] = {__fmaf_rn(x, y, z), __fmaf_rz(x, y, z), __fmaf_ru(x, y, z), __fmaf_rd(x, y, z)};
  of[4] = {__fdiv_rn(x, y), __fdiv_rz(x, y), __fdiv_ru(x, y), __fdiv_rd(x, y)};
  of[5] = {__frcp_rn(y), __frcp_rz(y), __frcp_ru(y), __frcp_rd(y)};
  of[6] = {__fsqrt_rn(y), __fsqrt_rz(y), __fsqrt_ru(y), __fsqrt_rd(y)};
}
__device__ void compute_all(double x, double y, double z, Four<double>* of) {
  of[0] = {__dadd_rn(x, z), __dadd_rz(x, z), __dadd_ru(x, z), __dadd_rd(x, z)};
  of[1] = {__dsub_rn(x, z), __dsub_rz(x, z), __dsub_ru(x, z), __dsub_rd(x, z)};
  of[2] = {__dmul_rn(x, z), __dmul_rz(x, z), __dmul_ru(x, z), __dmul_rd(x, z)};
  of[3] = {__fma_rn(x, y, z), __fma_rz(x, y, z), __fma_ru(x, y, z), __fma_rd(x, y, z)};
  of[4] = {__ddiv_rn(x, y), __ddiv_rz(x, y), __ddiv_ru(x, y), __ddiv_rd(x, y)};
  of[5] = {__drcp_rn(y), __drcp_rz(y), __drcp_ru(y), __drcp_rd(y)};
  of[6] = {__dsqrt_rn(y), __dsqrt_rz(y), __dsqrt_ru(y), __dsqrt_rd(y)};
}

template <class T>
__global__ void compute(T x, T y, T z, Four<T>* of) {
  compute_all(x, y, z, of);
}

constexpr int operations = 7;

template <class T>
struct Operands {
  volatile T x, y, z;
};

template <class T>
void compute_on_host(const Operands<T>& of, T* results) {
  results[0] = of.x + of.z;
  results[1] = of.x - of.z;
  results[2] = of.x * of.z;
  results[3] = std::fma(T{of.x}, T{of.y}, T{of.z});
  results[4] = of.x / of.y;
  results[5] = 1 / of.y;
  results[6] = std::sqrt(T{of.y});
}

template <class T>
void expect_all_directions(double a, double b, double c) {
  const T x = static_cast<T>(a), y = static_cast<T>(b), z = static_cast<T>(c);
  weft::Buffer<Four<T>> results(operations);
  compute<<<1, 1>>>(x, y, z, results.data());
  const std::vector<Four<T>> found = results.to_host();
  const auto expect = [&](T Four<T>::*which, int direction) {
    T on_host[operations];
    std::fesetround(direction);
    compute_on_host<T>({x, y, z}, on_host);
    std::fesetround(FE_TONEAREST);
    for (int i = 0; i < operations; ++i) CHECK(found[i].*which == on_host[i]);
  };
  expect(&Four<T>::nearest, FE_TONEAREST);
  expect(&Four<T>::to_zero, FE_TOWARDZERO);
  expect(&Four<T>::up, FE_UPWARD);
  expect(&Four<T>::down, FE_DOWNWARD);
}

TEST_CASE("each rounding mode gives the neighbour in its direction") {
  std::mt19937_64 bits(5);
  std::uniform_real_distribution<double> any(-8, 8), positive(0.01, 100);
  for (int i = 0; i < 200; ++i) {
    const double x = any(bits), y = positive(bits), z = any(bits);
    expect_all_directions<double>(x, y, z);
    expect_all_directions<float>(x, y, z);
  }
}
