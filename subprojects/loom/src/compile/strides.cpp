#include "compile/strides.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>

#include "compile/arithmetic.hpp"

namespace loom::compile {
namespace {

bool assigns(std::string_view word) {
  constexpr std::array<std::string_view, 13> words{"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  return std::ranges::find(words, word) != words.end();
}

class Finder {
 public:
  Finder(const Syntax& syntax, const Outline& outline, const std::vector<std::string_view>& parameters)
      : syntax_(syntax), outline_(outline), kept_(parameters.begin(), parameters.end()) {}

  std::optional<Stride> find(std::size_t open, std::size_t close) {
    std::size_t i = open + 1;
    while (i < close && !syntax_.is(i, "for"))
      if ((i = constant(i)) == Syntax::none) return std::nullopt;
    Stride stride;
    if (i >= close || !header(i, stride)) return std::nullopt;
    kept_.insert(syntax_[stride.name].text);
    kept_.insert(others_.begin(), others_.end());
    const std::size_t body = stride.close + 1;
    const bool braced = syntax_.is(body, "{");
    const std::size_t end = braced ? syntax_.partner(body) : end_of_statement(body);
    if (end == Syntax::none || end + 1 != close || !keeps_all(body, end)) return std::nullopt;
    return stride;
  }

 private:
  // `const int stride = gridDim.x * blockDim.x;`; goes on behind it.
  std::size_t constant(std::size_t i) {
    const std::size_t end = end_of_statement(i);
    if (end == Syntax::none) return end;
    std::size_t value = i;
    while (value < end && (syntax_.is_identifier(value) || syntax_.is(value, "*") || syntax_.is(value, "::"))) ++value;
    if (value < i + 2 || !syntax_.is(value, "=") || !syntax_.is_identifier(value - 1)) return Syntax::none;
    // It is found anew in each turn, so it is not to depend on memory.
    for (std::size_t at = value + 1; at < end; ++at) {
      const bool operand_before = syntax_.is_identifier(at - 1) || syntax_[at - 1].kind == TokenKind::number || syntax_.is(at - 1, ")");
      if (assigns(syntax_[at].text) || syntax_.is(at, ",") || syntax_.is(at, "&") || syntax_.is(at, "[") || syntax_.is(at, "->")) return Syntax::none;
      if (syntax_.is(at, "*") && !operand_before) return Syntax::none;
      if (!syntax_.is_identifier(at) || syntax_.is(at - 1, ".") || never_changes(at)) continue;
      if (syntax_.is(at + 1, "(") ? !only_computes(syntax_[at].text) || !outline_.functions(syntax_[at].text).empty() : !kept_.contains(syntax_[at].text))
        others_.insert(syntax_[at].text);
    }
    const std::string_view name = syntax_[value - 1].text;
    if (is_first(value + 1, end)) firsts_.insert(name);
    if (is_step(value + 1, end)) steps_.insert(name);
    kept_.insert(name);
    return end + 1;
  }

  bool never_changes(std::size_t i) const {
    constexpr std::array<std::string_view, 10> words{"threadIdx", "blockIdx", "blockDim", "gridDim", "int", "unsigned", "long", "float", "double", "static_cast"};
    return std::ranges::find(words, syntax_[i].text) != words.end();
  }

  bool header(std::size_t loop, Stride& stride) {
    const std::size_t open = loop + 1, close = syntax_.partner(open);
    if (!syntax_.is(open, "(") || close == Syntax::none) return false;
    std::size_t name = open + 1;
    while (name < close && is_word_of_type(name)) ++name;
    const std::size_t first_end = end_of_statement(name), condition_end = first_end == Syntax::none ? first_end : end_of_statement(first_end + 1);
    if (name == open + 1 || condition_end == Syntax::none || condition_end > close || !syntax_.is(name + 1, "=")) return false;
    const std::string_view variable = syntax_[name].text;
    stride = {loop, open + 1, name, first_end, condition_end, close};
    const bool first = is_first(name + 2, first_end) || (name + 3 == first_end && firsts_.contains(syntax_[name + 2].text));
    const std::size_t step = condition_end + 3;
    const bool on = syntax_.is(condition_end + 1, variable) && syntax_.is(condition_end + 2, "+=") &&
                    (is_step(step, close) || (step + 1 == close && steps_.contains(syntax_[step].text)));
    return first && on && syntax_.is(first_end + 1, variable) && syntax_.is(first_end + 2, "<") && stays(first_end + 3, condition_end, variable);
  }

  bool is_word_of_type(std::size_t i) const {
    return syntax_.is(i, "int") || syntax_.is(i, "unsigned") || syntax_.is(i, "long") || syntax_.is(i, "size_t");
  }

  bool reads(std::size_t i, std::size_t end, std::initializer_list<std::string_view> words) const {
    for (const std::string_view word : words)
      if (!syntax_.is(i++, word)) return false;
    return i == end;
  }
  bool is_first(std::size_t i, std::size_t end) const {
    return reads(i, end, {"blockIdx", ".", "x", "*", "blockDim", ".", "x", "+", "threadIdx", ".", "x"}) ||
           reads(i, end, {"blockDim", ".", "x", "*", "blockIdx", ".", "x", "+", "threadIdx", ".", "x"}) ||
           reads(i, end, {"threadIdx", ".", "x", "+", "blockIdx", ".", "x", "*", "blockDim", ".", "x"}) ||
           reads(i, end, {"threadIdx", ".", "x", "+", "blockDim", ".", "x", "*", "blockIdx", ".", "x"});
  }
  bool is_step(std::size_t i, std::size_t end) const {
    return reads(i, end, {"gridDim", ".", "x", "*", "blockDim", ".", "x"}) || reads(i, end, {"blockDim", ".", "x", "*", "gridDim", ".", "x"});
  }

  // A limit that is the same in each turn: sums and products of names and numbers.
  bool stays(std::size_t i, std::size_t end, std::string_view variable) {
    for (bool operand = true; i < end; ++i, operand = !operand) {
      const bool word = syntax_.is_identifier(i) || syntax_[i].kind == TokenKind::number;
      const bool sign = syntax_.is(i, "+") || syntax_.is(i, "-") || syntax_.is(i, "*") || syntax_.is(i, "/");
      if (operand ? !word || syntax_.is(i, variable) : !sign) return false;
      if (operand) kept_.insert(syntax_[i].text);
    }
    return syntax_.is_identifier(end - 1) || syntax_[end - 1].kind == TokenKind::number;
  }

  // Whether nothing from outside of the turn is changed but memory, and the turn is not left in the midst.
  bool keeps_all(std::size_t i, std::size_t end) const {
    for (; i <= end; ++i) {
      if (syntax_.is(i, "break") || syntax_.is(i, "return")) return false;
      if (!syntax_.is_identifier(i)) continue;
      if (syntax_.is(i + 1, "(") && may_change(syntax_[i].text)) return false;
      if (syntax_.is(i - 1, ".") || syntax_.is(i - 1, "->")) continue;
      if (syntax_.is(i - 1, "&") && assigns(syntax_[i + 1].text)) return false;     // `float& x = …`
      if (kept_.contains(syntax_[i].text) && changes(i)) return false;
    }
    return true;
  }
  // By a parameter, or for good.
  bool may_change(std::string_view name) const {
    if (!others_.empty() && !outline_.functions(name).empty()) return true;
    for (const Outline::Function& function : outline_.functions(name))
      for (std::size_t i = function.paren; i < syntax_.partner(function.paren); ++i)
        if (syntax_.is(i, "&")) return true;
    return false;
  }
  bool changes(std::size_t i) const {
    if (syntax_.is(i - 1, "++") || syntax_.is(i - 1, "--") || syntax_.is(i - 1, "&")) return true;
    bool own = true;                 // no element of what it points to
    for (++i;;) {
      if (syntax_.is(i, ".")) {
        i += 2;
      } else if (syntax_.is(i, "->")) {
        own = false;
        i += 2;
      } else if (syntax_.is(i, "[") && syntax_.partner(i) != Syntax::none) {
        if (!syntax_.is(i - 2, ".")) own = false;
        i = syntax_.partner(i) + 1;
      } else if (syntax_.is(i, ")")) {
        ++i;
      } else {
        return own && i < syntax_.size() && assigns(syntax_[i].text);
      }
    }
  }

  // The `;`
  std::size_t end_of_statement(std::size_t i) const {
    for (; i < syntax_.size() && !syntax_.is(i, ";"); ++i) {
      if (syntax_.is(i, "{") || syntax_.is(i, "}")) return Syntax::none;
      if (syntax_.partner(i) != Syntax::none && syntax_.partner(i) > i) i = syntax_.partner(i);
    }
    return i < syntax_.size() ? i : Syntax::none;
  }

  const Syntax& syntax_;
  const Outline& outline_;
  std::set<std::string_view> kept_, firsts_, steps_;
  std::set<std::string_view> others_;          // on which constants depend
};

}  // namespace

std::optional<Stride> find_stride(const Syntax& syntax, const Outline& outline, std::size_t open, std::size_t close,
                                  const std::vector<std::string_view>& parameters) {
  return Finder(syntax, outline, parameters).find(open, close);
}

}  // namespace loom::compile
