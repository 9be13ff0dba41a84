// Calls in device code through addresses that the host has taken: pointers to functions, and virtual functions of objects that the host has built.
// On a GPU the two sides have code of their own, and tables of virtual functions, too. Here they share both, so a call would succeed.
//
// An address counts as the host's where a copy or a launch has brought it from the host, and no copy has brought it from a device before:
// a pointer that device code has taken may be passed through the host and back.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <unordered_set>

#include "checks/checks.hpp"
#include "memory/registry.hpp"
#include "program/variables.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

std::uintptr_t word_at(std::uintptr_t address) {
  std::uintptr_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

// Calls `visit` with the address of each aligned word that points into the program.
template <class Visit>
void for_each_pointer(std::uintptr_t first, std::size_t bytes, Visit visit) {
  static const Range program = program_image();
  constexpr std::size_t size = sizeof(std::uintptr_t);
  for (std::uintptr_t at = (first + size - 1) / size * size; at + size <= first + bytes; at += size)
    if (const std::uintptr_t word = word_at(at); word - program.first < program.last - program.first) visit(at, word);
}

// Whether the table of virtual functions holds the function. Where the table ends is not known, and what is behind it does no harm.
bool holds(std::uintptr_t table, std::uintptr_t function) {
  constexpr std::size_t most = 256;
  for (std::uintptr_t slot = table; slot < table + most * sizeof slot && read_only_data(slot); slot += sizeof slot)
    if (word_at(slot) == function) return true;
  return false;
}

class HostAddresses final : public Check {
 public:
  Hears hears() const override { return Hears::none; }
  bool needs_accesses() const override { return true; }
  bool follows_blocks() const override { return false; }

  void launch_begins(const Launch& launch) override {
    if (launch.by_device || !launch.parameters) return;
    const auto first = reinterpret_cast<std::uintptr_t>(launch.parameters->data());
    const std::lock_guard lock(mutex_);
    for_each_pointer(first, launch.parameters->size(), [&](std::uintptr_t, std::uintptr_t word) { comes_from_host(word); });
  }

  void memory_copied(const Area& to, const Area& from, const HostCall&) override {
    const Registry& registry = Registry::instance();
    const Allocation *const source = registry.find(from.first), *const target = registry.find(to.first);
    const bool from_host = !source || source->host_writes, to_device = target, from_device = source;
    if (!to_device && !from_device) return;
    const std::lock_guard lock(mutex_);
    for (std::size_t row = 0; row < to.rows(); ++row) {
      const std::uintptr_t distance = to.row(row) - from.row(row);
      forget_objects(to.row(row), to.width);
      for_each_pointer(from.row(row), from.width, [&](std::uintptr_t at, std::uintptr_t word) {
        if (from_host && to_device) comes_from_host(word);
        if (to_device && (source ? is_object_of_host(at) : read_only_data(word) && !of_device_.contains(word))) remember_object(at + distance, word);
        if (from_device && !is_object_of_host(at)) of_device_.insert(word);
      });
    }
  }

  void object_built(const Thread* by, std::uintptr_t address, std::uintptr_t table) override {
    if (by && !any_.load(std::memory_order_relaxed)) return;
    const Allocation* const allocation = Registry::instance().find(address);
    if (!allocation) return;
    const std::lock_guard lock(mutex_);
    if (by) objects_.erase(address);
    else remember_object(address, table);
  }

  Verdict indirect_call(const Thread& thread, const IndirectCall& call) override {
    if (!any_.load(std::memory_order_relaxed)) return Verdict::proceed;
    const std::lock_guard lock(mutex_);
    if (is_object_of_host(call.object) && holds(objects_[call.object], call.function))
      return tell(thread, call, "a virtual call of an object that the host has built: its table of virtual functions is the host's",
                  "Build the object in a kernel, with `new` or with `new (address) Type(...)`: the side that runs the constructor can call its functions.");
    if (of_host_.contains(call.function) && !of_device_.contains(call.function) && !host_could_read(call.function))
      return tell(thread, call, "a call through a pointer to a function whose address was taken on the host",
                  "Take the address in device code, or with `__device__ auto pointer = &function;`, and fetch it with cudaMemcpyFromSymbol if the host is to "
                  "pass it; or pass a functor or a lambda instead.");
    return Verdict::proceed;
  }

 private:
  static constexpr std::size_t most = 1 << 16;

  void comes_from_host(std::uintptr_t word) {
    if (of_host_.size() < most && is_code(word) && of_host_.insert(word).second) any_ = true;
  }

  void remember_object(std::uintptr_t address, std::uintptr_t table) {
    if (objects_.size() >= most) return;
    objects_[address] = table;
    any_ = true;
  }

  void forget_objects(std::uintptr_t first, std::size_t bytes) { objects_.erase(objects_.lower_bound(first), objects_.lower_bound(first + bytes)); }

  // Whether what lies there still is what the host has written.
  bool is_object_of_host(std::uintptr_t address) const {
    const auto object = objects_.find(address);
    return object != objects_.end() && Registry::instance().find(address) && word_at(address) == object->second;
  }

  // A kernel may have left the address where the host reads it without a copy.
  static bool host_could_read(std::uintptr_t function) {
    bool found = false;
    for (const Allocation& allocation : Registry::instance().live())
      if (allocation.host_writes) for_each_pointer(allocation.base, allocation.bytes, [&](std::uintptr_t, std::uintptr_t word) { found |= word == function; });
    return found;
  }

  static Verdict tell(const Thread& thread, const IndirectCall& call, std::string what, std::string advice) {
    const Block& block = *thread.block;
    if (counted("out-of-bounds", *block.launch, block.index, call.pc, 0)) return Verdict::illegal_address;
    Finding finding;
    finding.kind = "out-of-bounds";
    finding.launch = block.launch;
    finding.first = {block.index, thread.index, call.pc, "calls it"};
    finding.what = std::move(what);
    finding.advice = std::move(advice);
    finding.fatal = true;
    report(std::move(finding));
    return Verdict::illegal_address;
  }

  std::mutex mutex_;
  std::atomic<bool> any_ = false;    // of what follows is anything known
  std::unordered_set<std::uintptr_t> of_host_, of_device_;     // addresses of functions; of_device_: and of tables
  std::map<std::uintptr_t, std::uintptr_t> objects_;           // that the host has built, where a device can use them: their tables
};

}  // namespace

Check& host_addresses_check() {
  static HostAddresses& check = *new HostAddresses;            // static objects of the program may still be copied in their destructors
  return check;
}

}  // namespace loom
