// Barriers and shared memory, static, dynamic, in several types, and declared outside functions.
// prints: static: 9 8 7 6 5 4 3 2 1 0
// prints: dynamic: 9 8 7 6 5 4 3 2 1 0
// prints: file scope: 9 8 7 6 5 4 3 2 1 0
// prints: two parts: 9.5 8.5 7.5 6.5 5.5 4.5 3.5 2.5 1.5 0.5
#include <cstdio>

constexpr int n = 10;

__global__ void with_static(int* data) {
  __shared__ int tile[n];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

template <class T>
__global__ void with_dynamic(T* data) {
  extern __shared__ T tile[];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

extern __shared__ __align__(16) int everywhere[];

__device__ int mirrored() { return everywhere[n - 1 - threadIdx.x]; }

__global__ void with_file_scope(int* data) {
  everywhere[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = mirrored();
}

__global__ void with_two_parts(float* data) {
  extern __shared__ char bytes[], matrix[][n];
  float* const floats = reinterpret_cast<float*>(bytes);
  char* const letters = matrix[4];     // behind the ten floats
  floats[threadIdx.x] = data[threadIdx.x];
  letters[threadIdx.x] = static_cast<char>(threadIdx.x);
  __syncthreads();
  data[threadIdx.x] = floats[n - 1 - threadIdx.x] + 0.5f + 0 * letters[0];
}

template <class T>
void show(const char* name, void (*kernel)(T*), size_t shared) {
  T host[n], *data;
  for (int i = 0; i < n; ++i) host[i] = static_cast<T>(i);
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  kernel<<<1, n, shared>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%s:", name);
  for (T value : host) std::printf(" %g", static_cast<double>(value));
  std::printf("\n");
  cudaFree(data);
}

int main() {
  show("static", with_static, 0);
  show("dynamic", with_dynamic<int>, n * sizeof(int));
  show("file scope", with_file_scope, n * sizeof(int));
  show("two parts", with_two_parts, n * sizeof(float) + n);
  return cudaDeviceSynchronize();
}
