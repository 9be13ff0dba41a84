// What a piece of PTX says in C++.
#include <algorithm>
#include <string>

#include "compile/ptx/writer.hpp"

namespace loom::compile {
namespace {

// Those that have nothing to do with values.
constexpr Known whole[] = {
    {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},
    {"membar.sys", "__threadfence_system()"},
    {"trap", "__trap()"},
    {"brkpt", "__brkpt()"},
    {"exit", "::loom::exit_thread()"},
};

constexpr Known fences[] = {{"cta", "__threadfence_block()"}, {"cluster", "__threadfence_cluster()"}, {"gpu", "__threadfence()"}, {"sys", "__threadfence_system()"}};

// Those that change nothing here.
constexpr std::string_view of_no_effect[] = {"pmevent", "griddepcontrol"};

// `fence.acq_rel.gpu`: all of them order in both ways here.
std::string fence(const PtxWriter& at) {
  for (const std::string_view order : {"acq_rel", "acquire", "release", "sc"})
    if (at.words().size() == 3 && at.words()[1] == order && at.operands() == 0)
      if (const Known* const known = find(fences, at.words()[2])) return std::string(known->meaning);
  at.unknown();
}

constexpr std::string label_of(std::string_view name) { return "__ptx_at_" + std::string(name); }

std::string meaning(const PtxWriter& at, const PtxCode& code) {
  if (const Known* const known = find(whole, at.text())) return std::string(known->meaning);
  if (std::ranges::find(of_no_effect, at.root()) != std::end(of_no_effect)) return "static_cast<void>(0)";
  if (at.root() == "nanosleep") return at.takes(1), "__nanosleep(" + at.value(0, "unsigned") + ")";
  if (at.root() == "bra") {
    at.takes(1);
    if (std::ranges::find(code.labels, at.operand(0)) == code.labels.end()) at.unknown();
    return "goto " + label_of(at.operand(0));
  }
  for (const auto kind : {ptx_memory, ptx_warps, ptx_tensors, ptx_barriers, ptx_matrices, ptx_conversion, ptx_arithmetic})
    if (std::string text = kind(at); !text.empty()) return text;
  if (at.root() == "fence") return fence(at);
  at.unknown();
}

std::string said(const PtxInstruction& instruction, const PtxCode& code) {
  if (!instruction.label.empty()) return label_of(instruction.label) + ": __attribute__((unused)); ";
  const PtxWriter at(code, instruction);
  const std::string statement = meaning(at, code) + "; ";
  if (instruction.guard.empty()) return statement;
  return std::string(instruction.if_false ? "if (!" : "if (") + at.bare(instruction.guard) + ") { " + statement + "} ";
}

}  // namespace

// Labels are declared, so that each copy of an inlined function has its own.
std::string ptx_as_cpp(const PtxCode& code) {
  std::string text;
  for (const PtxInstruction& instruction : code.instructions) text += said(instruction, code);
  std::string registers;
  for (const PtxCode::Register& made : code.registers)
    registers += "__attribute__((unused)) " + made.type + " __ptx_" + made.name.substr(made.name[0] == '%') + "{}; ";
  text = registers + text;
  if (text.find(PtxWriter::carry) != std::string::npos)
    text = "bool " + PtxWriter::carry + " = ::loom::carry(); " + text + "::loom::set_carry(" + PtxWriter::carry + "); ";
  if (code.labels.empty()) return text;
  std::string labels;
  for (const std::string& label : code.labels) labels += (labels.empty() ? "{ __label__ " : ", ") + label_of(label);
  return labels + "; " + text + "} ";
}

}  // namespace loom::compile
