// The forms in which device functions, kernels, variables of the device and of a block are declared.
// prints: functions: 1 2 3 4 5 6 7 8 9 10 11 12
// prints: kernels: 1 2 3 4 5 6 7 8 9
// prints: 32 threads refused: by bounds 1, and 1; clusters of 2 and 4 blocks
// prints: variables: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22
// prints: copied by name: 21, constants refused: 3, managed: 3
// prints: aligned: 64 64 256 256
// prints: dynamic: 1 2 3 4 5 6 7 8 9
#include <cstdint>
#include <cstdio>
#include <utility>

// Functions.

__device__ int declared();
__device__ int declared() { return 1; }
static __device__ __host__ inline int with_more_words(int n) { return n; }
__device__ auto behind(int n) -> int { return n; }
__device__ int (*pick(int))(int) { return behind; }
template <class T, int n = 4>
__device__ T templated(T x) {
  return x + n;
}
struct Number {
  int value;
  __device__ Number(int n) : value(n) {}
  __device__ ~Number() {}
  __device__ operator int() const { return value; }
  __device__ int operator()(int n) { return value + n; }
  __host__ __device__ Number(int a, int b);
};
__host__ __device__ Number::Number(int a, int b) : value(a + b) {}
inline __device__ Number operator+(Number a, const Number& b) { return a.value + b.value; }
__noinline__ __device__ int apart(int n) { return n; }
__attribute__((__noinline__)) __device__ int apart_by_attribute(int n) { return n; }
__attribute((noinline, __noinline__)) __device__ int apart_by_both(int n) { return n; }

// Inside the class, the template's own name becomes an alias of one of its types.
template <class T, bool larger>
struct Chosen {
  static constexpr int value = larger ? 9 : 10;
};
template <class T>
struct Using {
  using Chosen = Chosen<T, (1 > 2)>;
  static constexpr int value = Chosen::value;
};
class Typedef {
 public:
  typedef Chosen<int, (2 > 1)>Chosen;
};

__global__ void call_functions(int* out) {
  Number three(3), two(1, 1);
  int i = 0;
  out[i++] = declared();
  out[i++] = with_more_words(two);
  out[i++] = pick(0)(three);
  out[i++] = templated<int, 1>(3);
  out[i++] = three(2);
  out[i++] = Number(4) + two;
  out[i++] = [=] __device__(int n) { return n; }(7);
  out[i++] = [] __device__ { return 8; }();
  out[i++] = Typedef::Chosen::value;
  out[i++] = Using<int>::value;
  out[i++] = apart(11);
  out[i++] = apart_by_attribute(6) + apart_by_both(6);
}

// Kernels.

__global__ void declared_first(int* out);
static void __global__ __attribute__((cold)) with_attributes(const int* from, unsigned n = 2, float to[4] = nullptr) noexcept {
  if (to == nullptr) const_cast<int*>(from)[0] = n;
}
__global__ void none(void) {}
namespace space {
__global__ void qualified(int* out, int n);
}
__global__ void space::qualified(int* out, int n) { *out = n; }
template <void (*function)(int*), template <class, bool> class Template>
static __global__ void of_templates(int* out) {
  function(out);
  *out += Template<int, true>::value - 9;
}
__device__ void set_four(int* out) { *out = 4; }
template <class T, bool larger>
__global__ void specialised(T* out) {
  *out = -1;
}
template <>
__global__ void specialised<int, (3 > 2)>(int* out) {
  *out = 5;
}
template <class T>
concept Small = sizeof(T) <= 4;
template <class T, int n>
  requires Small<T> && (n > 0)
__global__ void required(T* out) {
  *out = n;
}
template <class, class = void, int = 3>
__global__ void nameless(int* out, int n, int = 3) {
  *out = n;
}
// In namespaces without names, and where its own parameter hides the kernel.
namespace outer {
namespace {}
}  // namespace outer
namespace outer::within {
namespace {
extern "C" {
__global__ void hidden(int* out, int hidden) { *out = hidden; }
}
}  // namespace
}  // namespace outer::within
__global__ void declared_first(int* out) { *out = 1; }
__global__ void of_pairs(void (*function)(int*), Chosen<int, true>, int* out, std::pair<int, int> pair = {4, 5}) {
  function(out);
  *out += pair.second;
}
__device__ void (*address_in_device_code)(int*) = set_four;

constexpr __host__ __device__ int product(int a, int b) { return a * b; }
__launch_bounds__(product(2, 8)) __global__ void bounded();
void between();
__global__ __launch_bounds__(16) void bounded_too();
__launch_bounds__(product(2, 8)) __global__ void bounded() {}
__global__ __launch_bounds__(16) void bounded_too() {}
constexpr int one = 1;
__global__ void __cluster_dims__(2, one, 1) of_two() {}
__cluster_dims__(4) __launch_bounds__(128, 2) __global__ void of_four() {}

// Variables.

struct Shape {
  int number;
};
namespace space {
template <class T, int n>
using Vector = T[n];
}
__device__ int plain = 1;
__constant__ int constant[1] = {2};
__managed__ int managed = 3;
static __device__ unsigned long long with_static = 4;
int __device__ word_behind = 5, second[2] = {6, 7};
__device__ __managed__ int both = 8;
__managed__ __device__ int both_turned = 9;
__device__ int braces{10};
__device__ int parentheses(11);
__device__ struct { int a; } without_name = {12};
__device__ space::Vector<int, 3> of_template = {0, 0, 13};
__device__ decltype(product(1, 2)) of_expression = 14;
__device__ __attribute__((aligned(16))) int with_attribute[1] = {15};
[[maybe_unused]] __device__ int with_standard_attribute = 16;
int* __device__ pointer_words = nullptr;
__device__ int* __device__ twice = nullptr;
__device__ int (*function)(int) = behind;
__device__ const int* to_constant;
static inline __device__ int merged = 17;
extern __constant__ int announced[];
__constant__ int announced[1] = {18};
extern "C" {
__device__ int of_c = 19, of_c_too = 20;
}
extern __device__ int later, more_later[1][2];
__device__ int later = 21, more_later[1][2] = {{0, 22}};
__device__ alignas(256) int aligned_number;

__device__ const int constant_number = 1;
constexpr __constant__ float constant_table[2] = {1, 2};
__constant__ int* const constant_pointer = nullptr;

inline __device__ int local() {
  static __device__ int five = 5;
  return five;
}

__global__ void read_variables(int* out, const int* host) {
  int i = 0;
  out[i++] = plain;
  out[i++] = constant[0];
  out[i++] = managed;
  out[i++] = with_static;
  out[i++] = word_behind * local() / 5;
  out[i++] = second[0];
  out[i++] = second[1];
  out[i++] = both;
  out[i++] = both_turned;
  out[i++] = braces;
  out[i++] = parentheses;
  out[i++] = without_name.a;
  out[i++] = of_template[2];
  out[i++] = of_expression;
  out[i++] = with_attribute[0];
  out[i++] = function(with_standard_attribute);
  out[i++] = merged;
  out[i++] = announced[0];
  out[i++] = of_c;
  out[i++] = of_c_too;
  pointer_words = &later;
  twice = &more_later[0][constant_number];
  to_constant = host;
  out[i++] = *pointer_words;
  out[i++] = constant_pointer == nullptr ? *twice * static_cast<int>(constant_table[0]) : *to_constant;
}

// A variable that the host knows: what it copies there and back is the same.
template <class T>
int known(T& variable) {
  unsigned char before[sizeof(T)], ones[sizeof(T)], now[sizeof(T)];
  for (unsigned char& one : ones) one = 1;
  bool same = cudaMemcpyFromSymbol(before, variable, sizeof before) == cudaSuccess && cudaMemcpyToSymbol(variable, ones, sizeof ones) == cudaSuccess;
  same = same && cudaMemcpyFromSymbol(now, variable, sizeof now) == cudaSuccess;
  for (const unsigned char& one : now) same = same && one == 1;
  return same;
}
template <class T>
int is_managed(T& variable) {
  cudaPointerAttributes attributes;
  return cudaPointerGetAttributes(&attributes, &variable) == cudaSuccess && attributes.type == cudaMemoryTypeManaged;
}
template <class... T>
int count_known(T&... variables) {
  return (known(variables) + ...);
}

// Variables of a block.

__shared__ int of_the_file;
extern __shared__ float words[];
namespace space {
extern __shared__ int numbers[];
}

__global__ void look_at_shared(int* out) {
  __shared__ alignas(64) char aligned[7];
  static __shared__ alignas(Chosen<int, true>) alignas(64) int aligned_too;
  __shared__ alignas(256) int far;
  out[0] = 64 + static_cast<int>(reinterpret_cast<std::uintptr_t>(aligned) % 64);
  out[1] = 64 + static_cast<int>(reinterpret_cast<std::uintptr_t>(&aligned_too) % 64);
  out[2] = 256 + static_cast<int>(reinterpret_cast<std::uintptr_t>(&far) % 256);
  out[3] = 256 + static_cast<int>(reinterpret_cast<std::uintptr_t>(&aligned_number) % 256);
}

// All are the same memory.
template <class T>
__global__ void look_at_dynamic(int* out) {
  __shared__ extern int turned[];
  extern volatile __shared__ T changing[];
  extern __shared__ alignas(16) unsigned char bytes[];
  extern __shared__ __attribute__((aligned(8))) std::pair<T, int> pairs[];
  extern __shared__ int rows[][3];
  extern __shared__ int eight[8];
  extern __shared__ int list[], by_four[][4];
  extern __shared__ int scalar;
  for (int i = 0; i < 16; ++i) space::numbers[i] = i;
  int i = 0;
  out[i++] = turned[1];
  out[i++] = changing[2];
  out[i++] = bytes[3 * sizeof(int)];
  out[i++] = pairs[2].first;
  out[i++] = rows[1][2];
  out[i++] = eight[6];
  out[i++] = list[0] + by_four[1][3];
  out[i++] = scalar + 8;
  of_the_file = 9;
  words[0] = 9;
  out[i++] = __float_as_int(words[0]) == turned[0] ? of_the_file : 0;
}

void show(const char* what, const int* numbers, int count) {
  cudaDeviceSynchronize();
  std::printf("%s", what);
  for (int i = 0; i < count; ++i) std::printf(" %d", numbers[i]);
  std::puts("");
}
template <class Function>
int cluster_of(Function function) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, function);
  return attributes.requiredClusterWidth;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 24 * sizeof *out);
  call_functions<<<1, 1>>>(out);
  show("functions:", out, 12);

  none<<<1, 1>>>();
  declared_first<<<1, 1>>>(out);
  with_attributes<<<1, 1>>>(out + 1);
  space::qualified<<<1, 1>>>(out + 2, 3);
  of_templates<set_four, Chosen><<<1, 1>>>(out + 3);
  specialised<int, true><<<1, 1>>>(out + 4);
  required<int, 6><<<1, 1>>>(out + 5);
  nameless<int><<<1, 1>>>(out + 6, 7);
  outer::within::hidden<<<1, 1>>>(out + 7, 8);
  void (*pointer)(int*);
  cudaMemcpyFromSymbol(&pointer, address_in_device_code, sizeof pointer);
  of_pairs<<<1, 1>>>(pointer, {}, out + 8);
  show("kernels:", out, 9);

  bounded<<<1, 32>>>();
  const int refused = cudaGetLastError() != cudaSuccess;
  bounded_too<<<1, 32>>>();
  std::printf("32 threads refused: by bounds %d, and %d; clusters of %d and %d blocks\n", refused, cudaGetLastError() != cudaSuccess, cluster_of(of_two),
              cluster_of(of_four));

  managed += both - 8;
  read_variables<<<1, 1>>>(out, out);
  show("variables:", out, 22);
  const int copied = count_known(plain, constant, managed, with_static, word_behind, second, both, both_turned, braces, parentheses, without_name,
                                 of_template, of_expression, with_attribute, with_standard_attribute, pointer_words, twice, function, merged,
                                 announced, later);
  const int constants = (cudaMemcpyToSymbol(constant_number, out, 4) != cudaSuccess) + (cudaMemcpyToSymbol(constant_table, out, 4) != cudaSuccess) +
                        (cudaMemcpyToSymbol(constant_pointer, out, 8) != cudaSuccess);
  std::printf("copied by name: %d, constants refused: %d, managed: %d\n", copied, constants, is_managed(managed) + is_managed(both) + is_managed(both_turned));

  look_at_shared<<<1, 1>>>(out);
  show("aligned:", out, 4);
  look_at_dynamic<int><<<1, 1, 64>>>(out);
  show("dynamic:", out, 9);
  return cudaFree(out);
}
