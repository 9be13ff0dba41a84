#include "runtime/graphs.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <unordered_map>
#include <utility>

#include "runtime/graph_memory.hpp"
#include "runtime/graph_pairs.hpp"
#include "runtime/memory.hpp"

struct CUgraphExec_st {
  int device = 0;
  std::vector<std::shared_ptr<CUgraphNode_st>> nodes;
  std::vector<std::shared_ptr<CUgraphNode_st>> of;      // the graph's own nodes, by which it may be updated
  std::vector<std::shared_ptr<CUgraphNode_st>> former;  // what work that is queued may still read
  bool frees_first = false;                             // what an earlier launch has allocated
};

namespace loom::runtime {

namespace {

// Everything there is of them, by handle.
struct Graphs {
  std::unordered_map<cudaGraph_t, std::unique_ptr<CUgraph_st>> graphs;
  std::unordered_map<cudaGraphExec_t, std::unique_ptr<CUgraphExec_st>> executables;
  std::vector<std::shared_ptr<Capture>> captures;
};

Graphs& all() {
  static Graphs& the_graphs = *new Graphs;
  return the_graphs;
}

template <class Handle, class Owner>
Handle find(const std::unordered_map<Handle, Owner>& in, Handle handle) {
  const auto found = in.find(handle);
  return found != in.end() ? found->second.get() : nullptr;
}

cudaGraph_t new_graph() {
  auto graph = std::make_unique<CUgraph_st>();
  const cudaGraph_t handle = graph.get();
  all().graphs.emplace(handle, std::move(graph));
  return handle;
}

cudaGraphNode_t add_node(CUgraph_st& graph, LoomReplay replay, cudaGraphNodeType type, std::vector<cudaGraphNode_t> after) {
  graph.nodes.push_back(std::make_shared<CUgraphNode_st>(CUgraphNode_st{std::move(replay), type, std::move(after)}));
  return graph.nodes.back().get();
}

template <class Concerned>
cudaError_t invalidate(cudaError_t error, Concerned concerned) {
  bool any = false;
  for (const auto& capture : all().captures)
    if (concerned(*capture)) capture->invalid = any = true;
  return any ? error : cudaSuccess;
}

// The capture ends; its streams go on as before.
void end(const Capture& capture) {
  for (auto& [handle, stream] : context().streams)
    if (stream->capture.get() == &capture) stream->capture.reset();
  std::erase_if(all().captures, [&](const auto& active) { return active.get() == &capture; });
}

bool is_unjoined(const Capture& capture) {
  return std::any_of(capture.open.begin(), capture.open.end(), [](const auto& branch) { return branch.second; });
}

cudaError_t end_capture(CUstream_st& stream, cudaGraph_t* graph) {
  const std::shared_ptr<Capture> capture = stream.capture;
  if (!capture) return cudaErrorIllegalState;
  if (capture->origin != &stream) {
    capture->invalid = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  end(*capture);
  *graph = nullptr;
  const cudaError_t error = capture->invalid      ? cudaErrorStreamCaptureInvalidated
                            : is_unjoined(*capture) ? cudaErrorStreamCaptureUnjoined
                                                    : cudaSuccess;
  if (error)
    all().graphs.erase(capture->graph);
  else
    *graph = capture->graph;
  return error;
}

// Memory has one owner: such a graph is neither cloned nor made part of another.
bool has_memory(const std::vector<std::shared_ptr<CUgraphNode_st>>& nodes) {
  return std::ranges::any_of(nodes, [](const auto& node) { return node->memory != nullptr; });
}

// And such a graph has one executable at a time.
bool has_memory_in_use(const CUgraph_st& graph) {
  return std::ranges::any_of(all().executables, [&](const auto& executable) {
    return std::ranges::any_of(executable.second->of, [&](const auto& node) {
      return node->memory && std::ranges::find(graph.nodes, node) != graph.nodes.end();
    });
  });
}

// Nodes like these, which depend on one another as these do.
std::vector<std::shared_ptr<CUgraphNode_st>> cloned(const std::vector<std::shared_ptr<CUgraphNode_st>>& nodes) {
  std::vector<std::shared_ptr<CUgraphNode_st>> clones;
  std::map<cudaGraphNode_t, cudaGraphNode_t> clone_of;
  for (const auto& node : nodes) {
    clones.push_back(std::make_shared<CUgraphNode_st>(*node));
    clone_of[node.get()] = clones.back().get();
    for (cudaGraphNode_t& dependency : clones.back()->after) dependency = clone_of[dependency];
  }
  return clones;
}

bool holds(const std::vector<std::shared_ptr<CUgraphNode_st>>& nodes, cudaGraphNode_t node) {
  return std::ranges::any_of(nodes, [&](const auto& one) { return one.get() == node || holds(one->inside, node); });
}

// The rows that such a memset writes.
std::vector<unsigned char> rows_of(const cudaMemsetParams& set) {
  std::vector<unsigned char> rows(set.width * set.elementSize * set.height);
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<unsigned char>(set.value >> i % set.elementSize * 8);
  return rows;
}

}  // namespace

// What the stream's own functions do to a stream that is captured into the graph becomes a node of it.
cudaError_t add_by(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
                   const std::function<cudaError_t(cudaStream_t)>& call_for) {
  cudaStream_t stream = nullptr;
  const cudaError_t opened = call([&](Lock&) {
    if (!node || !find(all().graphs, graph) || (count > 0 && !dependencies)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i)
      if (std::none_of(graph->nodes.begin(), graph->nodes.end(), [&](const auto& one) { return one.get() == dependencies[i]; }))
        return cudaErrorInvalidValue;
    CUstream_st& helper = add_stream(context(), current_device().number, cudaStreamNonBlocking, table::least_priority);
    helper.capture = std::make_shared<Capture>();
    helper.capture->graph = graph;
    helper.capture->origin = &helper;
    helper.capture->ends[&helper].assign(dependencies, dependencies + count);
    stream = &helper;
    return cudaSuccess;
  });
  if (opened) return opened;
  const size_t before = graph->nodes.size();
  const cudaError_t error = call_for(stream);
  const Lock lock(context().mutex);
  if (!error && graph->nodes.size() == before) add_node(*graph, [](CUstream_st&) {}, cudaGraphNodeTypeEmpty, {dependencies, dependencies + count});
  if (!error) *node = graph->nodes.back().get();
  context().streams.erase(stream);
  return error;
}

bool is_graph_node(cudaGraphNode_t node) {
  return std::ranges::any_of(all().graphs, [&](const auto& graph) { return holds(graph.second->nodes, node); });
}

void put(CUstream_st& stream, LoomReplay replay, cudaGraphNodeType type) {
  if (!stream.capture) return replay(stream);
  if (stream.capture->origin != &stream) stream.capture->open[&stream] = true;
  std::vector<cudaGraphNode_t>& ends = stream.capture->ends[&stream];
  ends = {add_node(*stream.capture->graph, std::move(replay), type, std::move(ends))};
}

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
  if (!stream.capture) return check_legacy_in_capture(stream);
  stream.capture->invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t join_capture(CUstream_st& waiting, const CUevent_st& event) {
  const std::shared_ptr<Capture> capture = event.captured;
  if (!capture) {
    if (!waiting.capture) return cudaSuccess;
    waiting.capture->invalid = true;
    return cudaErrorStreamCaptureIsolation;
  }
  if (waiting.capture && waiting.capture != capture) return cudaErrorStreamCaptureMerge;
  waiting.capture = capture;
  // What the other stream had yet to hand to the origin is now for this one to hand on.
  if (event.recorded_in == &waiting) return cudaSuccess;
  std::vector<cudaGraphNode_t>& ends = capture->ends[&waiting];
  for (const cudaGraphNode_t node : event.after)
    if (std::ranges::find(ends, node) == ends.end()) ends.push_back(node);
  const bool was_open = std::exchange(capture->open[event.recorded_in], false);
  if (was_open && capture->origin != &waiting) capture->open[&waiting] = true;
  return cudaSuccess;
}

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (stream == current_device().legacy) return cudaErrorStreamCaptureUnsupported;
    if (stream->capture) return cudaErrorIllegalState;
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    auto capture = std::make_shared<Capture>();
    capture->graph = new_graph();
    capture->origin = stream;
    capture->relaxed = mode == cudaStreamCaptureModeRelaxed;
    stream->capture = capture;
    all().captures.push_back(std::move(capture));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* pGraph) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    return pGraph ? end_capture(*stream, pGraph) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* pCaptureStatus) {
  return call([&](Lock&) {
    const CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!pCaptureStatus) return cudaErrorInvalidValue;
    *pCaptureStatus = !stream->capture           ? cudaStreamCaptureStatusNone
                      : stream->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                                 : cudaStreamCaptureStatusActive;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return call([&](Lock&) {
    if (!pGraph || flags != 0) return cudaErrorInvalidValue;
    *pGraph = new_graph();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&](Lock&) { return all().graphs.erase(graph) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  return call([&](Lock&) {
    if (!pGraphClone || !find(all().graphs, originalGraph)) return cudaErrorInvalidValue;
    if (has_memory(originalGraph->nodes)) return cudaErrorNotSupported;
    *pGraphClone = new_graph();
    (*pGraphClone)->nodes = cloned(originalGraph->nodes);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  return call([&](Lock&) {
    if (!numNodes || !find(all().graphs, graph)) return cudaErrorInvalidValue;
    if (!nodes) {
      *numNodes = graph->nodes.size();
      return cudaSuccess;
    }
    for (size_t i = 0; i < *numNodes; ++i) nodes[i] = i < graph->nodes.size() ? graph->nodes[i].get() : nullptr;
    *numNodes = std::min(*numNodes, graph->nodes.size());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return call([&](Lock&) {
    if (!pType || !is_graph_node(node)) return cudaErrorInvalidValue;
    *pType = node->type;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaKernelNodeParams* p) {
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    if (!p || p->extra) return cudaErrorInvalidValue;
    return cudaLaunchKernel(p->func, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes, stream);
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst,
                                     const void* src, size_t count, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER);
  return add_by(pGraphNode, graph, pDependencies, numDependencies,
                [&](cudaStream_t stream) { return cudaMemcpyAsync(dst, src, count, kind, stream); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) {
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    return pCopyParams ? cudaMemcpy3DAsync(pCopyParams, stream) : cudaErrorInvalidValue;
  });
}

// The child is copied as it is now.
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                       size_t numDependencies, cudaGraph_t childGraph) {
  const cudaError_t error = call([&](Lock&) {
    if (!find(all().graphs, childGraph)) return cudaErrorInvalidValue;
    return has_memory(childGraph->nodes) ? cudaErrorNotSupported : cudaSuccess;
  });
  if (error) return error;
  const auto nodes = cloned(childGraph->nodes);
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    const Lock lock(context().mutex);
    put(*stream, [nodes](CUstream_st& into) {
      for (const auto& node : nodes) put(into, node->replay, node->type);
    }, cudaGraphNodeTypeGraph);
    stream->capture->graph->nodes.back()->inside = nodes;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemsetParams* pMemsetParams) {
  if (!pMemsetParams) return remember(cudaErrorInvalidValue);
  const cudaMemsetParams& set = *pMemsetParams;
  if (set.elementSize != 1 && set.elementSize != 2 && set.elementSize != 4) return remember(cudaErrorInvalidValue);
  const auto rows = std::make_shared<const std::vector<unsigned char>>(rows_of(set));
  const size_t width = set.width * set.elementSize, pitch = set.height > 1 ? set.pitch : width;
  const cudaError_t error = add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    return cudaMemcpy2DAsync(set.dst, pitch, rows->data(), width, width, set.height, cudaMemcpyHostToDevice, stream);
  });
  if (error) return error;
  (*pGraphNode)->kept = rows;
  (*pGraphNode)->type = cudaGraphNodeTypeMemset;
  return error;
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                 size_t numDependencies, const cudaHostNodeParams* p) {
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    return p ? cudaLaunchHostFunc(stream, p->fn, p->userData) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                  size_t numDependencies) {
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [](cudaStream_t) { return cudaSuccess; });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return call([&](Lock&) {
    if (!pGraphExec || !find(all().graphs, graph)) return cudaErrorInvalidValue;
    if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
      std::fputs("loom: loom launches graphs from the host only; instantiate without cudaGraphInstantiateFlagDeviceLaunch.\n", stderr);
      return cudaErrorNotSupported;
    }
    if (has_memory_in_use(*graph)) return cudaErrorNotSupported;
    auto made = std::make_unique<CUgraphExec_st>(CUgraphExec_st{current_device().number, graph->nodes, graph->nodes, {},
                                                                (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0});
    *pGraphExec = made.get();
    all().executables.emplace(made.get(), std::move(made));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(pGraphExec, graph, flags);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) {
  cudaGraph_t scratch = nullptr;
  cudaGraphNode_t made = nullptr;
  if (const cudaError_t error = cudaGraphCreate(&scratch, 0)) return error;
  cudaError_t error = cudaGraphAddKernelNode(&made, scratch, nullptr, 0, pNodeParams);
  if (!error)
    error = call([&](Lock&) {
      CUgraphExec_st* const executable = find(all().executables, hGraphExec);
      if (!executable) return cudaErrorInvalidValue;
      const auto at = std::ranges::find(executable->of, node, [](const auto& own) { return own.get(); });
      if (at == executable->of.end()) return cudaErrorInvalidValue;
      executable->former.push_back(
          std::exchange(executable->nodes[static_cast<std::size_t>(at - executable->of.begin())], scratch->nodes.back()));
      return cudaSuccess;
    });
  cudaGraphDestroy(scratch);
  return error;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, cudaGraphExecUpdateResultInfo* resultInfo) {
  return call([&](Lock&) {
    CUgraphExec_st* const executable = find(all().executables, hGraphExec);
    if (!executable || !find(all().graphs, hGraph) || !resultInfo) return cudaErrorInvalidValue;
    const Pairing pairing = pair_graphs(executable->of, hGraph->nodes);
    *resultInfo = pairing.result;
    if (pairing.result.result != cudaGraphExecUpdateSuccess) return cudaErrorGraphExecUpdateFailure;
    executable->former.insert(executable->former.end(), executable->nodes.begin(), executable->nodes.end());
    executable->nodes = pairing.nodes;
    return cudaSuccess;
  });
}

// There is nothing to prepare.
cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return call([&](Lock&) {
    if (!find_stream(stream)) return cudaErrorInvalidResourceHandle;
    return find(all().executables, graphExec) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t handle) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_legacy_in_capture(*stream)) return error;
    const CUgraphExec_st* const executable = find(all().executables, graphExec);
    if (!executable) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_graph_memory(executable->nodes, *stream, executable->frees_first)) return error;
    for (const auto& node : executable->nodes) put(*stream, node->replay, node->type);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return call([&](Lock& lock) {
    if (!find(all().executables, graphExec)) return cudaErrorInvalidValue;
    const cudaError_t fault = synchronise_all(lock);     // work that reads what the nodes keep
    all().executables.erase(graphExec);
    return fault;
  });
}
