// Aliases in a class that carry the name of the template they stand for.
#pragma once

#include <vector>

#include "compile/rewrite.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// `using Scan = Scan<int>;` in a class: nvcc takes it, and GCC does not, for in the class Scan would mean two things. It becomes the type of
// a function's result, as GCC does not look at what names mean in a declaration of a function.
std::vector<Replacement> rename_aliases(const Syntax&);

}  // namespace loom::compile
