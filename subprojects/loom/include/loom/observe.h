// What a program on loom can ask about its own launches. Not part of CUDA: guard its use with #ifdef __LOOM__.
#pragma once

#include <cstdint>

namespace loom {

// Kernels launched so far, on all devices; refused launches do not count.
std::uint64_t launches();

}  // namespace loom
