#include "runtime/after_fault.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace loom::runtime {
namespace {

bool asked_to_go_on() {
  const char* const text = std::getenv("LOOM_AFTER_FAULT");
  const std::string_view asked = text ? text : "";
  if (asked.empty() || asked == "stop") return false;
  if (asked == "go-on") return true;
  std::fprintf(stderr, "loom: LOOM_AFTER_FAULT=%s is not known: set it to stop, as on a GPU, or go-on.\n", text);
  std::exit(2);
}

}  // namespace

bool goes_on_after_faults() {
  static const bool asked = asked_to_go_on();
  return asked;
}

}  // namespace loom::runtime
