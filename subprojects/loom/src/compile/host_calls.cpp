#include "compile/host_calls.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/launches.hpp"
#include "compile/library_calls.hpp"
#include "compile/reader.hpp"
#include "compile/rewrite.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {
namespace {

// Words before a type.
constexpr std::string_view before_types[]{"const", "static", "virtual", "inline", "friend", "constexpr", "extern", "typename", "mutable", "volatile", "explicit"};
// What stands in their parentheses is not evaluated.
constexpr std::string_view unevaluated[]{"sizeof", "decltype", "noexcept", "typeid", "alignof", "requires",
                                "typeof", "__typeof__", "__alignof__", "__builtin_constant_p", "assume"};
// nvcc has them for the device without any header, so that the program may declare them itself.
constexpr std::string_view predeclared[]{"printf", "vprintf", "malloc", "free", "memcpy", "memset", "strlen", "clock", "alloca"};
// Words of a function that nvcc compiles only where something calls it.
constexpr std::string_view compiled_if_called[]{"static", "inline", "__inline__", "__inline", "constexpr"};

// A function outside classes, with the words that say whether it is device code.
struct Candidate : Function {
  bool global = false, device = false, host = false, is_template = false, if_called = false, is_constexpr = false, is_consteval = false;
  bool certain = false;              // and not perhaps a variable: `Square square(unit);`
};

// What the program calls by one name.
struct Name {
  std::vector<Candidate> functions;
  bool doubtful = false;             // something else has the name too, or may have
};

class HostCalls {
 public:
  HostCalls(std::string text, bool relaxed_constexpr)
      : text_(std::move(text)), tokens_(lex(text_)), syntax_(tokens_), relaxed_constexpr_(relaxed_constexpr), launches_(find_launches(syntax_, tokens_)) {}

  // One complaint per line, in the order of the source; empty where there are none.
  std::string complaints() {
    find_functions();
    find_doubts();
    for (const auto& [name, what] : names_)
      for (const Candidate& function : what.functions)
        if (function.body != Syntax::none && is_compiled(what, function)) judge(function);
    while (!to_judge_.empty()) {
      const Candidate function = to_judge_.back();
      to_judge_.pop_back();
      look_into(function);
    }
    std::string all;
    for (const auto& [word, complaint] : complaints_) all += (all.empty() ? "" : "\n") + complaint;
    return all;
  }

 private:
  // What is declared by `name(…)` outside functions and classes, if anything.
  std::optional<Candidate> declaration(std::size_t name) const {
    const std::size_t paren = arguments_of(syntax_, name);
    if (paren == Syntax::none || !syntax_.at_file_scope(name) || syntax_.is(name - 1, "::") || syntax_.is_one_of(name, with_parentheses))
      return std::nullopt;
    const std::size_t first = first_of_declaration(syntax_, name), close = syntax_.partner(paren);
    Candidate function{{first, name, paren, body_behind(syntax_, close)}};
    const std::size_t end = function.body == Syntax::none ? close : function.body;
    const bool has_header = syntax_.is(first - 1, ">");
    if (!has_header && (first == name || (first > 0 && !syntax_.is_one_of(first - 1, {";", "{", "}"})))) return std::nullopt;
    function.certain = function.body != Syntax::none || syntax_.is_one_of(name - 1, ends_of_types);
    function.global = syntax_.holds(first, end, "__loom_global__");
    function.device = syntax_.holds(first, end, "__loom_device__");
    function.host = syntax_.holds(first, end, "__loom_host__");
    function.if_called = std::ranges::any_of(compiled_if_called, [&](std::string_view word) { return syntax_.holds(first, end, word); });
    function.is_constexpr = syntax_.holds(first, end, "constexpr");
    function.is_consteval = syntax_.holds(first, end, "consteval");
    function.is_template = has_header || syntax_.holds(paren, close, "auto");
    return function;
  }

  void find_functions() {
    for (const LibraryCall& call : host_library()) names_[call.name];
    for (std::size_t i = 0; i < syntax_.size(); ++i) {
      if (syntax_.is(i, "{") && syntax_.is(i - 1, "namespace") && syntax_.partner(i) != Syntax::none) unnamed_.emplace_back(i, syntax_.partner(i));
      if (syntax_.is(i, "namespace") && (syntax_.is(i + 1, "std") || syntax_.is(i + 1, "cuda"))) own_std_ = true;
      if (!syntax_.is_identifier(i)) continue;
      if (auto function = declaration(i)) {
        for (const auto& [open, close] : unnamed_) function->if_called |= i > open && i < close;
        names_[syntax_[i].text].functions.push_back(*function);
        declared_.insert(i);
      }
    }
  }

  void find_doubts() {
    for (std::size_t i = 1; i < syntax_.size(); ++i)
      if (syntax_.is_identifier(i) && !declared_.contains(i))
        if (const auto name = names_.find(syntax_[i].text); name != names_.end() && !is_call(i)) name->second.doubtful = true;
  }

  // Whether the name at i is only called there; not where it is declared, or named as a value, a type or a member.
  bool is_call(std::size_t i) const {
    const std::size_t before = i - 1;
    if (arguments_of(syntax_, i) == Syntax::none || syntax_.is_one_of(before, {".", "->"})) return false;
    if (syntax_.is_identifier(before)) return syntax_.is_one_of(before, before_expressions);
    if (syntax_.is(before, ">")) return syntax_.template_begin(before) == Syntax::none;
    if (syntax_.is(before, ")")) return syntax_.closes(before) && !syntax_.is_one_of(syntax_.partner(before) - 1, with_parentheses);
    if (syntax_.is_one_of(before, {"*", "&", "&&"})) return !is_type(before);
    return !syntax_.is(before, ",") || !begins_in_statement(before);
  }

  // Whether what ends with the `*` or `&` there may be the type of a declaration.
  bool is_type(std::size_t last) const {
    while (last > 0 && syntax_.is_one_of(last, {"*", "&", "&&"})) --last;
    if (syntax_.is_one_of(last, ends_of_types)) return true;
    if (syntax_.is(last, ">")) return syntax_.template_begin(last) != Syntax::none;
    if (!syntax_.is_identifier(last)) return false;
    const std::size_t first = first_of_name(syntax_, last);
    return first == 0 || syntax_.begins_statement(first) || syntax_.is_one_of(first - 1, before_types);
  }

  // Whether nothing is open around the comma but a block, or what could be one: `Square a(1), square(2);`
  bool begins_in_statement(std::size_t comma) const {
    for (std::size_t i = comma; i-- > 0;) {
      if (syntax_.closes(i)) i = syntax_.partner(i);
      else if (syntax_.is(i, ";")) return true;
      else if (syntax_.opens(i)) return syntax_.is(i, "{") && syntax_.opened_by(i) != Opens::initialiser;
    }
    return true;
  }

  // Whether the word at i, in the function with this body, may be one that is not compiled, or not evaluated.
  bool in_doubt(std::size_t i, std::size_t body) const {
    bool same_statement = true;      // still that of the word, or of what is open around it
    for (std::size_t at = i; --at > body;) {
      if (same_statement && syntax_.is_one_of(at, unevaluated) && !syntax_.is(at + 1, "(")) return true;
      if (syntax_.closes(at)) {
        at = syntax_.partner(at);
        if (at <= body) return true;
      } else if (syntax_.is(at, ";")) {
        same_statement = false;
      } else if (syntax_.is(at, "if") && !syntax_.is(at + 1, "(")) {
        return true;                 // `if constexpr`
      } else if (same_statement && syntax_.is_one_of(at, {"?", "&&", "||", "and", "or"})) {
        return true;                 // nvcc leaves out what a constant decides
      } else if (syntax_.opens(at)) {
        const std::size_t before = at - 1;
        if (syntax_.is(at, "(") && (syntax_.is_one_of(before, unevaluated) || syntax_.is_one_of(before, {"...", "]"}))) return true;
        const Opens opened = syntax_.opened_by(at);
        if (syntax_.is(at, "{") && opened != Opens::block && opened != Opens::initialiser) return true;
        same_statement = true;
      }
    }
    return false;
  }

  // Whether nvcc compiles the function without another one calling it.
  bool is_compiled(const Name& name, const Candidate& function) const {
    if (function.global) return !function.is_template || is_launched(name, function);
    // A declaration may say `static` for the definition, or that the function is the host's too.
    return std::ranges::all_of(name.functions, [](const Candidate& one) { return one.device && !one.host && !one.is_template && !one.if_called; });
  }

  // Whether a template is the only one of its name, and a function that is none launches it.
  bool is_launched(const Name& name, const Candidate& kernel) const {
    const auto is_defined = [](const Candidate& function) { return function.body != Syntax::none; };
    if (std::ranges::count_if(name.functions, is_defined) != 1) return false;
    return std::ranges::any_of(launches_, [&](const Launch& launch) {
      if (syntax_[launch.first].text != syntax_[kernel.name].text) return false;
      for (const auto& [other, what] : names_)
        for (const Candidate& function : what.functions)
          if (is_defined(function) && function.body < launch.first && launch.first < syntax_.partner(function.body))
            return !function.is_template && !in_doubt(launch.first, function.body);
      return false;
    });
  }

  void judge(const Candidate& function) {
    if (judged_.insert(function.body).second) to_judge_.push_back(function);
  }

  void look_into(const Candidate& function) {
    for (std::size_t i = function.body; i < syntax_.partner(function.body); ++i) {
      if (!syntax_.is_identifier(i) || syntax_[i].from_system_macro) continue;
      if (syntax_.is(i, "std") && syntax_.is(i + 1, "::")) {
        look_at_std(function, i);
        continue;
      }
      const auto name = names_.find(syntax_[i].text);
      if (name == names_.end() || name->second.doubtful || arguments_of(syntax_, i) == Syntax::none || is_qualified(i)) continue;
      if (name->second.functions.empty()) {
        for (const LibraryCall& call : host_library())
          if (call.name == name->first && !in_doubt(i, function.body)) complain(function, i, "", call.name, call.advice);
        continue;
      }
      const std::vector<Candidate>& named = name->second.functions;
      if (is_host_function(name->first, named)) {
        if (!in_doubt(i, function.body))
          complain(function, i, named[0].is_constexpr ? "constexpr " : "", name->first, "put __device__ (or __host__ __device__) before " + std::string(name->first));
      } else if (named.size() == 1 && named[0].device && !named[0].host && !named[0].is_template && named[0].body != Syntax::none) {
        if (!in_doubt(i, function.body)) judge(named[0]);
      }
    }
  }

  bool is_qualified(std::size_t i) const {
    return syntax_.is(i - 1, "::") && (syntax_.is(i - 2, ">") || first_of_name(syntax_, i) < i - 1);
  }

  // Whether all functions of the name are the host's, and no header of the system has another.
  bool is_host_function(std::string_view name, const std::vector<Candidate>& functions) const {
    if (name.starts_with("__") || std::ranges::find(predeclared, name) != std::end(predeclared)) return false;
    if (std::ranges::none_of(functions, &Candidate::certain)) return false;
    for (const Candidate& function : functions)
      if (function.device || function.global || function.is_consteval || (relaxed_constexpr_ && function.is_constexpr)) return false;
    return !is_in_system_headers(name);
  }

  bool is_in_system_headers(std::string_view name) const {
    const auto is_word = [&](std::size_t at) { return at < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at])) || text_[at] == '_'); };
    for (std::size_t at = text_.find(name); at != text_.npos; at = text_.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if (is_word(at - 1) || is_word(end) || text_.compare(std::min(text_.find_first_not_of(' ', end), text_.size()), 1, "(") != 0) continue;
      const auto behind = std::ranges::upper_bound(tokens_.all, at, {}, &Token::begin);
      if (behind == tokens_.all.begin() || at >= std::prev(behind)->end()) return true;
    }
    return false;
  }

  // `std::min(…)`, `std::numeric_limits<int>::max()`, `std::vector<int> v`, `std::cout << …`
  void look_at_std(const Candidate& function, std::size_t i) {
    if (own_std_ || is_qualified(i) || in_doubt(i, function.body)) return;
    const std::size_t name = i + 2;
    const auto is_called = [&](const LibraryCall& call) { return syntax_.is(name, call.name) && arguments_of(syntax_, name) != Syntax::none; };
    for (const LibraryCall& call : host_library())
      if (is_called(call)) return complain(function, i, "", "std::" + std::string(call.name), call.advice);
    for (const LibraryCall& call : constexpr_library())
      if (is_called(call) && !relaxed_constexpr_) return complain(function, i, "constexpr ", "std::" + std::string(call.name), call.advice);
    if (syntax_.is(name, "numeric_limits") && !relaxed_constexpr_) {
      const std::size_t close = syntax_.is(name + 1, "<") && syntax_.is_one_of(name + 2, ends_of_types) ? syntax_.template_end(name + 1, syntax_.size()) : Syntax::none;
      if (close != Syntax::none && syntax_.is(close + 1, "::") && syntax_.is(close + 3, "("))
        complain(function, i, "constexpr ", "std::numeric_limits<…>::" + std::string(syntax_[close + 2].text), "write cuda::std::numeric_limits, of <cuda/std/limits>");
    } else if (syntax_.is_one_of(name, {"cout", "cerr", "clog"}) && syntax_.is(name + 1, "<") && syntax_.is(name + 2, "<")) {
      complain(function, i, "", "std::" + std::string(syntax_[name].text) + "'s operator<<", "print with printf");
    } else if (syntax_.is_one_of(name, {"vector", "string", "deque", "list", "map", "set", "unordered_map", "unordered_set"}) && !relaxed_constexpr_) {
      const std::size_t close = syntax_.is(name + 1, "<") ? syntax_.template_end(name + 1, syntax_.size()) : name;
      if (close != Syntax::none && syntax_.is_identifier(close + 1) && syntax_.is_one_of(close + 2, {";", "(", "{", "="}) &&
          syntax_.is_one_of(i - 1, {";", "{", "}", ")", "const"}))
        complain(function, i, "", "the constructor of std::" + std::string(syntax_[name].text), "use an array");
    }
  }

  void complain(const Candidate& from, std::size_t word, std::string_view kind, std::string_view name, std::string_view advice) {
    std::string& text = complaints_[word];
    text = location(tokens_, syntax_[word]) + ": error: calling a " + std::string(kind) + "__host__ function (\"" + std::string(name) + "\") from a " +
           (from.global ? "__global__" : "__device__") + " function (\"" + std::string(syntax_[from.name].text) + "\") is not allowed: " + std::string(advice);
  }

  std::string text_;
  Tokens tokens_;
  Syntax syntax_;
  const bool relaxed_constexpr_;
  const std::vector<Launch> launches_;
  std::map<std::string_view, Name> names_;
  std::set<std::size_t> declared_;   // where they are
  std::vector<std::pair<std::size_t, std::size_t>> unnamed_;   // the braces of namespaces without a name
  bool own_std_ = false;             // the program puts something into std, or has cuda's
  std::set<std::size_t> judged_;     // by their bodies
  std::vector<Candidate> to_judge_;
  std::map<std::size_t, std::string> complaints_;
};

}  // namespace

void refuse_calls_of_host_functions(std::string preprocessed, bool relaxed_constexpr) {
  if (const std::string complaints = HostCalls(std::move(preprocessed), relaxed_constexpr).complaints(); !complaints.empty()) throw TranslationError(complaints);
}

}  // namespace loom::compile
