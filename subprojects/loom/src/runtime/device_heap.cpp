// malloc and free, new and delete. The headers give them other names in translated code, host code included, so each asks
// first where it is called. On the host it is the host's own; in device code it is a heap in device memory.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string>

#include "engine/block.hpp"
#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "runtime/arena.hpp"
#include "runtime/context.hpp"
#include "runtime/device_heap.hpp"

namespace loom::runtime {
namespace {

struct Heap {
  std::mutex mutex;
  std::map<std::uintptr_t, std::size_t> pieces;    // address, bytes
  std::size_t used = 0;
};

Heap& heap() {
  static Heap& all = *new Heap;
  return all;
}

// Not where loom's own code runs in a device thread: it may use what translated code has instantiated, say of std::string.
bool in_device_code() { return here.thread != nullptr && here.listening; }

void* allocate(std::size_t bytes) {
  const HooksMuted muted;
  const Launch& launch = *here.thread->block->launch;
  const std::lock_guard lock(heap().mutex);
  if (bytes == 0 || bytes > launch.heap || heap().used > launch.heap - bytes) return nullptr;
  void* const memory = Arena::instance().allocate(bytes);
  if (!memory) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  heap().pieces.emplace(address, bytes);
  heap().used += bytes;
  Registry::instance().add({address, bytes, Space::global,
                            std::to_string(bytes) + " bytes from malloc or new in kernel " + launch.kernel, false, false});
  return memory;
}

bool release(void* memory) {
  const HooksMuted muted;
  const std::lock_guard lock(heap().mutex);
  const auto piece = heap().pieces.find(reinterpret_cast<std::uintptr_t>(memory));
  if (piece == heap().pieces.end()) return false;
  heap().used -= piece->second;
  Registry::instance().remove(piece->first);
  Arena::instance().release(memory);
  heap().pieces.erase(piece);
  return true;
}

[[noreturn]] void refuse(std::uintptr_t pc) {
  here.runner->stop(cudaErrorLaunchFailure, pc, "frees memory that malloc or new has not allocated in device code, or that has been freed already.");
}

// The standard library's own code, which a kernel may call, has its memory from the host.
void delete_in_device_code(void* memory, std::uintptr_t pc) {
  if (!memory || release(memory)) return;
  if (Arena::instance().holds(memory)) refuse(pc);
  ::operator delete(memory);
}

}  // namespace

cudaError_t allocate_in_device_code(void** memory, std::size_t bytes, std::uintptr_t pc) {
  announce(AccessKind::write, memory, sizeof *memory, pc);
  *memory = allocate(bytes);
  return remember(*memory ? cudaSuccess : bytes == 0 ? cudaErrorInvalidValue : cudaErrorMemoryAllocation);
}

cudaError_t free_in_device_code(void* memory, std::uintptr_t pc) {
  if (memory && !release(memory)) refuse(pc);
  return cudaSuccess;
}

}  // namespace loom::runtime

using namespace loom::runtime;
using loom::here;

extern "C" {

// nullptr where the heap is full: cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes) says how large it is.
void* loom_malloc(std::size_t bytes) { return in_device_code() ? allocate(bytes) : std::malloc(bytes); }

void loom_free(void* memory) {
  if (in_device_code()) free_in_device_code(memory, LOOM_CALLER);
  else std::free(memory);
}

// As on a GPU, nullptr where the heap is full: device code cannot throw.
void* loom_new(std::size_t bytes) {
  return in_device_code() ? allocate(std::max<std::size_t>(bytes, 1)) : ::operator new(bytes);
}

void loom_delete(void* memory) {
  if (in_device_code()) return delete_in_device_code(memory, LOOM_CALLER);
  ::operator delete(memory);
}

}  // extern "C"
