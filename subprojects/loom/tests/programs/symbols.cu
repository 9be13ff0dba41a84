// Variables of the device: copied by name, with offsets, found by address and size.
// prints: 1 2 3 4
// prints: 0 0 42 0
// prints: counter 5, in a namespace 6, local 3
// prints: sizes 16 4
// prints: a host variable is not a symbol: cudaErrorInvalidSymbol
#include <cstdio>

__constant__ int table[4];
__device__ int result[4], counter = 3;
namespace inner {
__device__ int counter = 4;
}
__device__ const int two = 2;
int host_only;

__global__ void copy() {
  static __device__ int local;
  result[threadIdx.x] = table[threadIdx.x];
  if (threadIdx.x == 0) {
    counter += two;
    inner::counter += two;
    local = 3;
    result[0] += local - 3;
  }
}

int main() {
  const int host[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(table, host, sizeof host);
  copy<<<1, 4>>>();
  int back[4];
  cudaMemcpyFromSymbol(back, result, sizeof back);
  std::printf("%d %d %d %d\n", back[0], back[1], back[2], back[3]);

  void* address;
  cudaGetSymbolAddress(&address, result);
  cudaMemset(address, 0, sizeof back);
  const int answer = 42;
  cudaMemcpyToSymbol(result, &answer, sizeof answer, 2 * sizeof(int));
  cudaMemcpy(back, address, sizeof back, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", back[0], back[1], back[2], back[3]);

  int outer, inside;
  cudaMemcpyFromSymbol(&outer, counter, sizeof outer);
  cudaMemcpyFromSymbol(&inside, inner::counter, sizeof inside);
  std::printf("counter %d, in a namespace %d, local 3\n", outer, inside);

  size_t of_table, of_counter;
  cudaGetSymbolSize(&of_table, table);
  cudaGetSymbolSize(&of_counter, counter);
  std::printf("sizes %zu %zu\n", of_table, of_counter);
  std::printf("a host variable is not a symbol: %s\n", cudaGetErrorName(cudaMemcpyToSymbol(host_only, &answer, sizeof answer)));
}
