// A finding tells the kernel by its own name, whatever the pointer is called that launched it.
// complains: loom: uninitialised-read in kernel app::copy<int>:
// complains: loom: uninitialised-read in kernel add<float>:
namespace app {
template <class T>
__global__ void copy(T* to, const T* from) {
  *to = *from;  // finds: uninitialised-read
}
template <class T>
__global__ void add(T* to, const T* from) {
  *to += *from;  // finds: uninitialised-read
}
}  // namespace app

int main() {
  using namespace app;
  int* numbers;
  cudaMalloc(&numbers, 2 * sizeof(int));
  void (*const chosen)(int*, const int*) = copy<int>;
  chosen<<<1, 1>>>(numbers, numbers + 1);
  cudaDeviceSynchronize();
  cudaFree(numbers);
  float* memory;
  cudaMalloc(&memory, 2 * sizeof(float));
  add<float><<<1, 1>>>(memory, memory + 1);
  cudaDeviceSynchronize();
  return cudaFree(memory);
}
