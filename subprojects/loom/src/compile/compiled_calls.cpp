#include "compile/compiled_calls.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compile/rewrite.hpp"

namespace loom::compile {
namespace {

// GCC lists a function like this, each location before what stands there:
//
//   ;; Function app::Sum::operator() (_ZNK3app3SumclEii, funcdef_no=3, …)
//
//   __attribute__((no_profile_instrument_function))
//   int app::Sum::operator() (const struct Sum * const this, int a, int b)
//   {
//     [sum.cu:7:12] D.1234 = _Z4plusii ([sum.cu:7:12] a, b);
//   }
constexpr std::string_view heading = ";; Function ";
constexpr std::string_view kernel_body = "::loom_thread::loom_run", lambda = "::<lambda(";

struct SourceLocation {
  std::string_view file;
  unsigned line = 0;
  auto operator<=>(const SourceLocation&) const = default;
};

struct Listed {
  std::string_view name;             // "app::Sum::operator()"
  bool device = false, host = false;
  SourceLocation first;              // in its body
  std::vector<std::pair<SourceLocation, std::string_view>> calls;   // of functions by the linker's name
};

// The headers of the system, as the line markers tell that enter them. (Others have the flag 3 for a macro from one.)
std::set<std::string_view> system_headers(std::string_view text) {
  std::set<std::string_view> found;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at), at += at != text.npos) {
    if (!text.substr(at).starts_with("# ")) continue;
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (open < close && line.substr(close).starts_with("\" 1 3")) found.insert(line.substr(open + 1, close - open - 1));
  }
  return found;
}

// Those of them that have names of their own.
constexpr std::string_view made[]{"operator=", "operator==", "operator!=", "operator<", "operator<=", "operator>", "operator>=", "operator<=>"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$'; }

// "[sum.cu:7:12]", at whose `[` the line stands; moves behind it. No location, where it is none.
SourceLocation read_location(std::string_view line, std::size_t& at) {
  const std::size_t end = line.find(']', at);
  if (end == line.npos) return {};
  const std::string_view inside = line.substr(at + 1, end - at - 1);
  const std::size_t column = inside.rfind(':'), number = column == inside.npos || column == 0 ? inside.npos : inside.rfind(':', column - 1);
  SourceLocation location;
  if (number == inside.npos) return {};
  if (std::from_chars(inside.data() + number + 1, inside.data() + column, location.line).ptr != inside.data() + column) return {};
  location.file = inside.substr(0, number);
  at = end;
  return location;
}

void read_body(std::string_view line, Listed& function) {
  SourceLocation location;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') {           // a string, which may say anything
      while (++at < line.size() && line[at] != '"') at += line[at] == '\\';
    } else if (line[at] == '[') {
      if (const SourceLocation read = read_location(line, at); read.line != 0) location = read;
      if (function.first.line == 0) function.first = location;
    } else if (is_word(line[at])) {
      const std::size_t begin = at;
      while (at + 1 < line.size() && is_word(line[at + 1])) ++at;
      if (line.substr(at + 1).starts_with(" (")) function.calls.emplace_back(location, line.substr(begin, at + 1 - begin));
    }
  }
}

using Functions = std::unordered_map<std::string_view, Listed>;

// By the linker's name.
Functions read_functions(std::string_view listing) {
  Functions functions;
  Listed* current = nullptr;
  while (!listing.empty()) {
    const std::string_view line = listing.substr(0, listing.find('\n'));
    listing.remove_prefix(std::min(line.size() + 1, listing.size()));
    if (line.starts_with(heading)) {
      const std::size_t details = line.rfind(", funcdef_no="), open = details == line.npos ? details : line.rfind(" (", details);
      current = open == line.npos ? nullptr : &functions[line.substr(open + 2, details - open - 2)];
      if (current) current->name = line.substr(heading.size(), open - heading.size());
    } else if (current && line.starts_with("__attribute__((")) {
      current->device = line.find(device_mark) != line.npos;
      current->host = line.find(host_mark) != line.npos;
    } else if (current && line.starts_with(' ')) {
      read_body(line, *current);
    }
  }
  return functions;
}

// "app::Sum" of "app::Sum<int>", "S::f" of "k(int*)::S::f": without template arguments and functions around it.
std::string plain(std::string_view name) {
  if (const std::size_t around = name.rfind(")::"); around != name.npos) name.remove_prefix(around + 3);
  std::string text;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool in_operator = text.ends_with("operator") || text.ends_with("operator<") || text.ends_with("operator>") || text.ends_with("operator-");
    if (name[i] == '<' && !in_operator) ++depth;
    if (depth == 0) text += name[i];
    if (name[i] == '>' && !in_operator && depth > 0) --depth;
  }
  return text;
}

// Whether loom has made the function, or the compiler may have: a constructor, a destructor, an assignment, a comparison; or it converts.
bool may_be_made(std::string_view name) {
  if (name.starts_with("_Z") || name.find("__loom_") != name.npos || name.ends_with(kernel_body)) return true;
  const std::string text = plain(name);
  const std::size_t last = text.rfind("::");
  const std::string own = last == text.npos ? text : text.substr(last + 2);
  const std::string owner = last == text.npos ? "" : text.substr(0, last);
  if (own.starts_with("~") || owner == own || owner.ends_with("::" + own)) return true;
  return own.starts_with("operator ") || std::ranges::find(made, own) != std::end(made);
}

class Judge {
 public:
  Judge(const Functions& functions, std::set<std::string_view> system) : functions_(functions), system_(std::move(system)) {
    for (const auto& [symbol, function] : functions_) by_name_[function.name].push_back(&function);
  }

  // By their locations.
  std::string complaints() const {
    std::map<std::pair<SourceLocation, std::string>, std::string> found;
    for (const auto& [symbol, function] : functions_) {
      const Caller caller = device_caller(function.name);
      if (caller.name.empty()) continue;
      for (const auto& [location, called] : function.calls)
        if (const auto callee = functions_.find(called); callee != functions_.end() && is_own(location) && is_for_host(callee->second))
          found.emplace(std::pair(location, plain(callee->second.name)), sentence(location, plain(callee->second.name), caller));
    }
    std::string all;
    for (const auto& [key, text] : found) all += (all.empty() ? "" : "\n") + text;
    return all;
  }

 private:
  struct Caller {
    std::string name;                // empty where it is not for the device alone
    bool is_kernel = false;
  };

  bool is_own(const SourceLocation& location) const { return location.line != 0 && !system_.contains(location.file); }

  // The function, or the one around the lambda that it is, where that is for the device alone.
  Caller device_caller(std::string_view name) const {
    if (const std::size_t at = name.find(lambda); at != name.npos) name = without_parameters(name.substr(0, at));
    if (name.ends_with(kernel_body)) return {plain(without_parameters(name.substr(0, name.size() - kernel_body.size()))), true};
    const auto named = by_name_.find(name);
    if (named == by_name_.end()) return {};
    for (const Listed* const function : named->second)
      if (!function->device || function->host) return {};
    return {plain(name), false};
  }

  bool is_for_host(const Listed& function) const {
    return !function.device && is_own(function.first) && !may_be_made(function.name) && function.name.find(lambda) == function.name.npos;
  }

  // "f" of "f(int)".
  static std::string_view without_parameters(std::string_view name) {
    if (!name.ends_with(")")) return name;
    int depth = 0;
    for (std::size_t i = name.size(); i-- > 0;) {
      depth += name[i] == ')';
      depth -= name[i] == '(';
      if (depth == 0) return name.substr(0, i);
    }
    return name;
  }

  static std::string sentence(const SourceLocation& location, const std::string& called, const Caller& caller) {
    return std::string(location.file) + ":" + std::to_string(location.line) + ": error: calling a __host__ function (\"" + called + "\") from a " +
           (caller.is_kernel ? "__global__" : "__device__") + " function (\"" + caller.name +
           "\") is not allowed: put __device__ (or __host__ __device__) before " + called;
  }

  const Functions& functions_;
  const std::set<std::string_view> system_;
  std::unordered_map<std::string_view, std::vector<const Listed*>> by_name_;
};

}  // namespace

std::string listing_option(const std::string& file) { return "-fdump-tree-lower-lineno-asmname=" + file; }

void refuse_compiled_calls(std::string_view listing, std::string_view translated) {
  const Functions functions = read_functions(listing);
  if (const std::string complaints = Judge(functions, system_headers(translated)).complaints(); !complaints.empty()) throw TranslationError(complaints);
}

}  // namespace loom::compile
