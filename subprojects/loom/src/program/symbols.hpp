// From an address in the code to the location in the source it was compiled from.
#pragma once

#include <cstdint>
#include <string>

namespace loom {

struct SourceLocation {
  std::string path;                  // as the compiler was given it; empty where no line is known
  unsigned line = 0;
  std::string function;              // as the linker knows it, demangled; empty where unknown

  // "add.cu:31", or the function, or the bare address.
  std::string text;
};

// The location of the call that returns to `pc`: of all functions inlined there, the innermost one in a file of the user's,
// not in a header of loom or of the system. Kept, so the second look-up is fast; safe from every thread.
// Needs more stack than a device thread can spare: to be called from the host's side, after the kernel.
const SourceLocation& source_location(std::uintptr_t pc);

// The line of source there, without its indentation; empty where the file cannot be read.
std::string source_line(const SourceLocation&);

}  // namespace loom
