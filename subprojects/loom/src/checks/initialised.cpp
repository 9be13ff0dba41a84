// Reads of memory that has never been written: fresh from cudaMalloc, or shared memory of a block that has just begun.
//
// A read is a fault where *none* of its bytes holds a value. A copy of a struct reads its padding too, and padding is
// never written; a rule by the byte would accuse it. A number of which the host's copy or memset wrote the first bytes only is
// told apart: no padding ends a stroke of the host's within a word.
#include <memory>

#include "checks/checks.hpp"
#include "checks/messages.hpp"
#include "checks/shared_bytes.hpp"
#include "checks/shared_record.hpp"
#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"

namespace loom {

constinit thread_local SharedRecord* shared_record = nullptr;

namespace {

thread_local std::unique_ptr<SharedRecord> owner;

void tell(const Thread& thread, const Access& access, const std::string& name, std::string what, const char* advice) {
  Finding finding;
  finding.kind = "uninitialised-read";
  finding.launch = thread.block->launch;
  finding.first = party(thread, access, name);
  finding.what = std::move(what);
  finding.advice = advice;
  report(std::move(finding));
}

bool told(const Thread& thread, const Access& access) {
  return counted("uninitialised-read", *thread.block->launch, thread.block->index, access.pc, 0);
}

void tell_shared(const Thread& thread, const Access& access) {
  if (told(thread, access)) return;
  const std::string name = shared_array(*thread.block, access.address).name;
  tell(thread, access, name, name + " is read where no thread of the block has written",
       "Shared memory is uninitialised at first: write to it, then call __syncthreads(), then read.");
}

void tell_fresh(const Thread& thread, const Access& access, const char* advice) {
  if (told(thread, access)) return;
  const Allocation* const allocation = Registry::instance().find(access.address);
  tell(thread, access, "",
       "a read of the " + allocation->name + ", at byte " + std::to_string(access.address - allocation->base) +
           ", where nothing has been written yet",
       advice);
}

void tell_global(const Thread& thread, const Access& access) {
  const bool shared = Registry::instance().find(access.address)->space == Space::shared;
  tell_fresh(thread, access,
             shared ? "Shared memory is uninitialised at first: let its block write to it, call cluster.sync() in all blocks, then read."
                    : "cudaMalloc does not initialise memory: fill it with cudaMemcpy, cudaMemset or a kernel before reading it.");
}

void tell_host_memory(const Thread& thread, const Access& access) {
  tell_fresh(thread, access, "Managed and pinned memory is uninitialised at first: let the host or a kernel fill it before reading it.");
}

// Whether it is a struct that is read, or a piece of one.
bool of_a_struct(const Access& access) {
  const bool a_register = access.bytes <= 16 && (access.bytes & (access.bytes - 1)) == 0;
  return !a_register || (access.address >= access.whole.first && access.address < access.whole.last);
}

void tell_cut(const Thread& thread, const Access& access) {
  if (told(thread, access)) return;
  const Allocation* const allocation = Registry::instance().find(access.address);
  tell(thread, access, "",
       "a read of the " + allocation->name + ", at byte " + std::to_string(access.address - allocation->base) +
           ", of which a cudaMemcpy or cudaMemset has written only a part",
       "The rest is uninitialised: copy and set whole elements, n * sizeof(element) bytes.");
}

// A copy to the host of memory without a single written byte. A note: what comes of it need not matter. Among devices, that nothing
// has been written is carried along, and told of whoever reads it. Where kernels are not watched, their writes are unknown.
void tell_if_never_written(const Area& to, const Area& from, const HostCall& call) {
  const Registry& registry = Registry::instance();
  if (!instrumented || is_on_device(registry.find(to.first))) return;
  for (std::size_t row = 0; row < from.rows(); ++row)
    if (!registry.never_written(from.row(row), from.width)) return;
  const Launch caller = as_launch(call);
  Finding finding;
  finding.kind = "uninitialised-read";
  finding.launch = &caller;
  finding.first = party(call, AccessKind::read, from.bytes());
  finding.what = std::string(call.name) + " copies to the host from the " + registry.find(from.first)->name + ", where nothing has been written yet";
  finding.advice = "Call cudaGetLastError after each launch: a refused launch writes nothing, and only that call reports it.";
  finding.weight = Weight::note;
  report(std::move(finding));
}

// The host has written rows of bytes. One that does not stand alone may end where it likes: its elements may be bytes.
void mark_filled(const Area& area) {
  Registry& registry = Registry::instance();
  if (area.rows() == 1) return registry.mark_filled(area.first, area.width);
  for (std::size_t row = 0; row < area.rows(); ++row) registry.mark_written(area.row(row), area.width);
}

class Initialised final : public Check {
 public:
  bool needs_accesses() const override { return true; }
  void block_begins(const Block& block) override {
    if (shared_record == nullptr) {
      owner = std::make_unique<SharedRecord>();
      shared_record = owner.get();
    }
    shared_record->begin(block);
  }

  Verdict access(const Thread& thread, const Access& access) override {
    const AtomicKind kind = access.atomicity.kind;
    const bool asks = kind == AtomicKind::update || kind == AtomicKind::load;
    const bool reads = !writes(access.kind) || (access.kind == AccessKind::atomic && asks);
    if (const std::size_t at = shared_record->position(access.address, access.bytes); at != SharedBytes::none) {
      if (reads) shared_record->read(at, thread, access);
      if (writes(access.kind)) shared_record->write(at, thread, access, tell_shared);
      return Verdict::proceed;
    }
    Registry& registry = Registry::instance();
    if (const Value value = reads ? registry.value(access.address, access.bytes) : Value::there; value != Value::there) [[unlikely]] {
      if (value == Value::untouched) {
        if (registry.take_unwritten(access.address, access.bytes)) tell_host_memory(thread, access);
      } else if (value == Value::none) {
        tell_global(thread, access);
      } else if (!of_a_struct(access)) {
        tell_cut(thread, access);
      }
      registry.mark_written(access.address, access.bytes);   // said once, not again wherever the value goes
    }
    if (writes(access.kind)) registry.mark_written(access.address, access.bytes);
    return Verdict::proceed;
  }

  void block_barrier(const Block&) override { report_early_reads([](const Thread&) { return true; }); }
  void warp_barrier(const Block&, unsigned warp, std::uint32_t mask) override {
    report_early_reads([=](const Thread& thread) { return thread.rank / 32 == warp && (mask >> thread.rank % 32 & 1); });
  }
  void tile_barrier(const Block&, unsigned first, unsigned threads) override {
    report_early_reads([=](const Thread& thread) { return thread.rank - first < threads; });
  }
  // What it has read too early may have led it there.
  void thread_stops(const Thread& stopped) override {
    if (shared_record != nullptr) report_early_reads([&](const Thread& thread) { return &thread == &stopped; });
  }
  void block_ends(const Block&) override { report_early_reads([](const Thread&) { return true; }); }

  void memory_copied(const Area& to, const Area& from, const HostCall& call) override {
    tell_if_never_written(to, from, call);
    Registry& registry = Registry::instance();
    if (!registry.find(from.first)) return mark_filled(to);
    for (std::size_t row = 0; row < to.rows(); ++row) registry.copy_written(to.row(row), from.row(row), to.width);
  }
  void memory_set(const Area& area, const HostCall&) override { mark_filled(area); }

 private:
  template <class Concerned>
  static void report_early_reads(Concerned concerned) {
    shared_record->report_early_reads(concerned, tell_shared);
  }
};

}  // namespace

Check& initialised_check() {
  static Initialised check;
  return check;
}

}  // namespace loom
