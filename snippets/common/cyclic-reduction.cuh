// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 7e7692b12f6decf89fd909bd6978ecc700ef5318]
// One step of cyclic reduction, and all steps of its parallel form within a warp.
#pragma once

#include "common/tridiagonal.cuh"

namespace weft {

// A row divided by its diagonal: a x(i-w) + x(i) + c x(i+w) = d.
template <class T>
struct Tied {
  T a, c, d;
};

template <class T>
__host__ __device__ Tied<T> tied(T a, T b, T c, T d) {
  const T r = 1 / b;
  return {a * r, c * r, d * r};
}

// The row `mine` with `before` and `after` eliminated: it is coupled with rows twice as far away.
template <class T>
__host__ __device__ Tied<T> reduced(Tied<T> before, Tied<T> mine, Tied<T> after) {
  const T r = 1 / (1 - mine.a * before.c - mine.c * after.a);
  return {-mine.a * before.a * r, -mine.c * after.c * r,
          (mine.d - mine.a * before.d - mine.c * after.d) * r};
}

// The first lane of each group ignores the value of `before`, because its a is 0;
// the last lane ignores that of `after`.
template <class T>
__device__ Tied<T> from_below(const Tied<T>& mine, unsigned distance, unsigned lanes) {
  return {__shfl_up_sync(0xffffffffu, mine.a, distance, lanes),
          __shfl_up_sync(0xffffffffu, mine.c, distance, lanes),
          __shfl_up_sync(0xffffffffu, mine.d, distance, lanes)};
}
template <class T>
__device__ Tied<T> from_above(const Tied<T>& mine, unsigned distance, unsigned lanes) {
  return {__shfl_down_sync(0xffffffffu, mine.a, distance, lanes),
          __shfl_down_sync(0xffffffffu, mine.c, distance, lanes),
          __shfl_down_sync(0xffffffffu, mine.d, distance, lanes)};
}

// Each group of `lanes` lanes solves one system of that many rows. All 32 lanes must call it.
template <unsigned lanes, class T>
__device__ T solve_in_warp(Tied<T> mine) {
  static_assert(lanes <= 32 && (lanes & (lanes - 1)) == 0);
#pragma unroll
  for (unsigned width = 1; width < lanes; width *= 2)
    mine = reduced(from_below(mine, width, lanes), mine, from_above(mine, width, lanes));
  return mine.d;
}

}  // namespace weft
