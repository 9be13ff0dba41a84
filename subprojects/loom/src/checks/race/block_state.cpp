#include "checks/race/block_state.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <tuple>

#include "engine/cluster.hpp"

namespace loom {

constinit thread_local BlockRaceState* current_races = nullptr;

namespace {

// A volatile write counts as strong only where it publishes.
Use use_of(const Access& access, bool publishes) {
  const bool block_only = access.atomicity.scope <= Scope::block;
  switch (access.kind) {
    case AccessKind::read: return Use::read;
    case AccessKind::write: return Use::write;
    case AccessKind::volatile_read: return Use::watch;
    case AccessKind::volatile_write: return publishes ? Use::update : Use::write;
    case AccessKind::atomic: break;
  }
  if (access.atomicity.kind == AtomicKind::load) return block_only ? Use::block_watch : Use::watch;
  return block_only ? Use::block_update : Use::update;
}

// Whether both read the address and then write there: the read that races is the one that the thread that writes has made, too.
bool is_update(const RaceAccess& now, const RaceAccess& then, std::uintptr_t read) {
  const auto& [write, other] = now.use == Use::write ? std::tie(now, then) : std::tie(then, now);
  if (write.use != Use::write || read == 0) return false;
  return other.use == Use::write ? other.pc == write.pc : other.use == Use::read && other.pc == read;
}

std::uint16_t folded(std::uint32_t value, unsigned bytes) {
  for (unsigned byte = 0; byte < 4; ++byte)
    if (!(bytes >> byte & 1)) value &= ~(0xffu << 8 * byte);
  return static_cast<std::uint16_t>(value ^ value >> 16);
}

}  // namespace

void BlockRaceState::begin(const Block& block) {
  const dim3& grid = block.launch->grid;
  block_ = &block;
  number_ = static_cast<std::uint32_t>(block.index.x + std::uint64_t{grid.x} * (block.index.y + std::uint64_t{grid.y} * block.index.z));
  own_shared_ = SharedBytes(block);
  shared_ = SharedBytes::of_block_alone(block);
  cluster_ = block.cluster ? launch_race_state().cluster(block.cluster->number()) : nullptr;
  write_.thread = nullptr;
  watch_.waiting = false;
  places_.clear();
  updates_.clear();
  unfenced_.clear();
  undecided_.clear();
  fenced_.reset();
  signalling_.reset();
  pages_.untouch();
  pages_.rest();
  const bool anew = order_.begin(number_, block.threads);
  cells_.prepare(shared_.bytes(), anew);
  if (anew) pages_.forget();
  since_ = order_.now();
  copies_.begin(own_shared_.bytes(), block.threads);
  proxy_.begin(order_.now());
  note_under_way();
}

void BlockRaceState::access(const Thread& thread, const Access& access) {
  if (under_way_) [[unlikely]] meet_copy(thread, access);
  // The same thread's reads may be announced between a write and its happening: of "a = b", the write comes first.
  if (write_.thread != nullptr && (write_.thread != &thread || access.kind != AccessKind::read)) commit_write();
  if (watch_.waiting) [[unlikely]] commit_watch();
  const std::size_t at = shared_.position(access.address, access.bytes);
  bool published_to_launch = false;
  if (access.kind >= AccessKind::volatile_read) [[unlikely]] published_to_launch = strong(thread, access, at != SharedBytes::none);
  if (access.by_proxy) [[unlikely]] meet_proxy(thread, access);
  const Use use = use_of(access, fenced_[thread.rank]);
  const bool signal = access.kind == AccessKind::volatile_write && use == Use::write && at == SharedBytes::none;
  if (signal) signalling_.set(thread.rank);
  if (access.kind != AccessKind::read && access.kind != AccessKind::volatile_read) fenced_.reset(thread.rank);
  if (at != SharedBytes::none) {
    if (access.atomicity.compares) note_cas_loop_read(cells_, at, thread);
    const ConflictingAccess other = cells_.meet(at, access.bytes, use, epoch(thread, access), order_);
    if (other.epoch.time() != 0) [[unlikely]] meet(thread, access, use, other, nullptr);
    return;
  }
  for (std::uintptr_t first = access.address, last = first + access.bytes; first < last;) {
    const unsigned from = first % BlockPage::bytes;
    const unsigned count = static_cast<unsigned>(std::min<std::uintptr_t>(last - first, BlockPage::bytes - from));
    BlockPage& page = pages_.touch(first / BlockPage::bytes);
    for (unsigned word = from / 4; word <= (from + count - 1) / 4 && !published_to_launch; ++word) {
      page.touch(word);
      if (use == Use::write) page.note_signal(word, signal);
    }
    if (access.atomicity.compares) note_cas_loop_read(page.cells, from, thread);
    const ConflictingAccess other = page.cells.meet(from, count, use, epoch(thread, access), order_);
    if (other.epoch.time() != 0 || use == Use::write) meet(thread, {first, count, access.kind, access.pc, {}}, use, other, &page);
    first += count;
  }
}

void BlockRaceState::block_barrier() {
  commit_pending();
  if (order_.unequal() || block_->launch->cooperative) publish_to_launch(false);
  forget_if(order_.block_barrier());
}

void BlockRaceState::warp_barrier(unsigned warp, std::uint32_t mask) {
  commit_pending();
  if (order_.unequal()) publish_to_launch(false);
  forget_if(order_.warp_barrier(warp, mask));
}

void BlockRaceState::tile_barrier(unsigned first, unsigned threads) {
  commit_pending();
  publish_to_launch(false);
  forget_if(order_.tile_barrier(first, threads));
}

void BlockRaceState::cluster_arrives(const Thread* one, unsigned phase) {
  if (one) fence(*one, Scope::device);
  publish_to_launch(false);        // before any other can acquire it
  const std::lock_guard lock(cluster_->mutex);
  if (one) order_.publish(one->rank, Scope::device, cluster_->phases[phase % 2]);
  else order_.publish_all(cluster_->phases[phase % 2]);
}

void BlockRaceState::cluster_goes_on(const Thread* one, unsigned phase) {
  commit_pending();
  publish_to_launch(false);        // what was done before was done without knowing
  const std::lock_guard lock(cluster_->mutex);
  const Published& place = cluster_->phases[phase % 2];
  if (one) order_.acquire(one->rank, order_.clock_after_acquire(one->rank, place));
  else order_.acquire_all(place.everywhere);
}

void BlockRaceState::fence(const Thread& thread, Scope scope) {
  commit_pending();
  fenced_.set(thread.rank);
  signalling_.reset(thread.rank);
  forget_if(order_.fence(thread.rank, scope));
}

void BlockRaceState::end() {
  commit_pending();
  publish_to_launch(true);
}

void BlockRaceState::copy_begins(const CopiesUnderWay::Copy& copy) {
  const std::size_t at = own_shared_.position(copy.address, copy.bytes);
  if (at != SharedBytes::none) copies_.add(copy, at);
  note_under_way();
}

void BlockRaceState::copies_awaited(const Thread& thread, std::size_t but) {
  for (const CopiesUnderWay::Copy& copy : copies_.awaited(thread.rank, but))
    if (!copy.bound) BlockRaceState::access(thread, {copy.address, copy.bytes, AccessKind::write, copy.pc, {}});
  note_under_way();
}

void BlockRaceState::proxy_fence(const Thread& thread) {
  commit_pending();
  forget_if(order_.tick());
  proxy_.fence(thread.rank, order_);
}

void BlockRaceState::read_begins(const AsyncProxy::Read& read) {
  proxy_.begins(read);
  note_under_way();
}

void BlockRaceState::reads_awaited(const Thread& thread, ProxyWork work, std::size_t but) {
  const std::vector<AsyncProxy::Read> done = proxy_.awaited(thread.rank, work, but);
  note_under_way();
  for (const AsyncProxy::Read& read : done)
    if (own_shared_.position(read.address, read.bytes) != SharedBytes::none)
      BlockRaceState::access(thread, {read.address, read.bytes, AccessKind::read, read.pc, {}});
}

template <class Visit>
void BlockRaceState::writers(std::uintptr_t address, std::size_t bytes, Visit visit) const {
  if (const std::size_t at = shared_.position(address, bytes); at != SharedBytes::none) return cells_.writers(at, bytes, visit);
  if (own_shared_.position(address, bytes) == SharedBytes::none) return;
  const BlockPage* const page = pages_.recent(address / BlockPage::bytes);
  const std::size_t from = address % BlockPage::bytes;
  if (page && from + bytes <= BlockPage::bytes) page->cells.writers(from, bytes, visit);
}

void BlockRaceState::meet_proxy(const Thread& thread, const Access& access) {
  if (access.kind == AccessKind::write) return proxy_.writes(access.pc);
  if (access.kind != AccessKind::read) return;
  if (write_.thread != nullptr) commit_write();
  writers(access.address, access.bytes, [&](Epoch writer) {
    if (!proxy_.sees(writer, thread.rank, number_))
      tell_unfenced(*block_, {number_, thread.rank, access.pc, Use::read}, {number_, writer.rank(), writer.pc(), Use::write}, access.address);
  });
}

void BlockRaceState::tile_read(const Thread& thread, const Access& access, Swizzle swizzle) const {
  writers(access.address, access.bytes, [&](Epoch writer) {
    const std::optional<Swizzle> copied = proxy_.swizzle(access.address, writer);
    if (copied && *copied != swizzle)
      tell_swizzle(*block_, {number_, thread.rank, access.pc, Use::read}, {number_, writer.rank(), writer.pc(), Use::write}, access.address, swizzle, *copied);
  });
}

std::optional<CopiesUnderWay::Copy> BlockRaceState::copy_at(const Access& access) const {
  const std::size_t at = own_shared_.position(access.address, access.bytes);
  return at != SharedBytes::none ? copies_.at(at, access.bytes) : std::nullopt;
}

void BlockRaceState::meet_copy(const Thread& thread, const Access& access) {
  if (writes(access.kind) || access.kind == AccessKind::atomic)
    if (const std::optional<AsyncProxy::Read> read = proxy_.reading(access.address, access.bytes))
      tell_write_under_read(*block_, {number_, thread.rank, access.pc, use_of(access, false)}, {number_, read->rank, read->pc, Use::read}, access.address,
                            access.bytes, read->work);
  const std::optional<CopiesUnderWay::Copy> copy = copy_at(access);
  if (!copy) return;
  tell_race_with_copy(*block_, {number_, thread.rank, access.pc, use_of(access, false)}, {number_, copy->rank, copy->pc, Use::write},
                      access.address, access.bytes);
}

void BlockRaceState::note_cas_loop_read(const Cells& cells, std::size_t at, const Thread& thread) const {
  if (const std::uintptr_t pc = cells.read_by(at, thread.rank, order_); pc != 0) launch_race_state().cas_loop_reads.checked(pc);
}

bool BlockRaceState::strong(const Thread& thread, const Access& access, bool in_shared) {
  const bool atomic = access.kind == AccessKind::atomic;
  const AtomicKind kind = access.atomicity.kind;
  const bool reads = access.kind == AccessKind::volatile_read || (atomic && kind != AtomicKind::store);
  const bool writes = access.kind == AccessKind::volatile_write || (atomic && kind != AtomicKind::load);
  if (atomic && access.atomicity.order >= Order::release) fence(thread, access.atomicity.scope);
  const bool publishes = atomic ? order_.has_snapshot(thread.rank) : bool{fenced_[thread.rank]};
  const bool published_to_launch = writes && publishes && publish(thread, access, in_shared);
  if (writes && !publishes && !in_shared && signalling_[thread.rank]) publish_unfenced(thread, access);
  if (reads) watch_ = {true, thread.rank, access.address, access.bytes, in_shared};
  return published_to_launch;
}

bool BlockRaceState::publish(const Thread& thread, const Access& access, bool in_shared) {
  const unsigned rank = thread.rank;
  if (in_shared) {
    order_.publish(rank, access.atomicity.scope, places_[access.address]);
    return false;
  }
  publish_to_launch(false);        // before any other can acquire it
  const bool update = access.kind == AccessKind::atomic && access.atomicity.scope != Scope::block;
  if (update) publish_update_to_launch(thread, access);
  launch_race_state().at(access.address, [&](Published& place) {
    order_.publish(rank, access.atomicity.scope, place);
    if (update) place.updates.join(number_, {0, {{rank, order_.now() + 1}}});
  });
  launch_race_state().has_published();
  return update;
}

void BlockRaceState::publish_unfenced(const Thread& thread, const Access& access) {
  publish_to_launch(false);
  launch_race_state().at(access.address,
              [&](Published& place) { place.unfenced.join(number_, {0, {{thread.rank, order_.now() + 1}}}); });
  launch_race_state().has_published();
}

void BlockRaceState::publish_update_to_launch(const Thread& thread, const Access& access) {
  for (std::uintptr_t first = access.address, last = first + access.bytes; first < last;) {
    const std::uintptr_t address = first / 4 * 4, next = std::min(address + 4, last);
    const auto bytes = static_cast<std::uint8_t>(((1u << (next - first)) - 1) << (first - address));
    const ShadowRecord record{epoch(thread, access), number_, 0, Use::update, bytes, 0};
    ShadowPage& shadow = shadow_of(address / BlockPage::bytes);
    const std::lock_guard lock(shadow.mutex);
    shadow.add(address % BlockPage::bytes / 4, record,
              [&](const ShadowRecord& there) { return known(there, thread.rank) || seen(there, address); },
              [&](const ShadowRecord& there) { tell(record, there, address); });
    first = next;
  }
}

void BlockRaceState::commit_pending() {
  commit_write();
  commit_watch();
  decide({});
}

void BlockRaceState::commit_write() {
  const Thread* const thread = std::exchange(write_.thread, nullptr);
  if (thread == nullptr) return;
  if (write_.page != nullptr) write_.page->note_values(write_.address % BlockPage::bytes, write_.bytes);
  if (write_.other.epoch.time() == 0) return;
  const Write done = write_;
  const void* const there = reinterpret_cast<const void*>(done.address);
  const bool same = done.bytes <= sizeof done.before && std::memcmp(done.before, there, done.bytes) == 0;
  tell(*thread, {done.address, static_cast<std::uint32_t>(done.bytes), AccessKind::write, done.pc, {}}, Use::write, done.other, same);
}

bool BlockRaceState::something_to_acquire() const { return watch_.in_shared ? !places_.empty() : launch_race_state().published(); }

void BlockRaceState::commit_watch() {
  if (!std::exchange(watch_.waiting, false)) return;
  VectorClock all;
  if (watch_.in_shared) {
    const auto place = places_.find(watch_.address);
    if (place == places_.end()) return;
    all = order_.clock_after_acquire(watch_.rank, place->second);
  } else {
    if (!launch_race_state().published()) return;
    launch_race_state().at(watch_.address, [&](const Published& place) {
      all = order_.clock_after_acquire(watch_.rank, place);
      for (std::uintptr_t word = watch_.address / 4; word <= (watch_.address + watch_.bytes - 1) / 4; ++word)
        if (!place.updates.empty()) updates_[word] = place.updates;
      if (!place.unfenced.empty()) unfenced_[watch_.address] = {watch_.bytes, place.unfenced};
    });
  }
  if (all == order_.clock_of(watch_.rank)) return;
  publish_to_launch(false);        // what was done before was done without knowing
  order_.acquire(watch_.rank, std::move(all));
}

ShadowPage& BlockRaceState::shadow_of(std::uintptr_t page) {
  const bool of_cluster = cluster_ && block_->cluster->touches(page * BlockPage::bytes, BlockPage::bytes);
  return (of_cluster ? cluster_->shadow : launch_race_state().shadow).page(page);
}

void BlockRaceState::publish_to_launch(bool last) {
  for (BlockPage* const page : pages_.touched()) {
    ShadowPage& shadow = shadow_of(page->number);
    const std::lock_guard lock(shadow.mutex);
    const bool alone = shadow.claim(page->touched()) && last;
    page->for_each_touched([&](unsigned word) {
      page->cells.remembered(word, since_, [&](Epoch epoch, Use use, unsigned bytes) {
        const std::uint16_t value = use == Use::write ? folded(page->values[word], bytes) : std::uint16_t{0};
        if (use == Use::write && page->is_signal(word)) use = Use::signal;
        if (alone)
          return shadow.add_to_blank(word * 4 + static_cast<unsigned>(std::countr_zero(bytes)), bytes == 0xf ? 4 : 1, epoch, number_, use, value);
        const ShadowRecord record{epoch, number_, value, use, static_cast<std::uint8_t>(bytes & 15), last};
        const std::uintptr_t address = page->number * BlockPage::bytes + word * 4;
        shadow.add(word, record, [&](const ShadowRecord& there) { return known(there, epoch.rank()) || seen(there, address); },
                  [&](const ShadowRecord& there) { tell(record, there, address); });
      });
    });
  }
  if (pages_.touched().empty()) return;
  pages_.untouch();
  forget_if(order_.tick());
  since_ = order_.now();
}

bool BlockRaceState::known(const ShadowRecord& record, unsigned rank) const {
  return record.block == number_ ? order_.ordered(record.epoch.time(), record.epoch.rank(), rank)
                               : order_.ordered(record.block, record.epoch.time(), record.epoch.rank(), rank);
}

bool BlockRaceState::seen(const ShadowRecord& record, std::uintptr_t address) const {
  if (record.use != Use::update || updates_.empty()) return false;
  const auto place = updates_.find(address / 4);
  return place != updates_.end() && place->second.covers(record.block, record.epoch.rank(), record.epoch.time());
}

bool BlockRaceState::led_to(const ShadowRecord& record, std::uintptr_t address) const {
  return std::ranges::any_of(unfenced_, [&](const auto& place) {
    const auto& [bytes, before] = place.second;
    return address - place.first / 4 * 4 >= bytes && before.covers(record.block, record.epoch.rank(), record.epoch.time());
  });
}

void BlockRaceState::tell(const ShadowRecord& now, const ShadowRecord& then, std::uintptr_t word) const {
  if (signalled(now.use, then.use) && !led_to(then, word)) return;
  const auto as_access = [](const ShadowRecord& record) { return RaceAccess{record.block, record.epoch.rank(), record.epoch.pc(), record.use}; };
  const unsigned both = now.bytes & then.bytes;
  const bool writes = now.use == Use::write && then.use == Use::write;
  const std::uintptr_t address = word + static_cast<unsigned>(std::countr_zero(both));
  const std::uintptr_t place = block_->cluster ? block_->cluster->place_of(address) : address;
  const bool same_value = writes && now.bytes == then.bytes && now.value == then.value;
  launch_race_state().tell(*block_->launch, as_access(now), as_access(then), address, place, same_value);
}

void BlockRaceState::meet(const Thread& thread, const Access& access, Use use, const ConflictingAccess& other, BlockPage* page) {
  const bool both_write = use == Use::write && other.use == Use::write;
  if (other.epoch.time() != 0 && !both_write) tell(thread, access, use, other, false);
  if (use != Use::write || (page == nullptr && !both_write)) return;
  if (write_.thread != nullptr) commit_write();
  write_ = {&thread, access.address, access.bytes, access.pc, page, both_write ? other : ConflictingAccess{}, {}};
  if (both_write && access.bytes <= sizeof write_.before)
    std::memcpy(write_.before, reinterpret_cast<const void*>(access.address), access.bytes);
}

void BlockRaceState::tell(const Thread& thread, const Access& access, Use use, const ConflictingAccess& other, bool same_value) {
  if (copies_.any() && copy_at(access)) return;     // that has been told
  const RaceAccess now{number_, thread.rank, access.pc, use}, then{number_, other.epoch.rank(), other.epoch.pc(), other.use};
  const bool update = !same_value && is_update(now, then, other.read), both_write = changes(now.use) && changes(then.use);
  constexpr std::size_t most = 1024;
  const bool has_raced_as_reader = std::ranges::any_of(undecided_, [&](const Undecided& race) {
    return race.address == access.address && race.now.rank == now.rank && !changes(race.now.use);
  });
  if (update && !both_write && !has_raced_as_reader && undecided_.size() < most)
    return undecided_.push_back({now, then, access.address, access.bytes});
  if (update) decide(access.address);
  tell_race(*block_, now, then, access.address, access.bytes, same_value ? Nature::same_value : update ? Nature::update : Nature::other);
  launch_race_state().cas_loop_reads.told(now, then);
}

void BlockRaceState::decide(std::optional<std::uintptr_t> updated) {
  if (undecided_.empty()) return;
  std::erase_if(undecided_, [&](const Undecided& race) {
    if (updated && race.address != *updated) return false;
    tell_race(*block_, race.now, race.then, race.address, race.bytes, updated ? Nature::update : Nature::other);
    launch_race_state().cas_loop_reads.told(race.now, race.then);
    return true;
  });
}

void BlockRaceState::forget_if(bool anew) {
  if (!anew) return;
  cells_.prepare(shared_.bytes(), /*forget=*/true);
  pages_.forget();
  since_ = order_.now();
}

}  // namespace loom
