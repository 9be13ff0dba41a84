#include "compile/launches.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "compile/reader.hpp"
#include "compile/rewrite.hpp"

namespace loom::compile {
namespace {

class LaunchFinder {
 public:
  LaunchFinder(const Syntax& syntax, const Tokens& tokens) : syntax_(syntax), tokens_(tokens) {}

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

  // `<<<`, or `<<` and `<` apart, as nvcc reads it; `operator<<<int>` is not a launch.
  bool opens_launch(std::size_t i) const {
    return syntax_.is(i, "<") && adjacent(i) && syntax_.is(i + 1, "<") && syntax_.is(i + 2, "<") &&
           !syntax_.is(i - 1, "operator") && !syntax_.is(i - 1, "<");
  }
  bool closes_launch(std::size_t i) const {
    return syntax_.is(i, ">") && adjacent(i) && syntax_.is(i + 1, ">") && syntax_.is(i + 2, ">");
  }

  [[noreturn]] void fail(std::size_t at, std::string_view sentence) const {
    throw TranslationError(location(tokens_, syntax_[at]) + ": error: " + std::string(sentence));
  }

  Launch launch(std::size_t open) const {
    Launch found;
    found.open = open;
    found.first = kernel_before(open);
    if (found.first == open) fail(open, "a launch needs the name of a kernel before `<<<`");
    found.close = end_of_configuration(open + 3);
    if (found.close == Syntax::none) fail(open, "this launch has no `>>>` to close its `<<<`");
    if (found.close == open + 3) fail(open, "a launch needs at least the number of blocks between `<<<` and `>>>`");
    found.paren = found.close + 3;
    if (!syntax_.is(found.paren, "(")) fail(open, "the kernel's arguments, in parentheses, must follow `>>>`");
    const std::size_t end = syntax_.partner(found.paren);
    if (end == Syntax::none) fail(open, "the parenthesis that opens the kernel's arguments is never closed");
    found.last = end + 1;
    return found;
  }

  // Walks a postfix expression backwards: names, `::`, `.`, `->`, template arguments, calls, indices, parentheses.
  std::size_t kernel_before(std::size_t open) const {
    std::size_t first = open;
    for (;;) {
      std::size_t outermost = first;   // before the current bracket: what remains if that belongs to `if (…)`
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
      if (syntax_.is_one_of(at, before_expressions)) return syntax_[at].text == "return" ? first : outermost;
      first = at;
      if (first > 0 && syntax_.is(first - 1, "template")) --first;
      if (!syntax_.is_one_of(first - 1, {"::", ".", "->"})) return first;
      --first;
    }
  }

  std::size_t end_of_configuration(std::size_t at) const {
    for (; at < syntax_.size(); ++at) {
      if (closes_launch(at)) return at;
      if (syntax_.is_one_of(at, {"(", "[", "{"})) {
        at = syntax_.partner(at);
        if (at == Syntax::none) return at;
      } else if (syntax_.is_one_of(at, {")", "]", "}", ";"})) {
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
      if (syntax_.is_one_of(at, {")", "]", "}", ";"})) return false;
      if (syntax_.opens(at)) at = syntax_.partner(at);
    }
    return false;
  }

  const Syntax& syntax_;
  const Tokens& tokens_;
};

}  // namespace

std::vector<Launch> find_launches(const Syntax& syntax, const Tokens& tokens) { return LaunchFinder(syntax, tokens).run(); }

}  // namespace loom::compile
