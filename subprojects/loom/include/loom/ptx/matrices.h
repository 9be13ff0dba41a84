// Instructions of PTX in which a warp multiplies matrices, and hands their rows around.
#pragma once

#include "loom/device_warp.h"
#include "loom/ptx/values.h"
#include "vector_types.h"

namespace loom {

enum class Number : unsigned char { s4, u4, s8, u8, f16, bf16, tf32, s32, f32, f64 };

// Of an m by k and a k by n matrix.
struct MatrixProduct {
  int m, n, k;
  Number d, a, b, c;
  bool saturates;                    // sums of integers end at the ends of their range
};

// Each lane brings its registers of a, b and c, and gets those of d. Products are summed in the order of k, beginning with c; those of
// numbers of 16 bits and TF32 in float, rounded once to what d is.
void multiply_matrices(const MatrixProduct&, const void* a, const void* b, const void* c, void* d);

// Eight lanes hold a matrix of 8 by 8 numbers of 16 bits: lane i has two of row i / 4, or, transposed, of column i / 4.
// Lanes 8 i to 8 i + 7 bring the rows of matrix i, and all get their parts of so many matrices; and the other way round.
void deal_rows(const uint4& row, unsigned* parts, int matrices, bool transposed);
uint4 collect_rows(const unsigned* parts, int matrices, bool transposed);

namespace ptx {

template <int matrices, bool transposed>
LOOM_PTX_PLAIN void load_matrices(const uint4* row, unsigned (&parts)[matrices]) {
  uint4 mine{};
  if (lane() < 8 * matrices) mine = *row;
  deal_rows(mine, parts, matrices, transposed);
}

template <int matrices, bool transposed>
LOOM_PTX_PLAIN void store_matrices(uint4* row, const unsigned (&parts)[matrices]) {
  const uint4 mine = collect_rows(parts, matrices, transposed);
  if (lane() < 8 * matrices) *row = mine;
}

}  // namespace ptx
}  // namespace loom
