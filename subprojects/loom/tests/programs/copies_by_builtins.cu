// The library's copies, by the names that the compiler has for them and in the C++ library's headers: each access is seen.
#include <algorithm>

struct Five {
  short x, y;
  char z;
};

__global__ void by_builtins(char* to, const char* from) {
  const unsigned i = threadIdx.x;
  __builtin_memcpy(to + 8 * i, from + 5 * i, 12);          // finds: race
  __builtin_memmove(to + 300 + 32 * i, from, 33);          // finds: race
  __builtin_memset(to + 2000 + 20 * i, int(i), 24);        // finds: race
  __builtin_memcpy(to + 3000 + i, from + 5 * i, 16);       // finds: race
}

__global__ void by_the_library(Five* to, const Five* from, char* bytes) {
  const unsigned i = threadIdx.x;
  std::copy(from + i, from + i + 3, to + 3 * i);
  std::fill(bytes + 4 * i, bytes + 4 * i + 5, char(i));    // finds: race
  if (i == 31) std::copy(from, from + 3, to + 94);         // finds: out-of-bounds
}

int main() {
  char *to, *from, values[4096];
  for (int i = 0; i < 4096; ++i) values[i] = static_cast<char>(i % 251);
  cudaMalloc(&to, sizeof values);
  cudaMalloc(&from, sizeof values);
  cudaMemcpy(to, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(from, values, sizeof values, cudaMemcpyHostToDevice);
  by_builtins<<<1, 32>>>(to, from);
  Five *first, *second;
  cudaMalloc(&first, 96 * sizeof(Five));
  cudaMalloc(&second, 96 * sizeof(Five));
  cudaMemcpy(second, values, 96 * sizeof(Five), cudaMemcpyHostToDevice);
  by_the_library<<<1, 32>>>(first, second, to);
  cudaDeviceSynchronize();
  for (void* memory : {static_cast<void*>(to), static_cast<void*>(from), static_cast<void*>(first), static_cast<void*>(second)}) cudaFree(memory);
}
