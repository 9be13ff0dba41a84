#include "engine/fiber.hpp"

#include <cstdio>
#include <cstdlib>

#include <sys/mman.h>

#include "engine/sanitizer.hpp"

namespace loom {
namespace {

constexpr std::size_t fibers_in_slab = 64;
// No multiple of a page: the parts of the stacks that are in use would all compete for the same few lines of the cache.
constexpr std::size_t stack_bytes = kernel_stack_bytes + parameter_stack_bytes + reserved_stack_bytes + 3 * 64;
constexpr std::size_t guard_bytes = 4096;
constexpr std::size_t slab_bytes = (fibers_in_slab * stack_bytes + 2 * guard_bytes + 4095) / 4096 * 4096;

// The kernel cannot go on without the thread that wanted the stack, nor end: it has no way to get the error.
[[noreturn]] void give_up() {
  std::fprintf(stderr, "loom: the system gives no more memory for the stacks of device threads. Launch fewer blocks at once.\n");
  std::_Exit(1);
}

}  // namespace

FiberPool::~FiberPool() {
  for (void* slab : slabs_) munmap(slab, slab_bytes);
}

Fiber& FiberPool::take(void (*body)(boost::context::detail::transfer_t)) {
  if (free_.empty()) add_fiber();
  Fiber& fiber = *free_.back();
  free_.pop_back();
  tell_sanitizer_of_fresh(fiber);
  const std::size_t size = fiber.last - fiber.first;
  fiber.context = boost::context::detail::make_fcontext(reinterpret_cast<void*>(fiber.last), size, body);
  return fiber;
}

void FiberPool::give_back(Fiber& fiber) { free_.push_back(&fiber); }

void FiberPool::reclaim() {
  free_.clear();
  for (auto fiber = all_.rbegin(); fiber != all_.rend(); ++fiber) {
    fiber->end_of_stack() = Fiber::canary;
    free_.push_back(&*fiber);
  }
}

// Stacks lie close together, without a guard page for each: the system allows too few mappings for that. Around a slab
// there is one on either side, so that it also stays a mapping of its own.
void FiberPool::add_slab() {
  void* slab = mmap(nullptr, slab_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (slab == MAP_FAILED) give_up();
  slabs_.push_back(slab);
  const auto first = reinterpret_cast<std::uintptr_t>(slab) + guard_bytes;
  if (mprotect(reinterpret_cast<void*>(first), slab_bytes - 2 * guard_bytes, PROT_READ | PROT_WRITE) != 0)
    give_up();
  made_ = 0;
}

// One at a time: a stack that is not used takes no memory.
void FiberPool::add_fiber() {
  if (slabs_.empty() || made_ == fibers_in_slab) add_slab();
  const auto first = reinterpret_cast<std::uintptr_t>(slabs_.back()) + guard_bytes + made_++ * stack_bytes;
  Fiber& fiber = all_.emplace_back(Fiber{nullptr, first, first + stack_bytes});
  fiber.end_of_stack() = Fiber::canary;
  free_.push_back(&fiber);
}

}  // namespace loom
