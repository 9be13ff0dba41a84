// Device code sees __CUDA_ARCH__, host code does not, and a function for both has a body for each.
// prints: host: 0 1 -1 2 host
// prints: kernel: 900 at line 49
// prints: device: 900 0 90 2 device
// prints: helper: 17
// prints: constexpr: 3 5
#include <cstdio>

__device__ __host__ int architecture() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 0;
#endif
}

struct Where {
  __host__ __device__ Where() : n(2) {
#if !defined(__CUDA_ARCH__)
    host = 1;
#endif
  }
  template <class T>
  __host__ __device__ T value(T otherwise) const {
#if __CUDA_ARCH__ >= 700
    return __CUDA_ARCH__ / 10;
#endif
    return otherwise;
  }
  int n;
  int host = 0;
};

#ifdef __CUDA_ARCH__
__device__ int only_on_the_device() { return 17; }
__host__ __device__ inline const char* name() { return "device"; }
#else
inline const char* name() { return "host"; }
#endif

#if __CUDA_ARCH__ < 600 && defined(__CUDA_ARCH__)
__device__ double atomicAdd(double* address, double value) { return *address += value; }
#endif

constexpr __host__ __device__ int count() { return 3; }

__global__ void kernel() {
#ifdef __CUDA_ARCH__
  printf("kernel: %d at line %d\n", __CUDA_ARCH__, __LINE__);
  const Where where;
  printf("device: %d %d %d %d %s\n", architecture(), where.host, where.value(-1), where.n, name());
  printf("helper: %d\n", only_on_the_device());
#else
  printf("the host's branch runs on the device\n");
#endif
}

constexpr __host__ __device__ int branch(int n) {
#ifdef __CUDA_ARCH__
  return n + 1;
#else
  return n - 1;
#endif
}

__global__ void show() { printf("constexpr: %d %d\n", branch(4) - 2, branch(4)); }

int main() {
  const Where where;
  printf("host: %d %d %d %d %s\n", architecture(), where.host, where.value(-1), where.n, name());
  kernel<<<1, 1>>>();
  show<<<1, 1>>>();
#ifndef __CUDA_ARCH__
  static_assert(branch(4) == 3, "the host evaluates constants");
#endif
  return cudaDeviceSynchronize();
}
