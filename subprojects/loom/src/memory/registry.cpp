#include "memory/registry.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "memory/initialised_shadow.hpp"
#include "memory/unwritten_pattern.hpp"

namespace loom {

namespace {

struct Record : Allocation {
  explicit Record(Allocation allocation) : Allocation(std::move(allocation)) {
    if ((space == Space::global && !host_writes) || space == Space::shared) written.emplace(place(base) + bytes);
  }
  bool holds(std::uintptr_t address) const { return address - base < bytes; }
  // Where the record of a byte is: its chunks are pages of memory.
  std::size_t place(std::uintptr_t address) const { return address - base / InitialisedShadow::chunk_bytes * InitialisedShadow::chunk_bytes; }
  std::optional<InitialisedShadow> written;  // none where every byte counts as written
  std::uint64_t death = 0;           // counts records freed
};

using Records = std::map<std::uintptr_t, std::unique_ptr<Record>>;

// What this OS thread found last: extents that hold one allocation, or none (a stack is such a hole).
// Forgotten as a whole when the generation changes, that is, when the registry does.
struct Recent {
  struct Extent { std::uintptr_t first = 0, bytes = 0; Record* record = nullptr; };
  std::uint64_t generation = 0;
  unsigned next = 0;
  std::array<Extent, 8> extents{};
};
constinit thread_local Recent recent;

}  // namespace

struct Registry::State {
  explicit State(std::atomic<std::uint64_t>& of_registry) : generation(of_registry) {}

  std::atomic<std::uint64_t>& generation;
  mutable std::shared_mutex mutex;
  std::atomic<std::size_t> of_host{0};           // live records of memory that the host writes, too
  Records live;
  Records freed;
  struct Death { std::uintptr_t base; std::uint64_t number; };
  std::deque<Death> deaths;          // oldest first; some of them forgotten already
  std::uint64_t death_count = 0;

  Record* find(std::uintptr_t address) const {
    const std::uint64_t now = generation.load(std::memory_order_acquire);
    if (recent.generation == now) [[likely]] {
      for (const Recent::Extent& extent : recent.extents)
        if (address - extent.first < extent.bytes) return extent.record;
    } else {
      recent = Recent{};
    }
    return look_up(address);
  }

  // The sorted structure, and a note of the answer for next time.
  Record* look_up(std::uintptr_t address) const {
    const std::shared_lock lock(mutex);
    recent.generation = generation.load(std::memory_order_acquire);
    const auto above = live.upper_bound(address);
    Recent::Extent found{0, above == live.end() ? UINTPTR_MAX : above->first, nullptr};
    if (above != live.begin()) {
      Record& below = *std::prev(above)->second;
      if (below.holds(address)) found = {below.base, below.bytes, &below};
      else found = {below.base + below.bytes, found.bytes - (below.base + below.bytes), nullptr};
    }
    recent.extents[recent.next++ % recent.extents.size()] = found;
    return found.record;
  }

  void forget_freed(std::uintptr_t first, std::uintptr_t last) {
    auto record = freed.lower_bound(first);
    if (record != freed.begin() && std::prev(record)->second->base + std::prev(record)->second->bytes > first) --record;
    while (record != freed.end() && record->first < last) record = freed.erase(record);
  }
};

Registry::Registry() : state_(std::make_unique<State>(generation_)) {}

Registry& Registry::instance() {
  static Registry& registry = *new Registry;   // never destroyed: exit handlers and other threads may still ask
  return registry;
}

void Registry::add(Allocation allocation) {
  allocation.freed = false;
  auto record = std::make_unique<Record>(std::move(allocation));
  const std::unique_lock lock(state_->mutex);
  state_->forget_freed(record->base, record->base + record->bytes);
  const std::uintptr_t base = record->base;
  if (const auto before = state_->live.find(base); before != state_->live.end() && before->second->host_writes) --state_->of_host;
  if (record->host_writes) ++state_->of_host;
  state_->live.insert_or_assign(base, std::move(record));
  generation_.fetch_add(1, std::memory_order_release);
}

bool Registry::has_host_memory() const { return state_->of_host.load(std::memory_order_relaxed) > 0; }

bool Registry::remove(std::uintptr_t base) {
  const std::unique_lock lock(state_->mutex);
  auto node = state_->live.extract(base);
  if (node.empty()) return false;
  generation_.fetch_add(1, std::memory_order_release);
  Record& record = *node.mapped();
  if (record.host_writes) --state_->of_host;
  record.freed = true;
  record.written.reset();
  record.death = ++state_->death_count;
  state_->deaths.push_back({base, record.death});
  state_->freed.insert(std::move(node));
  if (state_->deaths.size() > freed_kept) {
    const State::Death oldest = state_->deaths.front();
    state_->deaths.pop_front();
    const auto there = state_->freed.find(oldest.base);
    if (there != state_->freed.end() && there->second->death == oldest.number) state_->freed.erase(there);
  }
  return true;
}

void Registry::forget(std::uintptr_t base) {
  const std::unique_lock lock(state_->mutex);
  generation_.fetch_add(1, std::memory_order_release);
  state_->live.erase(base);
}

const Allocation* Registry::find(std::uintptr_t address) const { return state_->find(address); }

// Shared memory of a cluster is watched more closely than that, and so is memory of which the program has said more.
View Registry::view(std::uintptr_t address) const {
  View view;
  view.generation = generation();
  const Record* const record = state_->find(address);
  if (record == nullptr || record->space == Space::shared) return view;
  const std::uintptr_t page = address / View::page * View::page;
  view.first = std::max(page, record->base);
  view.bytes = std::min(page + View::page, record->base + record->bytes) - view.first;
  view.written = record->written ? record->written->chunk(record->place(page)) : InitialisedShadow::all();
  view.writable = record->space != Space::constant;
  view.may_be_unwritten = record->host_writes;
  return view;
}

Outside outside(const Allocation& allocation, std::uintptr_t address) {
  if (address < allocation.base) return {allocation.base - address, 0};
  const std::uintptr_t end = allocation.base + allocation.bytes;
  return {0, address < end ? 0 : address - end + 1};
}

std::optional<Allocation> Registry::nearest(std::uintptr_t address) const {
  const std::shared_lock lock(state_->mutex);
  const Allocation* best = nullptr;
  std::size_t best_distance = SIZE_MAX;
  for (const Records* records : {&state_->live, &state_->freed}) {
    const auto consider = [&](const Allocation& allocation) {
      const Outside distance = outside(allocation, address);
      if (best != nullptr && distance.before + distance.past >= best_distance) return;
      best = &allocation;
      best_distance = distance.before + distance.past;
    };
    const auto above = records->upper_bound(address);
    if (above != records->begin()) consider(*std::prev(above)->second);
    if (above != records->end()) consider(*above->second);
  }
  return best ? std::optional(*best) : std::nullopt;
}

std::vector<Allocation> Registry::live() const {
  const std::shared_lock lock(state_->mutex);
  std::vector<Allocation> all;
  for (const auto& [base, record] : state_->live) all.push_back(*record);
  return all;
}

void Registry::mark_written(std::uintptr_t address, std::size_t bytes) {
  Record* const record = state_->find(address);
  if (bytes > 0 && record != nullptr && record->written) record->written->mark(record->place(address), bytes);
}

void Registry::mark_filled(std::uintptr_t address, std::size_t bytes) {
  Record* const record = state_->find(address);
  if (bytes > 0 && record != nullptr && record->written) record->written->fill(record->place(address), bytes);
}

bool Registry::never_written(std::uintptr_t address, std::size_t bytes) const {
  const Record* const record = state_->find(address);
  return bytes > 0 && record != nullptr && record->written && record->written->none(record->place(address), bytes);
}

bool Registry::take_unwritten(std::uintptr_t address, std::size_t bytes) const {
  const Record* const record = state_->find(address);
  return record != nullptr && record->host_writes && loom::take_unwritten(record->base, record->bytes, address - record->base, bytes);
}

Value Registry::value(std::uintptr_t address, std::size_t bytes) const {
  const Record* const record = state_->find(address);
  if (bytes == 0 || record == nullptr) return Value::there;
  if (record->written) return record->written->value(record->place(address), bytes);
  return record->host_writes && may_be_unwritten(address) ? Value::untouched : Value::there;
}

void Registry::copy_written(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  Record* const target = state_->find(to);
  const Record* const source = state_->find(from);
  if (bytes == 0 || target == nullptr || !target->written) return;
  if (source != nullptr && source->written)
    target->written->copy(target->place(to), *source->written, source->place(from), bytes);
  else
    target->written->mark(target->place(to), bytes);
  generation_.fetch_add(1, std::memory_order_release);     // the records of pages may have been exchanged
}

}  // namespace loom
