// PTX in which a warp works on matrices.
#include <algorithm>
#include <cstdlib>

#include "compile/ptx/writer.hpp"

namespace loom::compile {
namespace {

// By the types of a, of d and c: how large they can be.
struct Product {
  std::string_view shape, a, c;
};
constexpr Product products[] = {
    {"m16n8k8", "f16", "f16"},    {"m16n8k8", "f16", "f32"},   {"m16n8k16", "f16", "f16"}, {"m16n8k16", "f16", "f32"}, {"m16n8k8", "bf16", "f32"},
    {"m16n8k16", "bf16", "f32"},  {"m16n8k4", "tf32", "f32"},  {"m16n8k8", "tf32", "f32"}, {"m8n8k4", "f64", "f64"},   {"m16n8k4", "f64", "f64"},
    {"m16n8k8", "f64", "f64"},    {"m16n8k16", "f64", "f64"},  {"m8n8k16", "s8", "s32"},   {"m16n8k16", "s8", "s32"},  {"m16n8k32", "s8", "s32"},
    {"m8n8k32", "s4", "s32"},     {"m16n8k32", "s4", "s32"},   {"m16n8k64", "s4", "s32"},
};

struct Sizes {
  unsigned m, n, k;
};
Sizes sizes(const std::string& shape) {
  const char* const text = shape.c_str();
  return {static_cast<unsigned>(std::atoi(text + 1)), static_cast<unsigned>(std::atoi(text + shape.find('n') + 1)),
          static_cast<unsigned>(std::atoi(text + shape.find('k') + 1))};
}

// The registers of an operand, as values of the type that holds their bits.
std::string registers(const PtxWriter& at, std::size_t i, std::string_view type) {
  std::string text;
  for (const std::string& name : at.parts(at.operand(i))) text += (text.empty() ? "" : ", ") + at.value(name, type);
  return text;
}

std::string register_of(std::string_view type) { return type == "f64" ? "unsigned long long" : "unsigned"; }

// How many of them hold a lane's part of a matrix.
std::size_t registers_for(unsigned numbers, const std::string& type) {
  const unsigned bits = type == "bf16" ? 16 : type == "tf32" ? 32 : static_cast<unsigned>(std::atoi(type.c_str() + 1));
  return numbers / 32 * bits / (bits == 64 ? 64 : 32);
}

// `mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 d, a, b, c`
std::string multiply(const PtxWriter& at) {
  at.takes(4);
  const std::vector<std::string>& words = at.words();
  const std::size_t last = words.size() - 1;
  const bool saturates = at.says("satfinite");
  if (words.size() != (saturates ? 11u : 10u) || words[4] != "row" || words[5] != "col") at.unknown();
  const std::string &shape = words[3], &d = words[last - 3], &a = words[last - 2], &b = words[last - 1], &c = words[last];
  const auto signed_one = [](std::string_view type) { return type.starts_with('u') ? "s" + std::string(type.substr(1)) : std::string(type); };
  const bool mixed = d != c && !(d == "f32" && c == "f16") && !(d == "f16" && c == "f32");
  const bool known = std::ranges::any_of(products, [&](const Product& one) { return one.shape == shape && one.a == signed_one(a) && one.c == c; });
  if (!known || mixed || signed_one(b) != signed_one(a)) at.unknown();
  const auto [m, n, k] = sizes(shape);
  const struct {
    std::string name, type;
    unsigned numbers;
  } operands[] = {{"d", d, m * n}, {"a", a, m * k}, {"b", b, k * n}, {"c", c, m * n}};
  std::string text = "{ ", after, types;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& [name, type, numbers] = operands[i];
    const std::vector<std::string> parts = at.parts(at.operand(i));
    if (parts.size() != registers_for(numbers, type)) at.unknown();
    types += ", ::loom::Number::" + type;
    text += (i > 0 ? "const " : "") + register_of(type) + " __ptx_" + name + "[" + std::to_string(parts.size()) + "]";
    text += i > 0 ? "{" + registers(at, i, register_of(type)) + "}; " : "; ";
    for (std::size_t part = 0; i == 0 && part < parts.size(); ++part) after += at.set(parts[part], "__ptx_d[" + std::to_string(part) + "]") + "; ";
  }
  return text + "::loom::multiply_matrices({" + std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k) + types +
         (saturates ? ", true" : ", false") + "}, __ptx_a, __ptx_b, __ptx_c, __ptx_d); " + after + "}";
}

// `ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {a, b, c, d}, [p]`, and `stmatrix` with the operands the other way round.
std::string move(const PtxWriter& at) {
  at.takes(2);
  at.says_only({"sync", "aligned", "m8n8", "x1", "x2", "x4", "trans", "shared", "shared::cta"});
  const bool loads = at.root() == "ldmatrix";
  const std::vector<std::string> names = at.parts(at.operand(loads ? 0 : 1));
  const std::string count = at.says("x4") ? "4" : at.says("x2") ? "2" : "1";
  if (at.words().back() != "b16" || std::to_string(names.size()) != count) at.unknown();
  const std::string call = std::string("::loom::ptx::") + (loads ? "load" : "store") + "_matrices<" + count + ", " + (at.says("trans") ? "true" : "false") + ">(";
  if (!loads)
    return "{ const unsigned __ptx_parts[]{" + registers(at, 1, "unsigned") + "}; " + call + at.address(0, "uint4") + ", __ptx_parts); }";
  std::string text = "{ unsigned __ptx_parts[" + count + "]; " + call + at.address(1, "const uint4") + ", __ptx_parts); ";
  for (std::size_t i = 0; i < names.size(); ++i) text += at.set(names[i], "__ptx_parts[" + std::to_string(i) + "]") + "; ";
  return text + "}";
}

}  // namespace

std::string ptx_matrices(const PtxWriter& at) {
  if (at.root() == "mma" && at.says("sync")) return multiply(at);
  if (at.root() == "ldmatrix" || at.root() == "stmatrix") return move(at);
  return "";
}

}  // namespace loom::compile
