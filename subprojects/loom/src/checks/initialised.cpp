// Reads of memory that nobody has written to: fresh from cudaMalloc, or shared memory of a block that has just begun.
//
// A read is a fault where *none* of its bytes holds a value. A copy of a struct reads its padding too, and padding is
// never written; a rule by the byte would accuse it.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "checks/checks.hpp"
#include "checks/shared_bytes.hpp"
#include "checks/words.hpp"
#include "core/report.hpp"
#include "memory/registry.hpp"

namespace loom {

namespace {

// Which bytes of the block's shared memory hold a value: those marked with the block's own tag. So a new block has a clean
// record without anybody cleaning it, but for every 255th.
class SharedRecord {
 public:
  void begin(const Block& block) {
    shared_ = SharedBytes(block);
    if (shared_.bytes() > size_) {
      size_ = shared_.bytes();
      marks_.reset(static_cast<std::uint8_t*>(std::calloc(size_, 1)));
      if (marks_ == nullptr) throw std::bad_alloc();
      tag_ = 0;
    }
    if (++tag_ == 0) {
      std::memset(marks_.get(), 0, size_);
      tag_ = 1;
    }
  }

  std::size_t position(std::uintptr_t address, std::size_t bytes) const { return shared_.position(address, bytes); }

  void mark(std::size_t at, std::size_t bytes) {
    std::uint8_t* const marks = marks_.get() + at;
    if (bytes == 4) {
      const std::uint32_t four = tag_ * 0x01010101u;
      std::memcpy(marks, &four, 4);
    } else {
      std::memset(marks, tag_, bytes);
    }
  }

  bool none(std::size_t at, std::size_t bytes) const {
    const std::uint8_t* const marks = marks_.get() + at;
    for (std::size_t i = 0; i < bytes; ++i)
      if (marks[i] == tag_) return false;
    return true;
  }

 private:
  struct Free { void operator()(std::uint8_t* marks) const { std::free(marks); } };

  SharedBytes shared_;
  std::unique_ptr<std::uint8_t[], Free> marks_;
  std::size_t size_ = 0;
  std::uint8_t tag_ = 0;
};

// A pointer beside the record, because it costs less to read than an object with a destructor.
thread_local std::unique_ptr<SharedRecord> owner;
constinit thread_local SharedRecord* record = nullptr;

void tell(const Thread& thread, const Access& access, bool shared) {
  const Block& block = *thread.block;
  if (counted("uninitialised-read", *block.launch, block.index, access.pc, 0)) return;
  Finding finding;
  finding.kind = "uninitialised-read";
  finding.launch = block.launch;
  if (shared) {
    const std::string name = shared_array(block, access.address).name;
    finding.first = party(thread, access, name);
    finding.what = name + " is read where no thread of the block has written yet";
    finding.advice = "Shared memory begins with arbitrary bytes: write to it first, then __syncthreads(), then read.";
  } else {
    const Allocation* const allocation = Registry::instance().find(access.address);
    finding.first = party(thread, access);
    finding.what = "a read of the " + allocation->name + ", at byte " + std::to_string(access.address - allocation->base) +
                   ", where nothing has been written yet";
    finding.advice = "cudaMalloc leaves arbitrary bytes: fill the memory by cudaMemcpy, cudaMemset or a kernel before it is read.";
  }
  report(std::move(finding));
}

class Initialised final : public Check {
 public:
  void block_begins(const Block& block) override {
    if (record == nullptr) {
      owner = std::make_unique<SharedRecord>();
      record = owner.get();
    }
    record->begin(block);
  }

  Verdict access(const Thread& thread, const Access& access) override {
    const bool reads = !writes(access.kind) || access.kind == AccessKind::atomic;
    if (const std::size_t at = record->position(access.address, access.bytes); at != SharedBytes::none) {
      if (!reads) {
        record->mark(at, access.bytes);
      } else if (record->none(at, access.bytes)) {
        tell(thread, access, /*shared=*/true);
        record->mark(at, access.bytes);   // said once, not again wherever the value goes
      }
    } else {
      Registry& registry = Registry::instance();
      if (!reads) {
        registry.mark_written(access.address, access.bytes);
      } else if (registry.never_written(access.address, access.bytes)) {
        tell(thread, access, /*shared=*/false);
        registry.mark_written(access.address, access.bytes);
      }
    }
    return Verdict::proceed;
  }
};

}  // namespace

Check& initialised_check() {
  static Initialised check;
  return check;
}

}  // namespace loom
