// Exercise "One pixel behind a hundred thousand layers": segments of a list of layers, blended in their order.
#include "30-a-renderer/deep-list.hpp"

// your code begins
constexpr unsigned threads = 128, most_blocks = 64;

__device__ float4 over(float4 front, float4 back) {
  const float through = 1 - front.w;
  return {front.x + through * back.x, front.y + through * back.y, front.z + through * back.z, front.w + through * back.w};
}

// Each thread of the grid blends consecutive layers, and each block stores the blend of its threads.
__global__ void blend_segments(weft::View<const float4> layers, float4* of_block) {
  __shared__ float4 of[threads];
  const std::size_t all = std::size_t{gridDim.x} * threads, each = (layers.size() + all - 1) / all;
  const std::size_t first = each * (std::size_t{blockIdx.x} * threads + threadIdx.x);
  float4 mine{};
  for (std::size_t i = first; i < first + each && i < layers.size(); ++i) mine = over(layers[i], mine);
  of[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned distance = 1; distance < threads; distance *= 2) {
    if (threadIdx.x % (2 * distance) == 0) of[threadIdx.x] = over(of[threadIdx.x + distance], of[threadIdx.x]);
    __syncthreads();
  }
  if (threadIdx.x == 0) of_block[blockIdx.x] = of[0];
}
// your code ends

// *result: the blend of all layers, premultiplied colours of which each lies in front of those before it; 0 if there are none. `layers`
// and `result` are in device memory. Kernels do all the work.
void blend(weft::View<const float4> layers, float4* result) {
  // your code begins
  weft::Buffer<float4> segments(most_blocks);
  blend_segments<<<most_blocks, threads>>>(layers, segments.data());
  blend_segments<<<1, threads>>>(std::as_const(segments).view(), result);
  weft::check(cudaGetLastError());
  // your code ends
}
