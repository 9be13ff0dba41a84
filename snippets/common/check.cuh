// Tangled from chapters/03-first-programs.md. Edit there. [sha1 4cbabccd860db2282eaded121750307059e4a3eb]
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
  cudaGetLastError();  // it is being reported, so the record can be cleared
  throw CudaError(result, place);
}

}  // namespace weft
