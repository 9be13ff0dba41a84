// Functions of the standard library that nvcc has for the host alone.
#pragma once

#include <span>
#include <string_view>

namespace loom::compile {

struct LibraryCall {
  std::string_view name, advice;
};

// Those of C, with and without std::.
std::span<const LibraryCall> host_library();
// Those of C++ that are constexpr by C++20, by their names in std.
std::span<const LibraryCall> constexpr_library();

}  // namespace loom::compile
