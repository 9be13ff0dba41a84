#include "runtime/graph.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace loom::runtime {

namespace {

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

CUgraphNode_st& add_captured(CUstream_st& stream, LoomReplay replay, cudaGraphNodeType type) {
  std::vector<cudaGraphNode_t>& ends = stream.capture->ends[&stream];
  ends = {add_node(*stream.capture->graph, std::move(replay), type, std::move(ends))};
  return *ends.front();
}

}  // namespace loom::runtime
