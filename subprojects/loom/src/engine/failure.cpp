#include "engine/failure.hpp"

#include "report/report.hpp"

namespace loom {

void Failure::stop(cudaError_t error) {
  here.listening = false;
  fault_ = Fault{error, {}};
  scheduler_.back_to_root();
}

void Failure::stop(cudaError_t error, std::uintptr_t pc, std::string_view what) {
  here.listening = false;
  scheduler_.on_root([&] {
    fault_ = Fault{error, "kernel " + scheduler_.block().launch->kernel + ": " + name_of(*here.thread) +
                              (pc ? ", at " + place_of(pc) : "") + ", " + std::string(what)};
  });
  scheduler_.back_to_root();
}

// Put together before there is a device thread.
static const std::string& overflow = *new std::string("ran out of its " + std::to_string(kernel_stack_bytes / 1024) +
                                                      " KiB of stack. Recurse less deeply, or keep large arrays in global memory.");

void Failure::stop_for_overflow(std::uintptr_t pc) { stop(cudaErrorIllegalAddress, pc, overflow); }

void Failure::stop_for_division(std::uintptr_t pc) {
  stop(cudaErrorLaunchFailure, pc, "divides an integer by zero. A GPU continues with an undefined value; check the divisor first.");
}

void Failure::can_never_end(const Lane& waiting, const std::string& why) {
  fault_ = Fault{cudaErrorLaunchTimeout, "kernel " + scheduler_.block().launch->kernel + " can never end: " + describe(waiting) + why};
}

}  // namespace loom
