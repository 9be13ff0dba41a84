// Finds the definitions of kernels, and makes each known to the runtime, so that it can be launched by pointer.
#pragma once

#include <vector>

#include "compile/rewrite.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// A kernel launches itself, by `loom::Registered<its type, itself, its body>::launch(its parameters)`; its body becomes that of a function
// in it, which loom calls in each thread. The mention also enters it into the runtime's table before main; an instance of a template does so
// for itself. Parameters without names get some. Throws TranslationError for a kernel that cannot be read.
std::vector<Replacement> register_kernels(const Syntax&, const Tokens&);

}  // namespace loom::compile
