// From CUDA C++ to C++: launches become calls, and CUDA's words on variables become storage.
#pragma once

#include <string>

namespace loom::compile {

struct TranslateOptions {
  bool relocatable = false;          // -rdc=true: device variables of one name are one variable across files, and device code may launch kernels
  bool watched = true;               // the program says what only checks want to know
};

// Translates what `g++ -E` wrote. Lines and line markers are kept, so that diagnostics and debug information name the
// places of the original file. Throws TranslationError (rewrite.hpp).
std::string translate(std::string preprocessed, const TranslateOptions& = {});

}  // namespace loom::compile
