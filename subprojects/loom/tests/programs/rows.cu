// The threads of a block begin one after another on one stack, until one of them has to wait. None of them is to notice.
// prints: parameters: 0 wrong
// prints: objects: 0 wrong
// prints: three dimensions: 0 wrong
// prints: recursion: 0 wrong
// prints: left early: 0 wrong
// prints: some wait: 0 wrong
// prints: in turn: 0 wrong
// prints: by pointer: 0 wrong
// prints: by pointer: 0 wrong
// prints: numbers: 0 wrong
// prints: numbers in three dimensions: 0 wrong
// prints: numbers of a template: 0 wrong
// prints: an operator: 0 wrong
// prints: an operator that waits: 0 wrong
// prints: a conversion: 0 wrong
// prints: an object beside numbers: 0 wrong
// prints: by_name, by_name, void by_name() [with T = int; int n = 3]
// prints: cudaErrorLaunchFailure
// prints: cudaErrorLaunchFailure
// complains: thread (37,0,0) of block (2,0,0), at rows.cu:139, executed __trap().
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

// These have nothing but numbers by their text, and some have nothing else.
__constant__ int four = 4;
__global__ void numbers(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0) return;
  int sum = 0;
  for (int k = 0; k < four; ++k) sum += k * static_cast<int>(threadIdx.x);
  out[i] = sum;
}

__global__ void numbers_in_three_dimensions(int* out) {
  const unsigned i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * (threadIdx.z + blockDim.z * blockIdx.x));
  out[i] += 10000 * threadIdx.z + 100 * threadIdx.y + threadIdx.x;
  out += i;
  *out += 1;
}

template <class T, unsigned factor>
__global__ void numbers_of(T x, T* out) {
  T y = x * factor;
  out[blockIdx.x * blockDim.x + threadIdx.x] = y + threadIdx.x;
}

struct Own {
  int value;
  // Not by what they are given alone.
  __device__ int operator+(int n) const { return value + n + threadIdx.x; }
  __device__ int operator-(int n) const {
    meet();
    return value - n + threadIdx.x;
  }
  __device__ operator int() const { return value + threadIdx.x; }
};
__constant__ Own own;
__global__ void operators(Own given, int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = given + 5; }
__global__ void operators_that_wait(Own given, int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = given - 5 + threadIdx.x; }
__global__ void conversions(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = own; }
__global__ void object_beside(Counter, int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }

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
  check("numbers", 64, [](int grid, dim3 block, int* out) { numbers<<<grid, block>>>(out); }, [](int i) { return i % 2 * 6 * i; });
  check("numbers in three dimensions", dim3(5, 3, 2), [](int grid, dim3 block, int* out) { numbers_in_three_dimensions<<<grid, block>>>(out); },
        [](int i) { return 10000 * (i / 15) + 100 * (i / 5 % 3) + i % 5 + 1; });
  check("numbers of a template", 64, [](int grid, dim3 block, int* out) { numbers_of<int, 3><<<grid, block>>>(2, out); }, [](int i) { return 6 + i; });
  check("an operator", 64, [](int grid, dim3 block, int* out) { operators<<<grid, block>>>(Own{2}, out); }, [](int i) { return 7 + i; });
  check("an operator that waits", 64, [](int grid, dim3 block, int* out) { operators_that_wait<<<grid, block>>>(Own{9}, out); },
        [](int i) { return 4 + 2 * i; });
  check("a conversion", 64, [](int grid, dim3 block, int* out) { conversions<<<grid, block>>>(out); }, [](int i) { return i; });
  check("an object beside numbers", 64, [](int grid, dim3 block, int* out) { object_beside<<<grid, block>>>(Counter(3), out); },
        [](int i) { return i; });
  by_name<int, 3><<<1, 32>>>();
  trap<<<4, 64>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
  fail<<<2, dim3(16, 2)>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
