// Barriers in one branch of an `if`, or in a loop: a thread that goes around them and on is at fault, and one that returns is not.
#pragma once

#include <cstdint>
#include <vector>

#include "compile/rewrite.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// Lets the program say which way threads go at an `if` with barriers in one of its branches, where they leave a loop with barriers in it
// by its condition or a `break`, and at which barrier they wait.
// Left alone are an `if` after which the function only ends, one whose other branch may jump away, and `if constexpr`. Words are told
// by their number; `file` tells those of different files apart.
std::vector<Replacement> mark_barrier_bypasses(const Syntax&, std::uint32_t file);

}  // namespace loom::compile
