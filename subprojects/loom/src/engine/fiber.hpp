// A fiber: a stack of its own, and the place on it to go on from. What a device thread needs in order to wait.
//
// Switching is Boost.Context's own switch of a dozen instructions, used bare: an abandoned fiber is simply never resumed,
// which is how a kernel that failed ends without unwinding through its code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include <boost/context/detail/fcontext.hpp>

namespace loom {

// A kernel may use this much stack. Above it lie its parameters, once as they were given to the thread and once more where the call
// passes them by value; below it is space for loom itself, which runs on the same stack when it is called.
inline constexpr std::size_t kernel_stack_bytes = 64 * 1024;
inline constexpr std::size_t parameter_stack_bytes = 2 * 32 * 1024;
inline constexpr std::size_t reserved_stack_bytes = 32 * 1024;

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  std::uintptr_t first = 0;          // the stack: [first, last), growing downwards from last
  std::uintptr_t last = 0;

  // The part of a kernel with so many bytes of parameters ends here; a deeper stack pointer is an overflow.
  std::uintptr_t limit(std::size_t parameters) const { return first + reserved_stack_bytes + parameter_stack_bytes - 2 * parameters; }
  // What stands at the far end of a stack until a thread has used more than there is.
  static constexpr unsigned long canary = 0x5741525020574546;
  unsigned long& end_of_stack() const { return *reinterpret_cast<unsigned long*>(first); }
};

// The fibers of one OS thread. They are made in slabs, never returned to the system, and never shared: a fiber stays on
// the OS thread that made it, because compiled code keeps addresses of thread-local variables in registers.
class FiberPool {
 public:
  FiberPool() = default;
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;
  ~FiberPool();

  // A fiber that will run `body` when it is first switched to.
  Fiber& take(void (*body)(boost::context::detail::transfer_t));
  void give_back(Fiber&);
  // Takes back every fiber, also those abandoned in the middle of a kernel.
  void reclaim();

 private:
  void add_slab();
  void add_fiber();

  std::vector<void*> slabs_;
  std::size_t made_ = 0;             // fibers of the last slab
  std::deque<Fiber> all_;            // a fiber stays where it is as more are made
  std::vector<Fiber*> free_;
};

}  // namespace loom
