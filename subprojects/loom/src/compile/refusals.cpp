#include "compile/refusals.hpp"

#include <set>
#include <string>
#include <string_view>

#include "compile/kernels.hpp"
#include "compile/translate.hpp"

namespace loom::compile {
namespace {

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

// Whether one of the words just before and after the one at i is `__host__`.
bool for_the_host_too(const Syntax& syntax, std::size_t i) {
  std::size_t first = i, last = i;
  while (first > 0 && syntax.is_identifier(first - 1)) --first;
  while (syntax.is_identifier(last + 1)) ++last;
  for (std::size_t word = first; word <= last; ++word)
    if (syntax.is(word, "__loom_host__")) return true;
  return false;
}

void refuse_launches_in_device_code(const Syntax& syntax, const Tokens& tokens, const std::vector<Launch>& launches) {
  if (launches.empty()) return;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is(i, "__loom_global__") && (!syntax.is(i, "__loom_device__") || for_the_host_too(syntax, i))) continue;
    const auto name = kernel_name(syntax, i);
    const std::size_t body = name ? body_of(syntax, *name) : Syntax::none;
    if (body == Syntax::none || syntax.partner(body) == Syntax::none) continue;
    for (const Launch& launch : launches)
      if (launch.open > body && launch.open < syntax.partner(body))
        throw TranslationError(place(tokens, syntax[launch.open]) +
                               ": error: device code launches a kernel here: compile with -rdc=true, or launch it from the host");
  }
}

}  // namespace

void refuse_what_cannot_run(const Syntax& syntax, const Tokens& tokens, const std::vector<Launch>& launches, bool relocatable) {
  refuse_calls_of_kernels(syntax, tokens);
  if (!relocatable) refuse_launches_in_device_code(syntax, tokens, launches);
}

}  // namespace loom::compile
