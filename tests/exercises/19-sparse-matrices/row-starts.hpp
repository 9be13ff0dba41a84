// Exercise "From COO to CSR": what its test calls.
#pragma once

#include <cuda_runtime.h>

__global__ void row_starts(const unsigned* row, unsigned nonzeros, unsigned rows, unsigned* start);
