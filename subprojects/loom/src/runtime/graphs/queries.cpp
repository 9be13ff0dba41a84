// What a program may ask of a graph: its nodes, and what depends on what.
#include <algorithm>

#include "runtime/graph.hpp"

namespace loom::runtime {

namespace {

struct Edge { cudaGraphNode_t from, to; };

std::vector<Edge> edges_of(const Nodes& nodes) {
  std::vector<Edge> edges;
  for (const auto& node : nodes)
    for (const cudaGraphNode_t from : node->after) edges.push_back({from, node.get()});
  return edges;
}

// If the caller's array is longer, the rest is null; if it requests only the number, there is no array.
cudaError_t hand_out(const std::vector<cudaGraphNode_t>& found, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges, size_t* count) {
  if (!nodes) {
    *count = found.size();
    return edges ? cudaErrorInvalidValue : cudaSuccess;
  }
  for (size_t i = 0; i < *count; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
  *count = std::min(*count, found.size());
  if (edges) std::fill_n(edges, *count, cudaGraphEdgeData{});
  return cudaSuccess;
}

}  // namespace

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  return call([&](Lock&) {
    if (!numNodes || !find(all_graphs().graphs, graph)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> found;
    for (const auto& node : graph->nodes) found.push_back(node.get());
    return hand_out(found, nodes, nullptr, numNodes);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* edgeData, size_t* numEdges) {
  return call([&](Lock&) {
    if (!numEdges || !find(all_graphs().graphs, graph) || !from != !to) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> ends[2];
    for (const Edge& edge : edges_of(graph->nodes)) {
      ends[0].push_back(edge.from);
      ends[1].push_back(edge.to);
    }
    size_t room = *numEdges;
    const cudaError_t error = hand_out(ends[0], from, edgeData, &room);
    return error ? error : hand_out(ends[1], to, nullptr, numEdges);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return call([&](Lock&) {
    if (!pType || !is_graph_node(node)) return cudaErrorInvalidValue;
    *pType = node->type;
    return cudaSuccess;
  });
}
