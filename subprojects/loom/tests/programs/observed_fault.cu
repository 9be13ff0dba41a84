// A kernel that fails while it is observed is left out, and its error is there to be asked for.
// prints: 0 requests, an illegal memory access was encountered
#include <loom/observe.h>

#include <cstdio>

__global__ void fill(float* out) {
  out[threadIdx.x] = 1;  // finds: out-of-bounds
}

int main() {
  const loom::Seen seen = loom::observe([] { fill<<<1, 32>>>(nullptr); });
  std::printf("%d requests, %s\n", static_cast<int>(seen.global_stores.requests), cudaGetErrorString(cudaGetLastError()));
}
