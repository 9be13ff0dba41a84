#include "core/fiber.hpp"

#include <new>

#include <sys/mman.h>

namespace loom {
namespace {

constexpr std::size_t fibers_in_slab = 64;
constexpr std::size_t stack_bytes = kernel_stack_bytes + reserved_stack_bytes;
constexpr std::uint64_t canary = 0x5741525020574546;

// Stacks that all start at the same offset in a page would fight for the same few lines of the cache.
constexpr std::size_t colours = 32;
constexpr std::size_t colour_bytes = 128;

std::uint64_t& canary_of(const Fiber& fiber) { return *reinterpret_cast<std::uint64_t*>(fiber.first); }

}  // namespace

bool Fiber::overwritten() const { return canary_of(*this) != canary; }

FiberPool::~FiberPool() {
  for (Fiber* fiber : all_) delete fiber;
  for (void* slab : slabs_) munmap(slab, fibers_in_slab * stack_bytes);
}

Fiber& FiberPool::take(void (*body)(boost::context::detail::transfer_t)) {
  if (free_.empty()) add_slab();
  Fiber& fiber = *free_.back();
  free_.pop_back();
  const std::size_t size = fiber.last - fiber.first;
  fiber.context = boost::context::detail::make_fcontext(reinterpret_cast<void*>(fiber.last), size, body);
  return fiber;
}

void FiberPool::give_back(Fiber& fiber) { free_.push_back(&fiber); }

void FiberPool::reclaim() {
  for (Fiber* fiber : all_) canary_of(*fiber) = canary;
  free_.assign(all_.rbegin(), all_.rend());
}

void FiberPool::add_slab() {
  void* slab = mmap(nullptr, fibers_in_slab * stack_bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (slab == MAP_FAILED) throw std::bad_alloc();
  slabs_.push_back(slab);

  const auto first = reinterpret_cast<std::uintptr_t>(slab);
  for (std::size_t i = fibers_in_slab; i-- > 0;) {
    const std::size_t colour = all_.size() % colours;
    Fiber* fiber = new Fiber{nullptr, first + i * stack_bytes, first + (i + 1) * stack_bytes - colour * colour_bytes};
    canary_of(*fiber) = canary;
    all_.push_back(fiber);
    free_.push_back(fiber);
  }
}

}  // namespace loom
