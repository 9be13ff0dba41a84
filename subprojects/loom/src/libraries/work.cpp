#include "libraries/work.hpp"

#include <optional>
#include <string>
#include <utility>

#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"
#include "runtime/arena.hpp"
#include "runtime/context.hpp"

namespace loom::libraries {

namespace {

std::uintptr_t address(const void* at) { return reinterpret_cast<std::uintptr_t>(at); }

// What is wrong with memory that is not all there.
std::string fault_of(std::uintptr_t first, std::size_t bytes) {
  const Registry& registry = Registry::instance();
  if (first == 0) return "is a null pointer";
  if (const Allocation* const holds = registry.find(first)) {
    const std::uintptr_t end = holds->base + holds->bytes;
    if (first + bytes > end) return "reaches " + bytes_text(first + bytes - end) + " past the end of the " + holds->name;
    return "is in constant memory, which cannot be written: the " + holds->name;
  }
  const std::optional<Allocation> near = registry.nearest(first);
  if (!near || !runtime::Arena::instance().holds(reinterpret_cast<const void*>(first))) return "points to host memory";
  if (near->freed && first - near->base < near->bytes) return "is in freed memory: the " + near->name;
  const Outside distance = outside(*near, first);
  return "begins " + (distance.before ? bytes_text(distance.before) + " before the start" : bytes_text(distance.past) + " past the end") +
         " of the " + near->name;
}

}  // namespace

void Operands::check(const char* argument, const void* at, std::size_t bytes, bool reads, bool writes) const {
  if (bytes == 0) return;
  Registry& registry = Registry::instance();
  const std::uintptr_t first = address(at);
  const Allocation* const allocation = registry.find(first);
  if (!allocation || bytes > allocation->base + allocation->bytes - first || (writes && allocation->space == Space::constant)) {
    tell(caller_, "out-of-bounds", std::string(writes ? "writes " : "reads ") + bytes_text(bytes),
         std::string("its argument ") + argument + " " + fault_of(first, bytes),
         "Pass device memory that is as large as the sizes in the call require.", true);
    throw StrayOperand{};
  }
  // Where kernels are not watched, their writes are unknown.
  if (reads && instrumented && registry.never_written(first, bytes)) {
    tell(caller_, "uninitialised-read", "reads " + bytes_text(bytes),
         std::string("its argument ") + argument + " is in the " + allocation->name + ", where nothing has been written yet",
         "cudaMalloc does not initialise memory: fill it with cudaMemcpy, cudaMemset or a kernel before reading it.", false);
  }
  if (writes) registry.mark_written(first, bytes);
}

cudaError_t submit(cudaStream_t handle, int device, const Caller& caller, Work work) {
  const runtime::Lock lock(runtime::context().mutex);
  CUstream_st* const stream = handle ? runtime::find_stream(handle) : runtime::context().devices[static_cast<std::size_t>(device)].legacy;
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t fault = runtime::context().devices[static_cast<std::size_t>(stream->device)].fault) return fault;
  runtime::enqueue(*stream, [work = std::move(work), caller](cudaError_t) { return perform([&] { work(Operands(caller)); }); });
  return cudaSuccess;
}

cudaError_t enter(int& device) {
  if (const cudaError_t error = runtime::forbidden_here()) return error;
  const runtime::Lock lock(runtime::context().mutex);
  device = runtime::current_device().number;
  return runtime::current_device().fault;
}

bool is_reached_by_host(const void* at) {
  const Allocation* const allocation = Registry::instance().find(address(at));
  if (allocation) return allocation->space == Space::managed || allocation->space == Space::pinned;
  return at != nullptr && !runtime::Arena::instance().holds(at);
}

}  // namespace loom::libraries
