// malloc and free. The headers give malloc and free other names in translated code, host code included, so each asks
// first where it is called. On the host it is the C library's; in device code it is a heap in the memory of the device.
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "core/block.hpp"
#include "core/here.hpp"
#include "memory/registry.hpp"
#include "runtime/arena.hpp"

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

bool in_device_code() { return here.thread != nullptr; }

void* allocate(std::size_t bytes) {
  const Inside inside;
  const Launch& launch = *here.thread->block->launch;
  const std::lock_guard lock(heap().mutex);
  if (bytes == 0 || bytes > launch.heap || heap().used > launch.heap - bytes) return nullptr;
  void* const memory = Arena::instance().allocate(bytes);
  if (!memory) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  heap().pieces.emplace(address, bytes);
  heap().used += bytes;
  Registry::instance().add({address, bytes, Space::global,
                            std::to_string(bytes) + " bytes from malloc in kernel " + launch.kernel, false, false});
  return memory;
}

bool release(void* memory) {
  const Inside inside;
  const std::lock_guard lock(heap().mutex);
  const auto piece = heap().pieces.find(reinterpret_cast<std::uintptr_t>(memory));
  if (piece == heap().pieces.end()) return false;
  heap().used -= piece->second;
  Registry::instance().remove(piece->first);
  Arena::instance().release(memory);
  heap().pieces.erase(piece);
  return true;
}

void free_in_device_code(void* memory, std::uintptr_t pc) {
  if (!memory || release(memory)) return;
  here.runner->stop(cudaErrorLaunchFailure, pc, "gives back memory that malloc has not given in device code, or that has been given "
                                                 "back before.");
}

}  // namespace
}  // namespace loom::runtime

using namespace loom::runtime;
using loom::here;

extern "C" {

// nullptr where the heap has no room: cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes) says how large it is.
void* loom_malloc(std::size_t bytes) { return in_device_code() ? allocate(bytes) : std::malloc(bytes); }

void loom_free(void* memory) {
  if (in_device_code()) return free_in_device_code(memory, LOOM_CALLER);
  std::free(memory);
}

}  // extern "C"
