#include "compile/kernels.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace loom::compile {
namespace {

using Range = std::pair<std::size_t, std::size_t>;   // words [first, second)

constexpr std::array<std::string_view, 17> words_of_types{"void",   "bool",  "char",     "short", "int",      "long",    "float",    "double", "signed",
                                                          "unsigned", "const", "volatile", "auto",  "typename", "class", "wchar_t", "__restrict__"};
bool belongs_to_a_type(std::string_view word) {
  return std::find(words_of_types.begin(), words_of_types.end(), word) != words_of_types.end();
}

// Where the group that opens at i ends: brackets, or template arguments after a name; i itself where there is none.
std::size_t end_of_group(const Syntax& syntax, std::size_t i, std::size_t limit) {
  if (const std::size_t partner = syntax.partner(i); partner != Syntax::none && partner > i) return partner;
  if (syntax.is(i, "<") && (syntax.is_identifier(i - 1) || syntax.is(i - 1, "template")))
    if (const std::size_t end = syntax.template_end(i, limit); end != Syntax::none) return end;
  return i;
}

// The parts of a list between commas, each without its default value.
std::vector<Range> parts(const Syntax& syntax, std::size_t first, std::size_t last) {
  std::vector<Range> found;
  std::size_t begin = first, value = Syntax::none;
  const auto close = [&](std::size_t end) {
    if (begin < end) found.emplace_back(begin, std::min(value, end));
    begin = end + 1;
    value = Syntax::none;
  };
  for (std::size_t i = first; i < last; ++i) {
    if (syntax.is(i, ",")) close(i);
    else if (syntax.is(i, "=") && value == Syntax::none) value = i;
    else i = end_of_group(syntax, i, last);
  }
  close(last);
  return found;
}

// What a parameter is called, be it a function's or a template's; `none` where it has no name.
std::size_t name_in(const Syntax& syntax, Range part) {
  auto [first, last] = part;
  // `void (*f)(int)`, `float (&t)[4]`: the name is in the first parentheses.
  for (std::size_t i = first; i < last; ++i) {
    if (syntax.is(i, "(") && (syntax.is(i + 1, "*") || syntax.is(i + 1, "&"))) {
      first = i + 2;
      last = std::min(last, syntax.partner(i));
      return first < last && syntax.is_identifier(first) ? first : Syntax::none;
    }
    i = end_of_group(syntax, i, last);
  }
  while (last > first && syntax.is(last - 1, "]") && syntax.partner(last - 1) != Syntax::none) last = syntax.partner(last - 1);
  if (last - first < 2 || !syntax.is_identifier(last - 1) || belongs_to_a_type(syntax[last - 1].text) || syntax.is(last - 2, "::"))
    return Syntax::none;
  // `const T` has no name, `const T t` has.
  for (std::size_t i = first; i < last - 1; ++i) {
    const std::string_view word = syntax[i].text;
    if (word != "const" && word != "volatile" && word != "struct" && word != "enum") return last - 1;
  }
  return Syntax::none;
}

bool is_pack(const Syntax& syntax, Range part) {
  for (std::size_t i = part.first; i < part.second; ++i)
    if (syntax.is(i, "...")) return true;
  return false;
}

std::string spelled(const Syntax& syntax, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i) {
    if (i > first) text += ' ';
    text += syntax[i].text;
  }
  return text;
}

class Definition {
 public:
  Definition(const Syntax& syntax, std::size_t global, KernelName name) : syntax_(syntax), global_(global), name_(name) {}

  // `::loom::Registered<void (*)(decltype(p), int), &scale<T, n>, (128)>`; nothing where it cannot be told.
  std::optional<std::string> registration() const {
    const auto types = parameter_types();
    const auto arguments = template_arguments();
    if (!types || !arguments) return std::nullopt;
    return "::loom::Registered<void (*)(" + *types + "), &" + qualified_name() + *arguments + bound() + ">";
  }

 private:
  // The first argument of `__launch_bounds__`, which may stand anywhere between the template's header and the name.
  std::string bound() const {
    std::size_t first = global_;
    while (first > 0 && !syntax_.is(first - 1, ";") && !syntax_.is(first - 1, "}") && !syntax_.is(first - 1, "{")) --first;
    for (std::size_t i = first; i < name_.word; ++i) {
      if (!syntax_.is(i, "__loom_bounds__") || syntax_.partner(i + 1) == Syntax::none) continue;
      const auto arguments = parts(syntax_, i + 2, syntax_.partner(i + 1));
      if (!arguments.empty()) return ", (" + spelled(syntax_, arguments[0].first, arguments[0].second) + ")";
    }
    return "";
  }

  std::optional<std::string> parameter_types() const {
    std::string types;
    for (const Range& part : parts(syntax_, name_.paren + 1, syntax_.partner(name_.paren))) {
      const std::size_t name = name_in(syntax_, part);
      // The kernel's own name must still mean the kernel.
      if (name != Syntax::none && syntax_[name].text == syntax_[name_.word].text) return std::nullopt;
      if (!types.empty()) types += ", ";
      if (name == Syntax::none) types += spelled(syntax_, part.first, part.second);
      else types += "decltype(" + std::string(syntax_[name].text) + ")" + (is_pack(syntax_, part) ? "..." : "");
    }
    return types;
  }

  // The name as the definition has it, with namespaces, and with the arguments of a specialisation.
  std::string qualified_name() const {
    std::size_t first = name_.word;
    while (first >= 2 && syntax_.is(first - 1, "::") && syntax_.is_identifier(first - 2) && syntax_[first - 2].text != "void") first -= 2;
    return spelled(syntax_, first, name_.paren);
  }

  // `<T, n>`, the template's own parameters, for the instance in hand.
  std::optional<std::string> template_arguments() const {
    const std::size_t close = end_of_header();
    if (close == Syntax::none) return "";
    std::string names;
    for (const Range& part : parts(syntax_, syntax_.template_begin(close) + 1, close)) {
      const std::size_t name = name_in(syntax_, part);
      if (name == Syntax::none) return std::nullopt;
      if (!names.empty()) names += ", ";
      names += std::string(syntax_[name].text) + (is_pack(syntax_, part) ? "..." : "");
    }
    return names.empty() ? "" : "<" + names + ">";
  }

  // The `>` of `template <…>` before the declaration; `none` where it is no template.
  std::size_t end_of_header() const {
    for (std::size_t i = global_; i-- > 0;) {
      if (syntax_.is(i, ">")) {
        const std::size_t open = syntax_.template_begin(i);
        if (open == Syntax::none || open == 0) return Syntax::none;
        if (syntax_.is(open - 1, "template")) return i;
        i = open;
      } else if (syntax_.is(i, ")") || syntax_.is(i, "]")) {
        if (syntax_.partner(i) == Syntax::none) return Syntax::none;
        i = syntax_.partner(i);
      } else if (!syntax_.is_identifier(i) && !syntax_.is(i, "::") && !syntax_.is(i, "&&") && !syntax_.is(i, "||")) {
        return Syntax::none;
      }
    }
    return Syntax::none;
  }

  const Syntax& syntax_;
  const std::size_t global_;
  const KernelName name_;
};

}  // namespace

std::optional<KernelName> kernel_name(const Syntax& syntax, std::size_t global) {
  for (std::size_t i = global + 1; i < syntax.size(); ++i) {
    if (syntax.is(i, "(") && syntax.partner(i) != Syntax::none) {
      const bool of_an_attribute = syntax.is(i - 1, "__attribute__") || syntax.is(i - 1, "alignas") || syntax.is(i - 1, "__loom_bounds__");
      if (syntax.is_identifier(i - 1) && !of_an_attribute) return KernelName{i - 1, i};
      if (syntax.is(i - 1, ">"))       // a specialisation
        if (const std::size_t open = syntax.template_begin(i - 1); open != Syntax::none && open > global + 1 && syntax.is_identifier(open - 1))
          return KernelName{open - 1, i};
    }
    if (syntax.is(i, ";") || syntax.is(i, "{") || syntax.is(i, "}")) break;
    if (syntax.partner(i) != Syntax::none && syntax.partner(i) > i) i = syntax.partner(i);
  }
  return std::nullopt;
}

std::size_t body_of(const Syntax& syntax, KernelName name) {
  for (std::size_t i = syntax.partner(name.paren) + 1; i < syntax.size(); ++i) {
    if (syntax.is(i, "{")) return i;
    if (syntax.is(i, ";") || syntax.is(i, "}") || syntax.is(i, "=")) break;
    i = end_of_group(syntax, i, syntax.size());
  }
  return Syntax::none;
}

std::vector<Replacement> register_kernels(const Syntax& syntax) {
  std::vector<Replacement> found;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is(i, "__loom_global__")) continue;
    const auto name = kernel_name(syntax, i);
    if (!name) continue;
    const std::size_t body = body_of(syntax, *name);
    if (body == Syntax::none) continue;
    if (const auto registration = Definition(syntax, i, *name).registration())
      found.push_back({body, body + 1, "{ static_cast<void>(&" + *registration + "::done);"});
  }
  return found;
}

}  // namespace loom::compile
