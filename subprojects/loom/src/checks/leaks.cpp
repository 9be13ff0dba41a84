// Memory of devices, managed and pinned memory that nobody has freed when the program ends: what compute-sanitizer calls a leak, too.
//
// A note, and only where all else went well: the system takes the memory back, and a program that stops at an error has no
// time to free.
#include <map>
#include <string>

#include "checks/checks.hpp"
#include "core/report.hpp"
#include "memory/registry.hpp"

namespace loom {

namespace {

class Leaks final : public Check {
 public:
  Hears hears() const override { return Hears::none; }
  bool follows_blocks() const override { return false; }
  void program_ends() override {
    struct Leak { std::size_t count = 0; bool pinned = false; };
    std::map<std::string, Leak> leaks;             // by name, which tells size and place
    for (const Allocation& allocation : Registry::instance().live()) {
      if (allocation.lives_on || !is_allocated(allocation.space)) continue;
      Leak& leak = leaks[allocation.name];
      ++leak.count;
      leak.pinned = allocation.space == Space::pinned;
    }
    for (const auto& [name, leak] : leaks)
      note_at_exit("leak", "the " + name + " were never freed",
                   leak.pinned ? "Call cudaFreeHost, once the last kernel or copy that uses them has ended."
                               : "Call cudaFree for each allocation, once the last kernel that uses it has ended.",
                   leak.count);
  }

 private:
  static bool is_allocated(Space space) { return space == Space::global || space == Space::managed || space == Space::pinned; }
};

}  // namespace

Check& leak_check() {
  static Leaks check;
  return check;
}

}  // namespace loom
