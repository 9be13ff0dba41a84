// Calls of host functions from device code, which GCC would compile and nvcc refuses.
#pragma once

#include <string>

namespace loom::compile {

// Throws TranslationError, a line for each call that nvcc refuses without doubt, of a function that the program itself declares, or of
// the standard library's. There is no knowledge of types here: where a name could mean something else, or the call might never be
// compiled for the device, nothing is said. The text is what `g++ -E` wrote, with __CUDA_ARCH__ where the program asks for it.
// With `relaxed_constexpr`, device code may call constexpr functions.
void refuse_calls_of_host_functions(std::string preprocessed, bool relaxed_constexpr);

}  // namespace loom::compile
