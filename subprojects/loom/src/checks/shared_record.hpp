// What was written of the shared memory of the current block.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>

#include "checks/shared_bytes.hpp"
#include "engine/events.hpp"

namespace loom {

// What is known of each byte of the block's shared memory: written, read before that, or neither. A byte's mark counts only
// if it bears the block's own tag. So a new block has a clean record without being cleared, except every 127th.
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
    eight_written_ = written_ * 0x0101010101010101u;
  }

  std::size_t position(std::uintptr_t address, std::size_t bytes) const { return shared_.position(address, bytes); }

  template <class Tell>
  void write(std::size_t at, const Thread& thread, const Access& access, Tell tell) {
    if (!early_.empty() && any(at, access.bytes, read_early())) [[unlikely]] overtake(at, thread, access, tell);
    std::uint8_t* const marks = marks_.get() + at;
    if (access.bytes == 4) std::memcpy(marks, &eight_written_, 4);
    else std::memset(marks, written_, access.bytes);
  }

  // The fast path, for 1, 2, 4, 8 or 16 bytes: whether all of them have been written.
  bool all_written(std::size_t at, std::size_t bytes) const {
    switch (bytes) {
      case 1: return same<std::uint8_t>(at);
      case 2: return same<std::uint16_t>(at);
      case 4: return same<std::uint32_t>(at);
      case 8: return same<std::uint64_t>(at);
      default: return same<std::uint64_t>(at) && same<std::uint64_t>(at + 8);
    }
  }
  // The fast path of `write`; false where bytes were read too early, and then nothing is recorded.
  bool try_record_write(std::size_t at, std::size_t bytes) {
    if (!early_.empty()) return false;
    switch (bytes) {
      case 1: set<std::uint8_t>(at); break;
      case 2: set<std::uint16_t>(at); break;
      case 4: set<std::uint32_t>(at); break;
      case 16: set<std::uint64_t>(at + 8); [[fallthrough]];
      default: set<std::uint64_t>(at);
    }
    return true;
  }

  void read(std::size_t at, const Thread& thread, const Access& access) {
    if (any(at, access.bytes, written_)) return;
    if (any(at, access.bytes, read_early())) return;   // said once, not again wherever the value goes
    std::memset(marks_.get() + at, read_early(), access.bytes);
    early_.emplace(at, Early{&thread, access});
  }

  // Reports the early reads, by threads that `concerned` picks, of bytes that are still unwritten at a barrier.
  template <class Concerned, class Tell>
  void report_early_reads(Concerned concerned, Tell tell) {
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

  // A write to bytes that were read too early. If by the reader itself, no other thread will have written them for it; if by
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

  // As many marks at once as the unit has bytes.
  template <class Unit>
  bool same(std::size_t at) const {
    Unit marks;
    std::memcpy(&marks, marks_.get() + at, sizeof marks);
    return marks == static_cast<Unit>(eight_written_);
  }
  template <class Unit>
  void set(std::size_t at) {
    const Unit marks = static_cast<Unit>(eight_written_);
    std::memcpy(marks_.get() + at, &marks, sizeof marks);
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
  std::uint64_t eight_written_ = 0;  // eight of them
};

// Of the block that the OS thread runs. A pointer, because it costs less to read than an object with a destructor.
extern constinit thread_local SharedRecord* shared_record;

}  // namespace loom
