#include "compile/refusals.hpp"

#include <cctype>
#include <string>
#include <string_view>

#include "compile/translate.hpp"

namespace loom::compile {
namespace {

// PTX names the type in the instruction, as in `mov.u32`, which no instruction of the host does.
bool names_a_type(std::string_view code) {
  for (std::size_t dot = code.find('.'); dot != std::string_view::npos; dot = code.find('.', dot + 1)) {
    const std::string_view rest = code.substr(dot + 1);
    if (rest.empty() || std::string_view("usbf").find(rest[0]) == std::string_view::npos) continue;
    for (std::string_view bits : {"8", "16", "32", "64"}) {
      const std::size_t end = 1 + bits.size();
      if (rest.substr(1).starts_with(bits) && (end == rest.size() || !std::isalnum(static_cast<unsigned char>(rest[end])))) return true;
    }
  }
  return false;
}

bool is_ptx(std::string_view code) {
  if (names_a_type(code)) return true;
  for (std::string_view instruction : {"bar.sync", "barrier.", "membar.", "fence.", "griddepcontrol.", "cp.async", "trap;", "brkpt;"})
    if (code.find(instruction) != std::string_view::npos) return true;
  return false;
}

}  // namespace

void refuse_what_cannot_run(const Syntax& syntax, const Tokens& tokens) {
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is(i, "asm") && !syntax.is(i, "__asm__") && !syntax.is(i, "__asm")) continue;
    std::size_t at = i + 1;
    while (syntax.is_identifier(at)) ++at;              // volatile
    if (!syntax.is(at, "(")) continue;
    for (++at; at < syntax.size() && syntax[at].kind == TokenKind::string; ++at)
      if (is_ptx(syntax[at].text))
        throw TranslationError(place(tokens, syntax[i]) + ": error: this is PTX, a GPU's assembly, which loom cannot run; " +
                               "write it in C++, or put it between `#ifndef __LOOM__` and `#endif`");
  }
}

}  // namespace loom::compile
