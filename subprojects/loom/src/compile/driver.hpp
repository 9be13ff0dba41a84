// Compiles and links what the options ask for, by way of the host's compiler.
#pragma once

#include "compile/options.hpp"

namespace loom::compile {

// Answers the exit status. Messages go to stderr.
int drive(const Options&);

}  // namespace loom::compile
