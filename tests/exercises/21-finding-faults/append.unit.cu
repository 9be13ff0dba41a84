#include <21-finding-faults/append.cu>

namespace test {

// Appends each x[i] that is at least `least`; returned[i] is 0 or 1 as append said, and 2 where it was not called.
__global__ void append_each(Appendable to, const int* x, unsigned n, int least, int* returned) {
  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) returned[i] = x[i] < least ? 2 : append(to, x[i]);
}

__global__ void append_often(Appendable to, int times, unsigned* succeeded) {
  for (int k = 0; k < times; ++k)
    if (append(to, k)) atomicAdd(succeeded, 1u);
}

}  // namespace test
