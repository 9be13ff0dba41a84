// Streams keep their order, events mark points in them, and a query says "not yet" before it says "done".
// prints: not ready, then ready
// prints: 4 3
// prints: time has passed
#include <cstdio>

__global__ void scale(int* at, int by) { *at *= by; }
__global__ void add(int* at, int what) { *at += what; }

int main() {
  int* at;
  cudaMallocManaged(&at, 2 * sizeof(int));
  at[0] = at[1] = 1;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);

  cudaEventRecord(begin, first);
  add<<<1, 1, 0, first>>>(at, 1);
  scale<<<1, 1, 0, first>>>(at, 2);
  cudaEventRecord(end, first);
  add<<<1, 1, 0, second>>>(at + 1, 2);
  const bool pending = cudaEventQuery(end) == cudaErrorNotReady;
  cudaEventSynchronize(end);
  std::puts(pending && cudaEventQuery(end) == cudaSuccess ? "not ready, then ready" : "wrong");
  cudaDeviceSynchronize();
  std::printf("%d %d\n", at[0], at[1]);
  float milliseconds = -1;
  cudaEventElapsedTime(&milliseconds, begin, end);
  std::puts(milliseconds >= 0 ? "time has passed" : "time runs backwards");
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return cudaFree(at);
}
