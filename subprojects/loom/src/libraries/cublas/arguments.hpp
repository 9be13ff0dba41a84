// What the arguments of routines have in common: which values are good, and how Fortran spells them.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "libraries/cublas/call.hpp"
#include "libraries/cublas/elements.hpp"
#include "libraries/cublas/fortran.hpp"

namespace loom::cublas {

inline bool is_operation(cublasOperation_t op) { return op >= CUBLAS_OP_N && op <= CUBLAS_OP_C; }
inline bool is_side(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT; }
inline bool is_triangle(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER; }
inline bool is_diagonal(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT; }

// OpenBLAS counts in int, and so does loom: what is larger than that does not fit into a device of loom's either.
inline bool is_count(Size n) { return n >= 0 && n <= std::numeric_limits<int>::max(); }
inline bool is_increment(Size increment) { return increment != 0 && std::abs(increment) <= std::numeric_limits<int>::max(); }
inline bool is_leading(Size leading, Size rows) { return leading >= std::max<Size>(1, rows) && is_count(leading); }

inline char letter(cublasOperation_t op) { return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C'; }
inline char letter(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }
inline char letter(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_UPPER ? 'U' : 'L'; }
inline char letter(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? 'U' : 'N'; }

// How an operand is stored whose op() has so many rows and columns.
struct Shape { Size rows, columns; };
inline Shape stored(cublasOperation_t op, Size rows, Size columns) {
  return op == CUBLAS_OP_N ? Shape{rows, columns} : Shape{columns, rows};
}

template <class T>
void fill(T* at, const Area& area, T value) {
  for (Size j = 0; j < area.columns; ++j)
    for (Size i = area.begin(j); i < area.end(j); ++i) at[j * area.step + i] = value;
}

// What a routine does where nothing is to be added to its result. A factor of zero erases NaN too.
template <class T, class Factor>
void scale(T* at, const Area& area, Factor factor) {
  if (factor == Factor(0)) return fill(at, area, T(0));
  for (Size j = 0; j < area.columns; ++j)
    for (Size i = area.begin(j); i < area.end(j); ++i) at[j * area.step + i] *= factor;
}

// The elements of a vector, in BLAS's order: with a negative increment the last one lies first.
template <class T>
struct Strided {
  Strided(T* at, Size n, Size increment) : first(increment < 0 ? at + (1 - n) * increment : at), increment(increment) {}
  T& operator[](Size i) const { return first[i * increment]; }

  T* first;
  Size increment;
};

// A vector and a matrix without gaps, in the type that is computed in.
template <class T, class X>
std::vector<T> gathered(const X* at, Size n, Size increment) {
  const Strided from(at, n, increment);
  std::vector<T> elements(static_cast<std::size_t>(n));
  for (Size i = 0; i < n; ++i) elements[static_cast<std::size_t>(i)] = static_cast<T>(from[i]);
  return elements;
}

template <class T, class X>
std::vector<T> gathered(const X* at, Shape shape, Size leading) {
  std::vector<T> elements(static_cast<std::size_t>(shape.rows * shape.columns));
  for (Size j = 0; j < shape.columns; ++j)
    for (Size i = 0; i < shape.rows; ++i)
      elements[static_cast<std::size_t>(j * shape.rows + i)] = static_cast<T>(at[j * leading + i]);
  return elements;
}

}  // namespace loom::cublas
