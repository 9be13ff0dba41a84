#include "compile/ptx/ptx.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace loom::compile {
namespace {

constexpr unsigned most_registers = 1024;

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

bool is_name(std::string_view text) {
  text.remove_prefix(text.starts_with('%') || text.starts_with('$'));
  const bool begins = !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0]));
  return begins && std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// `r<4>` stands for r0 to r3.
std::vector<std::string> declared(const std::string& text) {
  std::vector<std::string> names;
  for (const std::string& name : listed(text)) {
    const std::size_t open = name.find('<');
    if (open == std::string::npos) names.push_back(name);
    else
      for (unsigned i = 0; i < std::strtoul(name.c_str() + open + 1, nullptr, 10) && i < most_registers; ++i)
        names.push_back(name.substr(0, open) + std::to_string(i));
  }
  return names;
}

// `.reg .u32 a, b`
void read_registers(const std::string& statement, std::string_view rest, PtxCode& code) {
  const std::string word = first_word(rest);
  const std::string type(ptx_type(std::string_view(word).substr(!word.empty())));
  if (type.empty()) throw UnknownPtx(statement);
  for (const std::string& name : declared(std::string(rest))) {
    if (!is_name(name) || name[0] == '$') throw UnknownPtx(statement);
    const auto before = std::ranges::find(code.registers, name, &PtxCode::Register::name);
    if (before == code.registers.end()) code.registers.push_back({name, type});
    else if (before->type != type) throw UnknownPtx(statement);
  }
}

// `DONE:`, which is taken off; empty where the statement begins with none.
std::string label(std::string_view& statement) {
  const std::size_t colon = statement.find(':');
  if (colon == std::string_view::npos || statement.substr(colon).starts_with("::") || !is_name(trimmed(statement.substr(0, colon)))) return "";
  std::string name = trimmed(statement.substr(0, colon));
  statement.remove_prefix(colon + 1);
  std::erase(name, '$');
  return name;
}

void read_statement(const std::string& statement, PtxCode& code) {
  std::string_view rest = statement;
  while (true) {
    while (!rest.empty() && (blank(rest.front()) || rest.front() == '{' || rest.front() == '}')) rest.remove_prefix(1);
    std::string name = label(rest);
    if (name.empty()) break;
    if (std::ranges::find(code.labels, name) != code.labels.end()) throw UnknownPtx(statement);
    code.labels.push_back(name);
    PtxInstruction here;
    here.label = std::move(name);
    code.instructions.push_back(std::move(here));
  }
  if (rest.empty()) return;
  if (rest.starts_with(".pragma")) return;
  if (rest.starts_with(".reg")) return read_registers(statement, trimmed(rest.substr(4)), code);
  PtxInstruction instruction;
  std::string word = first_word(rest);
  if (word.starts_with('@')) {
    instruction.if_false = word.starts_with("@!");
    instruction.guard = word.substr(instruction.if_false ? 2 : 1);
    word = first_word(rest);
  }
  instruction.words = parted_by_dots(word);
  instruction.operands = listed(rest);
  instruction.text = word;
  if (instruction.words[0] == "bra")
    for (std::string& operand : instruction.operands) std::erase(operand, '$');
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
    if (i < bare.size() && bare[i] != ';') {
      statement += bare[i];
      continue;
    }
    read_statement(trimmed(statement), code);
    statement.clear();
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
      {"f16", "::loom::ptx::f16"},     {"f16x2", "::loom::ptx::f16x2"},     {"b128", "::loom::ptx::b128"},
      {"bf16", "::loom::ptx::bf16"},   {"bf16x2", "::loom::ptx::bf16x2"},  {"tf32", "::loom::ptx::tf32"},
  };
  const auto* const found = std::ranges::find(types, suffix, &Type::suffix);
  return found != std::end(types) ? found->name : std::string_view();
}

}  // namespace loom::compile
