// Inline PTX, of which loom knows the few forms that say what a function of CUDA says too.
#pragma once

#include <vector>

#include "compile/declarations.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// `asm("mov.u32 %0, %laneid;" : "=r"(lane))` and its like become calls: special registers, barriers, fences, traps.
// Throws TranslationError for any other PTX. Inline assembly of the host, and the empty one that only orders memory, go through.
std::vector<Replacement> replace_assembly(const Syntax&, const Tokens&);

}  // namespace loom::compile
