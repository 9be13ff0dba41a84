// Redzones behind variables of the device, and before functions that several files share.
//
// The compiler lays variables next to one another, so an index past the end of one array would be a good index of the next, and
// this would not be noticed. A redzone that belongs to no variable makes the overrun an access out of bounds.
//
// libbacktrace takes functions of a file that touch one another for one stretch. Where some of them are in another file too, it looks
// only there for those behind them, and does not find their lines.
#pragma once

#include <string>
#include <string_view>

namespace loom::compile {

// GCC's assembly with a redzone behind every thread_local variable that begins as zero, which is what `__shared__` ones do, and behind every
// variable in a section of loom's, and before each inline function. Sizes in the symbol table stay as they are.
std::string with_redzones(std::string_view assembly);

}  // namespace loom::compile
