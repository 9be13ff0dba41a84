// Kernels that look as if they did nothing but compute with numbers, and of which some thread waits, calls upon the device, or asks where it
// is. Those that such a word may mean are not to be taken for others (see only_numbers.cu).
// prints: a function that asks where it is: 0 wrong
// prints: a function that waits: 0 wrong
// prints: one of two that waits: 0 wrong
// prints: an operator that waits: 0 wrong
// prints: an operator of vectors that nobody names: 0 wrong
// prints: a conversion that waits: 0 wrong
// prints: a function object: 0 wrong
// prints: a function that keeps count: 0 wrong
// prints: a sum over the block: 0 wrong
#include <cmath>
#include <cstdio>

constexpr int blocks = 150, threads = 64, n = blocks * threads - 20;

__device__ int here() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void asks(float* out) {
  if (here() < n) out[here()] = here() + blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ __noinline__ float meet(float x) {
  __syncthreads();
  return x;
}
__global__ void waits(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = meet(threadIdx.x);
  if (i < n) out[i] = x;
}

__device__ float one_of(int x) { return x; }
__device__ float one_of(float x) {
  __syncthreads();
  return x + 1;
}
__global__ void one_of_two(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = one_of(0.5f * threadIdx.x);
  if (i < n) out[i] = x;
}

namespace waiting {
struct Number { int value; };
__device__ int operator+(Number a, int b) {
  __syncthreads();
  return a.value + b;
}
__device__ float4 operator+(float4 a, float4 b) {
  __syncthreads();
  return make_float4(a.x + b.x, 0, 0, 0);
}
__global__ void operators(Number x, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = x + threadIdx.x;
  if (i < n) out[i] = sum;
}
__global__ void hidden(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = (make_float4(threadIdx.x, 0, 0, 0) + make_float4(1, 0, 0, 0)).x;
  if (i < n) out[i] = sum;
}
}

struct Own {
  float value;
  __device__ operator float() const {
    __syncthreads();
    return value;
  }
};
__device__ Own own = {2};
__device__ float value_of(float x) { return x; }
__global__ void conversions(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = value_of(own) + threadIdx.x;
  if (i < n) out[i] = x;
}

struct Doubler {
  __device__ float operator()(float x) const {
    __syncthreads();
    return 2 * x;
  }
};
template <class F>
__global__ void applied(F sqrtf, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = sqrtf(threadIdx.x);
  if (i < n) out[i] = x;
}

__device__ int calls;
__device__ void count() { atomicAdd(&calls, 1); }
__global__ void counted(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  count();
  if (i < n) out[i] = 1;
}

__shared__ float parts[threads];
__global__ void summed(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  parts[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < threads; ++k) sum += parts[k];
  if (i < n) out[i] = sum;
}

template <class Kernel, class Expected>
void check(const char* what, Kernel kernel, Expected expected) {
  float* out;
  cudaMallocManaged(&out, blocks * threads * sizeof(float));
  for (int i = 0; i < blocks * threads; ++i) out[i] = i < n ? 0 : -1;
  kernel(out);
  int wrong = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < blocks * threads; ++i) wrong += !(std::fabs(out[i] - (i < n ? static_cast<float>(expected(i)) : -1.0f)) <= 1e-3f);
  cudaFree(out);
  std::printf("%s: %d wrong\n", what, wrong);
}

int main() {
  check("a function that asks where it is", [](float* out) { asks<<<blocks, threads>>>(out); }, [](int i) { return 2 * i; });
  check("a function that waits", [](float* out) { waits<<<blocks, threads>>>(out); }, [](int i) { return i % threads; });
  check("one of two that waits", [](float* out) { one_of_two<<<blocks, threads>>>(out); }, [](int i) { return i % threads * 0.5f + 1; });
  check("an operator that waits", [](float* out) { waiting::operators<<<blocks, threads>>>({4}, out); }, [](int i) { return 4 + i % threads; });
  check("an operator of vectors that nobody names", [](float* out) { waiting::hidden<<<blocks, threads>>>(out); }, [](int i) { return 1 + i % threads; });
  check("a conversion that waits", [](float* out) { conversions<<<blocks, threads>>>(out); }, [](int i) { return 2 + i % threads; });
  check("a function object", [](float* out) { applied<<<blocks, threads>>>(Doubler{}, out); }, [](int i) { return 2 * (i % threads); });
  check("a function that keeps count", [](float* out) { counted<<<blocks, threads>>>(out); }, [](int) { return 1; });
  check("a sum over the block", [](float* out) { summed<<<blocks, threads>>>(out); }, [](int) { return threads * (threads - 1) / 2; });
}
