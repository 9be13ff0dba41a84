#include "compile/numbers.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

constexpr std::array<std::string_view, 36> operators{"+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",  "~",  "!",  "<",  ">",
                                                     "=",  "?",  ":",  ",",  "++", "--", "&&", "||", "==", "!=", "<=", ">=",
                                                     "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ")", "]"};

bool contains(const std::vector<std::string_view>& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

// Not of a user's own literals, nor of the library's.
bool is_plain(std::string_view number) { return number.find_first_not_of("0123456789abcdefABCDEFxXpPuUlL.+-'") == number.npos; }

class Reader {
 public:
  Reader(const Syntax& syntax, const Outline& outline, const Known& known) : syntax_(syntax), outline_(outline), known_(known) {}

  // Behind the block, which opens at i; `none` where it holds anything else.
  std::size_t block(std::size_t i) {
    const std::size_t end = syntax_.partner(i), outer = locals_.size();
    if (end == Syntax::none) return Syntax::none;
    for (++i; i < end;)
      if ((i = statement(i)) == Syntax::none || i > end) return Syntax::none;
    locals_.resize(outer);
    return end + 1;
  }

  Numbers found;

 private:
  std::size_t statement(std::size_t i) {
    if (syntax_.is(i, "{")) return block(i);
    if (syntax_.is(i, ";")) return i + 1;
    if (syntax_.is(i, "break") || syntax_.is(i, "continue") || syntax_.is(i, "return")) return syntax_.is(i + 1, ";") ? i + 2 : Syntax::none;
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

  // The `;`; `none` where there are braces before it.
  std::size_t end_of_simple(std::size_t i) const {
    for (; i < syntax_.size() && !syntax_.is(i, ";"); ++i) {
      if (syntax_.is(i, "{") || syntax_.is(i, "}")) return Syntax::none;
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
    if (!among(named_types, word) && (qualified || !contains(known_.types, word))) return Syntax::none;
    if (syntax_.is(last + 1, "::") || syntax_.is(last + 1, "(")) return Syntax::none;
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
      if (i < last && (!syntax_.is(i, "=") || !expression(i + 1, last))) return false;
      locals_.push_back(name);
      i = last + 1;
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
    if (!is_name(i) || syntax_.is(i + 1, "(") || syntax_.is(i + 1, "::")) return 0;
    if (syntax_.is(i + 1, "<") && syntax_.template_end(i + 1, end) != Syntax::none) return 0;
    if (is_local(word)) return i;
    if (outline_.is_shared(word) && !contains(known_.variables, word)) return 0;
    note(std::string(word));
    return i;
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
    if (!type(i) || i == first) return 0;
    while (i < end && (syntax_.is(i, "*") || syntax_.is(i, "&") || syntax_.is(i, "const"))) ++i;
    return syntax_.is(i, ">") && syntax_.is(i + 1, "(") ? i + 1 : 0;
  }

  const Syntax& syntax_;
  const Outline& outline_;
  const Known& known_;
  std::vector<std::string_view> locals_;
};

}  // namespace

std::optional<Numbers> read_numbers(const Syntax& syntax, const Outline& outline, std::size_t open, std::size_t close, const Known& known) {
  Reader reader(syntax, outline, known);
  if (reader.block(open) != close + 1) return std::nullopt;
  return std::move(reader.found);
}

}  // namespace loom::compile
