#include "compile/outline.hpp"

#include <algorithm>
#include <array>

#include "compile/arithmetic.hpp"

namespace loom::compile {
namespace {

bool takes_parentheses(std::string_view word) {
  return word == "__attribute__" || word == "alignas" || word == "decltype" || word == "__typeof__" || word == "noexcept" || word == "explicit" ||
         word == "__loom_bounds__" || word == "__loom_cluster__" || word == "static_assert" || word == "requires";
}

constexpr std::array<std::string_view, 22> types{"bool",     "char",     "short",    "int",     "long",    "signed",   "unsigned", "float",
                                                 "double",   "const",    "size_t",   "int8_t",  "int16_t", "int32_t",  "int64_t",  "uint8_t",
                                                 "uint16_t", "uint32_t", "uint64_t", "uint",    "ushort",  "ptrdiff_t"};

}  // namespace

Outline::Outline(const Syntax& syntax) : syntax_(syntax) {
  for (std::size_t i = 0; i < syntax_.size(); ++i)
    if (syntax_.is(i, "__loom_shared__") && syntax_.at_file_scope(i))
      for (; i < syntax_.size() && !syntax_.is(i, ";"); ++i)
        if (syntax_.is_identifier(i)) shared_.insert(syntax_[i].text);
  for (std::size_t i = 0; i < syntax_.size();) i = declaration(i);
}

const std::vector<Outline::Function>& Outline::functions(std::string_view name) const {
  static const std::vector<Function> none;
  const auto found = functions_.find(name);
  return found == functions_.end() ? none : found->second;
}

bool Outline::is_record(std::string_view word) const {
  return std::ranges::any_of(records_, [&](const Record& record) { return syntax_[record.name].text == word; });
}

std::size_t Outline::scope_of(std::size_t i) const {
  std::size_t innermost = Syntax::none;
  for (const std::size_t open : namespaces_)
    if (open < i && i < syntax_.partner(open)) innermost = open;
  return innermost;
}

// Reads what is declared from the word at i on, and goes on behind it: for a namespace behind its `{`.
std::size_t Outline::declaration(const std::size_t first) {
  Function function{first, 0, Syntax::none, Syntax::none};
  bool is_template = false, value = false;
  std::size_t keyword = Syntax::none;                // of a type
  for (std::size_t i = first; i < syntax_.size(); ++i) {
    if (syntax_.is(i, ";") || syntax_.is(i, "}")) {
      if (function.paren != Syntax::none && !value) functions_[syntax_[function.name].text].push_back(function);
      return i + 1;
    }
    if (syntax_.is(i, "{")) {
      const std::size_t close = syntax_.partner(i);
      if (close == Syntax::none) return syntax_.size();
      if (i + 1 < close && syntax_.at_file_scope(i + 1)) {
        namespaces_.push_back(i);
        return i + 1;
      }
      if (function.paren != Syntax::none && !value) {
        function.body = i;
        functions_[syntax_[function.name].text].push_back(function);
        return close + 1;
      }
      if (keyword != Syntax::none && !value) type(keyword, i, is_template);
      i = close;
    } else if (syntax_.is(i, "template") && syntax_.is(i + 1, "<")) {
      is_template = true;
      if ((i = syntax_.template_end(i + 1, syntax_.size())) == Syntax::none) return syntax_.size();
    } else if (syntax_.is(i, "struct") || syntax_.is(i, "class") || syntax_.is(i, "union") || syntax_.is(i, "enum")) {
      if (keyword == Syntax::none) keyword = i;
    } else if (syntax_.is(i, "using") && syntax_.is(i + 2, "=")) {
      types_.insert(syntax_[i + 1].text);
      value = true;
    } else if (syntax_.is(i, "=")) {
      value = true;
    } else if (syntax_.is(i, "operator") && function.paren == Syntax::none) {
      function.name = i;
      while (i + 1 < syntax_.size() && !syntax_.is(i + 1, "(") && !syntax_.is(i + 1, ";")) ++i;
      if (syntax_.is(i + 1, "(")) function.paren = i + 1;
    } else if (syntax_.partner(i) != Syntax::none && syntax_.partner(i) > i) {
      if (syntax_.is(i, "(") && function.paren == Syntax::none && !value)
        if (const std::size_t name = end_of_name(i); name != Syntax::none) {
          function.name = name;
          function.paren = i;
        }
      i = syntax_.partner(i);
    }
  }
  return syntax_.size();
}

// `struct Pair {`, and others.
void Outline::type(std::size_t keyword, std::size_t open, bool is_template) {
  std::size_t name = keyword + 1;
  while (name < open && (syntax_.is(name, "__attribute__") || syntax_.is(name, "alignas")) && syntax_.partner(name + 1) != Syntax::none)
    name = syntax_.partner(name + 1) + 1;
  if (name >= open || !syntax_.is_identifier(name)) return;
  const std::string_view word = syntax_[name].text;
  const bool plain = syntax_.is(keyword, "struct") && name + 1 == open && !is_template && holds_only_numbers(open);
  if (types_.insert(word).second && plain) records_.push_back({name, scope_of(open)});
  else std::erase_if(records_, [&](const Record& record) { return syntax_[record.name].text == word; });
}

// What a `(` calls by its name, `f` in `f(` and in `f<int>(`; `none` where these are no parameters.
std::size_t Outline::end_of_name(std::size_t paren) const {
  std::size_t name = paren - 1;
  if (paren > 0 && syntax_.is(name, ">")) {
    const std::size_t open = syntax_.template_begin(name);
    if (open == Syntax::none || open == 0) return Syntax::none;
    name = open - 1;
  }
  return paren > 0 && syntax_.is_identifier(name) && !takes_parentheses(syntax_[name].text) ? name : Syntax::none;
}

bool Outline::is_type(std::size_t i) const {
  if (!syntax_.is_identifier(i)) return false;
  const std::string_view word = syntax_[i].text;
  return std::ranges::find(types, word) != types.end() || is_vector_type(word) || is_record(word);
}

// `float x, y; const int* p; Pair pairs[2];`
bool Outline::holds_only_numbers(std::size_t open) const {
  const std::size_t close = syntax_.partner(open);
  for (std::size_t i = open + 1; i < close; ++i) {
    const std::size_t first = i;
    while (is_type(i) && syntax_.is_identifier(i + 1)) ++i;
    if (i == first && is_type(i)) ++i;               // `int* p`
    if (i == first) return false;
    for (;; ++i) {
      while (syntax_.is(i, "*") || syntax_.is(i, "const")) ++i;
      if (!syntax_.is_identifier(i)) return false;
      for (++i; syntax_.is(i, "["); i = syntax_.partner(i) + 1)
        if (syntax_.partner(i) == Syntax::none) return false;
      if (syntax_.is(i, ";")) break;
      if (!syntax_.is(i, ",")) return false;
    }
  }
  return true;
}

}  // namespace loom::compile
