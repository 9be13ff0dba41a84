// What CMake asks of a compiler of CUDA before it uses it.
#pragma once

#include <string>

#include "compile/install_paths.hpp"

namespace loom::compile {

// The lines that it looks for in what `nvcc -v` writes: where the toolkit is, its headers and libraries, and how `linker` links. Nothing
// where loom is not installed, and so has no toolkit.
std::string lines_for_cmake(const InstallPaths&, const std::string& linker);

}  // namespace loom::compile
