// A program that wants neither operators nor conversions for numbers of 16 bits, and brings its own.
// prints: 1.5 * 4 + 1 is 7, and of pairs 7 and 0
// prints: in bfloat16 3
#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF2_OPERATORS__
#define __CUDA_NO_BFLOAT16_CONVERSIONS__
#define __CUDA_NO_BFLOAT16_OPERATORS__
#define __CUDA_NO_BFLOAT162_OPERATORS__
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <type_traits>
#include <utility>

static_assert(!std::is_constructible_v<__half, float> && !std::is_constructible_v<__nv_bfloat16, float>);
static_assert(!std::is_convertible_v<__half, float> && !std::is_convertible_v<__nv_bfloat16, int>);
template <class T, class = void>
constexpr bool can_be_added = false;
template <class T>
constexpr bool can_be_added<T, decltype(void(std::declval<T>() + std::declval<T>()))> = true;
static_assert(!can_be_added<__half> && !can_be_added<__half2> && !can_be_added<__nv_bfloat16> && !can_be_added<__nv_bfloat162>);

template <class T>
__host__ __device__ auto operator+(T x, T y) -> decltype(__hadd(x, y)) {
  return __hadd(x, y);
}
template <class T>
__host__ __device__ auto operator*(T x, T y) -> decltype(__hmul(x, y)) {
  return __hmul(x, y);
}

__global__ void compute(float* out) {
  const __half one = __float2half(1.0f), x = __float2half(1.5f), four = __int2half_rn(4);
  out[0] = __half2float(x * four + one);
  const float2 pairs = __half22float2(__hfma2(__halves2half2(x, one), __half2half2(four), __floats2half2_rn(1.0f, -4.0f)));
  out[1] = pairs.x;
  out[2] = pairs.y;
  out[3] = __bfloat162float(__float2bfloat16(1.0f) + __float2bfloat16(2.0f));
}

int main() {
  float* out;
  cudaMallocManaged(&out, 4 * sizeof(float));
  compute<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("1.5 * 4 + 1 is %g, and of pairs %g and %g\nin bfloat16 %g\n", out[0], out[1], out[2], out[3]);
}
