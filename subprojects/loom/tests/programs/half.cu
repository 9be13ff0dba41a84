// Numbers of 16 bits in kernels: arithmetic, shared memory, arguments, structs, shuffles, loads with hints, atomics.
// prints: axpy 0 wrong
// prints: bfloat16 0 wrong
// prints: block sum 2080, warp maximum 31, pairs 496 and -496
// prints: dynamic shared memory reversed: 0 wrong
// prints: atomics 1024 1024 -512 256 256 -128
// prints: old values are all different: 1
// prints: compare and swap 64
// prints: argument 3.5 2 -1
// prints: a float whose upper half is a half: 2
// prints: stored with a hint: 0.5 7
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

namespace {

constexpr int n = 1001;

__global__ void axpy(half2 a, const half2* x, half2* y, int pairs) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < pairs) y[i] = __hfma2(a, x[i], y[i]);
}

template <class T>
__global__ void scale(T factor, const T* in, T* out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = __ldg(&in[i]) * factor + T(0.5f);
}

__global__ void reduce(const half* in, float* out) {
  __shared__ half tile[64];
  const int i = static_cast<int>(threadIdx.x);
  tile[i] = in[i];
  __syncthreads();
  for (int half_way = 32; half_way > 0; half_way /= 2) {
    if (i < half_way) tile[i] += tile[i + half_way];
    __syncthreads();
  }
  if (i == 0) out[0] = tile[0];
  half largest = __int2half_rn(i % 32);
  __nv_bfloat162 sum(static_cast<float>(i % 32), static_cast<float>(-(i % 32)));
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    largest = __hmax(largest, __shfl_xor_sync(0xffffffff, largest, lanes));
    sum += __shfl_down_sync(0xffffffff, sum, static_cast<unsigned>(lanes));
  }
  if (i == 0) {
    out[1] = largest;
    out[2] = __low2float(sum);
    out[3] = __high2float(sum);
  }
}

__global__ void reverse(half* data, int count) {
  extern __shared__ half copy[];
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) copy[i] = data[i];
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) data[i] = copy[count - 1 - i];
}

struct Sums {
  half single;
  half2 pair;
  __nv_bfloat16 brain;
  __nv_bfloat162 brains;
};

__device__ Sums sums;
__device__ unsigned short word;
__device__ int seen[1024];

__global__ void add(int* swaps) {
  const half before = atomicAdd(&sums.single, half(1.0f));
  atomicAdd(&seen[static_cast<int>(before)], 1);
  atomicAdd(&sums.pair, half2(1.0f, -0.5f));
  if (threadIdx.x % 4 == 0) {
    atomicAdd(&sums.brain, __nv_bfloat16(1.0f));
    atomicAdd(&sums.brains, __nv_bfloat162(1.0f, -0.5f));
  }
  if (threadIdx.x < 64) {
    unsigned short expected = 0, was;
    while ((was = atomicCAS(&word, expected, static_cast<unsigned short>(expected + 1))) != expected) expected = was;
    atomicAdd(swaps, 1);
  }
}

struct Mixed {
  half first;
  half2 second;
};

__global__ void take(half a, __nv_bfloat16 b, Mixed mixed, float* out) {
  out[0] = a;
  out[1] = b;
  out[2] = mixed.first + mixed.second.y;
}

__device__ __noinline__ float write_both(float* whole, half* parts) {
  *whole = 1.0f;
  parts[1] = __ushort_as_half(0x4000);
  return *whole;
}

__global__ void share_memory(float* out) { out[0] = write_both(out + 1, reinterpret_cast<half*>(out + 1)); }

__global__ void store(half* out) {
  __stcs(&out[0], 0.5f);
  __stcg(&out[1], 7);
}

template <class T>
T* managed(int count) {
  T* memory;
  cudaMallocManaged(&memory, static_cast<size_t>(count) * sizeof(T));
  return memory;
}

}  // namespace

int main() {
  half2* const x = managed<half2>(n);
  half2* const y = managed<half2>(n);
  for (int i = 0; i < n; ++i) {
    x[i] = __floats2half2_rn(static_cast<float>(i), 0.5f);
    y[i] = half2(1.0f, static_cast<float>(-i));
  }
  axpy<<<4, 256>>>(__float2half2_rn(2.0f), x, y, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += y[i] != half2(static_cast<float>(2 * i + 1), static_cast<float>(1 - i));
  std::printf("axpy %d wrong\n", wrong);

  __nv_bfloat16* const in = managed<__nv_bfloat16>(n);
  __nv_bfloat16* const out = managed<__nv_bfloat16>(n);
  for (int i = 0; i < n; ++i) in[i] = i;
  scale<<<4, 256>>>(__nv_bfloat16(3.0f), in, out, n);
  cudaDeviceSynchronize();
  wrong = 0;
  for (int i = 0; i < n; ++i) wrong += out[i] != in[i] * __nv_bfloat16(3) + __nv_bfloat16(0.5);
  std::printf("bfloat16 %d wrong\n", wrong);

  half* const numbers = managed<half>(n);
  float* const results = managed<float>(4);
  for (int i = 0; i < n; ++i) numbers[i] = i + 1;
  reduce<<<1, 64>>>(numbers, results);
  cudaDeviceSynchronize();
  std::printf("block sum %g, warp maximum %g, pairs %g and %g\n", results[0], results[1], results[2], results[3]);

  reverse<<<1, 128, n * sizeof(half)>>>(numbers, n);
  cudaDeviceSynchronize();
  wrong = 0;
  for (int i = 0; i < n; ++i) wrong += numbers[i] != half(n - i);
  std::printf("dynamic shared memory reversed: %d wrong\n", wrong);

  int* const swaps = managed<int>(1);
  *swaps = 0;
  add<<<4, 256>>>(swaps);
  Sums total;
  cudaMemcpyFromSymbol(&total, sums, sizeof total);
  std::printf("atomics %g %g %g %g %g %g\n", static_cast<float>(total.single), __low2float(total.pair), __high2float(total.pair),
              static_cast<float>(total.brain), __low2float(total.brains), __high2float(total.brains));
  int counts[1024];
  cudaMemcpyFromSymbol(counts, seen, sizeof counts);
  bool all_different = true;
  for (const int count : counts) all_different &= count == 1;
  std::printf("old values are all different: %d\n", all_different);
  unsigned short swapped;
  cudaMemcpyFromSymbol(&swapped, word, sizeof swapped);
  std::printf("compare and swap %d\n", swapped == *swaps ? *swaps / 4 : -1);

  take<<<1, 1>>>(3.5f, 2, {half(1.0f), half2(0.0f, -2.0f)}, results);
  cudaDeviceSynchronize();
  std::printf("argument %g %g %g\n", results[0], results[1], results[2]);
  share_memory<<<1, 1>>>(results);
  cudaDeviceSynchronize();
  std::printf("a float whose upper half is a half: %g\n", results[0]);
  store<<<1, 1>>>(numbers);
  cudaDeviceSynchronize();
  std::printf("stored with a hint: %g %g\n", static_cast<float>(numbers[0]), static_cast<float>(numbers[1]));
}
