#include "compile/kernels.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "compile/translate.hpp"

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
  Definition(const Syntax& syntax, std::size_t global, KernelName name) : syntax_(syntax), global_(global), name_(name) {
    const std::size_t header = end_of_header();
    if (header != Syntax::none) read(syntax_.template_begin(header) + 1, header, template_parameters_);
    const std::size_t last = syntax_.partner(name_.paren);
    const bool none = last == name_.paren + 2 && syntax_.is(last - 1, "void");
    if (!none) read(name_.paren + 1, last, parameters_);
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
      parameters.push_back({std::move(name), is_pack(syntax_, part)});
    }
  }

  // The word of a parameter without a name behind which a name could stand: `int`, the `*` of `void (*)(int)`, the `int` of `int[4]`.
  std::size_t end_of_type(Range part) const {
    for (std::size_t i = part.first; i < part.second; ++i) {
      if (syntax_.is(i, "(") && (syntax_.is(i + 1, "*") || syntax_.is(i + 1, "&"))) return i + 1;
      if (syntax_.is(i, "[") && i > part.first) return i - 1;
      i = end_of_group(syntax_, i, part.second);
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
    std::size_t first = global_;
    while (first > 0 && !syntax_.is(first - 1, ";") && !syntax_.is(first - 1, "}") && !syntax_.is(first - 1, "{")) --first;
    std::vector<std::string> arguments;
    for (std::size_t i = first; i < name_.word && arguments.empty(); ++i)
      if (syntax_.is(i, word) && syntax_.partner(i + 1) != Syntax::none)
        for (const Range& part : parts(syntax_, i + 2, syntax_.partner(i + 1)))
          arguments.push_back("(" + spelled(syntax_, part.first, part.second) + ")");
    return arguments;
  }

  // The name as the definition has it, with the arguments of a specialisation; from the outermost namespace on where a parameter
  // has the same name.
  std::string qualified_name() const {
    std::size_t first = name_.word;
    while (first >= 2 && syntax_.is(first - 1, "::") && syntax_.is_identifier(first - 2) && syntax_[first - 2].text != "void") first -= 2;
    const auto same = [&](const Parameter& parameter) { return parameter.name == syntax_[name_.word].text; };
    const bool hidden = std::any_of(parameters_.begin(), parameters_.end(), same);
    return (hidden ? namespaces() : "") + spelled(syntax_, first, name_.paren);
  }

  // `::app::`, of those around the definition that have a name.
  std::string namespaces() const {
    std::string names = "::";
    for (std::size_t i = 0; i < global_; ++i) {
      if (!syntax_.is(i, "{") || syntax_.partner(i) == Syntax::none) continue;
      if (syntax_.partner(i) < global_) {
        i = syntax_.partner(i);
        continue;
      }
      std::size_t first = i;
      while (first > 0 && (syntax_.is(first - 1, "::") || syntax_.is_identifier(first - 1)) && !syntax_.is(first - 1, "namespace")) --first;
      if (first < i && first > 0 && syntax_.is(first - 1, "namespace")) names += spelled(syntax_, first, i) + "::";
    }
    return names;
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

std::optional<KernelName> kernel_name(const Syntax& syntax, std::size_t global) {
  for (std::size_t i = global + 1; i < syntax.size(); ++i) {
    if (syntax.is(i, "(") && syntax.partner(i) != Syntax::none) {
      const bool named = syntax.is_identifier(i - 1) && !syntax.is(i - 1, "__attribute__") && !syntax.is(i - 1, "alignas") &&
                         !syntax.is(i - 1, "__loom_bounds__") && !syntax.is(i - 1, "__loom_cluster__") && !syntax.is(i - 1, "void");
      if (named) return KernelName{i - 1, i};
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

std::vector<Replacement> register_kernels(const Syntax& syntax, const Tokens& tokens) {
  std::vector<Replacement> found;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is(i, "__loom_global__")) continue;
    const auto name = kernel_name(syntax, i);
    if (!name)
      throw TranslationError(place(tokens, syntax[i]) +
                             ": error: loomcc cannot read this declaration of a kernel; write it as in `__global__ void scale(float* x, int n)`");
    const std::size_t body = body_of(syntax, *name);
    if (body == Syntax::none || syntax.partner(body) == Syntax::none) continue;
    const Definition definition(syntax, i, *name);
    found.insert(found.end(), definition.names().begin(), definition.names().end());
    nest_body(syntax, definition, {body, syntax.partner(body)}, found);
  }
  return found;
}

}  // namespace loom::compile
