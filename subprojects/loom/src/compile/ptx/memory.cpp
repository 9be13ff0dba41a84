// PTX that reads and writes memory.
#include <algorithm>

#include "compile/ptx/writer.hpp"

namespace loom::compile {
namespace {

constexpr Known atomics[] = {{"add", "atomicAdd"}, {"exch", "atomicExch"}, {"min", "atomicMin"}, {"max", "atomicMax"}, {"inc", "atomicInc"},
                             {"dec", "atomicDec"}, {"cas", "atomicCAS"},   {"and", "atomicAnd"}, {"or", "atomicOr"},   {"xor", "atomicXor"}};

constexpr Known spaces[] = {{"shared", "__isShared"}, {"shared::cta", "__isShared"}, {"shared::cluster", "__isClusterShared"}, {"global", "__isGlobal"}, {"const", "__isConstant"}, {"local", "__isLocal"}};

constexpr Known scopes[] = {{"cta", "block"}, {"cluster", "device"}, {"gpu", "device"}, {"sys", "system"}};

// Cache hints have no effect, and a policy is always the last operand.
void says_memory_words(const PtxWriter& at) {
  at.says_only({"global", "shared", "shared::cta", "shared::cluster", "const", "local", "ca", "cg", "cs", "cv", "lu", "wb", "wt", "nc", "weak", "volatile", "relaxed", "acquire",
                "release", "acq_rel", "cta", "cluster", "gpu", "sys", "v2", "v4", "L1::no_allocate", "L1::evict_last", "L1::evict_first", "L1::evict_normal",
                "L1::evict_unchanged", "L2::128B", "L2::64B", "L2::256B", "L2::cache_hint", "noftz", "add", "exch", "min", "max", "inc", "dec", "cas", "and",
                "or", "xor"});
}
void takes(const PtxWriter& at, std::size_t operands) { at.takes(operands + at.says("L2::cache_hint")); }

const std::string system_scope = "::loom::Scope::system";

std::string scope(const PtxWriter& at) {
  for (const Known& known : scopes)
    if (at.says(known.ptx)) return "::loom::Scope::" + std::string(known.meaning);
  at.unknown();
}

// What goes past the caches of a multiprocessor is meant for others, as what is volatile: PTX takes that for relaxed.
bool is_volatile(const PtxWriter& at) { return at.says("volatile") || at.says("cg") || at.says("cv") || at.says("wt"); }

std::string load(const PtxWriter& at) {
  takes(at, 2), says_memory_words(at);
  const std::vector<std::string> names = at.parts(at.operand(0));
  const bool one = !PtxWriter::in_braces(at.operand(0)), ordered = at.says("relaxed") || at.says("acquire"), passes_by = is_volatile(at);
  const std::string type = one ? at.type() : at.vector_of(names.size());
  const std::string order = std::string("::loom::Order::") + (at.says("acquire") ? "acquire, " : "relaxed, ") + (ordered ? scope(at) : system_scope);
  const std::string read = ordered || (passes_by && !one) ? "::loom::ptx::ordered_load(" + at.address(1, type) + ", " + order + ")"
                                                          : "*" + at.address(1, (passes_by ? "const volatile " : "const ") + type);
  if (one) return at.set(read);
  std::string text = "{ const auto __ptx_got = " + read + "; ";
  for (std::size_t i = 0; i < names.size(); ++i) text += at.set(names[i], std::string("__ptx_got.") + "xyzw"[i]) + "; ";
  return text + "}";
}

std::string store(const PtxWriter& at) {
  takes(at, 2), says_memory_words(at);
  const std::vector<std::string> names = at.parts(at.operand(1));
  const bool one = !PtxWriter::in_braces(at.operand(1));
  const std::string type = one ? at.type() : at.vector_of(names.size());
  std::string written;
  for (const std::string& name : names)
    written += (written.empty() ? "" : ", ") + at.value(name, one ? type : "decltype(" + type + "::x)");
  if (!one) written = type + "{" + written + "}";
  const bool ordered = at.says("relaxed") || at.says("release"), passes_by = is_volatile(at);
  if (ordered || (passes_by && !one))
    return "::loom::ptx::ordered_store(" + at.address(0, type) + ", " + written + ", ::loom::Order::" + (at.says("release") ? "release, " : "relaxed, ") +
           (ordered ? scope(at) : system_scope) + ")";
  return "{ *" + at.address(0, passes_by ? "volatile " + type : type) + " = " + written + "; }";
}

// CUDA's atomics are relaxed; fences beside them make up for what PTX says of order.
std::string update(const PtxWriter& at) {
  says_memory_words(at);
  const std::size_t first = at.root() == "atom" ? 1 : 0;
  const auto operation = std::ranges::find_if(at.words(), [](const std::string& word) { return find(atomics, word) != nullptr; });
  if (operation == at.words().end()) at.unknown();
  takes(at, first + (*operation == "cas" ? 3 : 2));
  const std::string kind = *operation == "add" && at.type() == "long long" ? "unsigned long long" : at.type();
  const std::string among = at.says("cta") ? "_block" : at.says("sys") ? "_system" : "";
  std::string text;
  if (at.words().back().find("f16") != std::string::npos) {      // of 16 bits: CUDA's functions for these are in a header of their own
    if (*operation != "add") at.unknown();
    text = "::loom::ptx::atomic_add(" + at.address(first, kind) + ", " + at.value(first + 1, kind) + ", ::loom::Scope::" +
           (among == "_block" ? "block" : among == "_system" ? "system" : "device");
  } else {
    text = std::string(find(atomics, *operation)->meaning) + among + "(" + at.address(first, kind);
    for (std::size_t i = first + 1; i < at.operands() - at.says("L2::cache_hint"); ++i) text += ", " + at.value(i, kind);
  }
  text += ")";
  if (first == 1) text = at.set(text);
  const std::string fence = "__threadfence" + among + "()";
  if (at.says("release") || at.says("acq_rel")) text = fence + "; " + text;
  if (at.says("acquire") || at.says("acq_rel")) text += "; " + fence;
  return "{ " + text + "; }";
}

// `mapa.shared::cluster.u32 d, a, rank`, and the rank of an address.
std::string in_cluster(const PtxWriter& at) {
  const bool maps = at.root() == "mapa";
  at.takes(maps ? 3 : 2);
  const std::string address = "::loom::ptx::pointer(" + at.value(1, maps ? at.type() : at.says("shared::cluster") ? "unsigned" : "unsigned long long") + ")";
  if (!maps) return at.set("__cluster_query_shared_rank(" + address + ")");
  return at.set("reinterpret_cast<unsigned long long>(__cluster_map_shared_rank(" + address + ", " + at.value(2, "unsigned") + "))");
}

std::string space(const PtxWriter& at) {
  at.takes(2);
  const Known* const test = find(spaces, at.words().back());
  if (!test) at.unknown();
  return at.set(std::string(test->meaning) + "(reinterpret_cast<const void*>(" + at.value(1, "unsigned long long") + "))");
}

}  // namespace

std::string ptx_memory(const PtxWriter& at) {
  const std::string& name = at.root();
  if (name == "cvta") return at.takes(2), at.set(at.says("to") ? at.value(1, at.type()) : "::loom::ptx::generic(" + at.bare(at.operand(1)) + ")");
  if (name == "isspacep") return space(at);
  if (name == "mapa" || name == "getctarank") return in_cluster(at);
  if (name == "ld" || name == "ldu") return load(at);
  if (name == "st" && !at.says("async")) return store(at);
  if (name == "atom" || name == "red") return update(at);
  if (name == "createpolicy") return at.set("0");
  if (name == "prefetch" || name == "prefetchu" || name == "applypriority") return "static_cast<void>(0)";
  return "";
}

}  // namespace loom::compile
