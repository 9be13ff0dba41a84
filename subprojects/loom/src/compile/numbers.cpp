#include "compile/numbers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "compile/arithmetic.hpp"

namespace loom::compile {
namespace {

template <std::size_t n>
bool among(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 10> words_of_types{"bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "auto"};
constexpr std::array<std::string_view, 14> named_types{"size_t",  "ptrdiff_t", "int8_t",   "int16_t",  "int32_t",   "int64_t",  "uint8_t",
                                                       "uint16_t", "uint32_t",  "uint64_t", "intptr_t", "uintptr_t", "uint",     "ushort"};
constexpr std::array<std::string_view, 4> places{"threadIdx", "blockIdx", "blockDim", "gridDim"};
constexpr std::array<std::string_view, 3> values{"true", "false", "sizeof"};
constexpr std::array<std::string_view, 2> casts{"static_cast", "reinterpret_cast"};

// The rest of what is no name. That the preprocessor leaves a word with two underscores in front is for the compiler, too.
constexpr std::array<std::string_view, 77> other_words{
    "alignas", "alignof", "and", "and_eq", "asm", "bitand", "bitor", "break", "case", "catch", "char16_t", "char32_t", "char8_t", "class",
    "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
    "decltype", "default", "delete", "do", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "final", "for", "friend", "goto",
    "if", "inline", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "override", "private",
    "protected", "public", "register", "requires", "return", "static", "static_assert", "struct", "switch", "template", "this", "thread_local",
    "throw", "try", "typedef", "typeid", "typename", "union", "using", "virtual", "void", "volatile", "wchar_t", "while"};

// What stands before the type that a function returns.
constexpr std::array<std::string_view, 7> words_of_functions{"inline", "static", "constexpr", "__loom_device__", "__loom_host__", "__noinline__", "const"};

// Functions of loom that ask it for the thread in hand: others of the same name may be meant.
constexpr std::array<std::string_view, 11> names_of_loom{"printf", "puts", "putchar", "malloc", "free", "memcpy", "memmove", "memset", "clock", "clock64", "exit"};
bool may_be_of_loom(std::string_view name) {
  return name.starts_with("__") || name.starts_with("atomic") || name.starts_with("tex") || name.starts_with("surf") || among(names_of_loom, name);
}

// No type of loom's or of the library's.
bool is_own(std::string_view name) {
  if (name.starts_with("std::")) name.remove_prefix(5);
  return !among(named_types, name) && !is_vector_type(name);
}

constexpr std::array<std::string_view, 36> operators{"+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",  "~",  "!",  "<",  ">",
                                                     "=",  "?",  ":",  ",",  "++", "--", "&&", "||", "==", "!=", "<=", ">=",
                                                     "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ")", "]"};

bool contains(const std::vector<std::string_view>& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

// Not of a user's own literals, nor of the library's.
bool is_plain(std::string_view number) { return number.find_first_not_of("0123456789abcdefABCDEFxXpPuUlL.+-'") == number.npos; }

class Reader {
 public:
  Reader(const Syntax& syntax, const Outline& outline, NumbersReader& functions, std::size_t first, const Known& known)
      : syntax_(syntax), outline_(outline), functions_(functions), first_(first), known_(known) {}

  // Behind the block, which opens at i; `none` where it holds anything else.
  std::size_t block(std::size_t i) {
    const std::size_t end = syntax_.partner(i), outer = locals_.size();
    if (end == Syntax::none) return Syntax::none;
    for (++i; i < end;)
      if ((i = statement(i)) == Syntax::none || i > end) return Syntax::none;
    locals_.resize(outer);
    return end + 1;
  }

  // The whole of a function, from its first word on.
  bool function(const Outline::Function& function) {
    returns_ = true;
    const std::size_t close = syntax_.partner(function.paren), body = syntax_.is(close + 1, "noexcept") ? close + 2 : close + 1;
    return header(function.first, function.name) && parameters(function.paren + 1, close) &&
           block(body) == syntax_.partner(body) + 1 && found.indices.empty();
  }

  // Whether all functions of that name are of the kind.
  bool calls(std::string_view name) {
    for (const Outline::Function& function : outline_.functions(name)) {
      const auto& names = functions_.read(function);
      if (!names) return false;
      // Its names mean the same where it is called, if they are those of one namespace and known by then.
      const bool near = function.first < first_ && outline_.scope_of(function.first) == outline_.scope_of(first_);
      if (!near && std::ranges::any_of(*names, is_own)) return false;
      for (const std::string& one : *names) {
        if (contains(known_.variables, one) || contains(known_.types, one)) return false;    // which is another here
        note(one);
      }
    }
    return true;
  }

  Numbers found;

 private:
  // `template <class T> inline __device__ const T& `
  bool header(std::size_t i, std::size_t name) {
    if (syntax_.is(i, "template")) {
      const std::size_t end = syntax_.template_end(i + 1, name);
      if (end == Syntax::none || !template_parameters(i + 2, end)) return false;
      i = end + 1;
    }
    for (; i < name; ++i) {
      if (syntax_.is(i, "__attribute__") && syntax_.partner(i + 1) != Syntax::none) i = syntax_.partner(i + 1);
      else if (syntax_.is(i, "[") && syntax_.partner(i) != Syntax::none) i = syntax_.partner(i);
      else if (!syntax_.is_identifier(i) || !among(words_of_functions, syntax_[i].text)) break;
    }
    const std::size_t before = i;
    if (syntax_.is(i, "void")) ++i;
    else if (!type(i)) return false;
    if (i == before) return false;
    while (syntax_.is(i, "*") || syntax_.is(i, "&") || syntax_.is(i, "const")) ++i;
    for (; i < name; ++i)
      if (!syntax_.is(i, "__loom_device__") && !syntax_.is(i, "__loom_host__") && !syntax_.is(i, "inline")) return false;
    return true;
  }

  // `class T, int n`
  bool template_parameters(std::size_t i, const std::size_t end) {
    for (; i < end; ++i) {
      const bool of_type = syntax_.is(i, "class") || syntax_.is(i, "typename");
      if (of_type) ++i;
      else if (const std::size_t before = i; !type(i) || i == before) return false;
      if (!is_name(i) || !(syntax_.is(i + 1, ",") || i + 1 == end)) return false;
      if (of_type) types_.push_back(syntax_[i].text);
      else locals_.push_back(syntax_[i].text);
      ++i;
    }
    return true;
  }

  // `const float* x, float y`
  bool parameters(std::size_t i, const std::size_t end) {
    if (syntax_.is(i, "void") && i + 1 == end) return true;
    while (i < end) {
      const std::size_t before = i;
      if (!type(i) || i == before) return false;
      while (syntax_.is(i, "*") || syntax_.is(i, "&") || syntax_.is(i, "const") || syntax_.is(i, "__restrict__")) ++i;
      if (is_name(i)) locals_.push_back(syntax_[i++].text);
      for (; syntax_.is(i, "[") && syntax_.partner(i) != Syntax::none; i = syntax_.partner(i) + 1)
        if (!expression(i + 1, syntax_.partner(i))) return false;
      if (i < end && !syntax_.is(i++, ",")) return false;
    }
    return true;
  }

  std::size_t statement(std::size_t i) {
    if (syntax_.is(i, "{")) return block(i);
    if (syntax_.is(i, ";")) return i + 1;
    if (syntax_.is(i, "break") || syntax_.is(i, "continue") || (syntax_.is(i, "return") && syntax_.is(i + 1, ";")))
      return syntax_.is(i + 1, ";") ? i + 2 : Syntax::none;
    if (syntax_.is(i, "return") && returns_) {
      const std::size_t end = end_of_simple(i + 1);
      return end != Syntax::none && expression(i + 1, end) ? end + 1 : Syntax::none;
    }
    const std::size_t outer = locals_.size();
    std::size_t end = Syntax::none;
    if (syntax_.is(i, "if")) end = condition(syntax_.is(i + 1, "constexpr") ? i + 2 : i + 1, /*otherwise=*/true);
    else if (syntax_.is(i, "while")) end = condition(i + 1, /*otherwise=*/false);
    else if (syntax_.is(i, "for")) end = loop(i + 1);
    else if (syntax_.is(i, "do")) end = loop_with_end(i + 1);
    else return simple(i);
    locals_.resize(outer);
    return end;
  }

  std::size_t condition(std::size_t open, bool otherwise) {
    const std::size_t close = syntax_.partner(open);
    if (!syntax_.is(open, "(") || close == Syntax::none || !value(open + 1, close)) return Syntax::none;
    const std::size_t end = statement(close + 1);
    return otherwise && end != Syntax::none && syntax_.is(end, "else") ? statement(end + 1) : end;
  }

  std::size_t loop(std::size_t open) {
    const std::size_t close = syntax_.partner(open);
    if (!syntax_.is(open, "(") || close == Syntax::none) return Syntax::none;
    const std::size_t test = simple(open + 1);
    if (test == Syntax::none || test > close) return Syntax::none;
    const std::size_t step = end_of_simple(test);
    if (step == Syntax::none || step > close || !value(test, step) || !value(step + 1, close)) return Syntax::none;
    return statement(close + 1);
  }

  std::size_t loop_with_end(std::size_t i) {
    const std::size_t end = statement(i);
    if (end == Syntax::none || !syntax_.is(end, "while")) return Syntax::none;
    const std::size_t close = syntax_.partner(end + 1);
    const bool fits = syntax_.is(end + 1, "(") && close != Syntax::none && syntax_.is(close + 1, ";") && value(end + 2, close);
    return fits ? close + 2 : Syntax::none;
  }

  // The `;`; `none` where a block ends before it.
  std::size_t end_of_simple(std::size_t i) const {
    for (; i < syntax_.size() && !syntax_.is(i, ";"); ++i) {
      if (syntax_.is(i, "}")) return Syntax::none;
      if (syntax_.partner(i) != Syntax::none && syntax_.partner(i) > i) i = syntax_.partner(i);
    }
    return i < syntax_.size() ? i : Syntax::none;
  }

  std::size_t simple(std::size_t i) {
    const std::size_t end = end_of_simple(i);
    if (end == Syntax::none) return Syntax::none;
    std::size_t declared = i;
    if (!type(declared)) return Syntax::none;
    if (declared > i ? !declarators(declared, end) : !value(i, end)) return Syntax::none;
    return end + 1;
  }

  // Goes on behind the words of a type, if there are any. False where there are others that belong to one.
  bool type(std::size_t& i) {
    bool named = false, any = false;
    for (;; ++i) {
      if (syntax_.is(i, "const") || syntax_.is(i, "constexpr")) {
        any = true;
      } else if (i < syntax_.size() && among(words_of_types, syntax_[i].text)) {
        named = true;
      } else if (const std::size_t last = named ? Syntax::none : known_type(i); last != Syntax::none) {
        named = true;
        i = last;
      } else if (!named && is_name(i) && is_name(i + 1) && !is_local(syntax_[i].text) && !contains(known_.variables, syntax_[i].text)) {
        named = true;                  // two names in a row: one is a type's
        note(std::string(syntax_[i].text));
      } else {
        return named || !any;
      }
    }
  }

  // The last word of a type with a name; a local variable may have the same.
  std::size_t known_type(std::size_t i) {
    const bool qualified = syntax_.is(i, "std") && syntax_.is(i + 1, "::");
    const std::size_t last = qualified ? i + 2 : i;
    if (!syntax_.is_identifier(last) || is_local(syntax_[last].text)) return Syntax::none;
    const std::string_view word = syntax_[last].text;
    if (syntax_.is(last + 1, "::")) return Syntax::none;
    if (!qualified && contains(types_, word)) return last;
    const bool known = among(named_types, word) || (!qualified && (contains(known_.types, word) || is_vector_type(word) || outline_.is_record(word)));
    if (!known) return Syntax::none;
    note((qualified ? "std::" : "") + std::string(word));
    return last;
  }

  bool declarators(std::size_t i, std::size_t end) {
    while (i < end) {
      while (syntax_.is(i, "*") || syntax_.is(i, "&") || syntax_.is(i, "const") || syntax_.is(i, "__restrict__")) ++i;
      if (!is_name(i)) return false;
      const std::string_view name = syntax_[i].text;
      for (++i; syntax_.is(i, "["); i = syntax_.partner(i) + 1)
        if (syntax_.partner(i) == Syntax::none || !expression(i + 1, syntax_.partner(i))) return false;
      std::size_t last = i;
      while (last < end && !syntax_.is(last, ",")) last = syntax_.partner(last) != Syntax::none && syntax_.partner(last) > last ? syntax_.partner(last) + 1 : last + 1;
      if (i < last && (!syntax_.is(i, "=") || !initial_value(i + 1, last))) return false;
      locals_.push_back(name);
      i = last + 1;
    }
    return true;
  }

  // An expression, or some in braces.
  bool initial_value(std::size_t i, const std::size_t end) {
    if (!syntax_.is(i, "{")) return expression(i, end);
    if (syntax_.partner(i) != end - 1) return false;
    for (++i; i < end - 1; ++i) {
      std::size_t last = i;
      while (last < end - 1 && !syntax_.is(last, ",")) last = syntax_.partner(last) != Syntax::none && syntax_.partner(last) > last ? syntax_.partner(last) + 1 : last + 1;
      if (!initial_value(i, last)) return false;
      i = last;
    }
    return true;
  }

  // A word that a program may give to something.
  bool is_name(std::size_t i) const {
    if (!syntax_.is_identifier(i)) return false;
    const std::string_view word = syntax_[i].text;
    return !word.starts_with("__") && !among(words_of_types, word) && !among(places, word) && !among(values, word) && !among(casts, word) &&
           !among(other_words, word);
  }
  bool is_local(std::string_view word) const { return contains(locals_, word); }
  void note(std::string name) {
    if (std::ranges::find(found.names, name) == found.names.end()) found.names.push_back(std::move(name));
  }

  // `Real* p = x`, which reads like a product; and what begins with a word of a type.
  bool declares(std::size_t i) {
    if (syntax_.is(i, "const") || (syntax_.is_identifier(i) && among(words_of_types, syntax_[i].text))) return true;
    if (!is_name(i) || is_local(syntax_[i].text) || contains(known_.variables, syntax_[i].text)) return false;
    return syntax_.is(i + 1, "*") || syntax_.is(i + 1, "&") || syntax_.is(i + 1, "&&") || syntax_.is(i + 1, ":");
  }

  // An expression where a declaration could stand.
  bool value(std::size_t i, std::size_t end) { return !declares(i) && expression(i, end); }

  bool expression(std::size_t i, std::size_t end) {
    for (; i < end; ++i) {
      const Token& token = syntax_[i];
      if (token.kind == TokenKind::number) {
        if (!is_plain(token.text)) return false;
      } else if (token.kind == TokenKind::identifier) {
        if (!(i = operand(i, end))) return false;
      } else if (token.kind == TokenKind::punctuator && (token.text == "." || token.text == "->")) {
        if (!is_name(i + 1) || syntax_.is(i + 2, "(") || syntax_.is(i + 2, "::")) return false;
        ++i;
      } else if (token.kind != TokenKind::punctuator || !is_known(i)) {
        return false;
      }
    }
    return true;
  }

  // An operator, or a bracket where no function is called and no lambda begins.
  bool is_known(std::size_t i) const {
    const std::string_view text = syntax_[i].text;
    const bool after_bracket = syntax_.is(i - 1, ")") || syntax_.is(i - 1, "]");
    if (text == "[") return after_bracket || syntax_.is_identifier(i - 1);
    if (text == "(") return !syntax_.is(i - 1, "]") && !syntax_.is(i - 1, ">");
    return among(operators, text);
  }

  // The last word of what the name at i begins; 0 where that is not known here.
  std::size_t operand(std::size_t i, std::size_t end) {
    const std::string_view word = syntax_[i].text;
    if (syntax_.is_identifier(i + 1) && word != "sizeof" && !goes_on_as_type(i)) return 0;
    if (among(places, word)) return place(i);
    if (among(casts, word)) return cast(i, end);
    if (among(words_of_types, word)) return word == "auto" ? 0 : i;
    if (among(values, word) || (word == "const" && i + 1 < end)) return i;
    if (const std::size_t last = known_type(i); last != Syntax::none) return last;
    if (const std::size_t last = call(i, end); last != Syntax::none) return last;
    if (!is_name(i)) return 0;
    if (syntax_.is(i + 1, "::")) return member(i);
    if (is_local(word)) return i;
    if (outline_.is_shared(word) && !contains(known_.variables, word)) return 0;
    note(std::string(word));
    return i;
  }

  // `Colour::red`
  std::size_t member(std::size_t i) {
    if (!is_name(i + 2) || syntax_.is(i + 3, "::") || syntax_.is(i + 3, "(") || syntax_.is(i + 3, "<") || syntax_.is_identifier(i + 3)) return 0;
    if (is_local(syntax_[i].text)) return 0;
    note(std::string(syntax_[i].text) + "::" + std::string(syntax_[i + 2].text));
    return i + 2;
  }

  // Goes up to `f` of `f(x)`, the second `(` of `f<(4)>(x)`, `max` of `std::max(x, y)`; 0 where another function is called, and `none` where
  // none is.
  std::size_t call(std::size_t i, std::size_t end) {
    const bool of_std = syntax_.is(i, "std") && syntax_.is(i + 1, "::");
    const std::size_t name = of_std ? i + 2 : i;
    std::size_t last = name;
    if (syntax_.is(name + 1, "<") && (last = syntax_.template_end(name + 1, end)) == Syntax::none) return last;
    if (!syntax_.is(last + 1, "(")) return last == name ? Syntax::none : 0;
    const std::string_view word = syntax_[name].text;
    if (last > name && !expression(name + 2, last++)) return 0;
    if (is_local(word) || contains(known_.variables, word)) return 0;
    if (of_std || outline_.functions(word).empty()) {
      if (!only_computes(word)) return 0;
      if (word.starts_with("make_")) note(std::string(word.substr(5)));
      return last;
    }
    return !may_be_of_loom(word) && calls(word) ? last : 0;
  }

  // `unsigned` before `int`, `const` before either.
  bool goes_on_as_type(std::size_t i) const {
    const auto of_type = [this](std::size_t at) { return syntax_.is(at, "const") || among(words_of_types, syntax_[at].text); };
    return of_type(i) && (of_type(i + 1) || syntax_.is(i, "const"));
  }

  std::size_t place(std::size_t i) {
    if (!syntax_.is(i + 1, ".") || !(syntax_.is(i + 2, "x") || syntax_.is(i + 2, "y") || syntax_.is(i + 2, "z"))) return 0;
    if (syntax_.is(i, "threadIdx")) found.indices.push_back(i);
    return i + 2;
  }

  // `static_cast<const float*>(…)`, up to the `(`.
  std::size_t cast(std::size_t i, std::size_t end) {
    if (!syntax_.is(i + 1, "<")) return 0;
    i += 2;
    const std::size_t first = i;
    if (!type(i)) return 0;
    if (i == first && is_name(i) && !is_local(syntax_[i].text)) note(std::string(syntax_[i++].text));    // a type's
    if (i == first) return 0;
    while (i < end && (syntax_.is(i, "*") || syntax_.is(i, "&") || syntax_.is(i, "const"))) ++i;
    return syntax_.is(i, ">") && syntax_.is(i + 1, "(") ? i + 1 : 0;
  }

  const Syntax& syntax_;
  const Outline& outline_;
  NumbersReader& functions_;
  const std::size_t first_;          // word of what is read
  const Known& known_;
  bool returns_ = false;             // a value
  std::vector<std::string_view> locals_, types_;
};

}  // namespace

std::optional<Numbers> NumbersReader::read(std::size_t open, std::size_t close, const Known& known) {
  Reader reader(syntax_, outline_, *this, open, known);
  if (reader.block(open) != close + 1) return std::nullopt;
  if (const auto stride = reader.found.stride = find_stride(syntax_, outline_, open, close, known.variables))
    std::erase_if(reader.found.indices, [&](std::size_t i) { return i > stride->name && i < stride->first_end; });
  reader.found.with_structs = reader.calls("operator");
  for (const Outline::Record& record : outline_.records()) {
    const std::string_view word = syntax_[record.name].text;
    const bool around = record.scope == Syntax::none || (record.scope < open && open < syntax_.partner(record.scope));
    if (around && record.name < open && !contains(known.variables, word) && !contains(known.types, word)) reader.found.structs.emplace_back(word);
  }
  return std::move(reader.found);
}

const std::optional<std::vector<std::string>>& NumbersReader::read(const Outline::Function& function) {
  const auto [found, fresh] = functions_.try_emplace(function.first);
  if (fresh && function.body != Syntax::none) {
    const Known nothing;
    Reader reader(syntax_, outline_, *this, function.first, nothing);
    if (reader.function(function)) found->second = std::move(reader.found.names);
  }
  return found->second;
}

}  // namespace loom::compile
