// Memory that device code takes and gives back itself.
// prints: filled: 2016
// prints: a tree of 31 nodes sums to 496
// prints: too much at once: none
// prints: a larger heap: some
// prints: in the host's code: 7
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ int* kept[64];

__global__ void fill() {
  const int n = static_cast<int>(threadIdx.x);
  int* const numbers = static_cast<int*>(malloc(sizeof(int) * (n + 1)));
  memset(numbers, 0, sizeof(int) * (n + 1));
  for (int i = 0; i <= n; ++i) numbers[i] = n;
  kept[n] = numbers;
}

// What one kernel allocated, another reads and gives back.
__global__ void add(int* sum) {
  atomicAdd(sum, kept[threadIdx.x][threadIdx.x]);
  free(kept[threadIdx.x]);
}

struct Node {
  int value;
  Node *left, *right;
};

__device__ Node* grow(int value) {
  Node* const node = static_cast<Node*>(malloc(sizeof(Node)));
  *node = {value, nullptr, nullptr};
  if (2 * value < 32) {
    node->left = grow(2 * value);
    node->right = grow(2 * value + 1);
  }
  return node;
}

__device__ int cut(Node* node) {
  if (!node) return 0;
  const int sum = node->value + cut(node->left) + cut(node->right);
  free(node);
  return sum;
}

__global__ void tree(int* sum) { *sum = cut(grow(1)); }

__global__ void ask_for(size_t bytes, int* got) {
  void* const memory = malloc(bytes);
  *got = memory != nullptr;
  free(memory);
  free(nullptr);
}

int main() {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8 << 20);
  int *answer, value = 0;
  cudaMalloc(&answer, sizeof *answer);
  cudaMemset(answer, 0, sizeof *answer);
  fill<<<1, 64>>>();
  add<<<1, 64>>>(answer);
  cudaMemcpy(&value, answer, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("filled: %d\n", value);

  tree<<<1, 1>>>(answer);
  cudaMemcpy(&value, answer, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("a tree of 31 nodes sums to %d\n", value);

  ask_for<<<1, 1>>>(size_t{1} << 30, answer);
  cudaMemcpy(&value, answer, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("too much at once: %s\n", value ? "some" : "none");
#ifdef __LOOM__
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t{64} << 20);     // a GPU's heap cannot grow once it is in use
  ask_for<<<1, 1>>>(size_t{32} << 20, answer);
  cudaMemcpy(&value, answer, sizeof value, cudaMemcpyDeviceToHost);
#else
  value = 1;
#endif
  std::printf("a larger heap: %s\n", value ? "some" : "none");

  int* const on_host = static_cast<int*>(malloc(sizeof(int)));
  *on_host = 7;
  std::printf("in the host's code: %d\n", *on_host);
  free(on_host);
  cudaFree(answer);
}
