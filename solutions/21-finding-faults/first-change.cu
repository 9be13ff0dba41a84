// Exercise "A watchpoint": which step changes a value that it should not change.
#include "21-finding-faults/first-change.hpp"

// Runs the steps until the bytes at `watched`, in device memory, differ from what they were, and returns the number of that step, or
// steps.size() if none changes them. A step that leaves an error ends this with weft::CudaError.
std::size_t first_change(const void* watched, std::size_t bytes, const Steps& steps) {
  std::size_t changed = steps.size();
  // your code begins
  cudaGetLastError();  // an older error is not of these steps
  const auto now = [&] {
    std::vector<unsigned char> seen(bytes);
    if (bytes > 0) weft::check(cudaMemcpy(seen.data(), watched, bytes, cudaMemcpyDeviceToHost));
    return seen;
  };
  weft::check(cudaDeviceSynchronize());
  const std::vector<unsigned char> before = now();
  for (std::size_t step = 0; step < steps.size(); ++step) {
    steps[step]();
    weft::check(cudaGetLastError());
    weft::check(cudaDeviceSynchronize());
    if (now() != before) return step;
  }
  // your code ends
  return changed;
}
