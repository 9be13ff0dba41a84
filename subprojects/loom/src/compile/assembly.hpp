// Inline assembly in device code, which is PTX.
#pragma once

#include <vector>

#include "compile/rewrite.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// `asm("mov.u32 %0, %laneid;" : "=r"(lane))` and its like become C++ that does the same; PTX that loom does not know becomes
// the end of a kernel that comes to it. Inline assembly of the host, and the empty one that only orders memory, go through.
std::vector<Replacement> replace_assembly(const Syntax&);

}  // namespace loom::compile
