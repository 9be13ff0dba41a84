// Rewrites the declarations that CUDA's words make special.
#pragma once

#include <vector>

#include "compile/rewrite.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// Before the name of dynamic shared memory, in a declaration that only the compiler reads.
inline constexpr std::string_view dynamic_shared_name = "loom_dynamic_shared_";

// `__global__` keeps a kernel a function of its own. `__device__`, `__constant__` and `__managed__` on a variable put it in a
// section of its own, where loom finds it with its name and size; on a function they say nothing, and so does `__host__`. `__shared__` makes a variable thread_local, for a block runs on one
// thread of the host; with `extern` it becomes a pointer to the dynamic shared memory of the block.
// Where functions are `marked`, those of the program say which words they had (compiled_calls.hpp).
// By first word. Throws TranslationError for what cannot be translated.
std::vector<Replacement> rewrite_declarations(const Syntax&, const Tokens&, bool relocatable, bool marked);

}  // namespace loom::compile
