// Exercise "A watchpoint": which step changes a value that it should not change.
#include "21-finding-faults/first-change.hpp"

// Runs the steps until the bytes at `watched`, in device memory, differ from what they were, and returns the number of that step, or
// steps.size() if none changes them. A step that leaves an error ends this with weft::CudaError.
std::size_t first_change(const void* watched, std::size_t bytes, const Steps& steps) {
  std::size_t changed = steps.size();
  // your code begins
  // your code ends
  return changed;
}
