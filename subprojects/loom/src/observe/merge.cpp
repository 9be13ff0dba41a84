#include "observe/merge.hpp"

#include <bit>

namespace loom::observing {
namespace {

template <class Visit>
void for_each_lane(std::uint32_t mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

// Whether a lane at step a goes before one at step b.
bool goes_first(const Step& a, const Step& b) {
  if (a.depth != b.depth) return a.depth > b.depth;
  if (a.path != b.path) return a.path < b.path;
  return a.pc < b.pc;
}

bool same_place(const Step& a, const Step& b) { return a.pc == b.pc && a.path == b.path && a.depth == b.depth; }

}  // namespace

void WarpStreams::meet(std::uint32_t mask) {
  for_each_lane(mask, [&](unsigned lane) { add(lane, {.value = mask, .kind = Step::Kind::meeting}); });
}

std::uint32_t WarpStreams::busy() const {
  std::uint32_t mask = 0;
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (!streams_[lane].empty()) mask |= 1u << lane;
  return mask;
}

void WarpStreams::run(std::uint32_t open, WarpListener& listener) {
  for (;;) {
    std::uint32_t ready = 0;
    bool meeting = false;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const Stream& stream = streams_[lane];
      if (stream.empty()) {
        if (open >> lane & 1) return forget_done();
      } else if (stream.next().kind == Step::Kind::meeting) {
        meeting = true;
      } else {
        ready |= 1u << lane;
      }
    }
    if (meeting && part_meetings()) continue;
    if (!ready) return forget_done();
    perform(next_group(ready), listener);
  }
}

// Lets lanes go on that have all come to where they meet.
bool WarpStreams::part_meetings() {
  bool parted = false;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (streams_[lane].empty() || streams_[lane].next().kind != Step::Kind::meeting) continue;
    const auto mask = static_cast<std::uint32_t>(streams_[lane].next().value);
    bool complete = true;
    for_each_lane(mask, [&](unsigned other) {
      const Stream& stream = streams_[other];
      if (stream.empty() || stream.next().kind != Step::Kind::meeting || stream.next().value != mask) complete = false;
    });
    if (!complete) continue;
    for_each_lane(mask, [&](unsigned other) { ++streams_[other].done; });
    parted = true;
  }
  return parted;
}

// The lanes that go first, all at one instruction.
std::uint32_t WarpStreams::next_group(std::uint32_t candidates) const {
  std::uint32_t group = 0;
  const Step* first = nullptr;
  for_each_lane(candidates, [&](unsigned lane) {
    const Step& step = streams_[lane].next();
    if (first && same_place(step, *first)) {
      group |= 1u << lane;
    } else if (!first || goes_first(step, *first)) {
      first = &step;
      group = 1u << lane;
    }
  });
  return group;
}

void WarpStreams::perform(std::uint32_t group, WarpListener& listener) {
  const Step first = streams_[std::countr_zero(group)].next();
  if (first.kind == Step::Kind::block) {
    for_each_lane(group, [&](unsigned lane) { ++streams_[lane].done; });
    return listener.entered(group);
  }
  Request request;
  request.operation = first.operation;
  request.bytes = first.bytes;
  for_each_lane(group, [&](unsigned lane) {
    const Step& step = streams_[lane].next();
    if (step.bytes != first.bytes) return;    // a struct at an odd address goes in smaller pieces: in a request of its own
    request.mask |= 1u << lane;
    request.address[lane] = step.value;
    ++streams_[lane].done;
  });
  listener.requested(request, first.pc);
}

void WarpStreams::forget_done() {
  for (Stream& stream : streams_) {
    stream.steps.erase(stream.steps.begin(), stream.steps.begin() + static_cast<std::ptrdiff_t>(stream.done));
    stream.done = 0;
  }
}

void WarpStreams::clear() {
  for (Stream& stream : streams_) {
    stream.steps.clear();
    stream.done = 0;
  }
}

}  // namespace loom::observing
