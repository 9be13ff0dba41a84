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

// `1`, `0` and `-1`, also as constants of the program.
std::string flag(const PtxWriter& at, std::size_t i) { return "(" + at.bare(at.operand(i)) + ")"; }

// `wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 d, a, b, scale_d, scale_a, scale_b, turn_a, turn_b`; d is read and written.
std::string multiply_tiles(const PtxWriter& at) {
  const std::vector<std::string>& words = at.words();
  if (words.size() != 8 || words[2] != "sync" || words[3] != "aligned" || at.operands() < 6) at.unknown();
  const std::string &shape = words[4], &d = words[5], &a = words[6], &b = words[7];
  const auto [m, n, k] = sizes(shape);
  const bool small = a == "e4m3" || a == "e5m2", half = a == "f16" || a == "bf16", in_registers = PtxWriter::in_braces(at.operand(1));
  const bool known = small ? b == "e4m3" || b == "e5m2" : (half || a == "tf32") && a == b;
  const std::string rest = "k" + std::string(small ? "32" : half ? "16" : "8");
  const std::size_t turns = half ? (in_registers ? 1 : 2) : 0, last = 6 + turns;
  if (!known || (d != "f32" && (d != "f16" || a == "bf16" || a == "tf32")) || shape != "m64n" + std::to_string(n) + rest || m != 64 || k == 0 || n < 8 ||
      n > 256 || n % 8 != 0 || at.operands() != last)
    at.unknown();
  const std::vector<std::string> of_d = at.parts(at.operand(0));
  const std::vector<std::string> of_a = in_registers ? at.parts(at.operand(1)) : std::vector<std::string>();
  if (of_d.size() != n / (d == "f32" ? 2 : 4) || (in_registers && of_a.size() != 4)) at.unknown();
  std::string places, after;
  std::size_t count = 0;
  for (const auto* const names : {&of_d, &of_a})
    for (const std::string& name : *names)
      if (const std::string place = at.place(name); !place.empty()) places += (count++ > 0 ? ", " : "") + place;
  for (std::size_t i = 0; i < of_d.size(); ++i) after += at.set(of_d[i], "__ptx_d[" + std::to_string(i) + "]") + "; ";
  const auto turned = [&](std::size_t which) { return turns > which ? flag(at, last - turns + which) + " != 0" : std::string("false"); };
  return "{ unsigned __ptx_d[]{" + registers(at, 0, "unsigned") + "}; const unsigned __ptx_a[]{" + (in_registers ? registers(at, 1, "unsigned") : "0") +
         "}; const void* const __ptx_places[]{" + (count > 0 ? places : "nullptr") + "}; ::loom::multiply_tiles({" + std::to_string(n) +
         ", ::loom::Number::" + d + ", ::loom::Number::" + a + ", ::loom::Number::" + b + ", " + (in_registers ? "true" : "false") + ", " + flag(at, 4) +
         " < 0, " + flag(at, 5) + " < 0, " + (in_registers ? "false" : turned(0)) + ", " + turned(in_registers ? 0 : 1) + "}, " +
         (in_registers ? "0" : at.value(1, "unsigned long long")) + ", " + at.value(2, "unsigned long long") + ", __ptx_a, " + flag(at, 3) +
         " != 0, __ptx_d, __ptx_places, " + std::to_string(count) + "); " + after + "}";
}

// `wgmma.fence`, `wgmma.commit_group`, `wgmma.wait_group`
std::string of_warpgroup(const PtxWriter& at) {
  if (at.says("mma_async")) return multiply_tiles(at);
  if (!at.says("sync") || !at.says("aligned")) at.unknown();
  if (at.says("fence")) return at.takes(0), "::loom::fence_registers()";
  if (at.says("commit_group")) return at.takes(0), "::loom::commit_products()";
  if (at.says("wait_group")) return at.takes(1), "::loom::wait_for_products(" + at.value(0, "unsigned") + ")";
  at.unknown();
}

// `setmaxnreg.inc.sync.aligned.u32 240`, a multiple of 8 from 24 to 256.
std::string set_registers(const PtxWriter& at) {
  at.takes(1);
  if (at.says("inc") == at.says("dec")) at.unknown();
  return "::loom::set_registers(" + at.value(0, "unsigned") + ", " + (at.says("inc") ? "true" : "false") + ")";
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
  if (at.root() == "wgmma") return of_warpgroup(at);
  if (at.root() == "setmaxnreg") return set_registers(at);
  if (at.root() == "ldmatrix" || at.root() == "stmatrix") return move(at);
  return "";
}

}  // namespace loom::compile
