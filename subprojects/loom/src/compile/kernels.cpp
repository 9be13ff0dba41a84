#include "compile/kernels.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "compile/reader.hpp"
#include "compile/rewrite.hpp"

namespace loom::compile {
namespace {

using Range = std::pair<std::size_t, std::size_t>;   // words [first, second)

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
    else i = syntax.end_of_group(i, last);
  }
  close(last);
  return found;
}

// What a parameter is called, be it a function's or a template's; `none` where it has no name.
std::size_t name_in(const Syntax& syntax, Range part) {
  auto [first, last] = part;
  // `void (*f)(int)`, `float (&t)[4]`: the name is in the first parentheses.
  for (std::size_t i = first; i < last; ++i) {
    if (syntax.is(i, "(") && syntax.is_one_of(i + 1, {"*", "&"})) {
      first = i + 2;
      last = std::min(last, syntax.partner(i));
      return first < last && syntax.is_identifier(first) ? first : Syntax::none;
    }
    i = syntax.end_of_group(i, last);
  }
  while (last > first && syntax.is(last - 1, "]") && syntax.closes(last - 1)) last = syntax.partner(last - 1);
  if (last - first < 2 || !syntax.is_identifier(last - 1) || syntax.is_one_of(last - 1, ends_of_types) ||
      syntax.is_one_of(last - 1, {"class", "typename"}) || syntax.is(last - 2, "::"))
    return Syntax::none;
  // `const T` has no name, `const T t` has.
  for (std::size_t i = first; i < last - 1; ++i)
    if (!syntax.is_one_of(i, {"const", "volatile", "struct", "enum"})) return last - 1;
  return Syntax::none;
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
  Definition(const Syntax& syntax, const Function& function) : syntax_(syntax), function_(function) {
    const std::size_t header = function_.first - 1;
    if (syntax_.is(header, ">")) read(syntax_.template_begin(header) + 1, header, template_parameters_);
    const std::size_t last = syntax_.partner(function_.paren);
    const bool none = last == function_.paren + 2 && syntax_.is(last - 1, "void");
    if (!none) read(function_.paren + 1, last, parameters_);
  }

  // `struct loom_thread { static void loom_run([[maybe_unused]] decltype(p) p) ` goes before the body.
  std::string prologue() const {
    return "struct loom_thread { static __attribute__((noinline)) void loom_run(" +
           list(parameters_, "[[maybe_unused]] decltype(", ")", /*named=*/true) + ") ";
  }
  // ` }; ::loom::Registered<void (*)(decltype(p)), &scale<T>, loom_thread, (128)>::launch(p); ` behind it.
  std::string epilogue() const {
    const std::string arguments = template_parameters_.empty() ? "" : "<" + list(template_parameters_, "", "") + ">";
    return " }; ::loom::Registered<void (*)(" + list(parameters_, "decltype(", ")") + "), &" + qualified_name() + arguments +
           ", loom_thread" + bound() + ">::launch(" + list(parameters_, "", "") + "); ";
  }

  // Names for the parameters that have none.
  const std::vector<Replacement>& names() const { return names_; }

 private:
  struct Parameter {
    std::string name;
    bool pack;
  };

  void read(std::size_t first, std::size_t last, std::vector<Parameter>& parameters) {
    for (const Range& part : parts(syntax_, first, last)) {
      const std::size_t word = name_in(syntax_, part);
      std::string name = word != Syntax::none ? std::string(syntax_[word].text) : "loom_p" + std::to_string(names_.size());
      if (word == Syntax::none) {
        const std::size_t before = end_of_type(part);
        names_.push_back({before, before + 1, std::string(syntax_[before].text) + " " + name});
      }
      parameters.push_back({std::move(name), syntax_.holds(part.first, part.second, "...")});
    }
  }

  // The word of a parameter without a name behind which a name could stand: `int`, the `*` of `void (*)(int)`, the `int` of `int[4]`.
  std::size_t end_of_type(Range part) const {
    for (std::size_t i = part.first; i < part.second; ++i) {
      if (syntax_.is(i, "(") && syntax_.is_one_of(i + 1, {"*", "&"})) return i + 1;
      if (syntax_.is(i, "[") && i > part.first) return i - 1;
      i = syntax_.end_of_group(i, part.second);
    }
    return part.second - 1;
  }

  static std::string list(const std::vector<Parameter>& parameters, std::string_view before, std::string_view after, bool named = false) {
    std::string text;
    for (const Parameter& parameter : parameters) {
      if (!text.empty()) text += ", ";
      ((text += before) += parameter.name) += after;
      if (parameter.pack) text += "...";
      if (named) text += " " + parameter.name;
    }
    return text;
  }

  // `, (128)`: the first argument of `__launch_bounds__`; behind it those of `__cluster_dims__`, with a 0 in front where there are no bounds.
  std::string bound() const {
    const auto bounds = attribute("__loom_bounds__"), cluster = attribute("__loom_cluster__");
    std::string text = !bounds.empty() ? ", " + bounds[0] : cluster.empty() ? "" : ", 0";
    for (const std::string& blocks : cluster) text += ", " + blocks;
    return text;
  }

  // Its arguments, in parentheses. It may stand anywhere between the template's header and the name.
  std::vector<std::string> attribute(std::string_view word) const {
    std::vector<std::string> arguments;
    for (std::size_t i = function_.first; i < function_.name && arguments.empty(); ++i)
      if (syntax_.is(i, word) && syntax_.opens(i + 1))
        for (const Range& part : parts(syntax_, i + 2, syntax_.partner(i + 1)))
          arguments.push_back("(" + spelled(syntax_, part.first, part.second) + ")");
    return arguments;
  }

  // The name as the definition has it, with the arguments of a specialisation; from the outermost namespace on where a parameter
  // has the same name.
  std::string qualified_name() const {
    const auto same = [&](const Parameter& parameter) { return parameter.name == syntax_[function_.name].text; };
    const bool hidden = std::any_of(parameters_.begin(), parameters_.end(), same);
    return (hidden ? namespaces() : "") + spelled(syntax_, first_of_name(syntax_, function_.name), function_.paren);
  }

  // `::app::`, of those around the definition that have a name.
  std::string namespaces() const {
    std::string names;
    for (std::size_t brace = syntax_.enclosing(function_.first); brace != Syntax::none; brace = syntax_.enclosing(brace)) {
      std::size_t first = brace;
      while (first > 0 && (syntax_.is(first - 1, "::") || syntax_.is_identifier(first - 1)) && !syntax_.is(first - 1, "namespace")) --first;
      if (first < brace && syntax_.is(first - 1, "namespace")) names = spelled(syntax_, first, brace) + "::" + names;
    }
    return "::" + names;
  }

  const Syntax& syntax_;
  const Function function_;
  std::vector<Parameter> template_parameters_, parameters_;
  std::vector<Replacement> names_;
};

// What a function calls itself is asked of the kernel.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> own_names{
    {{"__func__", "loom_name"}, {"__FUNCTION__", "loom_name"}, {"__PRETTY_FUNCTION__", "loom_signature"}}};

// The body of a kernel becomes that of a function in it.
void nest_body(const Syntax& syntax, const Definition& definition, Range body, std::vector<Replacement>& replacements) {
  bool named = false;
  for (std::size_t i = body.first; i < body.second; ++i)
    for (const auto& [name, ours] : own_names)
      if (syntax.is(i, name)) {
        replacements.push_back({i, i + 1, std::string(ours)});
        named = true;
      }
  const std::string names = "[[maybe_unused]] static constexpr const char *loom_name = __func__, *loom_signature = __PRETTY_FUNCTION__; ";
  replacements.push_back({body.first, body.first + 1, "{ " + (named ? names : "") + definition.prologue() + "{"});
  replacements.push_back({body.second, body.second + 1, "}" + definition.epilogue() + "}"});
}

}  // namespace

std::vector<Replacement> register_kernels(const Syntax& syntax, const Tokens& tokens) {
  std::vector<Replacement> found;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is(i, "__loom_global__")) continue;
    const auto function = function_of(syntax, i);
    if (!function)
      throw TranslationError(location(tokens, syntax[i]) +
                             ": error: loomcc cannot read this declaration of a kernel; write it as in `__global__ void scale(float* x, int n)`");
    if (function->body == Syntax::none) continue;
    const Definition definition(syntax, *function);
    found.insert(found.end(), definition.names().begin(), definition.names().end());
    nest_body(syntax, definition, {function->body, syntax.partner(function->body)}, found);
  }
  return found;
}

}  // namespace loom::compile
