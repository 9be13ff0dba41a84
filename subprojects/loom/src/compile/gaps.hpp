// Gaps behind variables of the device.
//
// The compiler lays variables next to one another, so an index past the end of one array would be a good index of the next, and
// nobody would notice. A gap that belongs to no variable makes the overrun an access out of bounds.
#pragma once

#include <string>
#include <string_view>

namespace loom::compile {

// GCC's assembly with a gap behind every thread_local variable that begins as zero, which is what `__shared__` ones do, and behind every
// variable in a section of loom's. Sizes in the symbol table stay as they are.
std::string with_gaps(std::string_view assembly);

}  // namespace loom::compile
