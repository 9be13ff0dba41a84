// Events: moments in a stream.
#include "runtime/context.hpp"
#include "runtime/graph.hpp"

using namespace loom::runtime;

namespace {

CUevent_st* find_event(cudaEvent_t handle) {
  const auto found = context().events.find(handle);
  return found != context().events.end() && found->second->alive ? found->second.get() : nullptr;
}

// An event in a graph never happens by itself; to wait for it breaks the capture.
cudaError_t check_captured(const CUevent_st& event) {
  if (!event.captured) return cudaSuccess;
  event.captured->invalid = true;
  return cudaErrorCapturedEvent;
}

cudaError_t record(cudaEvent_t handle, cudaStream_t in, unsigned flags) {
  return call([&](Lock&) {
    CUevent_st* const event = find_event(handle);
    CUstream_st* const stream = find_stream(in);
    if (!event || !stream || event->device != stream->device) return cudaErrorInvalidResourceHandle;
    if (flags == cudaEventRecordExternal) return cudaErrorIllegalState;    // has a meaning in graphs alone
    if (flags != cudaEventRecordDefault) return cudaErrorInvalidValue;
    event->captured = stream->capture;
    event->recorded_in = stream;
    if (stream->capture) {                      // its place in the order is all there is to keep
      event->after = stream->capture->ends[stream];
      return cudaSuccess;
    }
    event->task = enqueue(*stream, [event](cudaError_t) {
      event->when = std::chrono::steady_clock::now();
      return cudaSuccess;
    });
    return cudaSuccess;
  });
}

}  // namespace

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return call([&](Lock&) {
    constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || (flags & ~known)) return cudaErrorInvalidValue;
    if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)) return cudaErrorInvalidValue;
    auto made = std::make_unique<CUevent_st>();
    made->device = current_device().number;
    made->flags = flags;
    *event = made.get();
    context().events.emplace(made.get(), std::move(made));
    return cudaSuccess;
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](Lock&) {
    CUevent_st* const found = find_event(event);
    if (!found) return cudaErrorInvalidResourceHandle;
    found->alive = false;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return record(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return record(event, stream, flags);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call([&](Lock& lock) {
    const CUevent_st* const found = find_event(event);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_captured(*found)) return error;
    context().queue.run_until(lock, found->task);
    return context().devices[found->device].fault;
  });
}

// Like cudaStreamQuery: pending once, done when asked again.
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call([&](Lock& lock) {
    CUevent_st* const found = find_event(event);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_captured(*found)) return error;
    if (!context().queue.finished(found->task) && found->asked != found->task) {
      found->asked = found->task;
      return cudaErrorNotReady;
    }
    context().queue.run_until(lock, found->task);
    return context().devices[found->device].fault;
  });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return call([&](Lock&) {
    if (!ms) return cudaErrorInvalidValue;
    const CUevent_st* const first = find_event(start);
    const CUevent_st* const last = find_event(end);
    for (const CUevent_st* event : {first, last})
      if (!event || event->task == 0 || (event->flags & cudaEventDisableTiming)) return cudaErrorInvalidResourceHandle;
    if (first->device != last->device) return cudaErrorInvalidResourceHandle;
    if (!context().queue.finished(first->task) || !context().queue.finished(last->task)) return cudaErrorNotReady;
    *ms = std::chrono::duration<float, std::milli>(last->when - first->when).count();
    return cudaSuccess;
  });
}
