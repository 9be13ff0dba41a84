// Kernels of every kind, launched by their address.
// prints: plain: 7 1.5 a
// prints: overloaded: int 3, float 2.5
// prints: template of int: 4, of 3 doubles: 6.5
// prints: pack: 1 2.5 z
// prints: specialised: 9
// prints: in a namespace: 11
// prints: struct: 1 2 3
// prints: array and function: 5
// prints: by its type: 12 in 2 blocks of 3
// prints: typed arguments: 8 0.5
// prints: a host function is refused: invalid resource handle
// prints: and has no attributes: invalid resource handle
// prints: no function is refused: invalid device function
// prints: no error
#include <cstdio>

__global__ void plain(int a, double b, char c) { printf("plain: %d %.1f %c\n", a, b, c); }

__global__ void overloaded(int n) { printf("overloaded: int %d", n); }
__global__ void overloaded(float x) { printf(", float %.1f\n", x); }

template <class T, int n = 1>
__global__ void of_a_type(T x, const T* unused = nullptr) {
  if (unused == nullptr) printf(n == 1 ? "template of int: %d" : ", of 3 doubles: %.1f\n", x);
}

template <class... T>
__global__ void pack(T... values) {
  printf("pack: %d %.1f %c\n", values...);
}

template <class T>
__global__ void special(T) {}
template <>
__global__ void special<short>(short n) {
  printf("specialised: %d\n", n);
}

namespace app::detail {
static __global__ void inside(int /* no name */, unsigned n) { printf("in a namespace: %u\n", n); }
}

struct Triple {
  int a, b, c;
};
__global__ void of_struct(const Triple t) { printf("struct: %d %d %d\n", t.a, t.b, t.c); }

typedef int (*Operation)(int);
__device__ int add_one(int n) { return n + 1; }
__global__ void choose(Operation* chosen) { *chosen = add_one; }
__global__ void apply(int data[], int (*operation)(int)) { printf("array and function: %d\n", operation(data[0])); }

__global__ void typed(long n, float x) { printf("typed arguments: %ld %.1f\n", n, x); }

__global__ void count(int* total) { atomicAdd(total, static_cast<int>(blockDim.x) - 1); }

void host_function(int) {}

template <class... Arguments>
cudaError_t launch(const void* kernel, Arguments... arguments) {
  void* pointers[] = {&arguments...};
  return cudaLaunchKernel(kernel, dim3(1), dim3(1), pointers, 0, nullptr);
}

int main() {
  launch((const void*)plain, 7, 1.5, 'a');
  launch((const void*)static_cast<void (*)(int)>(overloaded), 3);
  launch((const void*)static_cast<void (*)(float)>(overloaded), 2.5f);
  launch((const void*)of_a_type<int>, 4, (const int*)nullptr);
  launch((const void*)of_a_type<double, 3>, 6.5, (const double*)nullptr);
  launch((const void*)pack<int, double, char>, 1, 2.5, 'z');
  launch((const void*)special<short>, short{9});
  launch((const void*)app::detail::inside, 0, 11u);
  launch((const void*)of_struct, Triple{1, 2, 3});

  Operation* chosen;
  int* data;
  cudaMallocManaged(&chosen, sizeof(Operation));
  cudaMallocManaged(&data, 4);
  launch((const void*)choose, chosen);
  cudaDeviceSynchronize();
  *data = 4;
  launch((const void*)apply, data, *chosen);
  cudaDeviceSynchronize();

  *data = 0;
  void* arguments[] = {&data};
  cudaLaunchKernel(count, dim3(2), dim3(3), arguments);
  cudaDeviceSynchronize();
  printf("by its type: %d in 2 blocks of 3\n", *data);

  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  cudaLaunchKernelEx(&config, typed, 8, 0.5);
  cudaDeviceSynchronize();
  printf("a host function is refused: %s\n", cudaGetErrorString(launch((const void*)host_function, 1)));
  cudaFuncAttributes attributes;
  printf("and has no attributes: %s\n", cudaGetErrorString(cudaFuncGetAttributes(&attributes, (const void*)host_function)));
  printf("no function is refused: %s\n", cudaGetErrorString(launch(nullptr, 1)));
  cudaGetLastError();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
