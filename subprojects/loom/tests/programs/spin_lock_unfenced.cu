// Locks without fences: the next owner may not see what the previous one has written.
// prints: done
#include <cstdio>

__device__ int lock_of_all;

__global__ void count(int* counter) {
  for (bool done = false; !done;) {
    if (atomicCAS(&lock_of_all, 0, 1) != 0) continue;
    *counter += 1;  // finds: race
    atomicExch(&lock_of_all, 0);
    done = true;
  }
}

__global__ void count_in_block() {
  __shared__ int lock, counter;
  if (threadIdx.x == 0) lock = counter = 0;
  __syncthreads();
  for (bool done = false; !done;) {
    if (atomicCAS(&lock, 0, 1) != 0) continue;
    counter += 1;  // finds: race
    atomicExch(&lock, 0);
    done = true;
  }
}

int main() {
  int* counter;
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  count<<<16, 128>>>(counter);
  count_in_block<<<16, 128>>>();
  cudaDeviceSynchronize();
  std::puts("done");
  cudaFree(counter);
}
