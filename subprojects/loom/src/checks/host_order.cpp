// Memory that the host uses while work of a device that uses it, too, is pending: managed memory that is read before the kernel has been
// waited for, a pinned buffer that is filled again before it has been copied, device memory that cudaMemcpy reads without waiting for a non-blocking stream.
//
// Work runs when the host waits for it, so whatever the host has accessed between queueing a piece and its start is unordered with it.
// That includes synchronous copies and memsets: they wait for the legacy stream, and a kernel that is pending then is in a stream that it ignores.
#include <algorithm>
#include <iterator>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "checks/checks.hpp"
#include "checks/messages.hpp"
#include "engine/pending.hpp"
#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

// What one line of the host has read or written: bytes side by side.
struct Touch {
  std::uintptr_t first = 0, last = 0;
  bool wrote = false;
  std::uintptr_t pc = 0;
  std::uint64_t asked = 0;           // pieces of work by then
  const char* call = nullptr;        // "cudaMemcpy", where it was not the host's own code
};

// Some of them, by address.
class Touches {
 public:
  void take(std::vector<Touch> touches) {
    touches_ = std::move(touches);
    std::ranges::sort(touches_, {}, &Touch::first);
    reach_.clear();
    for (const Touch& touch : touches_) reach_.push_back(reach_.empty() ? touch.last : std::max(reach_.back(), touch.last));
  }

  bool empty() const { return touches_.empty(); }

  // Tells of each that shares bytes with the range, and where one of the two writes.
  template <class Tell>
  void find(std::uintptr_t address, std::size_t bytes, bool writes, Tell tell) const {
    auto i = static_cast<std::size_t>(std::ranges::lower_bound(touches_, address + bytes, {}, &Touch::first) - touches_.begin());
    while (i-- > 0 && reach_[i] > address)
      if (touches_[i].last > address && (touches_[i].wrote || writes)) tell(touches_[i]);
  }

 private:
  std::vector<Touch> touches_;
  std::vector<std::uintptr_t> reach_;          // how far each and those before it go
};

constexpr const char* advice_for_host =
    "Let the host wait before it uses memory that a device still uses: call cudaDeviceSynchronize(), or wait for the stream or an event in it.";

constexpr const char* advice_for_call =
    "A call without a stream does not wait for streams made with cudaStreamNonBlocking: call cudaStreamSynchronize() before it, or use the "
    "call's Async form in the kernel's stream.";

class HostOrder final : public Check, public HostListener {
 public:
  HostOrder() { listen_to_host(*this); }

  // Volatile and atomic accesses may be meant to look early.
  void host_accesses(const Access& access) override {
    if (access.atomicity.compares) return forget_cas_loop_reads(access);
    if (access.kind != AccessKind::read && access.kind != AccessKind::write) return;
    const Allocation* const allocation = Registry::instance().find(access.address);
    if (!allocation || !allocation->host_writes || !pending.any()) return;
    const std::lock_guard lock(mutex_);
    remember({access.address, access.address + access.bytes, access.kind == AccessKind::write, access.pc, pending.asked});
  }

  bool needs_accesses() const override { return true; }
  void launch_begins(const Launch&) override { at_issue_.take(since_current()); }

  Hears hears() const override { return at_issue_.empty() ? Hears::none : Hears::all; }

  Verdict access(const Thread& thread, const Access& access) override {
    const Launch& launch = *thread.block->launch;
    at_issue_.find(access.address, access.bytes, writes(access.kind), [&](const Touch& touch) {
      if (!counted("race", launch, thread.block->index, access.pc, touch.pc))
        tell(touch, writes(access.kind), launch, party(thread, access), "a kernel");
    });
    return Verdict::proceed;
  }

  void memory_copied(const Area& to, const Area& from, const HostCall& call) override {
    uses(from, AccessKind::read, call);
    uses(to, AccessKind::write, call);
  }
  void memory_set(const Area& area, const HostCall& call) override { uses(area, AccessKind::write, call); }

 private:
  static constexpr std::size_t most = 1 << 16;

  void remember(const Touch& touch) {
    forget_what_is_done();
    Touch* const before = last_of(touch);
    if (before && touch.first <= before->last && touch.first >= before->first) before->last = std::max(before->last, touch.last);
    else if (touches_.size() < most) {
      latest_[touch.pc] = touches_.size();
      touches_.push_back(touch);
    }
  }

  // A piece of pending work, or a call that the host waits for.
  void uses(const Area& area, AccessKind kind, const HostCall& call) {
    if (pending.current == 0) return happens_now(area, kind, call);
    Touches touches;
    touches.take(since_current());
    if (touches.empty()) return;
    for (std::size_t row = 0; row < area.rows(); ++row)
      touches.find(area.row(row), area.width, writes(kind), [&](const Touch& touch) {
        const Launch caller = as_launch(call);
        if (touch.call) return;      // two copies may meet in a halo that is never read
        if (!counted("race", caller, {}, call.pc, touch.pc))
          tell(touch, writes(kind), caller, party(call, kind, area.width), call.name);
      });
  }

  void happens_now(const Area& area, AccessKind kind, const HostCall& call) {
    if (!pending.any() || !Registry::instance().find(area.first)) return;
    const std::lock_guard lock(mutex_);
    for (std::size_t row = 0; row < area.rows(); ++row)
      remember({area.row(row), area.row(row) + area.width, writes(kind), call.pc, pending.asked, call.name});
  }

  // What the line has touched last, where the newest piece asked for was the same.
  Touch* last_of(const Touch& touch) {
    const auto latest = latest_.find(touch.pc);
    if (latest == latest_.end()) return nullptr;
    Touch& before = touches_[latest->second];
    return before.wrote == touch.wrote && before.asked == touch.asked ? &before : nullptr;
  }

  // What has been read there, and only there, belongs to a compare-and-swap loop: the swap checks it.
  void forget_cas_loop_reads(const Access& access) {
    const std::lock_guard lock(mutex_);
    for (const auto& [pc, latest] : latest_) {
      Touch& touch = touches_[latest];
      if (!touch.wrote && touch.first == access.address && touch.last == access.address + access.bytes) touch.last = touch.first;
    }
  }

  void forget_what_is_done() {
    if (touches_.empty() || touches_.back().asked > pending.done) return;
    touches_.clear();
    latest_.clear();
  }

  // Those after the current piece was queued.
  std::vector<Touch> since_current() {
    const std::lock_guard lock(mutex_);
    std::vector<Touch> found;
    std::ranges::copy_if(touches_, std::back_inserter(found), [](const Touch& touch) { return touch.asked >= pending.current && touch.first < touch.last; });
    return found;
  }

  static void tell(const Touch& touch, bool device_writes, const Launch& launch, Party device, const std::string& who) {
    Finding finding;
    finding.kind = "race";
    finding.launch = &launch;
    finding.first = std::move(device);
    const std::string toucher = touch.call ? touch.call : "the host";
    finding.second = Party{{}, {}, touch.pc, access_text(touch.wrote ? AccessKind::write : AccessKind::read, touch.last - touch.first, "", Tense::past), toucher};
    finding.what = toucher + (touch.wrote ? " writes" : " reads") + " what " + who + (device_writes ? " writes" : " reads") + ", and has not waited for it";
    finding.advice = touch.call ? advice_for_call : advice_for_host;
    report(std::move(finding));
  }

  std::mutex mutex_;
  std::vector<Touch> touches_;
  std::unordered_map<std::uintptr_t, std::size_t> latest_;      // by pc, where in these
  Touches at_issue_;                 // for the launch that runs
};

}  // namespace

Check& host_order_check() {
  static HostOrder& check = *new HostOrder;      // static objects of the program may still touch memory in their destructors
  return check;
}

}  // namespace loom
