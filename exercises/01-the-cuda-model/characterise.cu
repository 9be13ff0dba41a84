// Exercise "Know your device": query attributes, and conclude.
#include <cstddef>

#include "01-the-cuda-model/characterise.hpp"

// The device's attributes, and the rates that follow. Returns the error of the first call that fails, or cudaSuccess.
cudaError_t characterise(int device, Character* character) {
  cudaError_t error = cudaSuccess;
  // your code begins
  // your code ends
  return error;
}
