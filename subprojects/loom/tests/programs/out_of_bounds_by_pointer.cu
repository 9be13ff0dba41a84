// A kernel launched by pointer is named in a finding, and so is the line that launched it.
// complains: loom: out-of-bounds in kernel app::wild<int>:
// complains: launched at out_of_bounds_by_pointer.cu:16
namespace app {
template <class T>
__global__ void wild(T* p, int i) {
  p[i] = 1;  // finds: out-of-bounds
}
}  // namespace app

int main() {
  int* p;
  cudaMalloc(&p, 4);
  int i = 1;
  void* arguments[] = {&p, &i};
  cudaLaunchKernel((const void*)app::wild<int>, dim3(1), dim3(1), arguments, 0, 0);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 2;
}
