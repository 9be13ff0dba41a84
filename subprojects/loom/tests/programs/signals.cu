// A scan in one pass whose tiles wait for one another by volatile accesses alone: total and state travel in one word, so that
// nothing else has to be in order. 64 tiles look back at the one before them; and blocks set flags that all of them see.
// prints: 8386560, some flags
#include <cstdio>

constexpr int tiles = 64, tile = 64, n = tiles * tile;
__device__ unsigned tickets;

__global__ void scan(const int* in, int* out, volatile unsigned long long* states) {
  __shared__ unsigned mine;
  __shared__ int before, values[tile];
  if (threadIdx.x == 0) mine = atomicAdd(&tickets, 1);
  __syncthreads();
  values[threadIdx.x] = in[mine * tile + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < tile; ++i) values[i] += values[i - 1];
    states[mine] = 1;                // begun
    unsigned long long state = 2;
    if (mine > 0) {
      do state = states[mine - 1];
      while ((state & 2) == 0);
    }
    before = static_cast<int>(state >> 2);
    states[mine] = 2 | static_cast<unsigned long long>(before + values[tile - 1]) << 2;
  }
  __syncthreads();
  out[mine * tile + threadIdx.x] = before + values[threadIdx.x];
}

__global__ void show_flags(volatile int* flags, int* seen) {
  if (threadIdx.x != 0) return;
  flags[0] = 1;
  if (flags[0] == 1) atomicAdd(seen, 1);
}

int main() {
  int *in, *out, *flags, last, seen;
  unsigned long long* states;
  static int numbers[n];
  for (int i = 0; i < n; ++i) numbers[i] = i;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof numbers);
  cudaMalloc(&states, tiles * sizeof *states);
  cudaMalloc(&flags, 2 * sizeof *flags);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemset(states, 0, tiles * sizeof *states);
  cudaMemset(flags, 0, 2 * sizeof *flags);
  scan<<<tiles, tile>>>(in, out, states);
  show_flags<<<8, 32>>>(flags, flags + 1);
  cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  cudaMemcpy(&seen, flags + 1, sizeof seen, cudaMemcpyDeviceToHost);
  std::printf("%d, %s flags\n", last, seen > 0 ? "some" : "no");
  cudaFree(in);
  cudaFree(out);
  cudaFree(states);
  cudaFree(flags);
}
