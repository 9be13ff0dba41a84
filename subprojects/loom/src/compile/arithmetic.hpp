// Functions of CUDA, C and C++ that compute with numbers, and neither ask loom for anything nor keep anything.
#pragma once

#include <string_view>

namespace loom::compile {

// Whether all functions of that name that loom's headers declare are such, be it called as it stands or as std's.
bool only_computes(std::string_view name);

// Whether it is one of CUDA's small vectors, as float4 is.
bool is_vector_type(std::string_view name);

}  // namespace loom::compile
