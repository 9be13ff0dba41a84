// The program's own variables, and those of its libraries of kernels, read from the symbol tables: which address is whose, and how far it goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "program/range.hpp"

namespace loom {

struct Variable {
  std::string name;                  // without the function that holds it: "tile"
  std::uintptr_t address = 0;        // of a thread_local one: counted from the start of the thread's block of them
  std::size_t bytes = 0;
};

// The variables in one of loom's sections: "loom_device", "loom_constant", "loom_managed". By address.
// In a stripped program that is one variable without a name, as large as the section.
std::vector<Variable> variables_in(std::string_view section);

// The `__shared__` variables of all the program's kernels, by address; to the compiler they are thread_local.
const std::vector<Variable>& shared_variables();

// What the compiler adds to those with a constructor, to run it once; addresses count from the same start. No order.
const std::vector<Variable>& shared_guards();

// Where the variables lie for the calling OS thread. Other thread_local variables may lie between them.
Range shared_variables_here();

// The host variable that holds the address, or one without a name.
Variable host_variable(std::uintptr_t address);

struct Function {
  std::string symbol;                // as the linker knows it; empty where no function begins
  std::size_t shared_bytes = 0;      // of the `__shared__` variables declared in it
};

// The function that begins at the address.
Function function_at(std::uintptr_t address);

// Where the program itself is loaded, and whether the address lies in the code of the program or a library.
Range program_image();
bool is_code(std::uintptr_t address);

// Whether the address lies in the constant data of the program or a library: string literals, constexpr tables.
bool read_only_data(std::uintptr_t address);

}  // namespace loom
