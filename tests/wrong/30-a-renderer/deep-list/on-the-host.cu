// fails: the host does not do the work
#include "30-a-renderer/deep-list.hpp"

__global__ void store(float4 colour, float4* result) { *result = colour; }

void blend(weft::View<const float4> layers, float4* result) {
  std::vector<float4> all(layers.size());
  if (!all.empty()) weft::check(cudaMemcpy(all.data(), layers.data(), all.size() * sizeof(float4), cudaMemcpyDeviceToHost));
  double x = 0, y = 0, z = 0, w = 0;
  for (const float4& front : all) {
    x = front.x + (1.0 - front.w) * x;
    y = front.y + (1.0 - front.w) * y;
    z = front.z + (1.0 - front.w) * z;
    w = front.w + (1.0 - front.w) * w;
  }
  store<<<1, 1>>>({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), static_cast<float>(w)}, result);
}
