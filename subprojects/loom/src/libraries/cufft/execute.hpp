// Queueing a transform.
#pragma once

#include <optional>

#include "cufft.h"
#include "libraries/work.hpp"

namespace loom::cufft {

// Refused where the plan is of another type than the one the call is for, if it is for one.
cufftResult execute(const libraries::Caller&, cufftHandle, std::optional<cufftType>, void* input, void* output, int direction);

}  // namespace loom::cufft
