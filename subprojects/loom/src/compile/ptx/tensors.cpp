// PTX of the asynchronous proxy: copies in bulk, copies by tensor maps, and what orders them.
#include <algorithm>

#include "compile/ptx/writer.hpp"

namespace loom::compile {
namespace {

constexpr std::string_view nothing = "static_cast<void>(0)";
constexpr std::string_view word = "::std::uint64_t";

constexpr Known reductions[] = {{"add", "add"}, {"min", "min"}, {"max", "max"}, {"inc", "inc"}, {"dec", "dec"}, {"and", "bit_and"}, {"or", "bit_or"}, {"xor", "bit_xor"}};

// `[map, {x, y}]`
std::string box(const PtxWriter& at, std::size_t i) {
  const std::string& text = at.operand(i);
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || text.front() != '[' || text.back() != ']') at.unknown();
  std::string coordinates(text.substr(comma + 1, text.size() - comma - 2));
  coordinates.erase(0, coordinates.find('{'));
  if (coordinates.empty()) at.unknown();
  const std::vector<std::string> names = at.parts(coordinates);
  if (!at.says(std::to_string(names.size()) + "d")) at.unknown();
  std::string values;
  for (const std::string& name : names) values += (values.empty() ? "" : ", ") + at.value(name, "int");
  return "{" + at.value(std::string_view(text).substr(1, comma - 1), "unsigned long long") + ", {" + values + "}, " + std::to_string(names.size()) + "}";
}

std::string reduction(const PtxWriter& at) {
  const auto operation = std::ranges::find_if(at.words(), [](const std::string& name) { return find(reductions, name) != nullptr; });
  if (at.root() != "cp" || !at.says("reduce")) return "::loom::Reduction::none";
  if (operation == at.words().end()) at.unknown();
  return "::loom::Reduction::" + std::string(find(reductions, *operation)->meaning);
}

// `cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [to], [map, {x, y}], [barrier]`, and out of shared memory.
std::string tensor(const PtxWriter& at) {
  if (at.says("im2col") || at.says("tile::gather4") || at.says("tile::scatter4") || at.says("cta_group::1") || at.says("cta_group::2")) at.unknown();
  const std::size_t operands = at.operands() - at.says("L2::cache_hint");
  if (at.says("prefetch")) return "::loom::prefetch_box(" + box(at, 0) + ")";
  if (at.says("bulk_group")) {
    if (operands != 2) at.unknown();
    return "::loom::copy_box_out(" + box(at, 0) + ", " + at.address(1, "const void") + ", " + reduction(at) + ")";
  }
  const bool to_many = at.says("multicast::cluster");
  if (!at.says("mbarrier::complete_tx::bytes") || operands != (to_many ? 4u : 3u)) at.unknown();
  return "::loom::copy_box(" + at.address(0, "void") + ", " + box(at, 1) + ", " + at.address(2, word) +
         (to_many ? ", " + at.value(3, "unsigned short") : "") + ")";
}

// `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], bytes, [barrier]`, and out of shared memory.
std::string bulk(const PtxWriter& at) {
  const std::size_t operands = at.operands() - at.says("L2::cache_hint");
  const bool to_global = at.says("bulk_group"), to_many = at.says("multicast::cluster");
  if (operands != (to_global ? 3u : to_many ? 5u : 4u)) at.unknown();
  const std::string what = at.address(0, "void") + ", " + at.address(1, "const void") + ", " + at.value(2, "unsigned");
  if (!to_global) {
    if (at.says("reduce")) at.unknown();
    return "::loom::copy_bulk(" + what + ", " + at.address(3, word) + (to_many ? ", " + at.value(4, "unsigned short") : "") + ")";
  }
  if (!at.says("reduce")) return "::loom::copy_bulk_out(" + what + ")";
  const std::string& type = at.words().back();
  constexpr std::string_view types[] = {"u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64"};
  const std::string element = type == "b32" ? "u32" : type == "b64" ? "u64" : type;
  if (std::ranges::find(types, element) == std::end(types)) at.unknown();
  return "::loom::copy_bulk_out(" + what + ", " + reduction(at) + ", ::loom::Element::" + element + ")";
}

}  // namespace

std::string ptx_tensors(const PtxWriter& at) {
  const std::string& name = at.root();
  if (name == "cp" && at.says("bulk")) {
    if (at.says("commit_group")) return "::loom::commit_bulk_copies()";
    if (at.says("wait_group")) return at.takes(1), "::loom::wait_for_bulk_copies(" + at.value(0, "unsigned") + ")";
    if (at.says("tensor")) return tensor(at);
    return at.says("prefetch") ? std::string(nothing) : bulk(at);
  }
  if (name == "fence" && at.says("proxy")) {
    const bool of_shared = at.words().size() == 3 || at.words().back().starts_with("shared");
    return at.says("async") && of_shared ? "::loom::fence_for_proxy()" : std::string(nothing);
  }
  if (name == "fence" && at.says("mbarrier_init")) return std::string(nothing);
  return "";
}

}  // namespace loom::compile
