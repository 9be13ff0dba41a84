// Exercise "Is a launch legal?": the limits of a launch, checked before launching.
#include <cstddef>

#include "02-device-properties/legal-launch.hpp"

// Whether device 0 accepts a launch with these parameters, of a kernel without special attributes.
bool is_legal(dim3 grid, dim3 block, std::size_t shared_bytes) {
  bool legal = true;
  // your code begins
  const auto ask = [](cudaDeviceAttr question) {
    int answer = 0;
    cudaDeviceGetAttribute(&answer, question, 0);
    return static_cast<unsigned>(answer);
  };
  const auto within = [](unsigned size, unsigned limit) { return 1 <= size && size <= limit; };
  legal = within(grid.x, ask(cudaDevAttrMaxGridDimX)) && within(grid.y, ask(cudaDevAttrMaxGridDimY)) &&
          within(grid.z, ask(cudaDevAttrMaxGridDimZ)) && within(block.x, ask(cudaDevAttrMaxBlockDimX)) &&
          within(block.y, ask(cudaDevAttrMaxBlockDimY)) && within(block.z, ask(cudaDevAttrMaxBlockDimZ)) &&
          std::size_t{block.x} * block.y * block.z <= ask(cudaDevAttrMaxThreadsPerBlock) &&
          shared_bytes <= ask(cudaDevAttrMaxSharedMemoryPerBlock);
  // your code ends
  return legal;
}
