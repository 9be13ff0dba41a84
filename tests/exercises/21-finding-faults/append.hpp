// Exercise "A container that kernels can fill": what its test calls.
#pragma once

#include <cuda_runtime.h>

// `capacity` integers in device memory, of which *size are in use.
struct Appendable {
  int* values;
  unsigned* size;
  unsigned capacity;
};

__device__ bool append(const Appendable& to, int value);
