// PTX that moves, converts, compares and selects.
#include "compile/ptx/writer.hpp"

namespace loom::compile {
namespace {

constexpr Known comparisons[] = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="}, {"gt", ">"}, {"ge", ">="},
                                 {"lo", "<"},  {"ls", "<="}, {"hi", ">"}, {"hs", ">="}};
// Those that are true where either side is NaN: each as the opposite of one that then is not.
constexpr Known unordered[] = {{"equ", "ne"}, {"neu", "eq"}, {"ltu", "ge"}, {"leu", "gt"}, {"gtu", "le"}, {"geu", "lt"}};

constexpr Known combinations[] = {{"and", "&"}, {"or", "|"}, {"xor", "^"}};

// `{a, b}` has its lowest bits first.
std::string move(const PtxWriter& at) {
  at.takes(2);
  const std::string type = at.type();
  if (PtxWriter::in_braces(at.operand(0))) {
    const std::vector<std::string> names = at.parts(at.operand(0));
    std::string text = "{ const auto __ptx_got = " + at.value(1, type) + "; ";
    for (std::size_t i = 0; i < names.size(); ++i)
      text += at.set(names[i], "::loom::ptx::part_<" + std::to_string(names.size()) + ">(__ptx_got, " + std::to_string(i) + ")") + "; ";
    return text + "}";
  }
  if (!PtxWriter::in_braces(at.operand(1))) return at.set(at.value(1, type));
  std::string parts;
  for (const std::string& name : at.parts(at.operand(1))) parts += (parts.empty() ? "" : ", ") + at.bare(name);
  return at.set(PtxWriter::call("joined", type, parts));
}

std::string convert(const PtxWriter& at) {
  if (at.words().size() < 3) at.unknown();
  const std::string from = at.type(), to = at.type(at.words()[at.words().size() - 2]);
  std::string rounding = "rn", after;
  for (std::size_t i = 1; i + 2 < at.words().size(); ++i) {
    const std::string& word = at.words()[i];
    if (word.size() >= 2 && word[0] == 'r' && word != "relu") rounding = word;
    else if (word == "relu" || word == "sat") after = word;
    else if (word != "ftz") at.unknown();
  }
  const std::string arguments = at.operands() == 3 ? at.value(1, from) + ", " + at.value(2, from) : at.value(1, from);
  at.takes(to.ends_with("x2") && !from.ends_with("x2") ? 3 : 2);
  const std::string rounded = "::loom::ptx::convert_" + rounding + "<" + to + ">(" + arguments + ")";
  return at.set(after.empty() ? rounded : "::loom::ptx::" + after + "_<" + to + ">(" + (after == "sat" && rounding == "rn" ? arguments : rounded) + ")");
}

// What `setp.lt.u32` compares.
std::string comparison(const PtxWriter& at, const std::string& how, const std::string& type) {
  const std::string a = at.value(1, type), b = at.value(2, type);
  if (how == "num") return "(" + a + " == " + a + " && " + b + " == " + b + ")";
  if (how == "nan") return "(" + a + " != " + a + " || " + b + " != " + b + ")";
  if (const Known* const opposite = find(unordered, how)) return "!" + comparison(at, std::string(opposite->meaning), type);
  const Known* const known = find(comparisons, how);
  if (!known) at.unknown();
  return "(" + a + " " + std::string(known->meaning) + " " + b + ")";
}

// `setp.lt.and.u32 p|q, a, b, c`
std::string compare(const PtxWriter& at) {
  const std::vector<std::string>& words = at.words();
  if (words.size() < 3) at.unknown();
  std::string holds = comparison(at, words[1], at.type()), fails = "!" + holds;
  for (std::size_t i = 2; i + 1 < words.size(); ++i) {
    if (words[i] == "ftz") continue;
    const Known* const combination = find(combinations, words[i]);
    if (!combination) at.unknown();
    const std::string with = " " + std::string(combination->meaning) + " " + at.value(3, "bool");
    holds += with, fails += with;
  }
  const std::string& targets = at.operand(0);
  const std::size_t bar = targets.find('|');
  if (bar == std::string::npos) return at.set(targets, holds);
  return "{ const bool __ptx_holds = " + holds + ", __ptx_fails = " + fails + "; " + at.set(targets.substr(0, bar), "__ptx_holds") + "; " +
         at.set(targets.substr(bar + 1), "__ptx_fails") + "; }";
}

}  // namespace

std::string ptx_conversion(const PtxWriter& at) {
  const std::string& name = at.root();
  if (name == "mov") return move(at);
  if (name == "cvt") return convert(at);
  if (name == "setp") return compare(at);
  if (name == "set" && at.words().size() == 4) {
    const std::string to = at.type(at.words()[2]);
    return at.takes(3), at.set(comparison(at, at.words()[1], at.type()) + " ? " + (to == "float" ? "1.0f : 0.0f" : "~0u : 0u"));
  }
  if (name == "selp") return at.takes(4), at.set(at.value(3, "bool") + " ? " + at.value(1, at.type()) + " : " + at.value(2, at.type()));
  if (name == "slct" && at.words().size() == 3) {
    const std::string type = at.type(at.words()[1]);
    return at.takes(4), at.set(at.value(3, at.type()) + " >= 0 ? " + at.value(1, type) + " : " + at.value(2, type));
  }
  return "";
}

}  // namespace loom::compile
