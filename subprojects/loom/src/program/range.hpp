// Addresses from the first up to, and not including, the last.
#pragma once

#include <cstdint>

namespace loom {

struct Range { std::uintptr_t first, last; };

}  // namespace loom
