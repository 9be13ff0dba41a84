#include "runtime/context.hpp"

#include <cstdio>
#include <utility>

#include "engine/engine.hpp"
#include "engine/pending.hpp"
#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"
#include "runtime/at_exit.hpp"
#include "runtime/device_work.hpp"
#include "runtime/graph.hpp"
#include "runtime/host_callback_dispatcher.hpp"
#include "runtime/install_checks.hpp"
#include "runtime/symbols.hpp"

namespace loom::runtime {

namespace {

thread_local int current = 0;
thread_local bool inside_callback = false;
thread_local std::array<CUstream_st*, device_count> per_thread_streams{};

// The fault that keeps a call from its work. Where the device goes on there is none: tell_fault answers it when the work is done.
cudaError_t what_stops(const Device& device) { return goes_on_after_faults() ? cudaSuccess : device.fault; }

}  // namespace

Context::Context() {
  install_checks();
  register_variables();
  at_the_end(run_pending_at_exit);
  at_a_good_end(announce_program_end);
  if (goes_on_after_faults()) goes_on_after_failures();
  for (int number = 0; number < device_count; ++number) {
    Device& device = devices[number];
    device.number = number;
    set_default_limits(device);
    device.legacy = &add_stream(*this, number, cudaStreamDefault, table::least_priority);
  }
}

Context& context() {
  static Context& the_context = *new Context;
  return the_context;
}

Device& current_device() { return context().devices[current_thread() ? device_of_family() : current]; }

void set_current_device(int number) { current = number; }

void set_default_limits(Device& device) {
  device.limits[cudaLimitStackSize] = table::stack_size;
  device.limits[cudaLimitPrintfFifoSize] = table::printf_fifo;
  device.limits[cudaLimitMallocHeapSize] = table::malloc_heap;
  device.limits[cudaLimitDevRuntimePendingLaunchCount] = table::pending_launches;
  device.limits[cudaLimitMaxL2FetchGranularity] = table::l2_fetch_granularity;
  device.limits[cudaLimitPersistingL2CacheSize] = table::persisting_l2;
}

CUstream_st& add_stream(Context& in, int device, unsigned flags, int priority) {
  auto stream = std::make_unique<CUstream_st>();
  stream->device = device;
  stream->flags = flags;
  stream->priority = priority;
  stream->id = in.next_stream_id++;
  CUstream_st& added = *stream;
  in.streams.emplace(&added, std::move(stream));
  return added;
}

InsideRuntime::InsideRuntime() : on_device_(current_thread() != nullptr) {
  if (!on_device_) here.listening = false;
}

InsideRuntime::~InsideRuntime() {
  if (!on_device_) here.listening = instrumented && pending.any() && Registry::instance().has_host_memory();
}

cudaError_t forbidden_here(Callers callers) {
  if (inside_callback) return cudaErrorNotPermitted;
  if (current_thread() && callers == Callers::host) {
    std::fprintf(stderr, "loom: a kernel calls a function of the CUDA runtime that only host code has here; move the call to the host\n");
    return cudaErrorNotPermitted;
  }
  return cudaSuccess;
}

InsideCallback::InsideCallback() : last_error_outside_(exchange_last_error(cudaSuccess)) { inside_callback = true; }

InsideCallback::~InsideCallback() {
  inside_callback = false;
  exchange_last_error(last_error_outside_);
}

cudaError_t tell_fault(cudaError_t outcome) {
  if (!goes_on_after_faults() || current_thread()) return outcome;
  const cudaError_t fault = std::exchange(current_device().fault, cudaSuccess);
  return outcome == cudaSuccess ? fault : outcome;
}

cudaError_t synchronise(Lock& lock, Device& device) {
  if (const cudaError_t error = check_waiting_in_capture()) return error;
  context().queue.run_until(lock, device.last);
  return what_stops(device);
}

cudaError_t synchronise_all(Lock& lock) {
  if (const cudaError_t error = check_waiting_in_capture()) return error;
  context().queue.run_until(lock, context().queue.newest());
  return what_stops(current_device());
}

cudaError_t synchronise_legacy(Lock& lock, Device& device) {
  if (const cudaError_t error = check_legacy_in_capture(*device.legacy)) return error;
  context().queue.run_until(lock, device.last_blocking);
  return what_stops(device);
}

CUstream_st* find_stream(cudaStream_t handle) {
  if (current_thread()) return stream_of_grid(handle);
  Device& device = current_device();
  if (handle == nullptr || handle == cudaStreamLegacy) return device.legacy;
  if (handle == cudaStreamPerThread) {
    CUstream_st*& own = per_thread_streams[device.number];
    if (!own) own = &add_stream(context(), device.number, cudaStreamDefault, table::least_priority);
    return own;
  }
  const auto found = context().streams.find(handle);
  const bool usable = found != context().streams.end() && found->second->alive && !found->second->of_device_code;
  return usable ? found->second.get() : nullptr;
}

std::uint64_t enqueue(CUstream_st& stream, std::function<cudaError_t(cudaError_t)> work, Work kind, cudaGraphNodeType type) {
  if (current_thread()) {
    put_off(stream, std::move(work));
    return 0;
  }
  if (stream.capture) {
    CUgraphNode_st& node = add_captured(
        stream, [work = std::move(work), kind, type](CUstream_st& into) { enqueue(into, work, kind, type); },
        is_call_of_host(kind) ? cudaGraphNodeTypeHost : type);
    node.work = kind;
    return stream.last;
  }
  if (stream.gathers) {
    stream.gathers->push_back({0, stream.device, kind, std::move(work)});
    return 0;
  }
  Device& device = context().devices[stream.device];
  const std::uint64_t number = context().queue.push({0, stream.device, kind, std::move(work)});
  stream.last = number;
  device.last = number;
  if (!(stream.flags & cudaStreamNonBlocking)) device.last_blocking = number;
  if (is_call_of_host(kind)) dispatch_later(number);
  return number;
}

}  // namespace loom::runtime
