// PTX in which threads of a block wait for one another, and for copies.
#include <algorithm>

#include "compile/ptx/writer.hpp"

namespace loom::compile {
namespace {

constexpr std::string_view nothing = "static_cast<void>(0)";
constexpr std::string_view word = "::std::uint64_t";

// `bar.sync 1, 64`, `bar.red.popc.u32 d, 0, p`; without a number of threads all of the block.
std::string named(const PtxWriter& at) {
  if (at.says("cluster") && at.operands() == 0 && at.says("wait")) return "__cluster_barrier_wait()";
  if (at.says("cluster") && at.operands() == 0 && at.says("arrive"))
    return at.says("relaxed") ? "__cluster_barrier_arrive_relaxed()" : "__cluster_barrier_arrive()";
  if (at.says("red")) {
    const bool counts = at.says("popc"), any = at.says("or");
    if (at.operand(1) != "0" || (!counts && !any && !at.says("and"))) at.unknown();
    return at.takes(3), at.set(std::string(counts ? "__syncthreads_count(" : any ? "__syncthreads_or(" : "__syncthreads_and(") + at.value(2, "bool") + ")");
  }
  const bool arrives = at.says("arrive");
  if (!arrives && !at.says("sync")) at.unknown();
  at.takes(arrives ? 2 : std::clamp<std::size_t>(at.operands(), 1, 2));
  if (at.operands() == 1 && at.operand(0) == "0") return "__syncthreads()";
  return std::string(arrives ? "::loom::ptx::named_arrive(" : "::loom::ptx::named_sync(") + at.value(0, "unsigned") + ", " +
         (at.operands() == 2 ? at.value(1, "unsigned") : "0") + ")";
}

// `mbarrier.arrive.expect_tx.shared.b64 state, [barrier], bytes`
std::string in_memory(const PtxWriter& at) {
  at.says_only({"init", "inval", "arrive", "arrive_drop", "expect_tx", "complete_tx", "test_wait", "try_wait", "parity", "pending_count", "noComplete", "release",
                "relaxed", "acquire", "cta", "cluster", "shared", "shared::cta", "shared::cluster"});
  // Programs that do not say among whom rely on the cluster.
  const std::string scope = at.says("cta") ? ", ::loom::Scope::block)" : ", ::loom::Scope::device)";
  const auto takes_up_to = [&](std::size_t least, std::size_t most) {
    if (at.operands() < least || at.operands() > most) at.unknown();
  };
  if (at.says("pending_count")) return at.takes(2), at.set("::loom::arrivals_to_come(" + at.value(1, word) + ")");
  if (at.says("init")) return at.takes(2), "::loom::make_barrier(" + at.address(0, word) + ", " + at.value(1, "unsigned") + ")";
  if (at.says("inval")) return at.takes(1), std::string(nothing);
  if (at.says("arrive") || at.says("arrive_drop")) {
    takes_up_to(2, 3);
    const std::string barrier = at.address(1, word), drops = at.says("arrive_drop") ? "1" : "0";
    if (at.says("expect_tx")) return at.takes(3), at.set("::loom::ptx::arrive_expecting(" + barrier + ", " + at.value(2, "unsigned") + ", " + drops + scope);
    const std::string count = at.operands() == 3 ? at.value(2, "unsigned") : "1";
    return at.set("::loom::ptx::arrive(" + barrier + ", " + count + ", " + (drops == "1" ? count : drops) + scope);
  }
  if (at.says("expect_tx")) return at.takes(2), "::loom::expect_bytes(" + at.address(0, word) + ", " + at.value(1, "unsigned") + ")";
  if (at.says("complete_tx")) return at.takes(2), "::loom::complete_bytes(" + at.address(0, word) + ", " + at.value(1, "unsigned") + scope;
  takes_up_to(3, 4);                 // the fourth says for how long it may wait
  if (at.says("parity")) return at.set("::loom::parity_has_ended(" + at.address(1, word) + ", (" + at.value(2, "unsigned") + " & 1) != 0" + scope);
  return at.set("::loom::ptx::state_has_ended(" + at.address(1, word) + ", " + at.value(2, word) + scope);
}

// `st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [to], {a, b}, [barrier]`
std::string store_async(const PtxWriter& at) {
  at.takes(3);
  const std::vector<std::string> names = at.parts(at.operand(1));
  std::string type = at.type(), value;
  for (const std::string& name : names) value += (value.empty() ? "" : ", ") + at.value(name, type);
  if (names.size() > 1) {
    type = at.vector_of(names.size());
    value = type + "{" + value + "}";
  }
  return "::loom::ptx::store_async(" + at.address(0, type) + ", " + value + ", " + at.address(2, word) + ")";
}

std::string copy(const PtxWriter& at) {
  if (!at.says("async")) at.unknown();
  if (at.says("mbarrier")) return at.takes(1), "::loom::ptx::copies_arrive(" + at.address(0, word) + ", " + (at.says("noinc") ? "true" : "false") + ")";
  if (at.says("commit_group")) return "::loom::commit_copies()";
  if (at.says("wait_all")) return "::loom::ptx::wait_for_all_copies()";
  if (at.says("wait_group")) return "::loom::wait_for_copies(" + at.value(0, "unsigned") + ")";
  const std::size_t operands = at.operands() - at.says("L2::cache_hint");
  if (!at.says("global") || operands < 3 || operands > 4) at.unknown();
  const std::string bytes = at.value(2, "unsigned");
  return "::loom::copy_number_async(" + at.address(0, "void") + ", " + at.address(1, "const void") + ", " + bytes + ", " +
         (operands == 4 ? at.value(3, "unsigned") : bytes) + ")";
}

}  // namespace

std::string ptx_barriers(const PtxWriter& at) {
  const std::string& name = at.root();
  if (name == "bar" || name == "barrier") return named(at);
  if (name == "mbarrier") return in_memory(at);
  if (name == "cp") return copy(at);
  if (name == "st" && at.says("async")) return store_async(at);
  return "";
}

}  // namespace loom::compile
