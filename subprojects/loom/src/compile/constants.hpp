// How much constant memory a file of kernels takes.
#pragma once

#include <cstddef>
#include <filesystem>

namespace loom::compile {

// Bytes that the `__constant__` variables of one module of a GPU's may take: of a file, or with -rdc=true of a program.
inline constexpr std::size_t constant_memory = 64 * 1024;

// Bytes of the `__constant__` variables in an object file or a program.
std::size_t constant_bytes(const std::filesystem::path& object);

}  // namespace loom::compile
