// The current block, as the check of races sees it.
//
// What its threads do is compared with one another's accesses at once, and with those of other blocks when it is published to the launch: at
// the block's end, or when others may acquire it.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checks/race/async_proxy.hpp"
#include "checks/race/block_pages.hpp"
#include "checks/race/copies_under_way.hpp"
#include "checks/race/launch_race_state.hpp"
#include "checks/shared_bytes.hpp"
#include "engine/events.hpp"

namespace loom {

// A plain write, until it has happened: at the next event that can only come after it.
struct Write {
  const Thread* thread = nullptr;    // nullptr where none waits
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::uintptr_t pc = 0;
  BlockPage* page = nullptr;         // of global memory
  ConflictingAccess other;           // a plain write it races with, of time 0 where there is none
  unsigned char before[16];          // what was there then
};

// A strong read, until it has happened.
struct Watch {
  bool waiting = false;
  unsigned rank = 0;
  std::uintptr_t address = 0;
  std::uint32_t bytes = 0;
  bool in_shared = false;
};

class BlockRaceState {
 public:
  void begin(const Block& block);

  void access(const Thread& thread, const Access& access);

  // The fast path of `access`, for an aligned plain access of 1, 2, 4, 8 or 16 bytes. First try_commit_pending, then one of the other two.
  // True where the access can be in no race; it has then been recorded. Where one of them is false, call `access`.
  template <bool write>
  bool try_commit_pending(const Thread& thread);
  std::size_t position(std::uintptr_t address, std::size_t bytes) const { return shared_.position(address, bytes); }
  template <bool write, std::size_t bytes>
  bool try_record_in_shared(std::size_t at, const Thread& thread, std::uintptr_t pc);
  // nullptr where the block has not touched that page of global memory.
  BlockPage* page(std::uintptr_t address) const { return pages_.recent(address / BlockPage::bytes); }
  template <bool write, std::size_t bytes>
  bool try_record_in_global(BlockPage& page, std::uintptr_t address, const Thread& thread, std::uintptr_t pc);

  void block_barrier();
  void warp_barrier(unsigned warp, std::uint32_t mask);
  void tile_barrier(unsigned first, unsigned threads);
  // A thread's arrival releases what it did, and where it goes on it acquires what others released; or all threads' do, who have met.
  void cluster_arrives(const Thread* one, unsigned phase);
  void cluster_goes_on(const Thread* one, unsigned phase);
  void fence(const Thread& thread, Scope scope);
  void end();

  void copy_begins(const CopiesUnderWay::Copy& copy);
  void copies_committed(const Thread& thread) { copies_.commit(thread.rank); }
  void copies_bound(const Thread& thread, const void* barrier, bool phase) { copies_.bind(thread.rank, barrier, phase); }
  void phase_awaited(const void* barrier, bool phase) { copies_.awaited(barrier, phase), note_under_way(); }
  // A copy may write until then, so an access after the copy's beginning must be after its end, too. Where it is bound to a barrier,
  // others may have acquired its end there.
  void copies_awaited(const Thread& thread, std::size_t but);

  void proxy_fence(const Thread& thread);
  void read_begins(const AsyncProxy::Read& read);
  void reads_committed(const Thread& thread, ProxyWork work) { proxy_.commit(thread.rank, work); }
  // The proxy may read until then, so its read is after whatever the thread has acquired by then, too.
  void reads_awaited(const Thread& thread, ProxyWork work, std::size_t but);
  void tile_copied(std::uintptr_t address, std::size_t bytes, Swizzle swizzle, std::uintptr_t pc) { proxy_.copied(address, bytes, swizzle, pc); }
  void tile_read(const Thread& thread, const Access& access, Swizzle swizzle) const;

 private:
  // The last plain writers of bytes of shared memory.
  template <class Visit>
  void writers(std::uintptr_t address, std::size_t bytes, Visit visit) const;
  // The proxy reads or writes there.
  void meet_proxy(const Thread& thread, const Access& access);
  void note_under_way() { under_way_ = copies_.any() || proxy_.reads(); }

  std::optional<CopiesUnderWay::Copy> copy_at(const Access& access) const;

  void meet_copy(const Thread& thread, const Access& access);

  // A compare-and-swap comes to the address: whatever its thread has plainly read there belongs to a compare-and-swap loop.
  void note_cas_loop_read(const Cells& cells, std::size_t at, const Thread& thread) const;

  Epoch epoch(const Thread& thread, const Access& access) const { return {order_.now(), thread.rank, access.pc}; }

  // What an atomic or volatile access has to do with order. Whether it has been published to the launch.
  bool strong(const Thread& thread, const Access& access, bool in_shared);

  bool publish(const Thread& thread, const Access& access, bool in_shared);

  // A thread that reads there may be led to what the thread has signalled before, but not by any order.
  void publish_unfenced(const Thread& thread, const Access& access);

  // The same for one atomic that publishes: a thread that reads the address may know of it from then on.
  void publish_update_to_launch(const Thread& thread, const Access& access);

  // What was pending has happened by now.
  void commit_pending();

  void commit_write();

  // Whether what was read last may tell of anything.
  bool something_to_acquire() const;

  void commit_watch();

  // Shared memory of the cluster has pages of its own, where other clusters leave no records.
  ShadowPage& shadow_of(std::uintptr_t page);

  // Compares what the block did to global memory since it last came here with what other blocks did.
  void publish_to_launch(bool last);

  bool known(const ShadowRecord& record, unsigned rank) const;

  // Whether it is an atomic whose outcome the block has seen at that very address: the last block of a grid may reset the counter
  // by which it knows itself to be the last.
  bool seen(const ShadowRecord& record, std::uintptr_t address) const;

  // Whether the block was led to the recorded memory by another address.
  bool led_to(const ShadowRecord& record, std::uintptr_t address) const;

  void tell(const ShadowRecord& now, const ShadowRecord& then, std::uintptr_t word) const;

  // A write of global memory, or an access that races with another of the block.
  void meet(const Thread& thread, const Access& access, Use use, const ConflictingAccess& other, BlockPage* page);

  void tell(const Thread& thread, const Access& access, Use use, const ConflictingAccess& other, bool same_value);

  // A thread reads what another reads and writes. What it does next shows whether it writes there, too, or only a barrier is missing.
  struct Undecided {
    RaceAccess now, then;
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
  };
  // As updates where both threads have written to the address; all others where it is none.
  void decide(std::optional<std::uintptr_t> updated);

  void forget_if(bool anew);

  const Block* block_ = nullptr;
  std::uint32_t number_ = 0;
  ThreadOrder order_;
  SharedBytes own_shared_;
  SharedBytes shared_;               // that no other block reaches; what others reach counts as global memory
  Cells cells_;                      // of shared memory
  BlockPages pages_;                 // of global memory
  std::shared_ptr<ClusterRaceState> cluster_;   // of several blocks
  RaceClock::Time since_ = 0;        // what happened from then on has not been published to the launch
  std::unordered_map<std::uintptr_t, Published> places_;   // in shared memory
  std::unordered_map<std::uintptr_t, VectorClock> updates_;  // by word of global memory: the atomics whose outcome was seen there
  // By address in global memory: how many bytes were read there, and what was signalled before those were written.
  std::unordered_map<std::uintptr_t, std::pair<std::uint32_t, VectorClock>> unfenced_;
  std::bitset<1024> fenced_;         // threads that have written nothing since their last fence
  std::bitset<1024> signalling_;     // threads that have written to global memory as volatile since their last fence
  Write write_;
  Watch watch_;
  CopiesUnderWay copies_;
  std::vector<Undecided> undecided_;
  AsyncProxy proxy_;
  bool under_way_ = false;           // a copy or a read of the proxy
};

// Of the OS thread. A pointer, because it costs less to read than an object with a destructor.
extern constinit thread_local BlockRaceState* current_races;

template <bool write>
[[gnu::always_inline]] inline bool BlockRaceState::try_commit_pending(const Thread& thread) {
  if (under_way_) return false;
  if (watch_.waiting && something_to_acquire()) return false;
  watch_.waiting = false;
  // The same thread's reads may be announced between a write and its happening: of "a = b", the write comes first.
  if (write_.thread != nullptr && (write || write_.thread != &thread)) commit_write();
  if (write) fenced_.reset(thread.rank);
  return true;
}

template <bool write, std::size_t bytes>
inline bool BlockRaceState::try_record_in_shared(std::size_t at, const Thread& thread, std::uintptr_t pc) {
  return cells_.try_record<write, bytes>(at, {order_.now(), thread.rank, pc}, order_);
}

template <bool write, std::size_t bytes>
inline bool BlockRaceState::try_record_in_global(BlockPage& page, std::uintptr_t address, const Thread& thread, std::uintptr_t pc) {
  const std::size_t at = address % BlockPage::bytes;
  if ((write && page.has_signals()) || !page.cells.try_record<write, bytes>(at, {order_.now(), thread.rank, pc}, order_)) return false;
  for (std::size_t word = at / 4; word <= (at + bytes - 1) / 4; ++word) page.touch(static_cast<unsigned>(word));
  if (write) {
    write_.thread = &thread;
    write_.address = address;
    write_.bytes = bytes;
    write_.pc = pc;
    write_.page = &page;
    write_.other = {};
  }
  return true;
}

}  // namespace loom
