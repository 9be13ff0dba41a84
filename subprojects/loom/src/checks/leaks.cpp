// Device memory that nobody has freed when the program ends.
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
  void program_ends() override {
    std::map<std::string, std::size_t> leaks;      // by name, which tells size and place
    for (const Allocation& allocation : Registry::instance().live())
      if (allocation.space == Space::global) ++leaks[allocation.name];
    for (const auto& [name, count] : leaks)
      note_at_exit("leak", "the " + name + " were never freed", "Call cudaFree for each cudaMalloc, once the last kernel that uses it has ended.",
                   count);
  }
};

}  // namespace

Check& leak_check() {
  static Leaks check;
  return check;
}

}  // namespace loom
