// Device code sees __CUDA_ARCH__, host code does not, and a function for both has a body for each.
// prints: host: 0 1 -1 2 host, its own 1 3
// prints: kernel: 900 at line 93
// prints: device: 900 0 90 2 device
// prints: helper: 17
// prints: constexpr: 3 5
// prints: members and overloads: 2 2 5 11 12 13 14 15 16 17 18, from line 114
#include <cstdio>
#include <type_traits>

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

// What is for the host alone has the host's words, and a type or a variable too.
#ifdef __CUDA_ARCH__
#include "architecture.cuh"
struct Only {
  int n = 2;
};
int of_the_host() { return 2; }
#else
struct Only {
  int n = 1;
};
int of_the_host() { return 3; }
#endif

#ifdef __CUDA_ARCH__
#define IF_DEVICE(device, host) device
#else
#define IF_DEVICE(device, host) host
#endif
struct Member {
  __device__ Member() : n{1} { IF_DEVICE(++n, --n); }
  int n;
};
template <int n = 1, std::enable_if_t<sizeof(n) == 4 || n == 2>* = nullptr>
__device__ int templated() IF_DEVICE({ return 2; }, { return 1; })
__device__ int overloaded(int) { return 5; } __device__ int overloaded(float) { return IF_DEVICE(11, 1); }
// Of one head: in namespaces, in one of which the host has none, and in classes without a name.
namespace before {
#ifdef __CUDA_ARCH__
__device__ int f() { return 16; }
#endif
// Nothing follows in the namespace.
}  // namespace before
namespace first { __device__ int f() { return 12; } } namespace second { __device__ int f() { return IF_DEVICE(13, 1); } }
__device__ struct { __device__ int get() { return 17; } } one;
__device__ struct { __device__ int get() { return IF_DEVICE(18, 1); } } other;
#ifdef __CUDA_ARCH__
__device__ int changed(int n) { return n; }
#else
__device__ int changed(int) { return -1; }
#endif

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

__global__ void show() {
  printf("constexpr: %d %d\n", branch(4) - 2, branch(4));
  printf("members and overloads: %d %d %d %d %d %d %d %d %d %d %d", Member().n, templated(), overloaded(1), overloaded(1.0f), first::f(), second::f(), changed(14),
         IF_DEVICE(outer::in_another_file(), 0), IF_DEVICE(before::f(), before::nothing), one.get(), other.get());
  printf(", from line %d\n", __LINE__);
}

int main() {
  const Where where;
  printf("host: %d %d %d %d %s, its own %d %d\n", architecture(), where.host, where.value(-1), where.n, name(), Only().n, of_the_host());
  kernel<<<1, 1>>>();
  show<<<1, 1>>>();
#ifndef __CUDA_ARCH__
  static_assert(branch(4) == 3, "the host evaluates constants");
#endif
  return cudaDeviceSynchronize();
}
