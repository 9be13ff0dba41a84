#include "compile/lexer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace loom::compile {
namespace {

// A line `# 12 "file.cu" 1 3`: the next line is line 12 of that file.
struct Marker {
  std::uint32_t line = 0;
  std::string_view file;
  bool enters = false;
  bool leaves = false;
  bool system = false;
};

std::optional<Marker> parse_marker(std::string_view line) {
  if (!line.starts_with("# ")) return std::nullopt;
  Marker marker;
  const char* const last = line.data() + line.size();
  const auto [after, error] = std::from_chars(line.data() + 2, last, marker.line);
  if (error != std::errc{} || after == last) return std::nullopt;
  std::string_view rest(after, static_cast<std::size_t>(last - after));
  const std::size_t open = rest.find('"'), close = rest.rfind('"');
  if (open == close) return std::nullopt;
  marker.file = rest.substr(open, close - open + 1);
  for (char flag : rest.substr(close + 1)) {
    marker.enters |= flag == '1';
    marker.leaves |= flag == '2';
    marker.system |= flag == '3';
  }
  return marker;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_word_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_word(char c) { return is_word_start(c) || is_digit(c); }

// Longest first. No entry begins with a lone `<` or `>` that could be a bracket.
constexpr std::array<std::string_view, 25> punctuators{"<=>", "<<=", ">>=", "...", "->*", "::", "->", ".*", "++",
                                                       "--",  "&&",  "||",  "==",  "!=",  "<=", ">=", "+=", "-=",
                                                       "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "##"};

class Lexer {
 public:
  explicit Lexer(std::string& text) : text_(text) { tokens_.files.emplace_back("\"<input>\""); }

  Tokens run() {
    while (at_ < text_.size()) {
      if (at_line_start_ && directive()) continue;
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
        at_line_start_ = true;
      } else if (std::isspace(static_cast<unsigned char>(c)) || c == '\0') {
        ++at_;
      } else {
        at_line_start_ = false;
        if (!comment()) token();
      }
    }
    return std::move(tokens_);
  }

 private:
  std::string_view view() const { return text_; }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  std::size_t line_end(std::size_t from) const { return std::min(text_.find('\n', from), text_.size()); }

  // A line marker or a pragma; false where the line is none.
  bool directive() {
    std::size_t hash = at_;
    while (hash < text_.size() && (text_[hash] == ' ' || text_[hash] == '\t')) ++hash;
    if (hash == text_.size() || text_[hash] != '#') return false;
    const std::size_t end = line_end(hash);
    if (const auto marker = parse_marker(view().substr(hash, end - hash))) {
      obey(*marker, end);
      return true;
    }
    if (pragma_for_nvcc(view().substr(hash, end - hash))) std::fill_n(text_.begin() + std::ptrdiff_t(hash), end - hash, ' ');
    at_ = end;
    return true;
  }

  void obey(const Marker& marker, std::size_t end) {
    if (marker.enters && marker.system) {
      const std::size_t back = end_of_header(end);
      if (view().substr(end, back - end).find("__loom_") == std::string_view::npos) {
        at_ = back;
        at_line_start_ = true;
        return;
      }
    }
    const auto known = std::find(tokens_.files.begin(), tokens_.files.end(), marker.file);
    file_ = static_cast<std::uint32_t>(known - tokens_.files.begin());
    if (known == tokens_.files.end()) tokens_.files.emplace_back(marker.file);
    line_ = marker.line;
    system_ = marker.system;
    at_ = std::min(end + 1, text_.size());
    at_line_start_ = true;
  }

  // Where the marker stands that leaves the header whose first line follows `from`.
  std::size_t end_of_header(std::size_t from) const {
    int depth = 1;
    while (from < text_.size()) {
      const std::size_t start = from + 1;
      from = line_end(start);
      if (start >= text_.size() || text_[start] != '#') continue;
      const auto marker = parse_marker(view().substr(start, from - start));
      if (!marker) continue;
      depth += marker->enters;
      depth -= marker->leaves;
      if (depth == 0) return start;
    }
    return text_.size();
  }

  static bool pragma_for_nvcc(std::string_view line) {
    std::size_t at = line.find_first_not_of(" \t", 1);
    if (at == std::string_view::npos || !line.substr(at).starts_with("pragma")) return false;
    at = line.find_first_not_of(" \t", at + 6);
    if (at == std::string_view::npos) return false;
    const std::string_view what = line.substr(at);
    return what.starts_with("unroll") || what.starts_with("GCC unroll") || what.starts_with("nounroll") || what.starts_with("nv_") ||
           what.starts_with("diag_") || what.starts_with("hd_warning_disable");
  }

  bool comment() {
    if (peek() != '/' || (peek(1) != '/' && peek(1) != '*')) return false;
    std::size_t end;
    if (peek(1) == '/') {
      end = line_end(at_);
    } else {
      end = text_.find("*/", at_ + 2);
      end = end == std::string::npos ? text_.size() : end + 2;
    }
    pass_to(end);
    return true;
  }

  void pass_to(std::size_t end) {
    const std::string_view passed = view().substr(at_, end - at_);
    line_ += static_cast<std::uint32_t>(std::count(passed.begin(), passed.end(), '\n'));
    at_ = end;
  }

  void add(TokenKind kind, std::size_t end) {
    tokens_.all.push_back({kind, system_, line_, file_, at_, view().substr(at_, end - at_)});
    pass_to(end);
  }

  void token() {
    const char c = peek();
    if (is_word_start(c)) return word();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '"') return add(TokenKind::string, quoted_end(at_));
    if (c == '\'') return add(TokenKind::character, quoted_end(at_));
    for (std::string_view punctuator : punctuators)
      if (view().substr(at_).starts_with(punctuator)) return add(TokenKind::punctuator, at_ + punctuator.size());
    add(TokenKind::punctuator, at_ + 1);
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const std::string_view name = view().substr(at_, end - at_);
    const char next = end < text_.size() ? text_[end] : '\0';
    const bool prefix = name == "u8" || name == "u" || name == "U" || name == "L";
    if (next == '"' && (name == "R" || name == "u8R" || name == "uR" || name == "UR" || name == "LR"))
      return add(TokenKind::string, raw_string_end(end));
    if (next == '"' && prefix) return add(TokenKind::string, quoted_end(end));
    if (next == '\'' && prefix) return add(TokenKind::character, quoted_end(end));
    add(TokenKind::identifier, end);
  }

  // What the standard calls a preprocessing number: 0x1p-3, 1'000, 2.5e+4f.
  void number() {
    std::size_t end = at_ + 1;
    while (end < text_.size()) {
      const char c = text_[end], before = text_[end - 1];
      const bool exponent_sign = (c == '+' || c == '-') && std::string_view("eEpP").find(before) != std::string_view::npos;
      const bool separator = c == '\'' && end + 1 < text_.size() && is_word(text_[end + 1]);
      if (!is_word(c) && c != '.' && !exponent_sign && !separator) break;
      ++end;
    }
    add(TokenKind::number, end);
  }

  // One past the closing quote. A literal that its line does not close ends with the line: the compiler will say so.
  std::size_t quoted_end(std::size_t open) const {
    const char quote = text_[open];
    for (std::size_t i = open + 1; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == '\\' && i + 1 < text_.size() && text_[i + 1] != '\n') ++i;
      else if (text_[i] == quote) return i + 1;
    }
    return line_end(open);
  }

  std::size_t raw_string_end(std::size_t open) const {
    const std::size_t paren = text_.find('(', open);
    if (paren == std::string::npos || paren - open > 17) return quoted_end(open);
    const std::string close = ")" + text_.substr(open + 1, paren - open - 1) + "\"";
    const std::size_t end = text_.find(close, paren);
    return end == std::string::npos ? text_.size() : end + close.size();
  }

  std::string& text_;
  Tokens tokens_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t file_ = 0;
  bool system_ = false;
  bool at_line_start_ = true;
};

}  // namespace

std::string location(const Tokens& tokens, const Token& token) {
  std::string file = tokens.files[token.file].substr(1, tokens.files[token.file].size() - 2);
  std::erase(file, '\0');            // what an exception says would end there
  return file + ":" + std::to_string(token.line);
}

Tokens lex(std::string& text) { return Lexer(text).run(); }

}  // namespace loom::compile
