#include "compile/barrier_bypasses.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "compile/reader.hpp"

namespace loom::compile {
namespace {

constexpr std::string_view barriers[]{"__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or"};
constexpr std::string_view jumps[]{"return", "break", "continue", "goto", "throw"};

class Marker {
 public:
  Marker(const Syntax& syntax, std::uint32_t file) : syntax_(syntax), file_(file) {}

  std::vector<Replacement> run() {
    find_barriers();
    if (!barriers_.empty()) read_list({0, syntax_.size()}, false);
    name_those_on_one_line();
    return std::move(replacements_);
  }

 private:
  struct Range {                     // [first, last)
    std::size_t first = 0, last = 0;
    bool empty() const { return first >= last; }
  };

  void find_barriers() {
    const std::set<std::string_view> blocks = names_of_blocks();
    for (std::size_t i = 2; i + 1 < syntax_.size(); ++i) {
      if (syntax_.at_file_scope(i) || !syntax_.is(i + 1, "(") || syntax_.partner(i + 1) == Syntax::none) continue;
      std::size_t first = i;
      if (syntax_.is(i, "sync")) {
        const bool member = syntax_.is(i - 1, ".");
        if (!member && !syntax_.is(i - 1, "::") && !syntax_.begins_statement(i)) continue;
        const std::size_t group = member ? i - 2 : syntax_.partner(i + 1) - 1;     // its last word
        const bool asked_for = group > 2 && syntax_.is(group, ")") && syntax_.is(group - 1, "(") && syntax_.is(group - 2, "this_thread_block");
        const bool named = blocks.contains(syntax_[group].text) && (member || group == i + 2);
        if (!named && !asked_for) continue;
        if (member) first = named ? group : group - 2;
      } else if (!syntax_.is_one_of(i, barriers)) {
        continue;
      }
      barriers_[i] = {first_of_name(syntax_, first), syntax_.partner(i + 1)};
    }
  }

  // Of two on one line, the line does not say which it is.
  void name_those_on_one_line() {
    const auto line = [&](const auto& barrier) { return std::pair(syntax_[barrier.first].file, syntax_[barrier.first].line); };
    const auto alike = [&](const auto& a, const auto& b) { return line(a) == line(b); };
    for (auto i = barriers_.begin(); (i = std::adjacent_find(i, barriers_.end(), alike)) != barriers_.end(); ++i)
      name_barriers({i->first, std::next(i)->first + 1});
  }

  // `thread_block block`, `auto block = cg::this_thread_block()`
  std::set<std::string_view> names_of_blocks() const {
    std::set<std::string_view> names;
    for (std::size_t i = 1; i + 1 < syntax_.size(); ++i) {
      if (syntax_.is(i, "thread_block")) {
        std::size_t name = i + 1;
        while (syntax_.is(name, "&") || syntax_.is(name, "const")) ++name;
        if (syntax_.is_identifier(name)) names.insert(syntax_[name].text);
      } else if (syntax_.is(i, "this_thread_block")) {
        std::size_t before = i - 1;
        while (before > 1 && (syntax_.is(before, "::") || syntax_.is(before + 1, "::"))) --before;
        if (before > 0 && syntax_.is(before, "=") && syntax_.is_identifier(before - 1)) names.insert(syntax_[before - 1].text);
      }
    }
    return names;
  }

  bool holds_barrier(Range words) const {
    const auto next = barriers_.lower_bound(words.first);
    return next != barriers_.end() && next->first < words.last;
  }

  // Reads statements one after another. `more`: whether the function goes on behind them.
  void read_list(Range words, const bool more) {
    std::vector<Range> statements;
    for (std::size_t i = words.first; (i = behind_labels(syntax_, i, words.last)) < words.last; i = statements.back().last)
      statements.push_back({i, std::min(behind_statement(syntax_, i), words.last)});
    bool follows = more;
    for (std::size_t k = statements.size(); k-- > 0;) {
      const Range statement = statements[k];
      read(statement, follows);
      if (syntax_.is_one_of(statement.first, {"return", "throw"})) follows = false;
      else if (syntax_.is_one_of(statement.first, jumps)) follows = more;
      else if (!syntax_.is(statement.first, ";")) follows = true;
    }
  }

  void read(Range words, bool more) {
    if (words.empty() || !holds_barrier(words) || depth_ > deepest) return;
    ++depth_;
    read_nested(words, more);
    --depth_;
  }

  void read_nested(Range words, bool more) {
    const std::size_t first = words.first;
    if (syntax_.is(first, "{")) return read_list({first + 1, words.last - 1}, more);
    if (syntax_.is(first, "if")) return read_if(words, more);
    if (syntax_.is_one_of(first, {"for", "while", "do"})) return read_loop(words, more);
    if (syntax_.is(first, "switch")) return read({syntax_.behind(first + 1), words.last}, more);
    // The bodies of functions, classes, namespaces and lambdas: each ends by itself.
    for (std::size_t i = first; i < words.last; ++i)
      if (syntax_.is(i, "{")) {
        read_list({i + 1, syntax_.behind(i) - 1}, false);
        i = syntax_.behind(i) - 1;
      }
  }

  // `do … while (0);`, as macros have it
  bool runs_once(Range loop) const {
    const std::size_t condition = loop.last - 3;
    return syntax_.is(condition - 1, "(") && (syntax_.is(condition, "0") || syntax_.is(condition, "false"));
  }

  // Whatever comes behind a loop: there a warp comes together again.
  void read_loop(Range words, bool more) {
    const bool at_end = syntax_.is(words.first, "do");
    const std::size_t next = words.first + 1;
    const Range body = at_end ? Range{next, behind_statement(syntax_, next)} : Range{syntax_.behind(next), words.last};
    if (at_end && runs_once(words)) return read(body, more);
    read(body, true);
    std::size_t open = at_end ? body.last + 1 : words.first + 1;
    if (body.empty() || !syntax_.is(open, "(") || syntax_.behind(open) > words.last) return;
    std::size_t close = syntax_.behind(open) - 1;
    if (syntax_.is(words.first, "for")) {
      open = semicolon(open + 1, close);
      close = semicolon(open + 1, close);
      if (!syntax_.is(close, ";")) open = close;             // over a range
    }
    const Range loop{words.first + 1, words.last};           // no branch of an `if` begins there, too
    if (open + 1 < close && !always(open, close)) ask("stays", open, close, loop);
    for (std::size_t i = body.first; i < body.last; ++i) {
      if (syntax_.is(i, "break") && syntax_.is(i + 1, ";"))
        replacements_.push_back({i, i + 2, "{ " + call("stays", loop) + "false); break; }"});
      if (syntax_.is_one_of(i, {"for", "while", "do", "switch"})) i = behind_statement(syntax_, i) - 1;
    }
    name_barriers(loop);
  }

  // The first between the brackets of a `for`, or where they close.
  std::size_t semicolon(std::size_t i, std::size_t close) const {
    for (; i < close && !syntax_.is(i, ";"); ++i)
      if (syntax_.opens(i)) i = syntax_.partner(i);
    return std::min(i, close);
  }

  bool always(std::size_t open, std::size_t close) const {
    return close == open + 2 && (syntax_.is(open + 1, "true") || syntax_.is(open + 1, "1"));
  }

  void read_if(Range words, bool more) {
    const bool at_compile_time = syntax_.is(words.first + 1, "constexpr");
    const std::size_t open = words.first + (at_compile_time ? 2 : 1), close = syntax_.behind(open) - 1;
    if (close + 1 >= words.last) return;
    const Range yes{close + 1, std::min(behind_statement(syntax_, close + 1), words.last)};
    const Range no{yes.last + 1, words.last};
    read(yes, more);
    read(no, more);
    const bool among_yes = holds_barrier(yes), among_no = !no.empty() && holds_barrier(no);
    if (at_compile_time || !more || among_yes == among_no || may_jump(among_yes ? no : yes)) return;
    const Range branch = among_yes ? yes : no;
    if (ask(among_yes ? "enters" : "avoids", open, close, branch)) name_barriers(branch);
  }

  bool may_jump(Range words) const {
    return std::ranges::any_of(jumps, [&](std::string_view jump) { return syntax_.holds(words.first, words.last, jump); });
  }

  // Whether the condition that ends at `close` can be evaluated: a declaration of a variable is not a value.
  bool ask(std::string_view function, std::size_t open, std::size_t close, Range words) {
    std::size_t before = open;       // the word in front of the condition itself
    bool declares = false;
    for (std::size_t i = open + 1; i < close; ++i) {
      if (syntax_.is(i, "=") || syntax_.is(i, "{")) declares = true;
      if (syntax_.is(i, ";")) before = i, declares = false;
      if (syntax_.opens(i)) i = syntax_.partner(i);
    }
    if (declares) return false;
    replace(before, std::string(syntax_[before].text) + call(function, words) + "static_cast<bool>(");
    replace(close, "))" + std::string(syntax_[close].text));
    return true;
  }

  void name_barriers(Range words) {
    for (auto barrier = barriers_.lower_bound(words.first); barrier != barriers_.end() && barrier->first < words.last; ++barrier) {
      const auto& [word, call] = *barrier;
      replace(call.first, "(::loom::comes_to_barrier(" + number(word) + "), " + std::string(syntax_[call.first].text));
      replace(call.last, "))");
    }
  }

  std::string call(std::string_view function, Range words) const {
    return "::loom::" + std::string(function) + "(" + number(words.first) + ", " + number(words.last) + ", ";
  }
  void replace(std::size_t word, std::string text) { replacements_.push_back({word, word + 1, std::move(text)}); }
  std::string number(std::size_t word) const { return std::to_string(std::uint64_t{file_} << 32 | word) + "ul"; }

  static constexpr unsigned deepest = 200;

  const Syntax& syntax_;
  const std::uint32_t file_;
  unsigned depth_ = 0;
  std::map<std::size_t, Range> barriers_;      // and the call as a whole, its last word included
  std::vector<Replacement> replacements_;
};

}  // namespace

std::vector<Replacement> mark_barrier_bypasses(const Syntax& syntax, std::uint32_t file) { return Marker(syntax, file).run(); }

}  // namespace loom::compile
