// Pieces of JSON.
#pragma once

#include <string>

#include "vector_types.h"

namespace loom {

std::string quoted(const std::string& text);

// [x,y,z]
std::string triple(uint3 index);

}  // namespace loom
