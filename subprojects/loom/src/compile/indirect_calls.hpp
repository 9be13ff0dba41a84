// Calls through pointers, and virtual calls, are announced: only then is it known which function is called.
#pragma once

#include <string>
#include <string_view>

namespace loom::compile {

// GCC's assembly, where each such call passes through a function of loom's (engine/indirect_calls.cpp).
std::string with_announced_calls(std::string_view assembly);

}  // namespace loom::compile
