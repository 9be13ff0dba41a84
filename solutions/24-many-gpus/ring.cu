// Exercise "All-reduce on a ring": the sum of all, on every device.
#include "24-many-gpus/ring.hpp"
#include "common/buffer.cuh"

#include <algorithm>
#include <functional>

__global__ void add_to(float* sum, const float* more, std::size_t count) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += all) sum[i] += more[i];
}

// Adds two arrays in the memory of a device.
inline void launch_add(int device, float* sum, const float* more, std::size_t count) {
  weft::check(cudaSetDevice(device));
  if (count > 0) add_to<<<16, 256>>>(sum, more, count);
  weft::check(cudaGetLastError());
}

// A buffer for `count` numbers on a device.
inline weft::Buffer<float> room_on(int device, std::size_t count) {
  weft::check(cudaSetDevice(device));
  return weft::Buffer<float>(count);
}

inline void wait_for(int device) {
  weft::check(cudaSetDevice(device));
  weft::check(cudaDeviceSynchronize());
}

// numbers[d] is on devices[d]. Afterwards each holds the sum of all, the same bits everywhere.
void all_reduce(const std::vector<int>& devices, const std::vector<weft::View<float>>& numbers,
                const PassOn& pass_on) {
  // your code begins
  const unsigned parts = static_cast<unsigned>(devices.size());
  const std::size_t n = numbers.front().size();
  const std::size_t piece = (n + parts - 1) / parts;
  const auto begin = [&](unsigned p) { return std::min(n, p % parts * piece); };
  const auto count = [&](unsigned p) { return std::min(n, begin(p) + piece) - begin(p); };
  std::vector<weft::Buffer<float>> room;
  for (const int device : devices) room.push_back(room_on(device, piece));
  for (unsigned round = 0; round + 1 < parts; ++round)
    for (unsigned d = 0; d < parts; ++d) {
      const unsigned next = (d + 1) % parts, p = d + parts - round;
      pass_on(room[next].data(), devices[next], numbers[d].data() + begin(p), devices[d], count(p));
      launch_add(devices[next], numbers[next].data() + begin(p), room[next].data(), count(p));
    }
  for (unsigned round = 0; round + 1 < parts; ++round)
    for (unsigned d = 0; d < parts; ++d) {
      const unsigned next = (d + 1) % parts, p = d + 1 + parts - round;
      pass_on(numbers[next].data() + begin(p), devices[next], numbers[d].data() + begin(p), devices[d], count(p));
    }
  for (const int device : devices) wait_for(device);
  // your code ends
}
