// Stream capture: what is put into a stream goes into a graph instead of being done.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "runtime/graph.hpp"

namespace loom::runtime {

namespace {

template <class Concerned>
cudaError_t invalidate(cudaError_t error, Concerned concerned) {
  bool any = false;
  for (const auto& capture : all_graphs().captures)
    if (concerned(*capture)) capture->invalid = any = true;
  return any ? error : cudaSuccess;
}

// The capture ends; its streams go on as before.
void end(Capture& capture) {
  capture.over = true;
  for (auto& [handle, stream] : context().streams)
    if (stream->capture.get() == &capture) stream->capture.reset();
  std::erase_if(all_graphs().captures, [&](const auto& active) { return active.get() == &capture; });
}

// Whether something that was captured lies beside all that the origin has waited for. What the program has taken out of the way by
// its own hand does not count.
bool is_unjoined(const Capture& capture) {
  std::set<cudaGraphNode_t> reached;
  std::vector<cudaGraphNode_t> due(capture.let_go.begin(), capture.let_go.end());
  if (const auto origin = capture.ends.find(capture.origin); origin != capture.ends.end())
    due.insert(due.end(), origin->second.begin(), origin->second.end());
  while (!due.empty()) {
    const cudaGraphNode_t node = due.back();
    due.pop_back();
    if (reached.insert(node).second) due.insert(due.end(), node->after.begin(), node->after.end());
  }
  return std::ranges::any_of(capture.ends, [&](const auto& branch) {
    return std::ranges::any_of(branch.second, [&](cudaGraphNode_t node) { return !reached.contains(node); });
  });
}

cudaError_t end_capture(CUstream_st& stream, cudaGraph_t* graph) {
  const std::shared_ptr<Capture> capture = stream.capture;
  if (!capture) return cudaErrorIllegalState;
  if (!graph && !capture->into_given) return cudaErrorInvalidValue;
  if (capture->origin != &stream) {
    capture->invalid = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  end(*capture);
  const cudaError_t error = capture->invalid      ? cudaErrorStreamCaptureInvalidated
                            : is_unjoined(*capture) ? cudaErrorStreamCaptureUnjoined
                                                    : cudaSuccess;
  const cudaGraph_t captured = capture->graph.get();
  if (graph) *graph = error ? nullptr : captured;
  if (error && !capture->into_given && find(all_graphs().graphs, captured)) forget_graph(captured);
  return error;
}

cudaStreamCaptureStatus status_of(const CUstream_st& stream) {
  if (!stream.capture) return cudaStreamCaptureStatusNone;
  return stream.capture->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

// Begins to capture into the graph, or into a new one.
cudaError_t begin_capture(cudaStream_t handle, cudaStreamCaptureMode mode, cudaGraph_t given, std::vector<cudaGraphNode_t> after) {
  static unsigned long long captures = 0;
  CUstream_st* const stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (stream == current_device().legacy) return cudaErrorStreamCaptureUnsupported;
  if (stream->capture) return cudaErrorIllegalState;
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
  auto capture = std::make_shared<Capture>();
  capture->graph = all_graphs().graphs.at(given ? given : new_graph());
  capture->into_given = given != nullptr;
  capture->origin = stream;
  capture->id = ++captures;
  capture->relaxed = mode == cudaStreamCaptureModeRelaxed;
  capture->ends[stream] = std::move(after);
  stream->capture = capture;
  all_graphs().captures.push_back(std::move(capture));
  return cudaSuccess;
}

cudaError_t end_badly(const CUstream_st& stream) {
  stream.capture->invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

}  // namespace

cudaError_t check_waiting_in_capture() {
  return invalidate(cudaErrorStreamCaptureUnsupported, [](const Capture& capture) { return !capture.relaxed; });
}

cudaError_t check_legacy_in_capture(const CUstream_st& stream) {
  if (&stream != context().devices[stream.device].legacy) return cudaSuccess;
  return invalidate(cudaErrorStreamCaptureImplicit, [](const Capture& capture) {
    return !(capture.origin->flags & cudaStreamNonBlocking);
  });
}

cudaError_t check_waiting_for(const CUstream_st& stream) {
  return stream.capture ? end_badly(stream) : check_legacy_in_capture(stream);
}

cudaError_t refuse_memory_in_capture(CUstream_st& stream, const char* function) {
  std::fprintf(stderr, "loom: loom's graphs have no memory of their own; call %s before the capture begins, or when it has ended.\n", function);
  return end_badly(stream);
}

cudaError_t refuse_peer_copy_in_capture(CUstream_st& stream) {
  std::fprintf(stderr, "loom: a graph cannot capture cudaMemcpyPeerAsync; use cudaMemcpyAsync with cudaMemcpyDefault, which copies between devices too.\n");
  return end_badly(stream);
}

cudaError_t join_capture(CUstream_st& waiting, const CUevent_st& event) {
  const std::shared_ptr<Capture> capture = event.captured;
  if (!capture) {
    if (!waiting.capture) return cudaSuccess;
    waiting.capture->invalid = true;
    return cudaErrorStreamCaptureIsolation;
  }
  if (waiting.capture && waiting.capture != capture) return cudaErrorStreamCaptureMerge;
  if (capture->over) return cudaErrorCapturedEvent;
  waiting.capture = capture;
  if (event.recorded_in == &waiting) return cudaSuccess;
  std::vector<cudaGraphNode_t>& ends = capture->ends[&waiting];
  for (const cudaGraphNode_t node : event.after)
    if (std::ranges::find(ends, node) == ends.end()) ends.push_back(node);
  return cudaSuccess;
}

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  return call([&](Lock&) { return begin_capture(handle, mode, nullptr, {}); });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* dependencyData, size_t numDependencies, cudaStreamCaptureMode mode) {
  return call([&](Lock&) {
    if (!find(all_graphs().graphs, graph)) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_dependencies(*graph, dependencies, dependencyData, numDependencies)) return error;
    return begin_capture(stream, mode, graph, {dependencies, dependencies + numDependencies});
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* pGraph) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    return stream ? end_capture(*stream, pGraph) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* pCaptureStatus) {
  return call([&](Lock&) {
    const CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!pCaptureStatus) return cudaErrorInvalidValue;
    *pCaptureStatus = status_of(*stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out,
                                     cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out,
                                     size_t* numDependencies_out) {
  return call([&](Lock&) {
    const CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!captureStatus_out || (edgeData_out && !dependencies_out)) return cudaErrorInvalidValue;
    const auto& captures = all_graphs().captures;
    if (stream == current_device().legacy &&
        std::ranges::any_of(captures, [](const auto& active) { return !(active->origin->flags & cudaStreamNonBlocking); }))
      return cudaErrorStreamCaptureImplicit;
    *captureStatus_out = status_of(*stream);
    if (*captureStatus_out != cudaStreamCaptureStatusActive) return cudaSuccess;
    Capture& capture = *stream->capture;
    const std::vector<cudaGraphNode_t>& ends = capture.ends[stream];
    if (id_out) *id_out = capture.id;
    if (graph_out) *graph_out = capture.graph.get();
    if (dependencies_out) *dependencies_out = ends.data();
    if (edgeData_out) {
      capture.edges.assign(ends.size(), {});
      *edgeData_out = capture.edges.data();
    }
    if (numDependencies_out) *numDependencies_out = ends.size();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData,
                                                size_t numDependencies, unsigned int flags) {
  return call([&](Lock&) {
    const CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!stream->capture) return cudaErrorIllegalState;
    if (stream->capture->invalid) return cudaErrorStreamCaptureInvalidated;
    if (flags > cudaStreamSetCaptureDependencies) return cudaErrorInvalidValue;
    Capture& capture = *stream->capture;
    if (const cudaError_t error = check_dependencies(*capture.graph, dependencies, dependencyData, numDependencies)) return error;
    std::vector<cudaGraphNode_t>& ends = capture.ends[stream];
    if (flags == cudaStreamSetCaptureDependencies) {
      capture.let_go.insert(ends.begin(), ends.end());
      ends.clear();
    }
    for (size_t i = 0; i < numDependencies; ++i)
      if (std::ranges::find(ends, dependencies[i]) == ends.end()) ends.push_back(dependencies[i]);
    return cudaSuccess;
  });
}
