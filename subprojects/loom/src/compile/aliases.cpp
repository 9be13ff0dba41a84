#include "compile/aliases.hpp"

#include <string>

namespace loom::compile {
namespace {

bool in_class(const Syntax& syntax, std::size_t i) {
  const std::size_t around = syntax.enclosing(i);
  return syntax.is(around, "{") && syntax.opened_by(around) == Opens::type;
}

}  // namespace

std::vector<Replacement> rename_aliases(const Syntax& syntax) {
  std::vector<Replacement> found;
  for (std::size_t i = 0; i + 5 < syntax.size(); ++i) {
    const bool is_using = syntax.is(i, "using") && syntax.is(i + 2, "=");
    if (!is_using && !syntax.is(i, "typedef")) continue;
    const std::size_t target = is_using ? i + 3 : i + 1;
    if (!syntax.is_identifier(target) || !syntax.is(target + 1, "<") || (is_using && !syntax.is(i + 1, syntax[target].text))) continue;
    const std::size_t close = syntax.template_end(target + 1, syntax.size());
    if (close == Syntax::none || close + 2 >= syntax.size()) continue;
    const std::size_t end = is_using ? close + 1 : close + 2;
    if (!syntax.is(end, ";") || (!is_using && !syntax.is(close + 1, syntax[target].text)) || !in_class(syntax, i)) continue;
    const std::string name(syntax[target].text), function = "__loom_" + name + "()";
    found.push_back({i, target, "static auto " + function + " ->"});
    found.push_back({close + 1, end + 1, "; using " + name + " = decltype(" + function + ");"});
  }
  return found;
}

}  // namespace loom::compile
