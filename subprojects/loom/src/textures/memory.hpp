// What the checks hear of textures and surfaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace loom::textures {

// A texture's read of memory is announced only where there is something to find: the memory has been freed, or never been
// written to. Otherwise it would count as a load, which it is not. Ends the kernel where a check objects.
void reads(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);

// A surface's write: as above, and from now on the memory counts as written.
void writes(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);

// Reports an access that no memory answers, or one at an address that is not a multiple of its size, and ends the kernel as a
// GPU does. The caller has muted the hooks: the program's copies of string functions may be watched, and the words would be judged, too.
[[noreturn]] void ends_kernel(std::uintptr_t pc, std::string did, std::string what, std::string advice);
[[noreturn]] void ends_kernel_misaligned(std::uintptr_t pc, std::string did, std::string what, std::string advice);

}  // namespace loom::textures
