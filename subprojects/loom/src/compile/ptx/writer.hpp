// Writes what one instruction of PTX says as C++: its operands, and what becomes of its result.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "compile/ptx/ptx.hpp"

namespace loom::compile {

struct Known {
  std::string_view ptx, meaning;
};

template <class Table>
const Known* find(const Table& table, std::string_view ptx) {
  for (const Known& known : table)
    if (known.ptx == ptx) return &known;
  return nullptr;
}

class PtxWriter {
 public:
  PtxWriter(const PtxCode& code, const PtxInstruction& at) : code_(code), at_(at) {}

  [[noreturn]] void unknown() const { throw UnknownPtx(at_.text); }

  const std::string& text() const { return at_.text; }
  const std::vector<std::string>& words() const { return at_.words; }
  const std::string& root() const { return at_.words[0]; }
  bool says(std::string_view word) const { return at_.says(word); }
  // All words between the first and the last are among these.
  void says_only(std::initializer_list<std::string_view>) const;

  // The C++ type of a suffix, and of the last of the name.
  std::string type(std::string_view suffix) const;
  std::string type() const { return type(at_.words.back()); }

  // The C++ type of so many of them, for an access to be one.
  std::string vector_of(std::size_t count) const;

  std::size_t operands() const { return at_.operands.size(); }
  const std::string& operand(std::size_t i) const;
  void takes(std::size_t operands) const;

  // An operand as C++ has it, and as a value of a type.
  std::string bare(std::string_view operand) const;
  std::string value(std::string_view operand, std::string_view type) const;
  std::string value(std::size_t i, std::string_view type) const { return value(operand(i), type); }
  // All operands but the first, of these types.
  std::string values(std::initializer_list<std::string_view> types) const;

  // `{a, b}` as the names in it; a name alone is a list of one.
  std::vector<std::string> parts(std::string_view operand) const;
  static bool in_braces(std::string_view operand) { return operand.starts_with('{'); }

  // Where the program keeps the register, `%1`; empty for one that the assembly declares itself.
  std::string place(std::string_view name) const;

  // `[%1+16]` as a pointer.
  std::string address(std::size_t i, std::string_view type) const;

  // The target gets that value, bit by bit where the sizes agree. `_` takes anything.
  std::string set(std::string_view target, std::string_view value) const;
  std::string set(std::string_view value) const { return set(operand(0), value); }
  // The carry flag, which the statement keeps.
  static inline const std::string carry = "__ptx_carry";

  // `::loom::ptx::name_<type>(arguments)`
  static std::string call(std::string_view name, std::string_view type, std::string_view arguments);

 private:
  std::string variable(std::string_view name) const;

  const PtxCode& code_;
  const PtxInstruction& at_;
};

// What an instruction of each kind means; empty where it is of another. They throw UnknownPtx.
std::string ptx_arithmetic(const PtxWriter&);
std::string ptx_barriers(const PtxWriter&);
std::string ptx_conversion(const PtxWriter&);
std::string ptx_matrices(const PtxWriter&);
std::string ptx_memory(const PtxWriter&);
std::string ptx_tensors(const PtxWriter&);
std::string ptx_warps(const PtxWriter&);

}  // namespace loom::compile
