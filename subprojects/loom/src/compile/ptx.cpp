#include "compile/ptx.hpp"

#include <algorithm>
#include <cctype>

namespace loom::compile {
namespace {

bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

std::string trimmed(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

std::string without_comments(std::string_view text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("//") || rest.starts_with("/*")) {
      const std::string_view end = rest[1] == '/' ? "\n" : "*/";
      const std::size_t found = rest.find(end, 2);
      if (found == std::string_view::npos) break;
      i += found + end.size() - 1;
      kept += ' ';
    } else {
      kept += text[i];
    }
  }
  return kept;
}

// What commas part, but not within brackets.
std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] == '[' || text[i] == '{')) ++depth;
    if (i < text.size() && (text[i] == ']' || text[i] == '}')) --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    if (std::string part = trimmed(text.substr(begin, i - begin)); !part.empty()) parts.push_back(std::move(part));
    begin = i + 1;
  }
  return parts;
}

// The first word, which is taken off.
std::string first_word(std::string_view& text) {
  const std::size_t end = std::min(text.size(), static_cast<std::size_t>(std::ranges::find_if(text, blank) - text.begin()));
  const std::string word(text.substr(0, end));
  text.remove_prefix(end);
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  return word;
}

std::vector<std::string> parted_by_dots(std::string_view name) {
  std::vector<std::string> words;
  for (std::size_t dot; (dot = name.find('.')) != std::string_view::npos; name.remove_prefix(dot + 1)) words.emplace_back(name.substr(0, dot));
  words.emplace_back(name);
  return words;
}

void read_statement(const std::string& statement, PtxCode& code) {
  std::string_view rest = statement;
  PtxInstruction instruction;
  std::string word = first_word(rest);
  if (word == ".reg") {
    const std::string type = first_word(rest);
    if (type.empty() || ptx_type(std::string_view(type).substr(1)).empty()) throw UnknownPtx(statement);
    for (const std::string& name : listed(rest)) {
      if (!std::ranges::all_of(name.substr(name[0] == '%'), [](unsigned char c) { return std::isalnum(c) || c == '_'; })) throw UnknownPtx(statement);
      code.registers.push_back({name, std::string(ptx_type(std::string_view(type).substr(1)))});
    }
    return;
  }
  if (word.starts_with('@')) {
    instruction.if_false = word.starts_with("@!");
    instruction.guard = word.substr(instruction.if_false ? 2 : 1);
    word = first_word(rest);
  }
  instruction.words = parted_by_dots(word);
  instruction.operands = listed(rest);
  instruction.text = word;
  for (const std::string& operand : instruction.operands) instruction.text += (&operand == instruction.operands.data() ? " " : ", ") + operand;
  code.instructions.push_back(std::move(instruction));
}

}  // namespace

bool PtxInstruction::says(std::string_view word) const { return std::ranges::find(words, word) != words.end(); }

PtxCode parse_ptx(std::string_view text) {
  PtxCode code;
  const std::string bare = without_comments(text);
  std::string statement;
  for (std::size_t i = 0; i <= bare.size(); ++i) {
    const bool begins = trimmed(statement).empty();
    if (i == bare.size() || bare[i] == ';') {
      if (!begins) read_statement(trimmed(statement), code);
      statement.clear();
    } else if (!begins || (bare[i] != '{' && bare[i] != '}')) {
      statement += bare[i];
    }
  }
  return code;
}

std::string_view ptx_type(std::string_view suffix) {
  struct Type {
    std::string_view suffix, name;
  };
  static constexpr Type types[] = {
      {"pred", "bool"},         {"u8", "unsigned char"},  {"b8", "unsigned char"},  {"s8", "signed char"},
      {"u16", "unsigned short"}, {"b16", "unsigned short"}, {"s16", "short"},        {"u32", "unsigned"},
      {"b32", "unsigned"},      {"s32", "int"},           {"u64", "unsigned long long"}, {"b64", "unsigned long long"},
      {"s64", "long long"},     {"f32", "float"},         {"f64", "double"},
  };
  const auto* const found = std::ranges::find(types, suffix, &Type::suffix);
  return found != std::end(types) ? found->name : std::string_view();
}

}  // namespace loom::compile
