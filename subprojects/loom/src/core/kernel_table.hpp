// The kernels that the program defines, by address.
#pragma once

#include <string>

#include "loom/kernel_table.h"

namespace loom {

// The kernel that begins there, or nullptr where none is known.
const KernelEntry* find_kernel(const void* function);

// The kernel as a launch would spell it: "app::scale<float>".
std::string spelled_name(const KernelEntry&);

}  // namespace loom
