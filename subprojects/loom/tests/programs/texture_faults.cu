// Textures over memory that has not been written, and over memory that has been freed.
// prints: unwritten: cudaSuccess
// prints: written: 3
// prints: freed: cudaErrorIllegalAddress
#include <cstdio>

__global__ void early(cudaTextureObject_t texture, float* to) {
  *to = tex1Dfetch<float>(texture, 5);                            // finds: uninitialised-read
}

__global__ void good(cudaTextureObject_t texture, float* to) { *to = tex1Dfetch<float>(texture, 5); }

__global__ void late(cudaTextureObject_t texture, float* to) {
  *to = tex1Dfetch<float>(texture, 5);                            // finds: out-of-bounds
}

int main() {
  float *memory, *to, seen = 0;
  cudaMalloc(&memory, 8 * sizeof(float));
  cudaMalloc(&to, sizeof(float));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, cudaCreateChannelDesc<float>(), 8 * sizeof(float)};
  const cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  early<<<1, 1>>>(texture, to);
  std::printf("unwritten: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  const float values[8] = {8, 7, 6, 5, 4, 3, 2, 1};
  cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice);
  good<<<1, 1>>>(texture, to);
  cudaMemcpy(&seen, to, sizeof seen, cudaMemcpyDeviceToHost);
  std::printf("written: %g\n", seen);
  cudaFree(memory);
  late<<<1, 1>>>(texture, to);
  std::printf("freed: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
