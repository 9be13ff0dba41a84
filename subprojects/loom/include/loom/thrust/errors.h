// What Thrust throws when CUDA refuses.
#pragma once

#include <new>
#include <stdexcept>
#include <system_error>

#include "cuda_runtime_api.h"
#include "thrust/version.h"

namespace thrust {

using std::error_code;
using std::system_error;

// Errors of CUDA by the toolkit's numbers.
inline const std::error_category& cuda_category() {
  struct Category : std::error_category {
    const char* name() const noexcept override { return "cuda"; }
    std::string message(int number) const override {
      return std::string(cudaGetErrorName(static_cast<cudaError_t>(number))) + ": " + cudaGetErrorString(static_cast<cudaError_t>(number));
    }
  };
  static const Category category;
  return category;
}

namespace system {
using std::error_code;
using std::system_error;
namespace detail { struct bad_alloc : std::bad_alloc {}; }
}

namespace detail {

inline void check(cudaError_t error, const char* what) {
  if (error == cudaErrorMemoryAllocation) throw std::bad_alloc();
  if (error != cudaSuccess) throw std::system_error(error, cuda_category(), what);
}

}  // namespace detail
}  // namespace thrust
