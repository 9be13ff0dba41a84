// Warp functions whose mask cannot be right: it leaves out the lane that calls, or names lanes that wait elsewhere. A shuffle
// that reads from a lane that takes no part gets a value without meaning; as it may be for nothing, that is a note.
#include <string>

#include "checks/checks.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

std::string in_hex(std::uint32_t mask) {
  std::string digits = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[mask >> shift & 15];
  return digits;
}

struct Message { std::string what, advice; };

Message message_of(const WrongMask& wrong) {
  const std::string mask = "the mask " + in_hex(wrong.mask);
  switch (wrong.fault) {
    case WrongMask::Fault::caller_not_named:
      return {mask + " of a warp function does not include the calling lane",
              "Include every lane that makes the call, and only those; compute the mask with __ballot_sync before the branch."};
    case WrongMask::Fault::lanes_never_come:
      return {mask + " includes the lanes " + in_hex(wrong.lanes) + ", which wait elsewhere and never make the call",
              "Include only the lanes that make the call, or move the call out of the branch, so that all lanes make it."};
    case WrongMask::Fault::source_absent: break;
  }
  return {"a shuffle reads from inactive lanes (" + in_hex(wrong.lanes) + "); the result is undefined",
          "Let all source lanes take part in the shuffle, or do not use the results of the lanes that read from inactive ones."};
}

class Masks final : public Check {
 public:
  Hears hears() const override { return Hears::none; }
  bool follows_blocks() const override { return false; }
  void wrong_mask(const Thread& thread, const WrongMask& wrong) override {
    const Block& block = *thread.block;
    const bool note = wrong.fault == WrongMask::Fault::source_absent;
    const Weight weight = note ? Weight::note : Weight::full;
    if (counted("wrong-mask", *block.launch, block.index, wrong.pc, 0, weight)) return;
    Message message = message_of(wrong);
    Finding finding;
    finding.kind = "wrong-mask";
    finding.launch = block.launch;
    finding.first = {block.index, thread.index, wrong.pc, "calls a warp function"};
    finding.what = std::move(message.what);
    finding.advice = std::move(message.advice);
    finding.fatal = !note;
    finding.weight = weight;
    report(std::move(finding));
  }
};

}  // namespace

Check& mask_check() {
  static Masks check;
  return check;
}

}  // namespace loom
