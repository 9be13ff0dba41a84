// Graphs as the program makes, instantiates, updates and launches them.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "runtime/graphs/conditions.hpp"
#include "runtime/graphs/pairs.hpp"

using namespace loom::runtime;

namespace {

// A graph with bodies has one executable at a time.
bool has_bodies_in_use(const CUgraph_st& graph) {
  return std::ranges::any_of(all_graphs().executables, [&](const auto& executable) {
    return std::ranges::any_of(executable.second->of, [&](const auto& node) {
      return node->conditional && std::ranges::find(graph.nodes, node) != graph.nodes.end();
    });
  });
}

}  // namespace

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return call([&](Lock&) {
    if (!pGraph || flags != 0) return cudaErrorInvalidValue;
    *pGraph = new_graph();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&](Lock&) {
    if (!find(all_graphs().graphs, graph) || graph->around) return cudaErrorInvalidValue;
    forget_graph(graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return call([&](Lock&) {
    if (!pGraphExec || !find(all_graphs().graphs, graph) || graph->around) return cudaErrorInvalidValue;
    if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
      std::fputs("loom: loom launches graphs from the host only; instantiate without cudaGraphInstantiateFlagDeviceLaunch.\n", stderr);
      return cudaErrorNotSupported;
    }
    if (has_bodies_in_use(*graph)) return cudaErrorNotSupported;
    if (const cudaError_t error = check_bodies(graph->nodes)) return error;
    auto made = std::make_unique<CUgraphExec_st>(CUgraphExec_st{current_device().number, copies_of(graph->nodes), graph->nodes});
    *pGraphExec = made.get();
    all_graphs().executables.emplace(made.get(), std::move(made));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(pGraphExec, graph, flags);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, cudaGraphExecUpdateResultInfo* resultInfo) {
  return call([&](Lock&) {
    CUgraphExec_st* const executable = find(all_graphs().executables, hGraphExec);
    if (!executable || !find(all_graphs().graphs, hGraph) || !resultInfo) return cudaErrorInvalidValue;
    const Pairing pairing = pair_graphs(executable->of, hGraph->nodes);
    *resultInfo = pairing.result;
    if (pairing.result.result != cudaGraphExecUpdateSuccess) return cudaErrorGraphExecUpdateFailure;
    if (const cudaError_t error = check_bodies(hGraph->nodes)) return error;
    executable->nodes = copies_of(pairing.nodes);
    return cudaSuccess;
  });
}

// There is nothing to prepare.
cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return call([&](Lock&) {
    if (!find_stream(stream)) return cudaErrorInvalidResourceHandle;
    return find(all_graphs().executables, graphExec) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t handle) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_legacy_in_capture(*stream)) return error;
    const CUgraphExec_st* const executable = find(all_graphs().executables, graphExec);
    if (!executable) return cudaErrorInvalidValue;
    if (has_conditional(executable->nodes)) {
      if (stream->capture) return cudaErrorNotSupported;
      launch_defaults(*stream, executable->nodes);
    }
    for (const auto& node : executable->nodes) launch_node(*stream, *node);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return call([&](Lock& lock) {
    if (!find(all_graphs().executables, graphExec)) return cudaErrorInvalidValue;
    const cudaError_t fault = synchronise_all(lock);
    all_graphs().executables.erase(graphExec);
    return fault;
  });
}
