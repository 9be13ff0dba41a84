// Inline assembly in device code, which is PTX.
#pragma once

#include <vector>

#include "compile/declarations.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// `asm("mov.u32 %0, %laneid;" : "=r"(lane))` and its like become C++ that does the same. Throws TranslationError for PTX that loom
// does not know. Inline assembly of the host, and the empty one that only orders memory, go through.
std::vector<Replacement> replace_assembly(const Syntax&, const Tokens&);

}  // namespace loom::compile
