#include "compile/launches.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "compile/translate.hpp"

namespace loom::compile {
namespace {

// Words that may stand before `::kernel<<<…>>>` and are no part of its name.
constexpr std::array<std::string_view, 12> keywords{"return",    "else",     "do",       "case", "throw", "co_return",
                                                   "co_yield",  "co_await", "if",       "while", "for",  "switch"};
bool is_keyword(std::string_view word) { return std::find(keywords.begin(), keywords.end(), word) != keywords.end(); }

class Finder {
 public:
  Finder(const Syntax& syntax, const Tokens& tokens) : syntax_(syntax), tokens_(tokens) {}

  std::vector<Launch> run() {
    std::vector<Launch> launches;
    for (std::size_t i = 1; i < syntax_.size(); ++i)
      if (opens_launch(i)) {
        launches.push_back(launch(i));
        i += 2;
      }
    std::sort(launches.begin(), launches.end(), [](const Launch& a, const Launch& b) { return a.first < b.first; });
    return launches;
  }

 private:
  bool adjacent(std::size_t i) const { return i + 1 < syntax_.size() && syntax_[i].end() == syntax_[i + 1].begin; }

  // `<<<`, or `<<` and `<` apart, as nvcc reads it; `operator<<<int>` is no launch.
  bool opens_launch(std::size_t i) const {
    return syntax_.is(i, "<") && adjacent(i) && syntax_.is(i + 1, "<") && syntax_.is(i + 2, "<") &&
           !syntax_.is(i - 1, "operator") && !syntax_.is(i - 1, "<");
  }
  bool closes_launch(std::size_t i) const {
    return syntax_.is(i, ">") && adjacent(i) && syntax_.is(i + 1, ">") && syntax_.is(i + 2, ">");
  }

  [[noreturn]] void fail(std::size_t at, std::string_view sentence) const {
    throw TranslationError(place(tokens_, syntax_[at]) + ": error: " + std::string(sentence));
  }

  Launch launch(std::size_t open) const {
    Launch found;
    found.open = open;
    found.first = kernel_before(open);
    if (found.first == open) fail(open, "a launch needs the name of a kernel before `<<<`");
    found.computed = !is_name(found.first, open);
    found.close = end_of_configuration(open + 3);
    if (found.close == Syntax::none) fail(open, "this launch has no `>>>` to close its `<<<`");
    if (found.close == open + 3) fail(open, "a launch needs at least the number of blocks between `<<<` and `>>>`");
    found.paren = found.close + 3;
    if (!syntax_.is(found.paren, "(")) fail(open, "the kernel's arguments, in parentheses, must follow `>>>`");
    const std::size_t end = syntax_.partner(found.paren);
    if (end == Syntax::none) fail(open, "the parenthesis that opens the kernel's arguments is never closed");
    found.last = end + 1;
    found.arguments = arguments(found.paren + 1, end);
    return found;
  }

  // Walks a postfix expression backwards: names, `::`, `.`, `->`, template arguments, calls, indices, parentheses.
  std::size_t kernel_before(std::size_t open) const {
    std::size_t first = open;
    for (;;) {
      std::size_t outermost = first;   // before the bracket in hand: what remains if that belongs to `if (…)`
      while (first > 0 && (syntax_.is(first - 1, ")") || syntax_.is(first - 1, "]"))) {
        if (syntax_.partner(first - 1) == Syntax::none) return first;
        outermost = first;
        first = syntax_.partner(first - 1);
      }
      if (first == 0) return first;
      std::size_t at = first - 1;
      if (syntax_.is(at, ">")) {
        const std::size_t begin = syntax_.template_begin(at);
        if (begin == Syntax::none || begin == 0) return first;
        at = begin - 1;
      }
      if (!syntax_.is_identifier(at)) return first;
      if (is_keyword(syntax_[at].text)) return syntax_[at].text == "return" ? first : outermost;
      first = at;
      if (first > 0 && syntax_.is(first - 1, "template")) --first;
      if (first == 0 || !(syntax_.is(first - 1, "::") || syntax_.is(first - 1, ".") || syntax_.is(first - 1, "->")))
        return first;
      --first;
    }
  }

  // A possibly qualified name with or without template arguments, perhaps in parentheses.
  bool is_name(std::size_t first, std::size_t last) const {
    while (last - first > 2 && syntax_.is(first, "(") && syntax_.partner(first) == last - 1) ++first, --last;
    for (std::size_t i = first; i < last; ++i) {
      if (syntax_.is(i, "<")) {
        i = syntax_.template_end(i, last);
        if (i == Syntax::none) return false;
      } else if (!syntax_.is_identifier(i) && !syntax_.is(i, "::")) {
        return false;
      }
    }
    return true;
  }

  std::size_t end_of_configuration(std::size_t at) const {
    for (; at < syntax_.size(); ++at) {
      if (closes_launch(at)) return at;
      if (syntax_.is(at, "(") || syntax_.is(at, "[") || syntax_.is(at, "{")) {
        at = syntax_.partner(at);
        if (at == Syntax::none) return at;
      } else if (syntax_.is(at, ")") || syntax_.is(at, "]") || syntax_.is(at, "}") || syntax_.is(at, ";")) {
        return Syntax::none;
      } else if (syntax_.is(at, "<") && syntax_.is_identifier(at - 1)) {
        // In `U<U<U<int>>>::value` the three close templates, provided that another `>>>` is left for the launch.
        const std::size_t end = syntax_.template_end(at, syntax_.size());
        if (end != Syntax::none && another_close_follows(end + 1)) at = end;
      }
    }
    return Syntax::none;
  }

  bool another_close_follows(std::size_t at) const {
    for (; at < syntax_.size(); ++at) {
      if (closes_launch(at)) return true;
      if (syntax_.is(at, ")") || syntax_.is(at, "}") || syntax_.is(at, ";")) return false;
      if (syntax_.partner(at) != Syntax::none) at = syntax_.partner(at);
    }
    return false;
  }

  std::vector<std::pair<std::size_t, std::size_t>> arguments(std::size_t first, std::size_t last) const {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    std::size_t begin = first;
    for (std::size_t i = first; i < last; ++i) {
      if (syntax_.is(i, ",")) {
        found.emplace_back(begin, i);
        begin = i + 1;
      } else if (syntax_.is(i, "(") || syntax_.is(i, "[") || syntax_.is(i, "{")) {
        if (syntax_.partner(i) == Syntax::none) fail(i, "this bracket is never closed");
        i = syntax_.partner(i);
      } else if (syntax_.is(i, "<") && syntax_.is_identifier(i - 1)) {
        if (const std::size_t end = syntax_.template_end(i, last); end != Syntax::none && ends_template(end + 1, last)) i = end;
      }
    }
    if (first < last) found.emplace_back(begin, last);
    for (const auto& [from, to] : found)
      if (from == to) fail(from, "an argument is missing here");
    return found;
  }

  // What follows template arguments and could not follow `b` in `a < b > `.
  bool ends_template(std::size_t after, std::size_t last) const {
    if (after >= last) return true;
    for (std::string_view text : {"(", "{", "::", ",", "...", ")", "&", "*", ">"})
      if (syntax_.is(after, text)) return true;
    return false;
  }

  const Syntax& syntax_;
  const Tokens& tokens_;
};

}  // namespace

std::vector<Launch> find_launches(const Syntax& syntax, const Tokens& tokens) { return Finder(syntax, tokens).run(); }

}  // namespace loom::compile
