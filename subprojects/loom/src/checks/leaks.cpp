// Memory of devices, managed and pinned memory that has not been freed when the program ends or its device is reset: what compute-sanitizer
// calls a leak, too.
//
// A note, and only where all else went well: the system takes the memory back, and a program that stops at an error has no
// time to free.
#include <map>
#include <mutex>
#include <string>

#include "checks/checks.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

class Leaks final : public Check {
 public:
  Hears hears() const override { return Hears::none; }
  bool follows_blocks() const override { return false; }
  void program_ends() override {
    for (const Allocation& allocation : Registry::instance().live()) add(allocation);
    for (const auto& [name, leak] : leaks_)
      note_at_exit("leak", "the " + name + " were never freed",
                   leak.pinned ? "Call cudaFreeHost, once the last kernel or copy that uses them has ended."
                               : "Call cudaFree for each allocation, once the last kernel that uses it has ended.",
                   leak.count);
  }

  void memory_freed(const Allocation& allocation, FreedBy how) override {
    if (how == FreedBy::device_reset) add(allocation);
  }

 private:
  struct Leak { std::size_t count = 0; bool pinned = false; };

  void add(const Allocation& allocation) {
    if (allocation.lives_on || !is_allocated(allocation.space)) return;
    const std::lock_guard lock(mutex_);
    Leak& leak = leaks_[allocation.name];
    ++leak.count;
    leak.pinned = allocation.space == Space::pinned;
  }

  static bool is_allocated(Space space) { return space == Space::global || space == Space::managed || space == Space::pinned; }

  std::mutex mutex_;
  std::map<std::string, Leak> leaks_;            // by name, which tells size and place
};

}  // namespace

Check& leak_check() {
  static Leaks& check = *new Leaks;              // the program's end comes after that of static objects
  return check;
}

}  // namespace loom
