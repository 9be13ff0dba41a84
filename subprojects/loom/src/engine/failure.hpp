// How a block that runs comes to a bad end: for what one of its threads does, or for a block before it.
//
// It calls the scheduler, to say on the root's stack what there is to say and to leave the threads where they stand.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "driver_types.h"
#include "engine/block_result.hpp"
#include "engine/scheduler.hpp"

namespace loom {

class Failure {
 public:
  explicit Failure(Scheduler& scheduler) : scheduler_(scheduler) {}

  void begin() {
    fault_.reset();
    abandoned_ = assertion_failed_ = false;
  }

  // Ends the kernel at `pc` in the current thread. The message begins with kernel, thread and line.
  // No string is made before loom's own code is left alone: the program's copies of string functions may be watched.
  [[noreturn]] void stop(cudaError_t error, std::uintptr_t pc, std::string_view what);
  // Ends it without a word: a check has said what there is to say.
  [[noreturn]] void stop(cudaError_t error);
  [[noreturn]] void stop_for_overflow(std::uintptr_t pc);
  [[noreturn]] void stop_for_division(std::uintptr_t pc);

  // The thread waits forever. Called on the root's stack.
  void can_never_end(const Lane& waiting, const std::string& why);
  // An earlier block has failed.
  void abandon() { abandoned_ = true; }
  // The others go on to their next barrier, and there the kernel ends.
  void assertion_fails() { assertion_failed_ = true; }
  // No thread goes on.
  void conclude() {
    if (assertion_failed_ && !fault_) fault_ = Fault{cudaErrorAssert, {}};
  }

  bool assertion_failed() const { return assertion_failed_; }
  bool ends_block() const { return fault_ || abandoned_; }
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  Scheduler& scheduler_;
  std::optional<Fault> fault_;
  bool abandoned_ = false;
  bool assertion_failed_ = false;
};

}  // namespace loom
