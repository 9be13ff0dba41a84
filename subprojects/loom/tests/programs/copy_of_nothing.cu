// A copy to the host of memory that has not been written, here because a launch was refused, is a note. Where something of it was written,
// or the memory is the host's own or a symbol's, it is none; and a copy on the device carries along that nothing was written.
// prints: 42
// once: cudaMemcpy copies to the host from the 256 bytes from cudaMalloc at copy_of_nothing.cu:24, where nothing has been written yet
// once: cudaMemcpy reads 256 bytes, at copy_of_nothing.cu:28
// once: cudaMemcpy2DAsync copies to the host from the 256 bytes from cudaMalloc at copy_of_nothing.cu:24
// once: cudaMemcpy2DAsync reads 64 bytes, at copy_of_nothing.cu:29
// once: cudaMemcpyAsync copies to the host from the 256 bytes from cudaMalloc at copy_of_nothing.cu:25
// once: called at copy_of_nothing.cu:32
// complains: Call cudaGetLastError after each launch
// never: copy_of_nothing.cu:34
// never: copy_of_nothing.cu:40
#include <cstdio>

__device__ int symbol[64];

__global__ void store(int* at) { *at = 42; }

int main() {
  constexpr std::size_t bytes = 64 * sizeof(int);
  constexpr auto to_host = cudaMemcpyDeviceToHost;
  int host[64];
  int *never, *other, *partly, *managed;
  cudaMalloc(&never, bytes);
  cudaMalloc(&other, bytes);

  store<<<1, 1025>>>(never);
  cudaMemcpy(host, never, bytes, to_host);
  cudaMemcpy2DAsync(host, 8, never, 32, 8, 8, to_host);

  cudaMemcpy(other, never, bytes, cudaMemcpyDeviceToDevice);
  cudaMemcpyAsync(host, other, bytes / 2, to_host);

  cudaMalloc(&partly, bytes);
  store<<<1, 1>>>(partly + 57);
  cudaMemcpy2D(host, 8, partly, 32, 8, 8, to_host);
  cudaMemcpy(host, partly, bytes, to_host);
  std::printf("%d\n", host[57]);

  cudaMallocManaged(&managed, bytes);
  cudaMemcpy(host, managed, bytes, to_host);
  cudaMemcpyFromSymbol(host, symbol, bytes);

  for (int* memory : {never, other, partly, managed}) cudaFree(memory);
}
