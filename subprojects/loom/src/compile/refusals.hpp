// What loom cannot run at all, and says so before the compiler says something else.
#pragma once

#include "compile/syntax.hpp"

namespace loom::compile {

// Throws TranslationError for inline PTX, and for a kernel that is called like a function.
// Inline assembly of the host, and the empty one that only orders memory, go through.
void refuse_what_cannot_run(const Syntax&, const Tokens&);

}  // namespace loom::compile
