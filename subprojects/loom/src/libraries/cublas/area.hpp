// Which elements of an operand a routine touches: columns that begin a fixed distance apart, of each a stretch of rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "loom/cublas_types.h"

namespace loom::cublas {

using Size = std::int64_t;

struct Area {
  Size rows = 1, columns = 1;
  Size step = 1;                     // elements from one column to the next
  // Column j has the rows from `first + j * first_slope` to before `last + j * last_slope`, as far as there are such rows.
  Size first = 0, first_slope = 0;
  Size last = std::numeric_limits<Size>::max(), last_slope = 0;

  Size begin(Size column) const { return std::max<Size>(0, first + column * first_slope); }
  Size end(Size column) const { return last_slope == 0 ? std::min(rows, last) : std::min(rows, last + column * last_slope); }
};

inline Area matrix(Size rows, Size columns, Size leading) { return {rows, columns, leading}; }

inline Area vector(Size n, Size increment) { return {1, n, increment < 0 ? -increment : increment}; }

// Without the diagonal where it is taken to hold ones.
inline Area triangle(cublasFillMode_t uplo, Size n, Size leading, cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT) {
  const Size unit = diag == CUBLAS_DIAG_UNIT;
  return uplo == CUBLAS_FILL_MODE_UPPER ? Area{n, n, leading, 0, 0, 1 - unit, 1} : Area{n, n, leading, unit, 1};
}

inline Area packed(Size n) { return {n * (n + 1) / 2, 1, 1}; }

// A band is stored by columns, its diagonals in rows: element (i, j) in row ku + i - j.
inline Area band(Size m, Size n, Size kl, Size ku, Size leading) {
  return {kl + ku + 1, n, leading, ku, -1, ku + m, -1};
}

inline Area triangular_band(cublasFillMode_t uplo, Size n, Size k, Size leading, cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT) {
  const Size unit = diag == CUBLAS_DIAG_UNIT;
  return uplo == CUBLAS_FILL_MODE_UPPER ? Area{k + 1 - unit, n, leading, k, -1} : Area{k + 1, n, leading, unit, 0, n, -1};
}

}  // namespace loom::cublas
