// The kernels that the program defines, by address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "loom/kernel_table.h"

namespace loom {

// The kernel that begins there, or nullptr where none is known.
const KernelEntry* find_kernel(const void* function);

// Whether one begins in these bytes.
bool any_kernel_in(std::uintptr_t first, std::size_t bytes);

// The kernel as a launch would spell it: "app::scale<float>".
std::string spelled_name(const KernelEntry&);

// "scale" of "app::scale<float>".
std::string base_name(std::string_view spelling);

}  // namespace loom
