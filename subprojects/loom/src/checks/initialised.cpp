// Reads of memory that nobody has written to: fresh from cudaMalloc, or shared memory of a block that has just begun.
//
// A read is a fault where *none* of its bytes holds a value. A copy of a struct reads its padding too, and padding is
// never written; a rule by the byte would accuse it. A number of which the host's copy or memset wrote the first bytes only is
// told apart: no padding ends a stroke of the host's within a word.
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>

#include "checks/checks.hpp"
#include "checks/shared_bytes.hpp"
#include "checks/words.hpp"
#include "core/report.hpp"
#include "memory/registry.hpp"

namespace loom {

namespace {

// What is known of each byte of the block's shared memory: written, read before that, or neither. A byte's mark counts only
// if it bears the block's own tag. So a new block has a clean record without anybody cleaning it, but for every 127th.
class SharedRecord {
 public:
  void begin(const Block& block) {
    shared_ = SharedBytes::of_block_alone(block);
    early_.clear();
    if (shared_.bytes() > size_) {
      size_ = shared_.bytes();
      marks_.reset(static_cast<std::uint8_t*>(std::calloc(size_, 1)));
      if (marks_ == nullptr) throw std::bad_alloc();
      written_ = 0;
    }
    if (written_ > 252) {
      std::memset(marks_.get(), 0, size_);
      written_ = 0;
    }
    written_ = static_cast<std::uint8_t>(written_ + 2);
    four_written_ = written_ * 0x01010101u;
  }

  std::size_t position(std::uintptr_t address, std::size_t bytes) const { return shared_.position(address, bytes); }

  template <class Tell>
  void write(std::size_t at, const Thread& thread, const Access& access, Tell tell) {
    if (!early_.empty() && any(at, access.bytes, read_early())) [[unlikely]] overtake(at, thread, access, tell);
    std::uint8_t* const marks = marks_.get() + at;
    if (access.bytes == 4) std::memcpy(marks, &four_written_, 4);
    else std::memset(marks, written_, access.bytes);
  }

  // Whether it is of four bytes that have all been written. Nearly always it is so, and this is quickly said.
  bool holds(const Access& access) const {
    if (access.bytes != 4) return false;
    const std::size_t at = shared_.position(access.address, 4);
    return at != SharedBytes::none && std::memcmp(marks_.get() + at, &four_written_, 4) == 0;
  }

  void read(std::size_t at, const Thread& thread, const Access& access) {
    if (any(at, access.bytes, written_)) return;
    if (any(at, access.bytes, read_early())) return;   // said once, not again wherever the value goes
    std::memset(marks_.get() + at, read_early(), access.bytes);
    early_.emplace(at, Early{&thread, access});
  }

  // Tells of the early reads, by threads that `concerned` picks, that nobody has written to by the time of a barrier.
  template <class Concerned, class Tell>
  void settle(Concerned concerned, Tell tell) {
    if (early_.empty()) [[likely]] return;
    std::erase_if(early_, [&](const auto& entry) {
      const Early& early = entry.second;
      if (!concerned(*early.thread)) return false;
      tell(*early.thread, early.access);
      return true;
    });
  }

 private:
  struct Early { const Thread* thread; Access access; };
  struct Free { void operator()(std::uint8_t* marks) const { std::free(marks); } };

  // A write to bytes that were read too early. If by the reader itself, nobody else will have written them for it; if by
  // another, with no barrier between, the two race: that is what is wrong, and another check tells of it.
  template <class Tell>
  void overtake(std::size_t at, const Thread& thread, const Access& access, Tell tell) {
    auto entry = early_.lower_bound(at);
    if (entry != early_.begin() && std::prev(entry)->first + std::prev(entry)->second.access.bytes > at) --entry;
    while (entry != early_.end() && entry->first < at + access.bytes) {
      if (entry->second.thread == &thread) tell(thread, entry->second.access);
      entry = early_.erase(entry);
    }
  }

  std::uint8_t read_early() const { return static_cast<std::uint8_t>(written_ + 1); }
  bool any(std::size_t at, std::size_t bytes, std::uint8_t mark) const {
    const std::uint8_t* const marks = marks_.get() + at;
    for (std::size_t i = 0; i < bytes; ++i)
      if (marks[i] == mark) return true;
    return false;
  }

  SharedBytes shared_;
  std::unique_ptr<std::uint8_t[], Free> marks_;
  std::map<std::size_t, Early> early_;   // by position
  std::size_t size_ = 0;
  std::uint8_t written_ = 0;         // even; the odd number above it marks early reads
  std::uint32_t four_written_ = 0;   // four of them
};

// A pointer beside the record, because it costs less to read than an object with a destructor.
thread_local std::unique_ptr<SharedRecord> owner;
constinit thread_local SharedRecord* record = nullptr;

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
  tell(thread, access, name, name + " is read where no thread of the block has written yet",
       "Shared memory begins with arbitrary bytes: write to it first, then __syncthreads(), then read.");
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
             shared ? "Shared memory begins with arbitrary bytes: let its block write to it, meet the others by cluster.sync(), then read."
                    : "cudaMalloc leaves arbitrary bytes: fill the memory by cudaMemcpy, cudaMemset or a kernel before it is read.");
}

void tell_host_memory(const Thread& thread, const Access& access) {
  tell_fresh(thread, access, "Managed and pinned memory begins with arbitrary bytes, too: let the host or a kernel fill it before it is read.");
}

// Whether it is a struct that is read, or a piece of one.
bool of_a_struct(const Access& access) {
  const Range whole = whole_access();
  const bool a_register = access.bytes <= 16 && (access.bytes & (access.bytes - 1)) == 0;
  return !a_register || (access.address >= whole.first && access.address < whole.last);
}

void tell_cut(const Thread& thread, const Access& access) {
  if (told(thread, access)) return;
  const Allocation* const allocation = Registry::instance().find(access.address);
  tell(thread, access, "",
       "a read of the " + allocation->name + ", at byte " + std::to_string(access.address - allocation->base) +
           ", in the midst of which a cudaMemcpy or cudaMemset ended",
       "What comes behind is arbitrary: copy and set whole elements, n * sizeof(element) bytes.");
}

class Initialised final : public Check {
 public:
  bool lives_by_accesses() const override { return true; }
  void block_begins(const Block& block) override {
    if (record == nullptr) {
      owner = std::make_unique<SharedRecord>();
      record = owner.get();
    }
    record->begin(block);
  }

  Verdict access(const Thread& thread, const Access& access) override {
    return access.kind == AccessKind::read && record->holds(access) ? Verdict::proceed : any_access(thread, access);
  }

  void block_barrier(const Block&) override { settle([](const Thread&) { return true; }); }
  void warp_barrier(const Block&, unsigned warp, std::uint32_t mask) override {
    settle([=](const Thread& thread) { return thread.rank / 32 == warp && (mask >> thread.rank % 32 & 1); });
  }
  void tile_barrier(const Block&, unsigned first, unsigned threads) override {
    settle([=](const Thread& thread) { return thread.rank - first < threads; });
  }
  // What it has read too early may have led it there.
  void thread_stops(const Thread& stopped) override {
    if (record != nullptr) settle([&](const Thread& thread) { return &thread == &stopped; });
  }
  void block_ends(const Block&) override { settle([](const Thread&) { return true; }); }

 private:
  [[gnu::noinline]] static Verdict any_access(const Thread& thread, const Access& access) {
    const AtomicKind kind = access.atomicity.kind;
    const bool asks = kind == AtomicKind::update || kind == AtomicKind::load;
    const bool reads = !writes(access.kind) || (access.kind == AccessKind::atomic && asks);
    if (const std::size_t at = record->position(access.address, access.bytes); at != SharedBytes::none) {
      if (reads) record->read(at, thread, access);
      if (writes(access.kind)) record->write(at, thread, access, tell_shared);
      return Verdict::proceed;
    }
    Registry& registry = Registry::instance();
    if (const Value value = reads ? registry.value(access.address, access.bytes) : Value::there; value != Value::there) [[unlikely]] {
      if (value == Value::untouched) {
        if (registry.take_fresh(access.address, access.bytes)) tell_host_memory(thread, access);
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

  template <class Concerned>
  static void settle(Concerned concerned) {
    record->settle(concerned, tell_shared);
  }
};

}  // namespace

Check& initialised_check() {
  static Initialised check;
  return check;
}

}  // namespace loom
