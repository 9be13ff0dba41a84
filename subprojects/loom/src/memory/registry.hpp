// Every piece of memory a kernel may touch: where it lies, what it is, and which of its bytes have been written.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memory/initialised_shadow.hpp"

namespace loom {

// `shared`: of a block in a cluster of several, while the cluster runs.
enum class Space : std::uint8_t { global, managed, pinned, symbol, constant, shared };

struct Allocation {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  Space space = Space::global;
  std::string name;                  // follows "the" in messages: "4096 bytes from cudaMalloc at add.cu:31"
  bool freed = false;
  bool host_writes = false;          // the host can write without loom seeing it: managed, pinned
  bool lives_on = false;             // it was not allocated, nor must it be freed: a variable, memory that was only made known
};

// The unused bytes before and after host memory that loom has allocated.
inline constexpr std::size_t redzone_of_host_memory = 256;

// What there is to know of the memory in one page of addresses, as far as one allocation reaches in it.
struct View {
  static constexpr std::uintptr_t page = InitialisedShadow::chunk_bytes;
  std::uint64_t generation = 0;      // of the registry; the view is good until that changes
  std::uintptr_t first = 0, bytes = 0;       // none where the page has no memory that can be seen in this way
  std::uint8_t* written = nullptr;   // the page's record of what was written (memory/initialised_shadow.hpp); nullptr: nothing so far
  bool writable = false;             // by a kernel
  bool may_be_unwritten = false;     // the host writes there: memory/unwritten_pattern.hpp says what has not been written
};

// Whether only the device holds it: neither memory that the host reads and writes, too, nor nullptr, for unknown memory.
inline bool is_on_device(const Allocation* allocation) {
  return allocation && allocation->space != Space::managed && allocation->space != Space::pinned;
}

// Safe to call from every thread. `find` is the fast path of every access that has not been seen to be good at once.
class Registry {
 public:
  static Registry& instance();

  void add(Allocation);
  // Ends the life of the allocation that starts at `base`, and keeps its record so that a later use can be named
  // (the last `freed_kept` of them). False where no live allocation starts there.
  bool remove(std::uintptr_t base);
  static constexpr std::size_t freed_kept = 1024;
  // The same without a record: it cannot be looked up later.
  void forget(std::uintptr_t base);

  // The live allocation that holds the address, or nullptr.
  // Pointers from here and below are good while their allocation lives and its freed record is kept: through any kernel.
  const Allocation* find(std::uintptr_t address) const;
  // Changes whenever an allocation begins or ends.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }
  View view(std::uintptr_t address) const;
  // The allocation nearest to the address on either side, a freed one only where no live one is as near, or none; for messages.
  std::optional<Allocation> nearest(std::uintptr_t address) const;

  // Whether any live allocation is memory that the host writes, too.
  bool has_host_memory() const;

  // All live allocations, by address.
  std::vector<Allocation> live() const;

  // Which bytes hold a value. New global memory holds none; copies, memsets and stores write. All other spaces count as
  // written: symbols start as zeros, and the host writes to the rest unseen. Ranges may not cross an allocation's end.
  void mark_written(std::uintptr_t address, std::size_t bytes);
  // The same where the host fills them at one stroke.
  void mark_filled(std::uintptr_t address, std::size_t bytes);
  // True where not one of the bytes holds a value. (Part of them is a struct with padding, and no cause for alarm.)
  bool never_written(std::uintptr_t address, std::size_t bytes) const;
  Value value(std::uintptr_t address, std::size_t bytes) const;
  // Where it looks untouched: whether indeed nothing has been written there. Said once.
  bool take_unwritten(std::uintptr_t address, std::size_t bytes) const;
  // A copy between two device ranges carries "not written" along.
  void copy_written(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);

 private:
  Registry();
  struct State;
  std::unique_ptr<State> state_;
  std::atomic<std::uint64_t> generation_{1};
};

// How far an address lies outside an allocation: bytes before its start or past its end; both 0 inside.
struct Outside { std::size_t before = 0, past = 0; };
Outside outside(const Allocation&, std::uintptr_t address);

}  // namespace loom
