// The forms in which launches are written.
// prints: 1 2 3 4 5 6 7 8 9 10 11 12 13
#include <cstdio>

struct Value {
  int number;
};

template <class T>
__global__ void store(int* at, T value) { *at = static_cast<int>(value); }
__global__ void store_value(int* at, Value value) { *at = value.number; }
__global__ void store_from(int* at, const int* from) { *at = from ? *from : 7; }
__global__ void overloaded(int* at, int) { *at = 8; }
__global__ void overloaded(int* at, double) { *at = 9; }
template <class F>
__global__ void call(int* at, F f) { *at = f(10); }
struct Plus {
  int much;
  __host__ __device__ int operator()(int n) const { return n + much; }
};
template <int n, bool add>
__global__ void templated(int* at) { *at = add ? n + 1 : n; }
template <class... Values>
__global__ void sum(int* at, Values... values) { *at = (0 + ... + values); }
template <class T, int n>
__global__ void restricted(const T* __restrict__ from, T* __restrict__ at, const T* const __restrict__ also, const int& __restrict__ more) {
  *at = *from + *also + more + n;
}

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

template <class... Values>
void launch_sum(int* at, Values... values) {
  sum<<<1, 1>>>(at, values...);
}

struct Launcher {
  int* results;
  void (*kernel)(int*, int);
  void run() const { this->kernel<<<1, 1>>>(results + 5, 6); }
};

int main() {
  int* at;
  cudaMallocManaged(&at, 13 * sizeof(int));
  int i = 0;
  store<int><<<1, 1>>>(at + i++, 1);
  LAUNCH(store, at + i++, 2.5f);
  store_value<<<dim3{1}, {1, 1}, 0, 0>>>(at + i++, {3});
  auto pointer = store<int>;
  pointer<<<2 >> 1, 1>>>(at + i++, 4);
  void (*table[])(int*, int) = {nullptr, store<int>};
  table[1]<<<1, 1>>>(at + i++, 5);
  Launcher{at, pointer}.run();
  store_from<<<1, 1>>>(at + 6, NULL);
  overloaded<<<1, 1>>>(at + 7, 0);
  overloaded<<<1, 1>>>(at + 8, 0.0);
  call<<<1>>>(at + 9, Plus{[i](int n) { return i - n; }(5)});
  (templated<10, (2 > 1)>)<<<1, 1>>>(at + 10);
  launch_sum(at + 11, 3, 4, 5);
  restricted<int, 4><<<1, 1>>>(at, at + 12, at + 1, at[5]);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int j = 0; j < 13; ++j) std::printf("%d%c", at[j], j < 12 ? ' ' : '\n');
  return cudaFree(at);
}
