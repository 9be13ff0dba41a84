// Tangled from chapters/02-device-properties.md. Edit there. [sha1 0220d9cc907dad36a7731acbdfd44881991ea32c]
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void scale(float* values, unsigned count, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

int main() {
  constexpr unsigned count = 100'000, bytes = count * sizeof(float);
  std::vector<float> values(count, 1.5f);
  float* on_device = nullptr;
  check(cudaMalloc(&on_device, bytes));
  check(cudaMemcpy(on_device, values.data(), bytes, cudaMemcpyHostToDevice));
  scale<<<(count + 255) / 256, 256>>>(on_device, count, 2.0f);
  check(cudaGetLastError());
  check(cudaMemcpy(values.data(), on_device, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(on_device));
  unsigned wrong = 0;
  for (const float value : values) wrong += value != 3.0f;
  std::printf("%u of %u results are wrong\n", wrong, count);

  int kilohertz = 0, bits = 0;  // clock of the memory, width of its bus
  check(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, 0));
  check(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0));
  const double bandwidth = 2 * 1e3 * kilohertz * bits / 8;  // bytes per second
  const double moved = 2.0 * sizeof(float) * (1 << 28);     // each number is read and written
  std::printf("at %.0f GB/s, 2^28 numbers take at least %.2f ms\n", bandwidth / 1e9, 1e3 * moved / bandwidth);
  return wrong == 0 ? 0 : 1;
}
