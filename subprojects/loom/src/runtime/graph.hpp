// Stream capture and graphs: work that is kept, to be queued as often as the graph is launched.
//
// A graph keeps its work in the order in which it was added. Every dependency points backwards in that order, as in the
// queue, so it is one that a GPU could have chosen too.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "runtime/context.hpp"

namespace loom::runtime {
struct Conditional;
}

// Puts one piece of work into a stream.
using LoomReplay = std::function<void(CUstream_st&)>;

struct CUgraphNode_st {
  LoomReplay replay;
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::vector<cudaGraphNode_t> after{};                     // what it depends on, in the order of the calls that said so
  loom::runtime::Work work = loom::runtime::Work::of_device;
  bool cooperative = false;                                 // of a kernel
  std::shared_ptr<const loom::runtime::Conditional> conditional{};   // instead of a replay
};

struct CUgraph_st {
  std::vector<std::shared_ptr<CUgraphNode_st>> nodes;
  cudaGraph_t around = nullptr;      // whose conditional node has this one for a body
};

struct CUgraphExec_st {
  int device = 0;
  std::vector<std::shared_ptr<CUgraphNode_st>> nodes;   // copies: later changes to the graph do not affect them
  std::vector<std::shared_ptr<CUgraphNode_st>> of;      // the graph's own nodes, by which it may be updated
};

namespace loom::runtime {

using Nodes = std::vector<std::shared_ptr<CUgraphNode_st>>;

// A number that outlives the graph: a kernel may set it whatever has become of that.
struct Condition {
  cudaGraph_t graph = nullptr;       // that it was made for
  unsigned initial = 0;
  bool begins_anew = false;          // with each launch
  unsigned value = 0;
};

struct Conditional {
  std::shared_ptr<Condition> condition;
  std::vector<std::shared_ptr<CUgraph_st>> bodies;
  std::vector<cudaGraph_t> handles;  // of these, an array that the program may read
};

struct Capture {
  std::shared_ptr<CUgraph_st> graph;
  CUstream_st* origin = nullptr;
  unsigned long long id = 0;
  bool relaxed = false;              // the host may go on calling what waits
  bool into_given = false;           // a graph that was there before, and stays
  bool invalid = false;
  bool over = false;
  std::map<const CUstream_st*, std::vector<cudaGraphNode_t>> ends;   // what the next work in a stream depends on
  std::set<cudaGraphNode_t> let_go;                                  // what was taken out of there by the program
  std::vector<cudaGraphEdgeData> edges;                              // of the ends that were requested last
};

// Everything there is of them, by handle.
struct Graphs {
  std::unordered_map<cudaGraph_t, std::shared_ptr<CUgraph_st>> graphs;
  std::unordered_map<cudaGraphExec_t, std::unique_ptr<CUgraphExec_st>> executables;
  std::vector<std::shared_ptr<Capture>> captures;
};

// The runtime's lock is held for all of these.

Graphs& all_graphs();

template <class Handle, class Owner>
Handle find(const std::unordered_map<Handle, Owner>& in, Handle handle) {
  const auto found = in.find(handle);
  return found != in.end() ? found->second.get() : nullptr;
}

cudaGraph_t new_graph();
void forget_graph(cudaGraph_t);      // and the bodies in it
cudaGraphNode_t add_node(CUgraph_st&, LoomReplay, cudaGraphNodeType, std::vector<cudaGraphNode_t> after);
bool holds(const Nodes&, cudaGraphNode_t);

// Nodes that do the same, and stay what they are when these change. They name these as those that they depend on.
Nodes copies_of(const Nodes&);

// Keeps work for a captured stream as a node of the graph, after what came before it in the stream.
CUgraphNode_st& add_captured(CUstream_st&, LoomReplay, cudaGraphNodeType);

bool is_graph_node(cudaGraphNode_t);

// Whether these can be what something in the graph depends on: nodes of it, with nothing said of the edges.
cudaError_t check_dependencies(const CUgraph_st&, const cudaGraphNode_t* nodes, const cudaGraphEdgeData* edges, size_t count);

// Whether the call may be made while streams are captured. If not, the captures are invalid from now on.
cudaError_t check_waiting_in_capture();             // for what waits for the device, or allocates
cudaError_t check_legacy_in_capture(const CUstream_st&);    // for what the legacy stream makes all others wait for
cudaError_t check_waiting_for(const CUstream_st&);
// These end the capture badly, and say why: memory is nothing that a graph allocates or frees, and it has no peer copies.
cudaError_t refuse_memory_in_capture(CUstream_st&, const char* function);
cudaError_t refuse_peer_copy_in_capture(CUstream_st&);

// A wait for an event that was recorded in a captured stream takes the waiting stream into the capture.
cudaError_t join_capture(CUstream_st& waiting, const CUevent_st&);

}  // namespace loom::runtime
