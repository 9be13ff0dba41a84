// What each processor has in a way of its own: a clock, the registers where a signal found it, and how it rounds.
#pragma once

#include <cfenv>
#include <cstdint>

#include <ucontext.h>

namespace loom {

#if defined(__x86_64__)

// Counts on steadily, in some unit.
inline std::uint64_t ticks() { return __builtin_ia32_rdtsc(); }

inline std::uintptr_t instruction_of(const ucontext_t& context) { return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]); }
inline std::uintptr_t stack_of(const ucontext_t& context) { return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]); }
// Where a function returns to that has not begun yet.
inline std::uintptr_t caller_of(const ucontext_t& context) { return *reinterpret_cast<const std::uintptr_t*>(stack_of(context)); }

// Takes one of <cfenv>'s modes, and answers what was set before, which restore_rounding takes. The C library's functions for that also
// set what `long double` is rounded by, and take three times as long.
inline unsigned set_rounding(int mode) {
  constexpr unsigned bits = 0x6000;
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr((before & ~bits) | static_cast<unsigned>(mode) << 3);
  return before;
}
inline void restore_rounding(unsigned before) { __builtin_ia32_ldmxcsr(before); }

#elif defined(__aarch64__)

inline std::uint64_t ticks() {
  std::uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
}

inline std::uintptr_t instruction_of(const ucontext_t& context) { return context.uc_mcontext.pc; }
inline std::uintptr_t stack_of(const ucontext_t& context) { return context.uc_mcontext.sp; }
inline std::uintptr_t caller_of(const ucontext_t& context) { return context.uc_mcontext.regs[30]; }

inline int set_rounding(int mode) {
  const int before = std::fegetround();
  std::fesetround(mode);
  return before;
}
inline void restore_rounding(int before) { std::fesetround(before); }

#else
#error "loom does not know this processor: say in engine/processor.hpp how to read its clock and its registers"
#endif

}  // namespace loom
