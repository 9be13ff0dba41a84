// What loom cannot run at all, and says so before the compiler says something else.
#pragma once

#include <vector>

#include "compile/launches.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// Throws TranslationError for a kernel that is called like a function, and for a launch in device code that is not relocatable: nvcc
// wants it so, and kernels pay for it.
void refuse_what_cannot_run(const Syntax&, const Tokens&, const std::vector<Launch>&, bool relocatable);

}  // namespace loom::compile
