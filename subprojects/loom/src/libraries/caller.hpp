// The caller of a library, and messages about the call: the part that all libraries share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "cuda_runtime_api.h"

namespace loom::libraries {

// The called routine, such as "curandGenerateUniform", and the position of the call in the program.
struct Caller {
  const char* routine = "";
  std::uintptr_t pc = 0;
};

// An operand is not there. What is wrong with it has been reported.
struct StrayOperand {};

// Reports what an operand of the call is or was not: "out-of-bounds", "reads 8 bytes", "its argument x is a null pointer".
void tell(const Caller&, const char* kind, std::string did, std::string what, const char* advice, bool fatal);

// Does the work of a call when its stream has come to it. cudaErrorIllegalAddress where it throws StrayOperand,
// cudaErrorMemoryAllocation where there is no memory for it.
cudaError_t perform(const std::function<void()>& work);

}  // namespace loom::libraries
