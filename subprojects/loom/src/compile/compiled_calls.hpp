// Calls of the program's own host functions from device code, where only the compiler knows the call graph: members, operators, templates.
#pragma once

#include <string>
#include <string_view>

namespace loom::compile {

// What a function says of itself to the compiler, and has no other effect: the device may call it; the host, too.
inline constexpr std::string_view device_mark = "no_profile_instrument_function", host_mark = "no_instrument_function";

// What makes GCC write its functions, once they are resolved, to a file.
std::string listing_option(const std::string& file);

// Throws TranslationError, a line for each call in a function for the device alone, or in a lambda there, of a function that has no mark.
// Both are the program's, and not in a header of the system. Nothing is said of what may have been made by the compiler: constructors,
// destructors, assignments and comparisons. `listing` is what GCC has written, of the text `translated`.
void refuse_compiled_calls(std::string_view listing, std::string_view translated);

}  // namespace loom::compile
