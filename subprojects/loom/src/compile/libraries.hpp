// The CUDA libraries that a program may link: what loom links instead.
#pragma once

#include <string>
#include <vector>

#include "compile/install_paths.hpp"

namespace loom::compile {

// What a word for the linker becomes that names a library, be it `-lname` or a file: loom's own library and what that needs; nothing,
// where the library means nothing here; the word itself, where it names none of CUDA's. Throws std::runtime_error for one of CUDA's
// that loom does not have.
std::vector<std::string> link_words(const std::string& word, const InstallPaths&);

}  // namespace loom::compile
