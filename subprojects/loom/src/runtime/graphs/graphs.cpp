#include "runtime/graphs/graphs.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "runtime/graphs/conditions.hpp"
#include "runtime/graphs/pairs.hpp"

namespace loom::runtime {

namespace {

// A graph with bodies has one executable at a time.
bool has_bodies_in_use(const CUgraph_st& graph) {
  return std::ranges::any_of(all_graphs().executables, [&](const auto& executable) {
    return std::ranges::any_of(executable.second->of, [&](const auto& node) {
      return node->conditional && std::ranges::find(graph.nodes, node) != graph.nodes.end();
    });
  });
}

void forget_bodies(const Nodes& nodes) {
  for (const auto& node : nodes)
    if (node->conditional)
      for (const cudaGraph_t body : node->conditional->handles) forget_graph(body);
}

}  // namespace

Graphs& all_graphs() {
  static Graphs& the_graphs = *new Graphs;
  return the_graphs;
}

cudaGraph_t new_graph() {
  auto graph = std::make_shared<CUgraph_st>();
  const cudaGraph_t handle = graph.get();
  all_graphs().graphs.emplace(handle, std::move(graph));
  return handle;
}

void forget_graph(cudaGraph_t graph) {
  const std::shared_ptr<CUgraph_st> forgotten = std::move(all_graphs().graphs.at(graph));
  all_graphs().graphs.erase(graph);
  for (const auto& capture : all_graphs().captures)
    if (capture->graph == forgotten) capture->invalid = true;
  forget_bodies(forgotten->nodes);
}

cudaGraphNode_t add_node(CUgraph_st& graph, LoomReplay replay, cudaGraphNodeType type, std::vector<cudaGraphNode_t> after) {
  graph.nodes.push_back(std::make_shared<CUgraphNode_st>(CUgraphNode_st{std::move(replay), type, std::move(after)}));
  return graph.nodes.back().get();
}

Nodes copies_of(const Nodes& nodes) {
  Nodes copies;
  for (const auto& node : nodes) {
    copies.push_back(std::make_shared<CUgraphNode_st>(*node));
    if (!node->conditional) continue;
    auto own = std::make_shared<Conditional>(*node->conditional);
    for (auto& body : own->bodies) body = std::make_shared<CUgraph_st>(CUgraph_st{copies_of(body->nodes)});
    copies.back()->conditional = std::move(own);
  }
  return copies;
}

bool holds(const Nodes& nodes, cudaGraphNode_t node) {
  return std::ranges::any_of(nodes, [&](const auto& one) { return one.get() == node; });
}

cudaError_t check_dependencies(const CUgraph_st& graph, const cudaGraphNode_t* nodes, const cudaGraphEdgeData* edges, size_t count) {
  if (count > 0 && !nodes) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i) {
    if (std::ranges::none_of(graph.nodes, [&](const auto& one) { return one.get() == nodes[i]; })) return cudaErrorInvalidValue;
    if (edges && (edges[i].from_port || edges[i].to_port || edges[i].type)) {
      std::fputs("loom: edges of loom's graphs are plain dependencies; leave their data zero, or out.\n", stderr);
      return cudaErrorNotSupported;
    }
  }
  return cudaSuccess;
}

bool is_graph_node(cudaGraphNode_t node) {
  return std::ranges::any_of(all_graphs().graphs, [&](const auto& graph) { return holds(graph.second->nodes, node); });
}

void put(CUstream_st& stream, LoomReplay replay, cudaGraphNodeType type) {
  if (!stream.capture) return replay(stream);
  std::vector<cudaGraphNode_t>& ends = stream.capture->ends[&stream];
  ends = {add_node(*stream.capture->graph, std::move(replay), type, std::move(ends))};
}

void launch_node(CUstream_st& stream, const CUgraphNode_st& node) {
  if (node.conditional) return launch_conditional(stream, *node.conditional);
  put(stream, node.replay, node.type);
}

}  // namespace loom::runtime

using namespace loom::runtime;

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
