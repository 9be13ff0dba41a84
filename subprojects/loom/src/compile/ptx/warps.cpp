// PTX in which the lanes of a warp meet.
#include "compile/ptx/writer.hpp"

namespace loom::compile {
namespace {

// `p|q` as the two; `_` is for what is not wanted.
struct Targets {
  std::string first, second;
};
Targets targets(const PtxWriter& at) {
  const std::string& both = at.operand(0);
  const std::size_t bar = both.find('|');
  return bar == std::string::npos ? Targets{both, "_"} : Targets{both.substr(0, bar), both.substr(bar + 1)};
}

// What answers two values at once.
std::string two(const PtxWriter& at, const std::string& call, const std::string& first, const std::string& second) {
  const auto [to, also_to] = targets(at);
  return "{ const auto __ptx_got = " + call + "; " + at.set(to, "__ptx_got." + first) + "; " + at.set(also_to, "__ptx_got." + second) + "; }";
}

std::string vote(const PtxWriter& at) {
  at.takes(3);
  const std::string mask = at.value(2, "unsigned"), predicate = at.bare(at.operand(1));
  if (at.says("uni")) return at.set("::loom::ptx::agreed(" + mask + ", " + predicate + ")");
  const std::string name = at.says("ballot") ? "__ballot_sync" : at.says("any") ? "__any_sync" : at.says("all") ? "__all_sync" : "";
  if (name.empty()) at.unknown();
  return at.set(name + "(" + mask + ", " + predicate + ")");
}

std::string shuffle(const PtxWriter& at) {
  at.takes(5);
  const std::string& way = at.words()[2];
  if (way != "up" && way != "down" && way != "bfly" && way != "idx") at.unknown();
  return two(at,
             "::loom::ptx::shuffle_" + way + "(" + at.value(1, "unsigned") + ", " + at.value(2, "unsigned") + ", " + at.value(3, "unsigned") + ", " +
                 at.value(4, "unsigned") + ")",
             "value", "valid");
}

std::string match(const PtxWriter& at) {
  at.takes(3);
  const std::string arguments = "(" + at.value(2, "unsigned") + ", " + at.value(1, at.type());
  if (at.says("any")) return at.set("__match_any_sync" + arguments + ")");
  return two(at, "::loom::ptx::match_all" + arguments + ")", "mask", "all");
}

}  // namespace

std::string ptx_warps(const PtxWriter& at) {
  const std::string& name = at.root();
  if (name == "activemask") return at.takes(1), at.set("__activemask()");
  if (!at.says("sync")) return "";
  if (name == "bar" && at.says("warp")) return at.takes(1), "__syncwarp(" + at.value(0, "unsigned") + ")";
  if (name == "vote") return vote(at);
  if (name == "match") return match(at);
  if (name == "shfl" && at.words().size() == 4) return shuffle(at);
  if (name == "elect") return at.takes(2), two(at, "::loom::ptx::elect(" + at.value(1, "unsigned") + ")", "lane", "chosen");
  if (name == "redux" && at.words().size() == 4)
    return at.takes(3), at.set("__reduce_" + at.words()[2] + "_sync(" + at.value(2, "unsigned") + ", " + at.value(1, at.type()) + ")");
  return "";
}

}  // namespace loom::compile
