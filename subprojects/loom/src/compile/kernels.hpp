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

// A kernel launches itself, by `loom::Registered<its type, itself, its body>::launch(its parameters)`; its body becomes that of a function
// in it, which loom calls in each thread. The mention also enters it into the runtime's table before main; an instance of a template does so
// for itself. Parameters without names get some. Throws TranslationError for a kernel that cannot be read.
std::vector<Replacement> register_kernels(const Syntax&, const Tokens&);

}  // namespace loom::compile
