// Exercise "Where it lies": what its test calls.
#pragma once

// Where in shared memory byte `byte` of row `row` lies, counted from the beginning of the box, which is at a multiple of 1,024 bytes. Rows of the
// box have row_bytes bytes: 32, 64 or 128, or 16 without a swizzle. `span` is that of the swizzle, the same as row_bytes, or 0 for none.
__host__ __device__ unsigned place_of(unsigned row, unsigned byte, unsigned row_bytes, unsigned span);
