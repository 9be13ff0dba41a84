// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 f2971eb2eaa670729874a9be6bcf3d5bbdf1236b]
#include <cstdio>
#include <vector>

__global__ void brighten(int* pixels, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) pixels[i] += 50;
}

int main() {
  constexpr unsigned count = 1000, bytes = count * sizeof(int);
  std::vector<int> pixels(count, 100);

  int* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, pixels.data(), bytes, cudaMemcpyHostToDevice);
  brighten<<<4, 256>>>(on_device, count);
  cudaMemcpy(pixels.data(), on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);

  unsigned wrong = 0;
  for (const int pixel : pixels) wrong += pixel != 150;
  std::printf("the first pixel is %d; %u of %u are wrong\n", pixels[0], wrong, count);
  return wrong == 0 ? 0 : 1;
}
