// Kernels that compute with numbers, structs of them and functions of the file. In a plain build their threads are one loop for the
// compiler, which none of them is to notice.
// prints: functions of CUDA: 0 wrong
// prints: rounded one by one: 0 wrong
// prints: functions of the file: 0 wrong
// prints: templates: 0 wrong
// prints: vectors: 0 wrong
// prints: structs: 0 wrong
// prints: enumerations: 0 wrong
// prints: operators: 0 wrong
// prints: arrays: 0 wrong
// prints: strides: 0 wrong
// prints: strides with names: 0 wrong
// prints: what is carried from turn to turn: 0 wrong
// prints: a turn that is the last: 0 wrong
// prints: parameters of its own: 0 wrong
// prints: where a block is: 0 wrong
// prints: cudaErrorLaunchFailure
// complains: of block (70,0,0), at only_numbers.cu:177, divides an integer by zero.
#include <cmath>
#include <cstdio>

constexpr int blocks = 150, threads = 64, n = blocks * threads - 20;

__device__ __forceinline__ int here() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Pair { float x, y; };
__device__ Pair operator*(Pair a, float by) {
  a.x *= by;
  a.y *= by;
  return a;
}
__device__ inline Pair& operator+=(Pair& a, const Pair& b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}
__global__ void cuda_functions(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sine, cosine;
  sincosf(0.001f * i, &sine, &cosine);
  out[i] = fmaf(sine, sine, cosine * cosine) + sqrtf(static_cast<float>(i)) + fminf(i, 7.5f) + max(i % 5, 3) + __popc(i) + std::abs(-2.0f);
}

// Two roundings, not one.
__global__ void rounded(const float* x, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __fadd_rn(__fmul_rn(x[i], x[i]), -1.0f) + __fadd_ru(1.0f, 0x1p-30f) + __fdiv_rd(1.0f, 3.0f);
}

__constant__ float offset = 0.5f;
__device__ float half_of(float x) { return x / 2; }
__host__ __device__ inline float wave(float x) {
  float sum = 0;
  for (int k = 1; k < 4; ++k) {
    if (x < 0) continue;
    sum += x / static_cast<float>(k);
  }
  return sum;
}
__device__ void put(float* to, const float& value) { *to = half_of(value) + offset; }
__global__ void own_functions(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) put(out + i, wave(i));
}

template <class T, int times>
__host__ __device__ T power(T x) {
  T product = 1;
#pragma unroll
  for (int k = 0; k < times; ++k) product *= x;
  return product;
}
template <class T>
__global__ void templates(T x, T* out) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < n) out[i] = power<T, 3>(x + i % 7) + power<float, 2>(2.0f);
}

__global__ void vectors(const float4* x, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i >= n) return;
  float4 v = x[i];
  const float4& w = x[i];
  v = make_float4(v.w, v.z + w.x, v.y, v.x);
  reinterpret_cast<float4*>(out)[i] = v;
}

struct Step { float by; int times[2]; };
struct alignas(16) Walk { Step steps[2]; float from; };
__constant__ Walk walk;
__global__ void structs(Walk given, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Step* step = &walk.steps[1];
  Step own = given.steps[0];
  own.times[1] += i;
  given.from += 1;
  out[i] = own.times[1] * own.by + step->by + given.from;
}

enum Colour { red, green = 7 };
enum class Shape { round, square };
__global__ void enumerations(Colour colour, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Shape shape = static_cast<Shape>(i % 2);
  if (i < n) out[i] = (colour == green ? 1.0f : 2.0f) + (shape == Shape::square);
}

__global__ void operators(Pair by, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Pair sum = {static_cast<float>(i), 1};
  sum += by * 2;
  out[i] = sum.x + sum.y;
}

__global__ void arrays(float* __restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float last[4] = {0, 1};
  constexpr int masks[2][2] = {{1, 2}, {3}};
  for (int k = 2; k < 10; ++k) last[k % 4] = last[(k - 1) % 4] + last[(k - 2) % 4];
  if (i < n) out[i] = last[1] + masks[0][i % 2];
}

__global__ void strides(float* out) {
  for (int i = here(); i < n; i += 3 * blockDim.x) out[i] = i;
}
__global__ void plain_strides(float* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] += fabsf(-1.0f * i);
}

// Turns that are left out, limits and steps that have names, and rows of a block that do the same.
__global__ void named_strides(const float* __restrict__ x, float* __restrict__ out) {
  const unsigned id = threadIdx.x + blockIdx.x * blockDim.x;
  const size_t step = blockDim.x * gridDim.x;
  float* const half = out + n / 2;
  for (size_t i = id; i < n / 2; i += step) {
    if (i % 3 == 0) continue;
    for (int k = 0; k < 10; ++k) {
      if (k % 2 == 0) continue;
      out[i] += x[i] * k;
    }
    half[i] = id + threadIdx.y;
  }
}
template <class T>
__global__ void carried(T* sums, float* out) {
  T sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += 1;
    out[i] = sum;
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void left_early(float* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (i >= n / 2) break;
    out[i] = 1;
  }
}

__global__ void parameters(float x, const float* step, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x += *step;
  out += i;
  if (i < n) *out = x;
}

__device__ unsigned block() { return blockIdx.x; }
__global__ void where(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = block();
}

__device__ int divided(int x, int by) { return x / by; }
__global__ void divides(int* out, int from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = divided(i, i / 64 - from);
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
  check("functions of CUDA", [](float* out) { cuda_functions<<<blocks, threads>>>(out); },
        [](int i) { return 1 + std::sqrt(static_cast<float>(i)) + std::fmin(i, 7.5f) + (i % 5 > 3 ? i % 5 : 3) + __builtin_popcount(i) + 2; });
  float* x;
  cudaMallocManaged(&x, (n + 3) * sizeof(float));
  for (int i = 0; i < n + 3; ++i) x[i] = 1 + i % 100 * 0x1p-12f;
  check("rounded one by one", [=](float* out) { rounded<<<blocks, threads>>>(x, out); }, [](int i) {
    const float number = 1 + i % 100 * 0x1p-12f;
    volatile float square = number * number;
    return square - 1 + std::nextafter(1.0f, 2.0f) + 0x1.555554p-2f;
  });
  check("functions of the file", [](float* out) { own_functions<<<blocks, threads>>>(out); },
        [](int i) { return (i + i / 2.0f + i / 3.0f) / 2 + 0.5f; });
  check("templates", [](float* out) { templates<<<blocks, threads>>>(2.0f, out); }, [](int i) { return std::pow(2 + i % 7, 3) + 4; });
  check("vectors", [=](float* out) { vectors<<<blocks, threads>>>(reinterpret_cast<float4*>(x), out); }, [](int i) {
    const auto from = [](int at) { return 1 + at % 100 * 0x1p-12f; };
    return from(i / 4 * 4 + 3 - i % 4) + (i % 4 == 1 ? from(i / 4 * 4) : 0);
  });
  const Walk host = {{{2, {1, 3}}, {5, {0, 0}}}, 10};
  cudaMemcpyToSymbol(walk, &host, sizeof host);
  check("structs", [=](float* out) { structs<<<blocks, threads>>>(host, out); }, [](int i) { return (3 + i) * 2 + 5 + 11; });
  check("enumerations", [](float* out) { enumerations<<<blocks, threads>>>(green, out); }, [](int i) { return 1 + i % 2; });
  check("operators", [](float* out) { operators<<<blocks, threads>>>({2, 3}, out); }, [](int i) { return i + 11; });
  check("arrays", [](float* out) { arrays<<<blocks, threads>>>(out); }, [](int i) { return 34 + 1 + i % 2; });
  check("strides", [](float* out) {
    strides<<<3, threads>>>(out);
    plain_strides<<<5, threads>>>(out);
  }, [](int i) { return 2 * i; });
  check("strides with names", [=](float* out) { named_strides<<<3, dim3(threads, 1)>>>(x, out); }, [](int i) {
    const int at = i % (n / 2);
    return at % 3 == 0 ? 0.0f : i < n / 2 ? (1 + i % 100 * 0x1p-12f) * 25 : at % (3 * threads);
  });
  check("what is carried from turn to turn", [](float* out) {
    float* sums;
    cudaMalloc(&sums, 5 * threads * sizeof(float));
    carried<<<5, threads>>>(sums, out);
    cudaFree(sums);
  }, [](int i) { return i / (5 * threads) + 1; });
  check("a turn that is the last", [](float* out) { left_early<<<5, threads>>>(out); }, [](int i) { return i < n / 2; });
  check("parameters of its own", [=](float* out) { parameters<<<blocks, threads>>>(2, x, out); }, [](int) { return 3; });
  check("where a block is", [](float* out) { where<<<blocks, threads>>>(out); }, [](int i) { return i / threads; });
  int* numbers;
  cudaMalloc(&numbers, blocks * threads * sizeof(int));
  divides<<<blocks, threads>>>(numbers, 70);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
