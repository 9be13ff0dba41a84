#include "libraries/work.hpp"

#include <new>
#include <string>
#include <utility>

#include "core/here.hpp"
#include "core/report.hpp"
#include "core/symbols.hpp"
#include "memory/registry.hpp"
#include "runtime/arena.hpp"
#include "runtime/context.hpp"

namespace loom::libraries {

namespace {

std::uintptr_t address(const void* at) { return reinterpret_cast<std::uintptr_t>(at); }

std::string in_bytes(std::size_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

void tell(const Caller& caller, const char* kind, std::string did, std::string what, const char* advice, bool fatal) {
  Launch launch;
  launch.kernel = caller.routine;
  const Place& where = place(caller.pc);
  launch.file = where.path;
  launch.line = where.line;
  Finding finding;
  finding.kind = kind;
  finding.launch = &launch;
  finding.first.pc = caller.pc;
  finding.first.who = caller.routine;
  finding.first.did = std::move(did);
  finding.what = std::move(what);
  finding.advice = advice;
  finding.fatal = fatal;
  report(std::move(finding));
}

// What is wrong with memory that is not all there.
std::string fault_of(std::uintptr_t first, std::size_t bytes) {
  const Registry& registry = Registry::instance();
  if (first == 0) return "is a null pointer";
  if (const Allocation* const holds = registry.find(first)) {
    const std::uintptr_t end = holds->base + holds->bytes;
    if (first + bytes > end) return "reaches " + in_bytes(first + bytes - end) + " past the end of the " + holds->name;
    return "lies in constant memory, which cannot be written to: the " + holds->name;
  }
  const Allocation* const near = registry.nearest(first);
  if (!near || !runtime::Arena::instance().holds(reinterpret_cast<const void*>(first))) return "points to memory of the host";
  if (near->freed && first - near->base < near->bytes) return "lies in memory that has been freed: the " + near->name;
  const Outside distance = outside(*near, first);
  return "begins " + (distance.before ? in_bytes(distance.before) + " before the start" : in_bytes(distance.past) + " past the end") +
         " of the " + near->name;
}

cudaError_t perform(const Work& work, const Caller& caller) {
  cudaError_t outcome = cudaSuccess;
  {
    const runtime::Arena::Opened opened;
    try {
      work(Operands(caller));
    } catch (const StrayOperand&) {
      outcome = cudaErrorIllegalAddress;
    } catch (const std::bad_alloc&) {
      outcome = cudaErrorMemoryAllocation;
    }
  }
  print_findings();
  return outcome;
}

}  // namespace

void Operands::check(const char* argument, const void* at, std::size_t bytes, bool reads, bool writes) const {
  if (bytes == 0) return;
  Registry& registry = Registry::instance();
  const std::uintptr_t first = address(at);
  const Allocation* const allocation = registry.find(first);
  if (!allocation || bytes > allocation->base + allocation->bytes - first || (writes && allocation->space == Space::constant)) {
    tell(caller_, "out-of-bounds", std::string(writes ? "writes " : "reads ") + in_bytes(bytes),
         std::string("its argument ") + argument + " " + fault_of(first, bytes),
         "Pass memory of the device that holds as much as the sizes in the call say.", true);
    throw StrayOperand{};
  }
  // Where kernels are not watched, nobody knows what they have written.
  if (reads && instrumented && registry.never_written(first, bytes)) {
    tell(caller_, "uninitialised-read", "reads " + in_bytes(bytes),
         std::string("its argument ") + argument + " lies in the " + allocation->name + ", where nothing has been written yet",
         "cudaMalloc leaves arbitrary bytes: fill the memory by cudaMemcpy, cudaMemset or a kernel before it is read.", false);
  }
  if (writes) registry.mark_written(first, bytes);
}

cudaError_t submit(cudaStream_t handle, int device, const Caller& caller, Work work) {
  const runtime::Lock lock(runtime::context().mutex);
  CUstream_st* const stream = handle ? runtime::find_stream(handle) : runtime::context().devices[static_cast<std::size_t>(device)].legacy;
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t fault = runtime::context().devices[static_cast<std::size_t>(stream->device)].fault) return fault;
  runtime::enqueue(*stream, [work = std::move(work), caller](cudaError_t) { return perform(work, caller); });
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
