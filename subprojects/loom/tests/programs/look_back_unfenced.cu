// A scan in one pass whose tiles wait for one another, but with nothing between a total and the flag that says it is there.
// prints: 8386560 8386560
#include <cstdio>

constexpr int tiles = 64, tile = 64, n = tiles * tile;
__device__ unsigned tickets[2];

template <bool as_volatile>
__device__ int flag_of(int* flag) {
  if constexpr (as_volatile) return *static_cast<volatile int*>(flag);
  else return atomicAdd(flag, 0);
}

template <bool as_volatile>
__global__ void scan(const int* in, int* out, int* totals, int* flags) {
  __shared__ unsigned mine;
  __shared__ int before, values[tile];
  if (threadIdx.x == 0) mine = atomicAdd(&tickets[as_volatile], 1);
  __syncthreads();
  values[threadIdx.x] = in[mine * tile + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < tile; ++i) values[i] += values[i - 1];
    before = 0;
    if (mine > 0) {
      while (flag_of<as_volatile>(&flags[mine - 1]) == 0) {
      }
      before = totals[mine - 1];  // finds: race
    }
    totals[mine] = before + values[tile - 1];  // finds: race
    if constexpr (as_volatile) *static_cast<volatile int*>(&flags[mine]) = 1;
    else atomicExch(&flags[mine], 1);
  }
  __syncthreads();
  out[mine * tile + threadIdx.x] = before + values[threadIdx.x];
}

int main() {
  int *in, *out, *totals, *flags;
  static int numbers[n];
  for (int i = 0; i < n; ++i) numbers[i] = i;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof numbers);
  cudaMalloc(&totals, tiles * sizeof(int));
  cudaMalloc(&flags, tiles * sizeof(int));
  int last[2];
  for (int i = 0; i < 2; ++i) {
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(flags, 0, tiles * sizeof(int));
    if (i == 0) scan<true><<<tiles, tile>>>(in, out, totals, flags);
    else scan<false><<<tiles, tile>>>(in, out, totals, flags);
    cudaMemcpy(&last[i], out + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
  }
  std::printf("%d %d\n", last[0], last[1]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(totals);
  cudaFree(flags);
}
