#include "libraries/cublas/memory.hpp"

#include <optional>
#include <string>
#include <utility>

#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"
#include "runtime/arena.hpp"

namespace loom::cublas {

using libraries::tell;

// Columns without a gap between them are looked at in one piece.
void Memory::check(const char* argument, const void* at, std::size_t element, const Area& area, bool reads, bool writes) const {
  const auto base = reinterpret_cast<std::uintptr_t>(at);
  const bool dense =
      area.step == area.rows && area.first_slope == 0 && area.last_slope == 0 && area.begin(0) == 0 && area.end(0) == area.rows;
  const Size pieces = dense ? 1 : area.columns;
  for (Size j = 0; j < pieces; ++j) {
    const Size first = area.begin(j), last = dense ? area.rows * area.columns : area.end(j);
    if (first >= last) continue;
    const auto offset = static_cast<std::size_t>(j * area.step + first) * element;
    check(argument, {base + offset, static_cast<std::size_t>(last - first) * element}, element, reads, writes);
  }
}

void Memory::check(const char* argument, const Extent& extent, std::size_t element, bool reads, bool writes) const {
  Registry& registry = Registry::instance();
  const Allocation* const allocation = registry.find(extent.first);
  if (!allocation) {
    const bool of_host = !runtime::Arena::instance().holds(reinterpret_cast<const void*>(extent.first));
    if (host_too_ && of_host && extent.first != 0) return;
    stray(argument, extent, writes);
  }
  if (extent.bytes > allocation->base + allocation->bytes - extent.first) stray(argument, extent, writes);
  if (writes && allocation->space == Space::constant) stray(argument, extent, writes);
  // Where kernels are not watched, their writes are unknown.
  if (reads && instrumented)
    for (std::uintptr_t at = extent.first; at < extent.first + extent.bytes; at += element)
      if (registry.never_written(at, element)) {
        unwritten(argument, at);
        registry.mark_written(extent.first, extent.bytes);
        break;
      }
  if (writes) registry.mark_written(extent.first, extent.bytes);
}

void Memory::stray(const char* argument, const Extent& extent, bool writes) const {
  const std::string operand = std::string("its argument ") + argument;
  const Registry& registry = Registry::instance();
  std::string what;
  const char* advice = "Check the sizes, the leading dimension and the increment against what the memory was allocated for.";
  const std::optional<Allocation> near = registry.nearest(extent.first);
  if (extent.first < 4096) {
    what = operand + " is a null pointer";
    advice = "Pass a pointer to device memory, and check that the cudaMalloc it comes from succeeded.";
  } else if (const Allocation* const holds = registry.find(extent.first)) {
    const std::uintptr_t end = holds->base + holds->bytes;
    what = extent.first + extent.bytes > end
               ? operand + " reaches " + bytes_text(extent.first + extent.bytes - end) + " past the end of the " + holds->name
               : operand + " is in constant memory, which cannot be written: the " + holds->name;
  } else if (near && near->freed && extent.first - near->base < near->bytes) {
    what = operand + " is in freed memory: the " + near->name;
    advice = "Free memory only after the last call that uses it.";
  } else if (near && runtime::Arena::instance().holds(reinterpret_cast<const void*>(extent.first))) {
    const Outside distance = outside(*near, extent.first);
    what = operand + " reaches " +
           (distance.before ? bytes_text(distance.before) + " before the start" : bytes_text(distance.past) + " past the end") +
           " of the " + near->name;
  } else {
    what = operand + " points to host memory";
    advice = "cuBLAS works on device memory: copy the data there with cublasSetMatrix or cudaMemcpy and pass that pointer.";
  }
  tell(caller_, "out-of-bounds", std::string(writes ? "writes " : "reads ") + argument, std::move(what), advice, true);
  throw StrayOperand{};
}

void Memory::unwritten(const char* argument, std::uintptr_t at) const {
  const Allocation* const allocation = Registry::instance().find(at);
  tell(caller_, "uninitialised-read", std::string("reads ") + argument,
       std::string("its argument ") + argument + " is read at byte " + std::to_string(at - allocation->base) + " of the " +
           allocation->name + ", where nothing has been written yet",
       "cudaMalloc does not initialise memory: fill it with cudaMemcpy, cudaMemset or a kernel before reading it.", false);
}

}  // namespace loom::cublas
