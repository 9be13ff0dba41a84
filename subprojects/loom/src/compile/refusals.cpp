#include "compile/refusals.hpp"

#include <cctype>
#include <set>
#include <string>
#include <string_view>

#include "compile/kernels.hpp"
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
      const bool ends = end == rest.size() || (end < rest.size() && !std::isalnum(static_cast<unsigned char>(rest[end])));
      if (ends && rest.substr(1).starts_with(bits)) return true;
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

void refuse_ptx(const Syntax& syntax, const Tokens& tokens) {
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

// Whether the word at i begins a statement, as a call whose result nobody uses does.
bool begins_statement(const Syntax& syntax, std::size_t i) {
  return syntax.is(i - 1, ";") || syntax.is(i - 1, "{") || syntax.is(i - 1, "}");
}

// One past the call `kernel(…)` or `kernel<…>(…)` whose name stands at i; `none` where it is no call.
std::size_t call_end(const Syntax& syntax, std::size_t i) {
  std::size_t open = i + 1;
  if (syntax.is(open, "<") && syntax.is(open + 1, "<")) return Syntax::none;     // a launch
  if (syntax.is(open, "<")) {
    const std::size_t close = syntax.template_end(open, syntax.size());
    if (close == Syntax::none) return close;
    open = close + 1;
  }
  return syntax.is(open, "(") && syntax.partner(open) != Syntax::none ? syntax.partner(open) + 1 : Syntax::none;
}

// The compiler sees nothing wrong in `add(a, b);` where `add` is a kernel. It is refused where no other `add` can be meant:
// none is declared in the file, be it a function, a member or a variable.
void refuse_calls_of_kernels(const Syntax& syntax, const Tokens& tokens) {
  std::set<std::string_view> kernels, others;
  std::set<std::size_t> declared;
  for (std::size_t i = 0; i < syntax.size(); ++i)
    if (syntax.is(i, "__loom_global__"))
      if (const auto name = kernel_name(syntax, i)) {
        kernels.insert(syntax[name->word].text);
        declared.insert(name->word);
      }
  for (std::size_t i = 1; i < syntax.size(); ++i) {
    const bool follows_a_type =
        syntax.is_identifier(i - 1) || syntax.is(i - 1, "*") || syntax.is(i - 1, "&") || syntax.is(i - 1, ">");
    if (follows_a_type && kernels.contains(syntax[i].text) && !declared.contains(i)) others.insert(syntax[i].text);
  }
  for (std::size_t i = 1; i < syntax.size(); ++i) {
    const std::string_view name = syntax[i].text;
    if (!kernels.contains(name) || others.contains(name) || syntax.at_file_scope(i) || !begins_statement(syntax, i)) continue;
    if (const std::size_t end = call_end(syntax, i); end != Syntax::none && syntax.is(end, ";"))
      throw TranslationError(place(tokens, syntax[i]) + ": error: " + std::string(name) + " is a kernel: launch it, as in `" +
                             std::string(name) + "<<<blocks, threads>>>(…)`");
  }
}

}  // namespace

void refuse_what_cannot_run(const Syntax& syntax, const Tokens& tokens) {
  refuse_ptx(syntax, tokens);
  refuse_calls_of_kernels(syntax, tokens);
}

}  // namespace loom::compile
