// The arguments of a launch are those of a call: converted on the host, at the launch, to what the kernel takes.
// prints: converted on the host: 3.5
// prints: braces: 1 and 2
// prints: empty braces: 0 and 0
// prints: a reference, an array: 4 5 6
// prints: moved: 7, copies on the device: none
// prints: no names: 8
// prints: the kernel's own name: 9
// prints: defaults: 10 11
// prints: launched in an argument: 12
// prints: by an overload: double
// prints: threads begin with what was passed: 64 128
// prints: as many as there may be: 8188
// prints: destroyed on the host: 2
#include <cstdio>
#include <utility>

struct Pair {
  int first, second;
};

// Only the host can make one.
struct Half {
  float value;
  Half(int n) : value(0.5f * n) {}
};

struct Owner {
  static inline int destroyed = 0;
  int* memory;
  explicit Owner(int* memory_) : memory(memory_) {}
  Owner(Owner&& other) : memory(std::exchange(other.memory, nullptr)) {}
  ~Owner() { ++destroyed; }
};

// What a thread has of it is the very bytes that were passed.
struct Copied {
  int copies = 0;
  Copied() = default;
  Copied(const Copied& other) : copies(other.copies + 1) {}
};

template <class T>
struct Of {
  using type = T;
};

namespace app {
namespace {
__global__ void fill(int* at, int fill) { *at = fill; }
}
}  // namespace app

__global__ void halves(float* at, Half half, float more) { *at = half.value + more; }
__global__ void pair(int* at, Pair pair) { at[0] = pair.first, at[1] = pair.second; }
__global__ void decayed(int* at, int& reference, const char* text) { at[0] = reference, at[1] = text == nullptr ? 0 : 5; }
__global__ void moved(int* at, Owner owner, Copied copied) { *owner.memory = copied.copies == 1 ? *at : -1; }
__global__ void nameless(int* at, int, void (*)(int), Pair, const int[4], float (*)[3]) { *at = 8; }
template <class T, class = typename Of<T>::type, int = 3>
__global__ void defaults(T* at, int value = 10, const int more = 1) {
  at[0] = value;
  at[1] = value + more;
}
__global__ void overloaded(int* at, float) { *at = 1; }
__global__ void overloaded(int* at, double) { *at = 2; }
__global__ void count(int n, int* at) {
  n += 1;                            // each thread's own
  if (n == 2) atomicAdd(at, 1);
}
__global__ void count(Copied copied, int* at) {
  copied.copies += 1;
  if (copied.copies == 2) atomicAdd(at, 1);
}

struct Table {
  int values[8188];
};
__global__ void large(Table table, int* at) {
  int more[8000];
  for (int& value : more) value = 1;
  for (int i = 0; i < 8188; ++i) *at += table.values[i] * more[i % 8000];
}

int launched_within(int* at) {
  count<<<1, 1>>>(1, at);
  return 12;
}

int main() {
  int* at;
  float* number;
  cudaMallocManaged(&at, 2 * sizeof(int));
  cudaMallocManaged(&number, sizeof(float));
  const auto wait = [] {
    if (cudaDeviceSynchronize() != cudaSuccess) std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  };

  halves<<<1, 1>>>(number, 3, 2);
  wait();
  std::printf("converted on the host: %g\n", *number);
  pair<<<1, 1>>>(at, {1, 2});
  wait();
  std::printf("braces: %d and %d\n", at[0], at[1]);
  pair<<<1, 1>>>(at, {});
  wait();
  std::printf("empty braces: %d and %d\n", at[0], at[1]);

  int* reference;
  cudaMallocManaged(&reference, sizeof(int));
  *reference = 4;
  const char text[] = "text";
  decayed<<<1, 1>>>(at, *reference, text);
  wait();
  std::printf("a reference, an array: %d %d", at[0], at[1]);
  *reference = 6;
  decayed<<<1, 1>>>(at, *reference, "");
  wait();
  std::printf(" %d\n", at[0]);

  {
    Owner owner(at + 1);
    at[0] = 7;
    const Copied once;
    moved<<<1, 1>>>(at, std::move(owner), once);
    wait();
    std::printf("moved: %d, copies on the device: %s\n", at[1], owner.memory == nullptr ? "none" : "some");
  }
  nameless<<<1, 1>>>(at, 1, nullptr, {1, 2}, nullptr, nullptr);
  wait();
  std::printf("no names: %d\n", *at);
  app::fill<<<1, 1>>>(at, 9.75);
  wait();
  std::printf("the kernel's own name: %d\n", *at);
  defaults<<<1, 1>>>(at);
  wait();
  std::printf("defaults: %d %d\n", at[0], at[1]);
  app::fill<<<1, 1>>>(at, launched_within(at + 1));
  wait();
  std::printf("launched in an argument: %d\n", *at);
  overloaded<<<1, 1>>>(at, 1.0);
  wait();
  std::printf("by an overload: %s\n", *at == 2 ? "double" : "float");
  *at = 0;
  count<<<2, 32>>>(true, at);
  wait();
  std::printf("threads begin with what was passed: %d", *at);
  const Copied original;
  count<<<2, 32>>>(original, at);
  wait();
  std::printf(" %d\n", *at);
  Table table;
  for (int& value : table.values) value = 1;
  *at = 0;
  large<<<1, 1>>>(table, at);
  wait();
  std::printf("as many as there may be: %d\n", *at);
  std::printf("destroyed on the host: %d\n", Owner::destroyed);
  cudaFree(reference);
  cudaFree(number);
  return cudaFree(at);
}
