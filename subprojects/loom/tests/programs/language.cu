// Words of CUDA C++ for device code: clocks, address spaces, hints, loads with a hint, calls that are not inlined.
// prints: clocks: right
// prints: spaces: right
// prints: bits: right
// prints: hints: right
// prints: loads and stores: right
// prints: halves of 16 bytes: right
// prints: reductions: right
// prints: the host's clock: right
#include <cstdio>
#include <ctime>

__device__ int global_number = 3;
__constant__ int constant_number = 4;
__device__ int right;

__device__ void say(bool is) { atomicAdd(&right, is); }

__global__ void clocks() {
  const clock_t first = clock();
  const long long wide = clock64();
  __nanosleep(100);
  say(clock() != first && clock64() > wide);
}

__global__ void spaces(const int* memory) {
  __shared__ int shared_number;
  extern __shared__ int dynamic[];
  int local = 5;
  bool is = __isGlobal(memory) && __isGlobal(&global_number) && !__isGlobal(&shared_number) && !__isGlobal(&local);
  is = is && __isShared(&shared_number) && __isShared(dynamic) && !__isShared(memory) && !__isShared(&local);
  is = is && __isLocal(&local) && !__isLocal(memory) && !__isLocal(&shared_number);
  is = is && *static_cast<const int*>(__cvta_global_to_generic(__cvta_generic_to_global(&global_number))) == 3;
  say(is);
}

__global__ void bits() {
  bool is = __fns(0x0f0f, 0, 1) == 0 && __fns(0x0f0f, 0, 5) == 8 && __fns(0x0f0f, 4, 1) == 8;
  is = is && __fns(0x0f0f, 11, -1) == 11 && __fns(0x0f0f, 10, -4) == 3 && __fns(0x0f0f, 4, 0) == ~0u && __fns(0x0f0f, 8, 0) == 8;
  is = is && __fns(0x0f0f, 0, 9) == ~0u && __fns(0, 0, 1) == ~0u;
  say(is);
}

__noinline__ __device__ int apart(int n) { return n + 1; }
__forceinline__ __device__ int here(int n) { return n + 1; }

__global__ void __launch_bounds__(64, 2) hints(int n, const int* __restrict__ memory) {
  __builtin_assume(n > 0);
  __prof_trigger(1);
  const int* const aligned = static_cast<const int*>(__builtin_assume_aligned(memory, 16));
  say(apart(n) == here(n) && *aligned == 17 && __builtin_expect(n == 7, 1));
}

__global__ void loads_and_stores(int* memory) {
  bool is = __ldg(memory) == 17 && __ldcg(memory) == 17 && __ldca(memory) == 17 && __ldcs(memory) == 17 && __ldlu(memory) == 17 && __ldcv(memory) == 17;
  const int4 four = __ldg(reinterpret_cast<const int4*>(memory));
  __stwb(memory + 4, four.x);
  __stcg(memory + 5, four.x + 1);
  __stcs(memory + 6, four.x + 2);
  __stwt(memory + 7, four.x + 3);
  say(is && memory[4] == 17 && memory[7] == 20);
}

__global__ void reductions() {
  const unsigned lane = threadIdx.x;
  bool is = __reduce_add_sync(~0u, lane) == 496 && __reduce_min_sync(~0u, static_cast<int>(lane) - 5) == -5;
  is = is && __reduce_max_sync(~0u, lane) == 31 && __reduce_and_sync(~0u, lane | 32) == 32;
  is = is && __reduce_or_sync(~0u, lane) == 31 && __reduce_xor_sync(~0u, lane == 3 ? 9u : 0u) == 9;
  if (lane < 8) is = is && __activemask() == 0xff;
  if (is && __all_sync(~0u, is) && lane == 0) say(true);
}

void report(const char* what) {
  int count = 0;
  cudaMemcpyFromSymbol(&count, right, sizeof count);
  const cudaError_t error = cudaGetLastError();
  std::printf("%s: %s\n", what, error != cudaSuccess ? cudaGetErrorName(error) : count == 1 ? "right" : "wrong");
  count = 0;
  cudaMemcpyToSymbol(right, &count, sizeof count);
}

// A struct of two numbers of 8 bytes may lie at any multiple of 8, also where it is copied in one.
struct Pair {
  bool first;
  long second;
};
__device__ __noinline__ long second_if_first(const Pair* pair) { return pair->first ? pair->second : -1; }
__global__ void halves(const Pair* pairs) {
  const Pair local = pairs[0];
  say(second_if_first(&local) == 2);
}

int main() {
  int *memory, values[8] = {17, 1, 2, 3};
  cudaMalloc(&memory, sizeof values);
  cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice);
  clocks<<<1, 1>>>();
  report("clocks");
  spaces<<<1, 1, 64>>>(memory);
  report("spaces");
  bits<<<1, 1>>>();
  report("bits");
  hints<<<1, 1>>>(7, memory);
  report("hints");
  loads_and_stores<<<1, 1>>>(memory);
  report("loads and stores");
  const Pair pair{true, 2};
  cudaMemcpy(memory + 2, &pair, sizeof pair, cudaMemcpyHostToDevice);
  halves<<<1, 1>>>(reinterpret_cast<const Pair*>(memory + 2));
  report("halves of 16 bytes");
  reductions<<<1, 32>>>();
  report("reductions");
  const std::clock_t first = clock();
  std::printf("the host's clock: %s\n", first >= 0 && std::clock() >= first ? "right" : "wrong");
  cudaFree(memory);
}
