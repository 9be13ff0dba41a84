// Kernels that are launched by kernels with addresses that only the parent can use; and more of them than may be pending.
// prints: of shared memory: cudaErrorInvalidAddressSpace
// prints: in a struct, of local memory: cudaErrorInvalidAddressSpace
// prints: a child's fault is its family's: cudaErrorIllegalAddress, the second did not run
// prints: 2048 of 3000 ran, 952 times cudaErrorLaunchPendingCountExceeded
// prints: 3000 of 3000 ran
// once: device code launches more than the 2048 kernels that may be pending
#include <cstdio>

struct Span {
  int* first;
  int count;
};

__device__ int ran, refused[100];

__global__ void fill(Span span) { span.first[threadIdx.x] = span.count; }
__global__ void set(int* to) { *to = 1; }

__global__ void gives_shared() {
  __shared__ int number;
  set<<<1, 1>>>(&number);  // finds: out-of-bounds
}

__global__ void gives_local() {
  int numbers[4];
  fill<<<1, 4>>>(Span{numbers + 1, 3});  // finds: out-of-bounds
}

__global__ void runs() { atomicAdd(&ran, 1); }

__global__ void sets(int* to) { *to = 1; }  // finds: out-of-bounds

__global__ void gives_null(int* to) {
  sets<<<1, 1>>>(to);
  runs<<<1, 1>>>();
}

__global__ void flood() {
  runs<<<1, 1>>>();
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) atomicAdd(&refused[error], 1);
}

int main() {
  gives_shared<<<1, 1>>>();
  std::printf("of shared memory: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
  gives_local<<<1, 1>>>();
  std::printf("in a struct, of local memory: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
  gives_null<<<1, 1>>>(nullptr);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaDeviceReset();
  int count = 0;
  cudaMemcpyFromSymbol(&count, ran, sizeof count);
  std::printf("a child's fault is its family's: %s, the second %s\n", cudaGetErrorName(error), count ? "ran" : "did not run");

  flood<<<3, 1000>>>();
  cudaMemcpyFromSymbol(&count, ran, sizeof count);
  int times[100];
  cudaMemcpyFromSymbol(times, refused, sizeof times);
  std::printf("%d of 3000 ran, %d times cudaErrorLaunchPendingCountExceeded\n", count, times[cudaErrorLaunchPendingCountExceeded]);
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
  const int zero = 0;
  cudaMemcpyToSymbol(ran, &zero, sizeof zero);
  flood<<<3, 1000>>>();
  cudaMemcpyFromSymbol(&count, ran, sizeof count);
  std::printf("%d of 3000 ran\n", count);
}
