// Streams: work in the order in which it was queued.
#include "engine/engine.hpp"
#include "runtime/context.hpp"
#include "runtime/graph.hpp"

using namespace loom::runtime;

namespace {

template <Callers callers = Callers::host>
cudaError_t create(cudaStream_t* stream, unsigned flags, int priority) {
  return call<callers>([&](Lock&) {
    if (!stream || (flags & ~cudaStreamNonBlocking)) return cudaErrorInvalidValue;
    if (priority > table::least_priority) priority = table::least_priority;
    if (priority < table::greatest_priority) priority = table::greatest_priority;
    CUstream_st& added = add_stream(context(), current_device().number, flags, priority);
    added.of_device_code = loom::current_thread() != nullptr;
    *stream = &added;
    return cudaSuccess;
  });
}

// Waiting for the legacy stream is waiting for every blocking stream too.
std::uint64_t awaited(const CUstream_st& stream) {
  const Device& device = context().devices[stream.device];
  return &stream == device.legacy ? device.last_blocking : stream.last;
}

// A host function with the stream to itself.
template <class Function>
auto as_callback(Function function) {
  return [function](cudaError_t fault) {
    const InsideCallback inside;
    function(fault);
    return cudaSuccess;
  };
}

// Asks something of a stream that is there.
template <class Answer>
cudaError_t of_stream(cudaStream_t handle, const void* result, Answer answer) {
  return call([&](Lock&) {
    if (!result) return cudaErrorInvalidValue;
    const CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    answer(*stream);
    return cudaSuccess;
  });
}

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* pStream) { return create(pStream, cudaStreamDefault, table::least_priority); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  return create<Callers::device_code_too>(pStream, flags, table::least_priority);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
  return create(pStream, flags, priority);
}

// Work that is still in the stream is done in its order.
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call<Callers::device_code_too>([&](Lock&) {
    const auto found = context().streams.find(stream);
    if (found == context().streams.end() || !found->second->alive) return cudaErrorInvalidResourceHandle;
    found->second->alive = false;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) {
  return of_stream(hStream, priority, [&](const CUstream_st& stream) { *priority = stream.priority; });
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int* flags) {
  return of_stream(hStream, flags, [&](const CUstream_st& stream) { *flags = stream.flags; });
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) {
  return of_stream(hStream, streamId, [&](const CUstream_st& stream) { *streamId = stream.id; });
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device) {
  return of_stream(hStream, device, [&](const CUstream_st& stream) { *device = stream.device; });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return call([&](Lock& lock) {
    const CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_waiting_for(*stream)) return error;
    context().queue.run_until(lock, awaited(*stream));
    return context().devices[stream->device].fault;
  });
}

// The first time that work is found pending it is left so, as a GPU would still be at it; asked again, it is done.
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return call([&](Lock& lock) {
    CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_waiting_for(*stream)) return error;
    const std::uint64_t task = awaited(*stream);
    if (!context().queue.finished(task) && stream->asked != task) {
      stream->asked = task;
      return cudaErrorNotReady;
    }
    context().queue.run_until(lock, task);
    return context().devices[stream->device].fault;
  });
}

// What is queued runs in order, across streams too, so the event will have happened; the stream is only seen to have work.
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned int flags) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    const auto found = context().events.find(event);
    if (!stream || found == context().events.end() || !found->second->alive) return cudaErrorInvalidResourceHandle;
    if (flags != cudaEventWaitDefault) return cudaErrorInvalidValue;
    if (stream->capture || found->second->captured) return join_capture(*stream, *found->second);
    if (!context().queue.finished(found->second->task)) enqueue(*stream, [](cudaError_t) { return cudaSuccess; });
    return cudaSuccess;
  });
}

// The callback runs also when the device has failed, and is told so.
cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* userData,
                                  unsigned int flags) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!callback || flags != 0) return cudaErrorInvalidValue;
    const auto with_status = [=](cudaError_t status) { callback(handle, status, userData); };
    enqueue(*stream, as_callback(with_status), Work::callback);
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t fn, void* userData) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!fn) return cudaErrorInvalidValue;
    enqueue(*stream, as_callback([=](cudaError_t) { fn(userData); }), Work::host_function);
    return cudaSuccess;
  });
}
