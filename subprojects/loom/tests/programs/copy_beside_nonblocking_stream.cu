// Synchronous copies and memsets while a stream made with cudaStreamNonBlocking, for which they do not wait, uses their memory.
// prints: 0 7 7 7
// complains: cudaMemcpy reads what a kernel writes, and has not waited for it
// complains: call cudaStreamSynchronize() before it
#include <cstdio>

__device__ int symbol[64];

constexpr std::size_t bytes = 64 * sizeof(int);

__global__ void store(int* to) { to[threadIdx.x] = 7; }  // finds: race
__global__ void load(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }  // finds: race
__global__ void store_symbol() { symbol[threadIdx.x] = 7; }  // finds: race
__global__ void store_again(int* to) { to[threadIdx.x] = 7; }

int main() {
  int *memory, *other, host[64], seen[4] = {};
  cudaMalloc(&memory, bytes);
  cudaMalloc(&other, bytes);
  cudaMemset(memory, 0, bytes);
  cudaMemset(other, 0, bytes);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);

  store<<<1, 64, 0, stream>>>(memory);
  cudaMemcpy(host, memory, bytes, cudaMemcpyDeviceToHost);  // finds: race
  seen[0] = host[63];
  cudaStreamSynchronize(stream);

  load<<<1, 64, 0, stream>>>(memory, other);
  cudaMemset(memory, 0, bytes);  // finds: race
  cudaStreamSynchronize(stream);

  store_symbol<<<1, 64, 0, stream>>>();
  cudaMemcpyToSymbol(symbol, host, bytes);  // finds: race
  cudaStreamSynchronize(stream);

  store<<<1, 64, 0, stream>>>(memory);
  cudaMemset2D(memory, 8, 0, 4, 4);  // finds: race
  cudaStreamSynchronize(stream);

  // In order: as the advice says, other bytes, two that read, and a stream for which copies wait.
  store_again<<<1, 64, 0, stream>>>(memory);
  cudaStreamSynchronize(stream);
  cudaMemcpy(host, memory, bytes, cudaMemcpyDeviceToHost);
  seen[1] = host[63];
  store_again<<<1, 64, 0, stream>>>(memory);
  cudaMemcpyAsync(host, memory, bytes, cudaMemcpyDeviceToHost, stream);
  seen[2] = host[63];
  store_again<<<1, 32, 0, stream>>>(memory);
  cudaMemcpy(host, memory + 32, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpyAsync(other, memory, bytes, cudaMemcpyDeviceToDevice, stream);
  cudaMemcpy(host, memory + 32, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaStream_t blocking;
  cudaStreamCreate(&blocking);
  store_again<<<1, 64, 0, blocking>>>(memory);
  cudaMemcpy(host, memory, bytes, cudaMemcpyDeviceToHost);
  seen[3] = host[63];

  std::printf("%d %d %d %d\n", seen[0], seen[1], seen[2], seen[3]);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(blocking);
  cudaFree(memory);
  cudaFree(other);
}
