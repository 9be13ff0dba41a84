#include "compile/host_calls.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/kernels.hpp"
#include "compile/launches.hpp"
#include "compile/library_calls.hpp"
#include "compile/syntax.hpp"
#include "compile/translate.hpp"

namespace loom::compile {
namespace {

template <std::size_t n>
using Words = std::array<std::string_view, n>;

// What ends a type, so that the word behind it is declared.
constexpr Words<14> fundamental{"void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "auto", "wchar_t", "size_t", "const"};
// Words behind which an expression stands.
constexpr Words<15> before_expressions{"return", "else", "do", "case", "throw", "co_return", "co_yield", "co_await",
                                       "and", "or", "not", "xor", "bitor", "bitand", "delete"};
// Words before a type.
constexpr Words<11> before_types{"const", "static", "virtual", "inline", "friend", "constexpr", "extern", "typename", "mutable", "volatile", "explicit"};
// What stands in their parentheses is not evaluated.
constexpr Words<11> unevaluated{"sizeof", "decltype", "noexcept", "typeid", "alignof", "requires",
                                "typeof", "__typeof__", "__alignof__", "__builtin_constant_p", "assume"};
// What stands before parentheses in a declaration and is not its name.
constexpr Words<8> no_names{"__attribute__", "alignas", "decltype", "noexcept", "requires", "explicit", "__loom_bounds__", "__loom_cluster__"};
// nvcc has them for the device without any header, so that the program may declare them itself.
constexpr Words<9> predeclared{"printf", "vprintf", "malloc", "free", "memcpy", "memset", "strlen", "clock", "alloca"};
// Words of a function that nvcc compiles only where something calls it.
constexpr Words<5> compiled_if_called{"static", "inline", "__inline__", "__inline", "constexpr"};

// A function outside classes, declared or defined.
struct Function {
  std::size_t name = 0;
  std::size_t paren = 0;
  std::size_t body = Syntax::none;   // its `{`
  bool global = false, device = false, host = false, is_template = false, if_called = false, is_constexpr = false, is_consteval = false;
  bool certain = false;              // and not perhaps a variable: `Square square(unit);`
};

// What the program calls by one name.
struct Name {
  std::vector<Function> functions;
  bool doubtful = false;             // something else has the name too, or may have
};

class HostCalls {
 public:
  HostCalls(std::string text, bool relaxed_constexpr)
      : text_(std::move(text)), tokens_(lex(text_)), syntax_(tokens_), relaxed_constexpr_(relaxed_constexpr), launches_(find_launches(syntax_, tokens_)) {}

  // One complaint a line, by their places; empty where there are none.
  std::string complaints() {
    find_functions();
    find_doubts();
    for (const auto& [name, what] : names_)
      for (const Function& function : what.functions)
        if (function.body != Syntax::none && is_compiled(what, function)) judge(function);
    while (!to_judge_.empty()) {
      const Function function = to_judge_.back();
      to_judge_.pop_back();
      look_into(function);
    }
    std::string all;
    for (const auto& [word, complaint] : complaints_) all += (all.empty() ? "" : "\n") + complaint;
    return all;
  }

 private:
  bool is_one_of(std::size_t i, const auto& words) const { return i < syntax_.size() && std::ranges::find(words, syntax_[i].text) != words.end(); }
  bool closes(std::size_t i) const { return (syntax_.is(i, ")") || syntax_.is(i, "]") || syntax_.is(i, "}")) && syntax_.partner(i) != Syntax::none; }
  bool opens(std::size_t i) const { return syntax_.is(i, "(") || syntax_.is(i, "[") || syntax_.is(i, "{"); }

  // The `(` behind a name and its template arguments; `none` where there is none.
  std::size_t parentheses(std::size_t name) const {
    std::size_t i = name + 1;
    if (syntax_.is(i, "<") && !syntax_.is(i + 1, "<"))
      if (const std::size_t close = syntax_.template_end(i, syntax_.size()); close != Syntax::none) i = close + 1;
    return syntax_.is(i, "(") && syntax_.partner(i) != Syntax::none ? i : Syntax::none;
  }

  // What is declared by `name(…)` outside functions and classes, if anything.
  std::optional<Function> declaration(std::size_t name) const {
    Function function;
    function.name = name;
    function.paren = parentheses(name);
    if (function.paren == Syntax::none || !syntax_.at_file_scope(name) || name == 0 || syntax_.is(name - 1, "::") || is_one_of(name, no_names)) return std::nullopt;
    std::size_t first = name;
    for (; first > 0; --first) {
      const std::size_t before = first - 1;
      if (is_one_of(before, Words<3>{";", "{", "}"})) break;
      if (is_one_of(before, Words<5>{"=", ",", "(", "[", ":"})) return std::nullopt;
      if (closes(before)) first = syntax_.partner(before) + 1;
      else if (syntax_.is(before, ">") && syntax_.template_begin(before) != Syntax::none) first = syntax_.template_begin(before) + 1;
    }
    if (first == name) return std::nullopt;
    function.body = body_of(syntax_, {name, function.paren});
    const std::size_t close = syntax_.partner(function.paren);
    function.is_template = syntax_.is(first, "template");
    function.certain = function.body != Syntax::none || is_one_of(name - 1, fundamental);
    for (std::size_t i = first; i < (function.body == Syntax::none ? close : function.body); ++i) {
      function.global |= syntax_.is(i, "__loom_global__");
      function.device |= syntax_.is(i, "__loom_device__");
      function.host |= syntax_.is(i, "__loom_host__");
      function.if_called |= is_one_of(i, compiled_if_called);
      function.is_constexpr |= syntax_.is(i, "constexpr");
      function.is_consteval |= syntax_.is(i, "consteval");
      function.is_template |= i > function.paren && i < close && syntax_.is(i, "auto");
    }
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
    if (parentheses(i) == Syntax::none || syntax_.is(before, ".") || syntax_.is(before, "->")) return false;
    if (syntax_.is_identifier(before)) return is_one_of(before, before_expressions);
    if (syntax_.is(before, ">")) return syntax_.template_begin(before) == Syntax::none;
    if (syntax_.is(before, ")")) return syntax_.partner(before) != Syntax::none && !is_one_of(syntax_.partner(before) - 1, Words<3>{"decltype", "alignas", "__attribute__"});
    if (syntax_.is(before, "*") || syntax_.is(before, "&") || syntax_.is(before, "&&")) return !is_type(before);
    return !syntax_.is(before, ",") || !begins_in_statement(before);
  }

  // Whether what ends with the `*` or `&` there may be the type of a declaration.
  bool is_type(std::size_t last) const {
    while (last > 0 && (syntax_.is(last, "*") || syntax_.is(last, "&") || syntax_.is(last, "&&"))) --last;
    if (is_one_of(last, fundamental)) return true;
    if (syntax_.is(last, ">")) return syntax_.template_begin(last) != Syntax::none;
    if (!syntax_.is_identifier(last)) return false;
    while (last >= 2 && syntax_.is(last - 1, "::") && syntax_.is_identifier(last - 2)) last -= 2;
    if (last > 0 && syntax_.is(last - 1, "::")) --last;
    return last == 0 || syntax_.is(last - 1, ";") || syntax_.is(last - 1, "{") || syntax_.is(last - 1, "}") || syntax_.is(last - 1, ":") ||
           is_one_of(last - 1, before_types);
  }

  // Whether nothing is open around the comma but a block, or what could be one: `Square a(1), square(2);`
  bool begins_in_statement(std::size_t comma) const {
    for (std::size_t i = comma; i-- > 0;) {
      if (closes(i)) i = syntax_.partner(i);
      else if (syntax_.is(i, ";")) return true;
      else if (opens(i)) return syntax_.is(i, "{") && !is_initialiser(i);
    }
    return true;
  }

  bool is_initialiser(std::size_t brace) const { return is_one_of(brace - 1, Words<4>{"=", "return", ",", "("}); }

  // Whether the brace opens a block that is run where it stands; not that of a lambda or a class.
  bool is_block(std::size_t brace) const {
    const std::size_t before = brace - 1;
    if (syntax_.is(before, ")")) return syntax_.partner(before) != Syntax::none && is_one_of(syntax_.partner(before) - 1, Words<4>{"if", "for", "while", "switch"});
    return is_one_of(before, Words<6>{";", "{", "}", "else", "do", ":"});
  }

  // Whether the word at i, in the function with this body, may be one that is not compiled, or not evaluated.
  bool in_doubt(std::size_t i, std::size_t body) const {
    bool same_statement = true;      // still that of the word, or of what is open around it
    for (std::size_t at = i; --at > body;) {
      if (same_statement && is_one_of(at, unevaluated) && !syntax_.is(at + 1, "(")) return true;
      if (closes(at)) {
        at = syntax_.partner(at);
        if (at <= body) return true;
      } else if (syntax_.is(at, ";")) {
        same_statement = false;
      } else if (syntax_.is(at, "if") && !syntax_.is(at + 1, "(")) {
        return true;                 // `if constexpr`
      } else if (same_statement && is_one_of(at, Words<5>{"?", "&&", "||", "and", "or"})) {
        return true;                 // nvcc leaves out what a constant decides
      } else if (opens(at)) {
        const std::size_t before = at - 1;
        if (syntax_.is(at, "(") && (is_one_of(before, unevaluated) || syntax_.is(before, "...") || syntax_.is(before, "]"))) return true;
        if (syntax_.is(at, "{") && !is_block(at) && !is_initialiser(at)) return true;
        same_statement = true;
      }
    }
    return false;
  }

  // Whether nvcc compiles the function without another one calling it.
  bool is_compiled(const Name& name, const Function& function) const {
    if (function.global) return !function.is_template || is_launched(name, function);
    // A declaration may say `static` for the definition, or that the function is the host's too.
    return std::ranges::all_of(name.functions, [](const Function& one) { return one.device && !one.host && !one.is_template && !one.if_called; });
  }

  // Whether a template is the only one of its name, and a function that is none launches it.
  bool is_launched(const Name& name, const Function& kernel) const {
    const auto is_defined = [](const Function& function) { return function.body != Syntax::none; };
    if (std::ranges::count_if(name.functions, is_defined) != 1) return false;
    return std::ranges::any_of(launches_, [&](const Launch& launch) {
      if (syntax_[launch.first].text != syntax_[kernel.name].text) return false;
      for (const auto& [other, what] : names_)
        for (const Function& function : what.functions)
          if (is_defined(function) && function.body < launch.first && launch.first < syntax_.partner(function.body))
            return !function.is_template && !in_doubt(launch.first, function.body);
      return false;
    });
  }

  void judge(const Function& function) {
    if (syntax_.partner(function.body) != Syntax::none && judged_.insert(function.body).second) to_judge_.push_back(function);
  }

  void look_into(const Function& function) {
    for (std::size_t i = function.body; i < syntax_.partner(function.body); ++i) {
      if (!syntax_.is_identifier(i) || syntax_[i].from_system_macro) continue;
      if (syntax_.is(i, "std") && syntax_.is(i + 1, "::")) {
        look_at_std(function, i);
        continue;
      }
      const auto name = names_.find(syntax_[i].text);
      if (name == names_.end() || name->second.doubtful || parentheses(i) == Syntax::none || is_qualified(i)) continue;
      if (name->second.functions.empty()) {
        for (const LibraryCall& call : host_library())
          if (call.name == name->first && !in_doubt(i, function.body)) complain(function, i, "", call.name, call.advice);
        continue;
      }
      const std::vector<Function>& named = name->second.functions;
      if (is_host_function(name->first, named)) {
        if (!in_doubt(i, function.body))
          complain(function, i, named[0].is_constexpr ? "constexpr " : "", name->first, "put __device__ (or __host__ __device__) before " + std::string(name->first));
      } else if (named.size() == 1 && named[0].device && !named[0].host && !named[0].is_template && named[0].body != Syntax::none) {
        if (!in_doubt(i, function.body)) judge(named[0]);
      }
    }
  }

  bool is_qualified(std::size_t i) const {
    return syntax_.is(i - 1, "::") && (syntax_.is_identifier(i - 2) || syntax_.is(i - 2, ">")) && !is_one_of(i - 2, before_expressions);
  }

  // Whether all functions of the name are the host's, and no header of the system has another.
  bool is_host_function(std::string_view name, const std::vector<Function>& functions) const {
    if (name.starts_with("__") || std::ranges::find(predeclared, name) != predeclared.end()) return false;
    if (std::ranges::none_of(functions, &Function::certain)) return false;
    for (const Function& function : functions)
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
  void look_at_std(const Function& function, std::size_t i) {
    if (own_std_ || is_qualified(i) || in_doubt(i, function.body)) return;
    const std::size_t name = i + 2;
    const auto is_called = [&](const LibraryCall& call) { return syntax_.is(name, call.name) && parentheses(name) != Syntax::none; };
    for (const LibraryCall& call : host_library())
      if (is_called(call)) return complain(function, i, "", "std::" + std::string(call.name), call.advice);
    for (const LibraryCall& call : constexpr_library())
      if (is_called(call) && !relaxed_constexpr_) return complain(function, i, "constexpr ", "std::" + std::string(call.name), call.advice);
    if (syntax_.is(name, "numeric_limits") && !relaxed_constexpr_) {
      const std::size_t close = syntax_.is(name + 1, "<") && is_one_of(name + 2, fundamental) ? syntax_.template_end(name + 1, syntax_.size()) : Syntax::none;
      if (close != Syntax::none && syntax_.is(close + 1, "::") && syntax_.is(close + 3, "("))
        complain(function, i, "constexpr ", "std::numeric_limits<…>::" + std::string(syntax_[close + 2].text), "write cuda::std::numeric_limits, of <cuda/std/limits>");
    } else if (is_one_of(name, Words<3>{"cout", "cerr", "clog"}) && syntax_.is(name + 1, "<") && syntax_.is(name + 2, "<")) {
      complain(function, i, "", "std::" + std::string(syntax_[name].text) + "'s operator<<", "print with printf");
    } else if (is_one_of(name, Words<8>{"vector", "string", "deque", "list", "map", "set", "unordered_map", "unordered_set"}) && !relaxed_constexpr_) {
      const std::size_t close = syntax_.is(name + 1, "<") ? syntax_.template_end(name + 1, syntax_.size()) : name;
      if (close != Syntax::none && syntax_.is_identifier(close + 1) && is_one_of(close + 2, Words<4>{";", "(", "{", "="}) &&
          is_one_of(i - 1, Words<5>{";", "{", "}", ")", "const"}))
        complain(function, i, "", "the constructor of std::" + std::string(syntax_[name].text), "use an array");
    }
  }

  void complain(const Function& from, std::size_t word, std::string_view kind, std::string_view name, std::string_view advice) {
    std::string& text = complaints_[word];
    text = place(tokens_, syntax_[word]) + ": error: calling a " + std::string(kind) + "__host__ function (\"" + std::string(name) + "\") from a " +
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
  std::vector<Function> to_judge_;
  std::map<std::size_t, std::string> complaints_;
};

}  // namespace

void refuse_calls_of_host_functions(std::string preprocessed, bool relaxed_constexpr) {
  if (const std::string complaints = HostCalls(std::move(preprocessed), relaxed_constexpr).complaints(); !complaints.empty()) throw TranslationError(complaints);
}

}  // namespace loom::compile
