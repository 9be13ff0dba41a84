// Instructions of PTX in which a warp multiplies matrices, and hands their rows around.
#pragma once

#include "loom/device_warp.h"
#include "loom/ptx/values.h"
#include "vector_types.h"

namespace loom {

enum class Number : unsigned char { s4, u4, s8, u8, e4m3, e5m2, f16, bf16, tf32, s32, f32, f64 };

// Of an m by k and a k by n matrix.
struct MatrixProduct {
  int m, n, k;
  Number d, a, b, c;
  bool saturates;                    // sums of integers end at the ends of their range
};

// Each lane brings its registers of a, b and c, and gets those of d. Products of integers and of double are summed in the order of k, beginning with c;
// those of numbers of 16 bits and TF32 as by an H100 (device/aligned_sum.hpp).
void multiply_matrices(const MatrixProduct&, const void* a, const void* b, const void* c, void* d);

// What wgmma multiplies: 64 rows of k numbers, of which each warp of four has 16, by n columns. A row of k numbers has 32 bytes.
struct TileProduct {
  int n;
  Number d, a, b;
  bool from_registers;               // the warp's part of a; else it lies in shared memory, as b does
  bool negates_a, negates_b, turns_a, turns_b;
};

// Each lane brings its registers of d, and of a where they are not in shared memory, and the descriptors of what is. Sums are those of an
// H100 (device/aligned_sum.hpp). `places` are where the program keeps the registers, `count` of them: it may not use
// them before it has waited, nor lend them again without a fence if it has used them.
void multiply_tiles(const TileProduct&, unsigned long long a, unsigned long long b, const unsigned* of_a, bool accumulates, unsigned* d,
                    const void* const* places, int count);
void fence_registers();
void commit_products();
void wait_for_products(unsigned but);

// While one lives, an instruction reads and writes its own registers.
class UsesRegisters {
 public:
  UsesRegisters();
  ~UsesRegisters();
  UsesRegisters(const UsesRegisters&) = delete;
  UsesRegisters& operator=(const UsesRegisters&) = delete;
};

// Another number of registers per thread of the warp: more wait until other warps have given back theirs.
void set_registers(unsigned count, bool more);

// Eight lanes hold a matrix of 8 by 8 numbers of 16 bits: lane i has two of row i / 4, or, transposed, of column i / 4.
// Lanes 8 i to 8 i + 7 bring the rows of matrix i, and all get their parts of so many matrices; and the other way round.
void deal_rows(const uint4& row, unsigned* parts, int matrices, bool transposed);
uint4 collect_rows(const unsigned* parts, int matrices, bool transposed);

namespace ptx {

// Where a register of the program lies; nowhere if it is a value of its own.
template <class T>
LOOM_PTX_PLAIN const void* place_of(T& variable) { return &variable; }
template <class T>
LOOM_PTX_PLAIN const void* place_of(const T&&) { return nullptr; }

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
