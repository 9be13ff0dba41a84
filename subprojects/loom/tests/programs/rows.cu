// The threads of a row begin one after another in one loop, until one of them has to wait. None of them is to notice.
// prints: parameters: 0 wrong
// prints: objects: 0 wrong
// prints: three dimensions: 0 wrong
// prints: recursion: 0 wrong
// prints: left early: 0 wrong
// prints: some wait: 0 wrong
// prints: in turn: 0 wrong
// prints: by pointer: 0 wrong
// prints: by pointer: 0 wrong
// prints: by_name, by_name, void by_name() [with T = int; int n = 3]
// prints: cudaErrorLaunchFailure
// prints: cudaErrorLaunchFailure
// complains: thread (37,0,0) of block (2,0,0), at rows.cu:93, executed __trap().
// complains: thread (9,1,0) of block (0,0,0), let an exception leave the kernel: no such row.
#include <cstdio>
#include <cstring>
#include <stdexcept>

// What a kernel calls is not seen to wait by its text.
__device__ __noinline__ void meet() { __syncthreads(); }
__device__ __noinline__ void meet_in_warp() { __syncwarp(); }
__device__ int number() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * (threadIdx.z + blockDim.z * blockIdx.x)); }
__device__ int sum_to(int n) { return n == 0 ? 0 : n + sum_to(n - 1); }

struct Step { int by, times; };
struct Counter {
  int value;
  __host__ __device__ explicit Counter(int first) : value(first) {}
  __host__ __device__ Counter(const Counter& other) : value(other.value) {}
  __host__ __device__ ~Counter() {}
};

__global__ void parameters(int n, Step step, int* out) {
  for (; step.times > 0; --step.times) n += step.by;
  *(out += number()) = n;
}

__global__ void objects(Counter counter, int* out) {
  ++counter.value;
  out[number()] = counter.value + sizeof(decltype(counter));
}

__global__ void dimensions(int* out) {
  out[number()] = 10000 * threadIdx.z + 100 * threadIdx.y + threadIdx.x;
}

__global__ void recursion(int* out) { out[number()] = sum_to(threadIdx.x); }

__global__ void leave_early(int* out) {
  if (threadIdx.x % 3 == 0) return;
  out[number()] = 1;
  if (threadIdx.x % 3 == 1) return;
  meet();
  out[number()] = 2;
}

// One warp of three.
__global__ void some_wait(int* out) {
  __shared__ int from[96];
  from[threadIdx.x] = threadIdx.x;
  if (threadIdx.x / 32 == 1) meet_in_warp();
  out[number()] = threadIdx.x / 32 == 1 ? from[95 - threadIdx.x] : from[threadIdx.x];
}

__global__ void in_turn(int* turn, int* out) {
  while (atomicAdd(turn, 0) != static_cast<int>(blockDim.x - 1 - threadIdx.x)) {
  }
  out[threadIdx.x] = threadIdx.x;
  __threadfence();
  atomicAdd(turn, 1);
}

// A name that a kernel's own thread must not take away.
__device__ int run(int n) { return n; }
__device__ int twice(int n) { return run(n) + run(n); }
__device__ int wait_and_twice(int n) {
  meet();
  return 2 * n;
}
__global__ void by_pointer(bool wait, int* out) {
  int (*volatile function)(int) = wait ? wait_and_twice : twice;
  out[number()] = run(function(threadIdx.x));
}

template <class T, int n>
__global__ void by_name() {
  if (threadIdx.x == n) printf("%s, %s, %s\n", __func__, __FUNCTION__, __PRETTY_FUNCTION__);
}

__global__ void trap() {
  if (blockIdx.x == 2 && threadIdx.x == 37)
    __trap();
}

__global__ void fail() {
  if (threadIdx.x == 9 && threadIdx.y == 1) throw std::runtime_error("no such row");
}

template <class Kernel, class Expected>
void check(const char* what, dim3 block, Kernel kernel, Expected expected) {
  constexpr int blocks = 3;
  const int threads = block.x * block.y * block.z;
  int* out;
  cudaMallocManaged(&out, blocks * threads * sizeof(int));
  cudaMemset(out, 0, blocks * threads * sizeof(int));
  kernel(blocks, block, out);
  int wrong = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < blocks * threads; ++i) wrong += out[i] != expected(i % threads);
  cudaFree(out);
  std::printf("%s: %d wrong\n", what, wrong);
}

int main() {
  check("parameters", 64, [](int grid, dim3 block, int* out) { parameters<<<grid, block>>>(5, Step{2, 3}, out); }, [](int) { return 11; });
  check("objects", 64, [](int grid, dim3 block, int* out) { objects<<<grid, block>>>(Counter(6), out); }, [](int) { return 11; });
  check("three dimensions", dim3(5, 3, 2), [](int grid, dim3 block, int* out) { dimensions<<<grid, block>>>(out); },
        [](int i) { return 10000 * (i / 15) + 100 * (i / 5 % 3) + i % 5; });
  check("recursion", 100, [](int grid, dim3 block, int* out) { recursion<<<grid, block>>>(out); }, [](int i) { return i * (i + 1) / 2; });
  check("left early", 100, [](int grid, dim3 block, int* out) { leave_early<<<grid, block>>>(out); }, [](int i) { return i % 3; });
  check("some wait", 96, [](int grid, dim3 block, int* out) { some_wait<<<grid, block>>>(out); }, [](int i) { return i / 32 == 1 ? 95 - i : i; });
  check("in turn", 64, [](int, dim3 block, int* out) {
    int* turn;
    cudaMalloc(&turn, 3 * sizeof(int));
    cudaMemset(turn, 0, 3 * sizeof(int));
    for (int i = 0; i < 3; ++i) in_turn<<<1, block>>>(turn + i, out + 64 * i);
    cudaFree(turn);
  }, [](int i) { return i; });
  for (const bool wait : {false, true})
    check("by pointer", 64, [=](int grid, dim3 block, int* out) { by_pointer<<<grid, block>>>(wait, out); }, [](int i) { return 2 * i; });
  by_name<int, 3><<<1, 32>>>();
  trap<<<4, 64>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
  fail<<<2, dim3(16, 2)>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
