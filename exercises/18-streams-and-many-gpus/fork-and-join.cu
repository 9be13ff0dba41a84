// Chapter 18, exercise "Fork and join": two kernels side by side, in the order of one stream.
#include "common/stream.cuh"
#include "common/view.cuh"

__global__ void multiply(weft::View<float> x, float factor) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < x.size(); i += all)
    x[i] *= factor;
}

inline void launch_multiply(weft::View<float> x, float factor, cudaStream_t stream) {
  multiply<<<16, 256, 0, stream>>>(x, factor);
  weft::check(cudaGetLastError());
}

// What `later` is given from now on waits for what `earlier` has been given so far.
inline void comes_after(cudaStream_t later, cudaStream_t earlier) {
  weft::Event so_far;
  so_far.record(earlier);
  weft::check(cudaStreamWaitEvent(later, so_far));
}

// Multiplies x in `stream` and y in `helper`, side by side. Both begin after what `stream` was given before; what it is given
// afterwards waits for both. The host does not wait.
inline void multiply_both(weft::View<float> x, weft::View<float> y, float factor, cudaStream_t stream,
                          cudaStream_t helper) {
  // your code begins
  // your code ends
}
