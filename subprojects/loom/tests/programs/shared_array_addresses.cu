// The address of a dynamic shared array is that of its first element: in a function, in a template, outside, and where a name hides it.
// prints: 4950 4950 4950 7
#include <cstdio>

union Word {
  int number;
  unsigned bits;
};

extern __shared__ int outside[];

__device__ int sum(const int* words, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += words[i];
  return all;
}

__global__ void inside(int n, int* result) {
  extern __shared__ int words[];
  int* const first = reinterpret_cast<int*>(&words);
  for (int i = threadIdx.x; i < n; i += blockDim.x) first[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) result[0] = sum(words, n);
}

template <class T>
__global__ void in_a_template(int n, int* result) {
  extern __shared__ T words_of_template[];
  T* first = (T*)&words_of_template;
  for (int i = threadIdx.x; i < n; i += blockDim.x) first[i].number = i;
  __syncthreads();
  const auto at = [&](int i) { return (&words_of_template[i])->number; };
  if (threadIdx.x == 0) {
    result[1] = 0;
    for (int i = 0; i < n; ++i) result[1] += at(i);
  }
}

__device__ int* itself(int& outside) { return &outside; }

__global__ void at_file_scope(int n, int* result) {
  int (*all)[] = &outside;
  for (int i = threadIdx.x; i < n; i += blockDim.x) (*all)[i] = i;
  __syncthreads();
  if (threadIdx.x > 0) return;
  result[2] = sum(outside, n);
  int seven = 7;
  result[3] = *itself(seven);
}

int main() {
  const int n = 100;
  int* result;
  int copy[4] = {};
  cudaMalloc(&result, sizeof copy);
  inside<<<1, 32, n * sizeof(int)>>>(n, result);
  in_a_template<Word><<<1, 32, n * sizeof(int)>>>(n, result);
  at_file_scope<<<1, 32, n * sizeof(int)>>>(n, result);
  cudaMemcpy(copy, result, sizeof copy, cudaMemcpyDeviceToHost);
  cudaFree(result);
  std::printf("%d %d %d %d\n", copy[0], copy[1], copy[2], copy[3]);
}
