// PTX, the assembly of GPUs, as C++.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace loom::compile {

// `@!p ld.global.v2.u32 {a, b}, [%1+8];`, or a label.
struct PtxInstruction {
  std::string label;                   // then there is nothing else
  std::string text;                    // the name and the operands
  std::string guard;                   // the predicate's register
  bool if_false = false;               // `@!p`
  std::vector<std::string> words;      // what the name says, between its dots
  std::vector<std::string> operands;

  bool says(std::string_view word) const;
};

struct PtxCode {
  struct Register {
    std::string name, type;
  };
  std::vector<Register> registers;     // those it declares itself
  std::vector<std::string> labels;
  std::vector<PtxInstruction> instructions;
};

// An instruction that loom cannot run.
struct UnknownPtx : std::runtime_error {
  using runtime_error::runtime_error;
};

// Comments go, and braces around statements too: what is declared twice is one.
PtxCode parse_ptx(std::string_view text);

// The C++ type that a suffix like `u32` stands for; empty for one that loom does not know.
std::string_view ptx_type(std::string_view suffix);

// Statements that do the same, where operand %0 is a variable `__ptx0`. Throws UnknownPtx.
std::string ptx_as_cpp(const PtxCode&);

}  // namespace loom::compile
