// Kernels written as lambdas, run by the engine alone: no translation, no runtime, no check but the one that listens here.
#pragma once

#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.hpp"

namespace fixture {

struct Outcome {
  cudaError_t error;
  std::string out;                   // what it printed
  std::string err;                   // what it complained of
};

// Runs the kernel with that many OS threads.
Outcome run_kernel(dim3 grid, dim3 block, std::function<void()> kernel, unsigned cores = 2, std::size_t dynamic_shared = 0);
// The same with whatever else a launch may say: grid, block and the rest are its members.
Outcome run_kernel(loom::Launch, std::function<void()> kernel, unsigned cores = 2);
// The same where the launch itself says what runs; the fixture's check may be told of none of it.
Outcome run_kernel(loom::Launch, unsigned cores, bool followed);

// What a check has heard of the last kernel.
struct Heard {
  struct Access : loom::Access {
    unsigned rank;
  };
  struct Divergence {
    unsigned waiting, other;
    std::uintptr_t waiting_pc, other_pc;
    bool loop;
  };
  std::vector<std::string> order;    // "launch", "block 0", "barrier", "block 0 ends", …
  std::vector<Access> accesses;      // the first thousand
  std::vector<Divergence> divergences;
  std::vector<std::uint32_t> warp_masks, meetings;
  std::vector<std::pair<unsigned, loom::WrongMask>> wrong_masks;   // with the rank of the thread
  std::vector<loom::Scope> fences;
  unsigned grid_barriers = 0;
  std::vector<std::string> clusters; // "arrives at 0, block 1", "goes on from 0, block 1, thread 2", "ends, block 1"
};
Heard& heard();

// While it lives, the program is one in which no access is announced.
class Unwatched {
 public:
  Unwatched();
  Unwatched(const Unwatched&) = delete;
  Unwatched& operator=(const Unwatched&) = delete;
  ~Unwatched();
};

// While it lives, what it handles is not announced to the check that listens.
class Handled {
 public:
  explicit Handled(const loom::FastPath&);
  Handled(const Handled&) = delete;
  Handled& operator=(const Handled&) = delete;
  ~Handled();
};

// What the check answers to an access at this address.
void object_to(const void* address, loom::Verdict);

// After a call: keeps the compiler from merging it with another like it, and from turning it into a jump.
#define NOT_MERGED __asm__ volatile("# line %0" : : "i"(__LINE__))

// While it lives, a kernel that makes no progress is given up after that many seconds.
struct Patience {
  explicit Patience(const char* seconds) { setenv("LOOM_TIMEOUT", seconds, 1); }
  ~Patience() { unsetenv("LOOM_TIMEOUT"); }
};

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

}  // namespace fixture

extern "C" {
#define DECLARE_HOOKS(bytes)                      \
  void __tsan_read##bytes(void*);                 \
  void __tsan_write##bytes(void*);                \
  void __tsan_volatile_read##bytes(void*);        \
  void __tsan_volatile_write##bytes(void*);
DECLARE_HOOKS(1)
DECLARE_HOOKS(2)
DECLARE_HOOKS(4)
DECLARE_HOOKS(8)
DECLARE_HOOKS(16)
#undef DECLARE_HOOKS
void __tsan_read_range(void*, unsigned long);
void __tsan_write_range(void*, unsigned long);
void __tsan_func_entry(void*);
void __tsan_func_exit();
void __tsan_init();
void __sanitizer_cov_trace_pc();
}
