#include <30-a-renderer/tile-renderer.cu>

namespace test {

__global__ void each_over(const float4* front, const float4* back, unsigned count, float4* both) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) both[i] = over(front[i], back[i]);
}

__global__ void each_seen(Circle circle, Size size, float4* picture) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size.width * size.height) picture[i] = seen(circle, i % size.width, i / size.width);
}

}  // namespace test
