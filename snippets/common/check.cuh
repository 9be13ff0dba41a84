// Tangled from chapters/03-first-programs.md. Edit there. [sha1 6034d5ecdef1fd7cebbe61c46c16434e263e0ef2]
#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <stdexcept>
#include <string>

namespace weft {

using Place = std::source_location;

struct CudaError : std::runtime_error {
  CudaError(cudaError_t code, const Place& place)
      : std::runtime_error(std::string(place.file_name()) + ":" + std::to_string(place.line()) +
                           ": " + cudaGetErrorName(code) + ": " + cudaGetErrorString(code)),
        code(code) {}
  cudaError_t code;
};

inline void check(cudaError_t result, Place place = Place::current()) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // it is being reported, so it need not be remembered
  throw CudaError(result, place);
}

}  // namespace weft
