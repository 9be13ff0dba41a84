// Chapter 18, exercise "A ring": the sum of all, on every device.
#include "common/buffer.cuh"

#include <algorithm>
#include <functional>

// Copies `count` numbers from one part to another; complete when what the default streams were given before is.
using PassOn = std::function<void(float* to, int to_device, const float* from, int from_device, std::size_t count)>;

__global__ void add_to(float* sum, const float* more, std::size_t count) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += all) sum[i] += more[i];
}

// numbers[d] lies on devices[d]. Afterwards each holds the sum of all, the same bits everywhere.
inline void all_reduce(const std::vector<int>& devices, const std::vector<weft::View<float>>& numbers,
                       const PassOn& pass_on) {
  // your code begins
  // your code ends
}
