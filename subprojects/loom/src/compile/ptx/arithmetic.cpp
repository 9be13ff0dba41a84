// PTX that computes: mostly a call of the function of that name in loom/device_ptx.h.
#include <algorithm>

#include "compile/ptx/writer.hpp"

namespace loom::compile {
namespace {

// A value of the type that the name ends with, from operands of that type.
struct Computed {
  std::string_view name;
  std::size_t operands;
};
constexpr Computed computed[] = {
    {"add", 2}, {"sub", 2}, {"mul", 2}, {"mad", 3}, {"fma", 3}, {"div", 2}, {"rem", 2}, {"min", 2}, {"max", 2}, {"neg", 1}, {"abs", 1},
    {"and", 2}, {"or", 2}, {"xor", 2}, {"not", 1}, {"brev", 1}, {"popc", 1}, {"clz", 1}, {"bfind", 1}, {"sad", 3}, {"ex2", 1},
    {"lg2", 1}, {"sin", 1}, {"cos", 1}, {"tanh", 1}, {"rcp", 1}, {"sqrt", 1}, {"rsqrt", 1}, {"mul24", 2}, {"mad24", 3}, {"copysign", 2},
};

// `.lo` and roundings to nearest are what C++ does; the functions behind the approximations are more exact than those.
constexpr std::string_view without_effect[] = {"lo", "rn", "ftz", "approx", "full"};

// The other ways to round, as the names of CUDA's functions have them.
constexpr Known roundings[] = {{"rz", "rz"}, {"rm", "rd"}, {"rp", "ru"}};
constexpr std::string_view rounded_operations[] = {"add", "sub", "mul", "fma", "div", "rcp", "sqrt"};

// `__dadd_rz`, but `__fma_rz` and `__fmaf_rz`
std::string rounded(const PtxWriter& at, const std::string& rounding) {
  const std::string &name = at.root(), type = at.type();
  if (std::ranges::find(rounded_operations, name) == std::end(rounded_operations) || (type != "float" && type != "double")) at.unknown();
  if (name == "fma") return (type == "float" ? "__fmaf_" : "__fma_") + rounding;
  return (type == "float" ? "__f" : "__d") + name + "_" + rounding;
}

// With the carry of what came before where the name ends with a `c`, and leaving one where it says `.cc`.
std::string with_carry(const PtxWriter& at) {
  at.says_only({"lo", "hi", "cc"});
  const std::string type = at.type(), operation = at.root().substr(0, 3);
  const std::string operands = operation == "mad" ? at.values({type, type, type}) : at.values({type, type});
  const std::string carried = at.root().ends_with('c') ? PtxWriter::carry : operation == "sub" ? "true" : "false";
  const std::string call = PtxWriter::call("carrying_" + operation + (at.says("hi") ? "_hi" : ""), type, operands + ", " + carried);
  return "{ const auto __ptx_got = " + call + "; " + at.set("__ptx_got.value") + "; " + (at.says("cc") ? PtxWriter::carry + " = __ptx_got.carry; " : "") + "}";
}

std::string arithmetic(const PtxWriter& at) {
  const auto* const known = std::ranges::find(computed, at.root(), &Computed::name);
  if (known == std::end(computed)) return "";
  const std::string type = at.type();
  const bool of_integers = at.words().back().find('f') == std::string::npos;
  std::string name(known->name), rounding, after;
  for (std::size_t i = 1; i + 1 < at.words().size(); ++i) {
    const std::string& word = at.words()[i];
    if ((word == "hi" || word == "wide") && (name == "mul" || name == "mad")) name += "_" + word;
    else if (word == "sat" && type == "int" && (name == "add" || name == "sub")) name += "_sat";
    else if ((word == "sat" || word == "relu") && !of_integers) after = word == "sat" ? "saturated" : word;
    else if (const Known* const way = find(roundings, word)) rounding = way->meaning;
    else if (std::ranges::find(without_effect, word) == std::end(without_effect)) at.unknown();
  }
  if (name == "mad_wide") {
    at.takes(4);
    return at.set(PtxWriter::call(name, type, at.value(1, type) + ", " + at.value(2, type) + ", " + at.bare(at.operand(3))));
  }
  at.takes(known->operands + 1);
  std::string arguments;
  for (std::size_t i = 1; i <= known->operands; ++i) arguments += (i > 1 ? ", " : "") + at.value(i, type);
  const std::string result = rounding.empty() ? PtxWriter::call(name, type, arguments) : rounded(at, rounding) + "(" + arguments + ")";
  return at.set(after.empty() ? result : PtxWriter::call(after, type, result));
}

std::string of_bits(const PtxWriter& at) {
  const std::string& name = at.root();
  const auto bits = [&](std::string_view function, std::initializer_list<std::string_view> types) {
    return at.set(std::string(function) + "(" + at.values(types) + ")");
  };
  if (name == "shl" || name == "shr") return at.set(PtxWriter::call(name, at.type(), at.values({at.type(), "unsigned"})));
  if (name == "lop3") return at.says_only({}), bits("::loom::ptx::lop3", {"unsigned", "unsigned", "unsigned", "unsigned"});
  if (name == "bfe") return at.set(PtxWriter::call(name, at.type(), at.values({at.type(), "unsigned", "unsigned"})));
  if (name == "bfi") return at.set(PtxWriter::call(name, at.type(), at.values({at.type(), at.type(), "unsigned", "unsigned"})));
  if (name == "bmsk")
    return at.says_only({"clamp", "wrap"}), bits(at.says("clamp") ? "::loom::ptx::bmsk_clamp" : "::loom::ptx::bmsk_wrap", {"unsigned", "unsigned"});
  if (name == "prmt") return at.says_only({}), bits("::loom::ptx::prmt", {"unsigned", "unsigned", "unsigned"});
  if (name == "shf") {
    at.says_only({"l", "r", "wrap", "clamp"});
    return bits(std::string("__funnelshift_") + (at.says("l") ? "l" : "r") + (at.says("clamp") ? "c" : ""), {"unsigned", "unsigned", "unsigned"});
  }
  if (name == "dp4a" || name == "dp2a") {
    if (at.words().size() < 3 || at.words()[at.words().size() - 2] != at.words().back()) at.unknown();
    return bits("__" + name + (name == "dp4a" ? "" : at.says("lo") ? "_lo" : "_hi"), {at.type(), at.type(), at.type()});
  }
  if (name == "vabsdiff4") {
    if (!at.text().starts_with("vabsdiff4.u32.u32.u32.add ")) at.unknown();
    return at.takes(4), at.set("__vsadu4(" + at.value(1, "unsigned") + ", " + at.value(2, "unsigned") + ") + " + at.value(3, "unsigned"));
  }
  return "";
}

}  // namespace

std::string ptx_arithmetic(const PtxWriter& at) {
  const std::string& name = at.root();
  if (at.says("cc") || name == "addc" || name == "subc" || name == "madc") return with_carry(at);
  if (std::string text = of_bits(at); !text.empty()) return text;
  return arithmetic(at);
}

}  // namespace loom::compile
