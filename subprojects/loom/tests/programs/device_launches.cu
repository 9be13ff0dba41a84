// Kernels that launch kernels: when these run, in which streams, what they see, and what is refused.
// prints: children after their parent: 8 of 8, sum 36
// prints: a tree: 31 grids, the deepest at 4
// prints: in order: 1 2 3, in a stream of its own 4, the tail last 5
// prints: set and copied: 07070707 07070707 07070707
// prints: templates and defaults: 3.5 2
// prints: 1025 threads: cudaErrorInvalidConfiguration, asked again: cudaSuccess, its neighbour: cudaSuccess
// prints: one too deep: cudaErrorLaunchPendingCountExceeded after 2049 grids
// prints: the host waits for all: 42
// prints: from the heap: 5
#include <cstdio>

__device__ int sum, grids, deepest, trace[8], count;
__device__ cudaError_t answers[3];

__global__ void child(const int* numbers) { atomicAdd(&sum, numbers[blockIdx.x]); }

__global__ void parent(int* numbers) {
  numbers[threadIdx.x] = threadIdx.x + 1;
  child<<<1, 1>>>(numbers + threadIdx.x);
}

__global__ void tree(int depth) {
  if (threadIdx.x == 0) {
    atomicAdd(&grids, 1);
    atomicMax(&deepest, depth);
  }
  if (depth < 4) tree<<<1, 2>>>(depth + 1);
}

__global__ void plant() { tree<<<1, 2>>>(1); }

__global__ void note(int number) { trace[count++] = number; }

__global__ void notes() {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(5);
  note<<<1, 1>>>(1);
  note<<<1, 1>>>(2);
  note<<<1, 1, 0, cudaStreamFireAndForget>>>(3);
}

__global__ void note_in_stream() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  note<<<1, 1, 0, stream>>>(4);
  cudaStreamDestroy(stream);
}

__global__ void set_and_copy(int* memory) {
  cudaMemsetAsync(memory, 0x07, 4, 0);
  cudaMemcpyAsync(memory + 1, memory, 4, cudaMemcpyDeviceToDevice, 0);
  cudaMemcpyAsync(memory + 2, memory + 1, 4, cudaMemcpyDeviceToDevice, 0);
}

template <class T>
__global__ void store(T* to, T value = T(2)) { *to = value; }
template <class T>
__global__ void store_both(T* to) {
  store<<<1, 1>>>(to, T(3.5));
  store<T><<<dim3(1), dim3(1)>>>(to + 1);
}

__global__ void too_many() {
  if (threadIdx.x == 0) note<<<1, 1025>>>(0);
  if (threadIdx.x == 0) answers[0] = cudaGetLastError();
  if (threadIdx.x == 0) answers[1] = cudaGetLastError();
  if (threadIdx.x == 1) answers[2] = cudaGetLastError();
}

__global__ void dive() {
  atomicAdd(&count, 1);
  dive<<<1, 1>>>();
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) answers[0] = error;
}

__global__ void late(int* to) { *to += 2; }
__global__ void later(int* to) {
  *to *= 20;
  late<<<1, 1>>>(to);
}
__global__ void early(int* to) {
  *to = 2;
  later<<<1, 1>>>(to);
}

__global__ void allocate(int** kept) {
  if (cudaMalloc(kept, sizeof(int)) == cudaSuccess) **kept = 5;
}
__global__ void release(int** kept, int* to) {
  *to = **kept;
  cudaFree(*kept);
}

template <class T>
T fetched(const T& symbol) {
  T value;
  cudaMemcpyFromSymbol(&value, symbol, sizeof value);
  return value;
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64);
  int values[8];
  const auto fetch = [&](int n) { cudaMemcpy(values, memory, n * sizeof(int), cudaMemcpyDeviceToHost); };

  parent<<<1, 8>>>(memory);
  fetch(8);
  int right = 0;
  for (int i = 0; i < 8; ++i) right += values[i] == i + 1;
  std::printf("children after their parent: %d of 8, sum %d\n", right, fetched(sum));

  tree<<<1, 2>>>(0);
  std::printf("a tree: %d grids, the deepest at %d\n", fetched(grids), fetched(deepest));

  notes<<<1, 1>>>();
  note_in_stream<<<1, 1>>>();
  int order[8];
  cudaMemcpyFromSymbol(order, trace, sizeof order);
  std::printf("in order: %d %d %d, in a stream of its own %d, the tail last %d\n", order[0], order[1], order[2], order[4], order[3]);

  set_and_copy<<<1, 1>>>(memory);
  fetch(3);
  std::printf("set and copied: %08x %08x %08x\n", values[0], values[1], values[2]);

  float* floats = reinterpret_cast<float*>(memory);
  store_both<<<1, 1>>>(floats);
  float pair[2];
  cudaMemcpy(pair, floats, sizeof pair, cudaMemcpyDeviceToHost);
  std::printf("templates and defaults: %g %g\n", pair[0], pair[1]);

  too_many<<<1, 2>>>();
  cudaError_t errors[3];
  cudaMemcpyFromSymbol(errors, answers, sizeof errors);
  std::printf("1025 threads: %s, asked again: %s, its neighbour: %s\n", cudaGetErrorName(errors[0]), cudaGetErrorName(errors[1]),
              cudaGetErrorName(errors[2]));

  const int zero = 0;
  cudaMemcpyToSymbol(count, &zero, sizeof zero);
  dive<<<1, 1>>>();
  cudaMemcpyFromSymbol(errors, answers, sizeof errors);
  std::printf("one too deep: %s after %d grids\n", cudaGetErrorName(errors[0]), fetched(count));

  early<<<1, 1>>>(memory);
  fetch(1);
  std::printf("the host waits for all: %d\n", values[0]);

  int** kept;
  cudaMalloc(&kept, sizeof(int*));
  allocate<<<1, 1>>>(kept);
  release<<<1, 1>>>(kept, memory);
  fetch(1);
  std::printf("from the heap: %d\n", values[0]);
  cudaFree(kept);
  cudaFree(memory);
}
