// Finds the definitions of kernels, and makes each known to the runtime, so that it can be launched by pointer.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "compile/declarations.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// Where a declaration with `__global__`, or `__device__`, names its function.
struct KernelName {
  std::size_t word = 0;              // the name itself, without the namespaces before it
  std::size_t paren = 0;             // the `(` of its parameters
};

// What the `__global__` or `__device__` at that position declares; nothing where that cannot be read.
std::optional<KernelName> kernel_name(const Syntax&, std::size_t word);

// The `{` of the body of the function so declared; `none` where it is declared only.
std::size_t body_of(const Syntax&, KernelName);

// Each body of a kernel begins with `if (!loom::on_device()) return loom::Registered<its type, itself>::launch(its parameters)`: called
// on the host, a kernel launches itself. Where code is relocatable, device code may launch kernels too, and they ask `loom::launched_here()`
// instead, which costs more. The mention also enters it into the runtime's table before main; an instance of a template does so
// for itself. Parameters without names get some. Throws TranslationError for a kernel that cannot be read.
std::vector<Replacement> register_kernels(const Syntax&, const Tokens&, bool relocatable);

}  // namespace loom::compile
