#include "compile/refusals.hpp"

#include <set>
#include <string>
#include <string_view>

#include "compile/reader.hpp"
#include "compile/rewrite.hpp"

namespace loom::compile {
namespace {

// The compiler sees nothing wrong in `add(a, b);` where `add` is a kernel. It is refused where no other `add` can be meant:
// none is declared in the file, be it a function, a member or a variable.
void refuse_calls_of_kernels(const Syntax& syntax, const Tokens& tokens) {
  std::set<std::string_view> kernels, others;
  std::set<std::size_t> declared;
  for (std::size_t i = 0; i < syntax.size(); ++i)
    if (syntax.is(i, "__loom_global__"))
      if (const auto kernel = function_of(syntax, i)) {
        kernels.insert(syntax[kernel->name].text);
        declared.insert(kernel->name);
      }
  for (std::size_t i = 1; i < syntax.size(); ++i) {
    const bool follows_a_type =
        syntax.is_identifier(i - 1) || syntax.is(i - 1, "*") || syntax.is(i - 1, "&") || syntax.is(i - 1, ">");
    if (follows_a_type && kernels.contains(syntax[i].text) && !declared.contains(i)) others.insert(syntax[i].text);
  }
  for (std::size_t i = 1; i < syntax.size(); ++i) {
    const std::string_view name = syntax[i].text;
    if (!kernels.contains(name) || others.contains(name) || syntax.at_file_scope(i) || !syntax.is_one_of(i - 1, {";", "{", "}"})) continue;
    if (const std::size_t open = arguments_of(syntax, i); open != Syntax::none && syntax.is(syntax.partner(open) + 1, ";"))
      throw TranslationError(location(tokens, syntax[i]) + ": error: " + std::string(name) + " is a kernel: launch it, as in `" +
                             std::string(name) + "<<<blocks, threads>>>(…)`");
  }
}

void refuse_launches_in_device_code(const Syntax& syntax, const Tokens& tokens, const std::vector<Launch>& launches) {
  if (launches.empty()) return;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is_one_of(i, {"__loom_global__", "__loom_device__"})) continue;
    const auto function = function_of(syntax, i);
    if (!function || function->body == Syntax::none) continue;
    if (syntax.is(i, "__loom_device__") && syntax.holds(function->first, function->paren, "__loom_host__")) continue;
    for (const Launch& launch : launches)
      if (launch.open > function->body && launch.open < syntax.partner(function->body))
        throw TranslationError(location(tokens, syntax[launch.open]) +
                               ": error: device code launches a kernel here: compile with -rdc=true, or launch it from the host");
  }
}

}  // namespace

void refuse_what_cannot_run(const Syntax& syntax, const Tokens& tokens, const std::vector<Launch>& launches, bool relocatable) {
  refuse_calls_of_kernels(syntax, tokens);
  if (!relocatable) refuse_launches_in_device_code(syntax, tokens, launches);
}

}  // namespace loom::compile
