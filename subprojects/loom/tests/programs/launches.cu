// The forms in which launches are written.
// prints: 1 2 3 4 5 6 7 8 9 10 11 12 13
// prints: shapes 123 101 102 104 101 103 104 208 108 103 101
// prints: kernels 1 2 3 4 5 6 7 8 9 10 11
// prints: statements 1 2 3 4 5 6 7 8 9
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

// How many blocks and threads were launched, with space for two numbers if there are two rows of blocks.
__global__ void shape(int* at) {
  extern __shared__ float room[];
  if (gridDim.y == 2) room[1] = 1;
  *at = 100 * gridDim.x + 10 * (gridDim.y == 2 ? 2 : 0) + blockDim.x;
}
template <int a, int b>
struct Least {
  static constexpr int value = a < b ? a : b;
};
template <class T>
struct Of {
  static constexpr int value = 3;
};

// The brackets and commas in a configuration are not all the launch's.
void launch_shapes(int* at, int n, cudaStream_t stream) {
  shape<<<dim3{1, 2}, {3}, n * sizeof(float), stream>>>(at++);
  shape<<<1>>>(at++);
  shape<<<1, 4 >> 1>>>(at++);
  shape<<<(n >> 1), 1 << 2>>>(at++);
  shape<<<Least<1, 2>::value, 1>>>(at++);
  shape<<<1, Of<Of<Of<int>>>::value>>>(at++);
  shape<<<n < 4, 4>>>(at++);
  shape<<<n < 2 ? 1 : 2, 8>>>(at++);
  shape<<</* >>> */1, 8>>>(/*,*/at++);
  shape<< <1, 3>> >(at++);
  shape<<<1, (n > 1)>>>(at++);
}

namespace inner {
__global__ void store(int* at, int value) { *at = value; }
template <class T, int n>
__global__ void store_more(int* at, int value) { *at = value + n; }
}  // namespace inner
struct Holder {
  void (*kernel)(int*, int);
};
auto pick(int) { return store<int>; }
auto pick(const char* text) { return text[1] == '\n' ? inner::store : nullptr; }
template <class T>
struct Member {
  template <class U>
  static constexpr void (*kernel)(int*, U) = store<U>;
};
template <class T>
void launch_member(int* at, int value) {
  Member<T>::template kernel<int><<<1, 1>>>(at, value);
}

// What is launched is an expression.
void launch_kernels(int* at) {
  const Holder holder{store<int>}, *pointer = &holder;
  inner::store<<<1, 1>>>(at, 1);
  ::inner::store<<<1, 1>>>(at + 1, 2);
  launch_member<float>(at + 2, 3);
  holder.kernel<<<1, 1>>>(at + 3, 4);
  pointer->kernel<<<1, 1>>>(at + 4, 5);
  (*holder.kernel)<<<1, 1>>>(at + 5, 6);
  pick(2)<<<1, 1>>>(at + 6, 7);
  pick("a\n")<<<1, 1>>>(at + 7, 8);
  pick(R"(a
b)")<<<1, 1>>>(at + 8, 9);
  inner::store_more<Of<int>, 3><<<1, 1>>>(at + 9, 7);
  inner::store_more<Of<Of<int>>, (3 > 2)><<<1, 1>>>(at + 10, 10);
}

// And so is the launch.
void launch_as_statement(int* at) { return ::inner::store<<<1, 1>>>(at, 1); }
void launch_in_statements(int* at, int n) {
  launch_as_statement(at);
  if (n == 2) store<int><<<1, 1>>>(at + 1, 2);
  if (n == 2) (store<int>)<<<1, 1>>>(at + 2, 3);
  if (n == 2) ::store<int><<<1, 1>>>(at + 3, 4);
  if (n == 3) ++n;
  else ::store<int><<<1, 1>>>(at + 4, 5);
  n += (store<int><<<1, 1>>>(at + 5, 6), 1'0) == 10;
  n == 3 ? store<int><<<1, 1>>>(at + 6, 7) :store<int><<<2, 2>>>(at + 6, -7);
  store<int><<<1, 1>>>(at + 7, [&] { store<int><<<1, 1>>>(at + 8, 9); return 8; }());
}

void show(const char* what, const int* at, int count) {
  std::printf("%s", what);
  for (int i = 0; i < count; ++i) std::printf(" %d", at[i]);
  std::puts("");
}

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
  launch_shapes(at, 2, nullptr);
  cudaDeviceSynchronize();
  show("shapes", at, 11);
  launch_kernels(at);
  cudaDeviceSynchronize();
  show("kernels", at, 11);
  launch_in_statements(at, 2);
  cudaDeviceSynchronize();
  show("statements", at, 9);
  return cudaFree(at);
}
