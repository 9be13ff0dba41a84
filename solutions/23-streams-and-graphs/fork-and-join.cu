// Exercise "Fork and join": two concurrent kernels, in the order of one stream.
#include "23-streams-and-graphs/fork-and-join.hpp"
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

// All work given to `later` after this call waits for all that `earlier` has been given before it.
inline void comes_after(cudaStream_t later, cudaStream_t earlier) {
  weft::Event so_far;
  so_far.record(earlier);
  weft::check(cudaStreamWaitEvent(later, so_far));
}

// Multiplies x in `stream` and y in `helper`, concurrently. Both begin after all earlier work of `stream`; work given to
// `stream` afterwards waits for both. The host does not wait.
void multiply_both(weft::View<float> x, weft::View<float> y, float factor, cudaStream_t stream,
                   cudaStream_t helper) {
  // your code begins
  comes_after(helper, stream);
  launch_multiply(x, factor, stream);
  launch_multiply(y, factor, helper);
  comes_after(stream, helper);
  // your code ends
}
