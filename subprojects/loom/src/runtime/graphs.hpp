// Stream capture and graphs: work that is kept, to be queued as often as the graph is launched.
//
// A graph keeps its work in the order in which it was added. Every dependency points backwards in that order, as in the
// queue, so it is one that a GPU could have chosen too.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "runtime/context.hpp"

// Puts one piece of work into a stream.
using LoomReplay = std::function<void(CUstream_st&)>;

struct CUgraphNode_st {
  LoomReplay replay;
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::vector<cudaGraphNode_t> after{};                     // what it depends on, in the order of the calls that said so
  std::vector<std::shared_ptr<CUgraphNode_st>> inside{};    // of a graph that is a node
  bool cooperative = false;                                 // of a kernel
  std::shared_ptr<const std::vector<unsigned char>> kept{};   // what the work reads that is the node's own
  std::shared_ptr<loom::runtime::GraphMemory> memory{};       // that the node allocates, or frees
  bool frees = false;
};

struct CUgraph_st {
  std::vector<std::shared_ptr<CUgraphNode_st>> nodes;
};

namespace loom::runtime {

struct Capture {
  cudaGraph_t graph = nullptr;
  CUstream_st* origin = nullptr;
  bool relaxed = false;              // the host may go on calling what waits
  bool invalid = false;
  std::map<const CUstream_st*, std::vector<cudaGraphNode_t>> ends;   // what the next work in a stream depends on
  std::map<const CUstream_st*, bool> open;   // other streams with work in it: whether the origin has yet to wait for it
};

// The runtime's lock is held for all of these.

// Does the work, or where the stream is captured keeps it.
void put(CUstream_st&, LoomReplay, cudaGraphNodeType);

// Adds to a graph, as one node, what the call puts into the stream it is given. Called without the lock.
cudaError_t add_by(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
                   const std::function<cudaError_t(cudaStream_t)>& call_for);
bool is_graph_node(cudaGraphNode_t);

// Whether the call may be made while streams are captured. If not, the captures are invalid from now on.
cudaError_t check_waiting_in_capture();             // for what waits for the device, or allocates
cudaError_t check_legacy_in_capture(const CUstream_st&);    // for what the legacy stream makes all others wait for
cudaError_t check_waiting_for(const CUstream_st&);

// A wait for an event that was recorded in a captured stream takes the waiting stream into the capture.
cudaError_t join_capture(CUstream_st& waiting, const CUevent_st&);

}  // namespace loom::runtime
