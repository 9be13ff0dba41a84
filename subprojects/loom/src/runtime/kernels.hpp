// What is known of a kernel, and what the program has set for it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loom::runtime {

struct Kernel {
  std::string symbol;                // as the linker knows it
  std::size_t static_shared = 0;     // bytes of its __shared__ variables
  int most_threads = 0;              // a block
};

// The kernel at an address, or nullptr where no function is.
const Kernel* kernel_at(const void* function);

// Bytes of dynamic shared memory that a launch of the kernel may ask for. `spelling` is the kernel in the launch's source.
//
// A launch knows its kernel only by that spelling, so what was set for one instance of a template, or one of several
// functions of one name, holds for all of them.
std::size_t largest_dynamic_shared(std::string_view spelling);
std::size_t largest_dynamic_shared(const Kernel&);
void forget_raised_limits();

// Threads a block that a launch of the kernel may ask for, by the launch bounds. Likewise: the largest of what has that name.
unsigned most_threads(const std::string& spelling);

// "scale" of "app::scale<float>", and of "void app::scale<float>(float*, int)".
std::string base_name(std::string_view spelling);

}  // namespace loom::runtime
