// What the compiler said, in words that help more where loom knows why it said so.
#pragma once

#include <string>
#include <string_view>

namespace loom::compile {

std::string explained(const std::string& errors);

}  // namespace loom::compile
