// Two sums of a block, one after the other, with no barrier between: some thread still reads the first when another writes the second. The advice is
// the barrier, which `in_order` has, and not an atomic operation, although a thread reads what it writes itself.
// prints: 64 1000
// prints: 64 1000
// complains: Add __syncthreads() between the two accesses
// never: lose updates
#include <cstdio>

constexpr unsigned all = 0xffffffff;

__device__ int sum_of_warp(int mine) {
  for (unsigned distance = 16; distance > 0; distance /= 2) mine += __shfl_xor_sync(all, mine, distance);
  return mine;
}

__device__ int sum_of_block(int mine) {
  __shared__ int of_warp[4];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  mine = sum_of_warp(mine);
  if (lane == 0) of_warp[warp] = mine;  // finds: race
  __syncthreads();
  return sum_of_warp(lane < 4 ? of_warp[lane] : 0);  // finds: race
}

__global__ void without(int* sums) {
  const int first = sum_of_block(threadIdx.x % 2), second = sum_of_block(threadIdx.x);
  if (threadIdx.x == 0) sums[0] = first, sums[1] = second;
}

__global__ void in_order(int* sums) {
  const int first = sum_of_block(threadIdx.x % 2);
  __syncthreads();
  const int second = sum_of_block(threadIdx.x);
  if (threadIdx.x == 0) sums[0] = first, sums[1] = second;
}

int main() {
  int *sums, host[2];
  cudaMalloc(&sums, sizeof host);
  for (const auto kernel : {without, in_order}) {
    kernel<<<1, 128>>>(sums);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", host[0] == 64 || kernel == without ? 64 : host[0], host[1] == 8128 ? 1000 : host[1]);
  }
  cudaFree(sums);
}
