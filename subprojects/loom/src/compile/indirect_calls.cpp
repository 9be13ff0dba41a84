#include "compile/indirect_calls.hpp"

#include <algorithm>

namespace loom::compile {

std::string with_announced_calls(std::string_view assembly) {
  constexpr std::string_view call = "\n\tcall\t*";
  std::string out;
  out.reserve(assembly.size());
  for (std::size_t at; (at = assembly.find(call)) != assembly.npos;) {
    const std::size_t operand = at + call.size(), end = std::min(assembly.find('\n', operand), assembly.size());
    out += assembly.substr(0, at);
    out += "\n\tmovq\t" + std::string(assembly.substr(operand, end - operand)) + ", %r11\n\tcall\t__loom_indirect_call@PLT";
    assembly.remove_prefix(end);
  }
  return out += assembly;
}

}  // namespace loom::compile
