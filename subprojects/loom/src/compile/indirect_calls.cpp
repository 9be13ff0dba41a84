#include "compile/indirect_calls.hpp"

#include <algorithm>

namespace loom::compile {

namespace {

// How a processor calls through a pointer, and how the function's address gets to loom's function: before the operand and after.
struct Forms {
  std::string_view call, before, after;
};
constexpr Forms on_x86_64{"\n\tcall\t*", "\n\tmovq\t", ", %r11\n\tcall\t__loom_indirect_call@PLT"};
constexpr Forms on_arm64{"\n\tblr\t", "\n\tmov\tx9, ", "\n\tbl\t__loom_indirect_call"};

}  // namespace

std::string with_announced_calls(std::string_view assembly) {
  const auto& [call, before, after] = assembly.starts_with("\t.arch armv") ? on_arm64 : on_x86_64;
  std::string out;
  out.reserve(assembly.size());
  for (std::size_t at; (at = assembly.find(call)) != assembly.npos;) {
    const std::size_t operand = at + call.size(), end = std::min(assembly.find('\n', operand), assembly.size());
    out += assembly.substr(0, at);
    ((out += before) += assembly.substr(operand, end - operand)) += after;
    assembly.remove_prefix(end);
  }
  return out += assembly;
}

}  // namespace loom::compile
