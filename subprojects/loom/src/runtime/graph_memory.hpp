// Memory that graphs allocate and free.
//
// Its address is fixed when the node is made. It lives from where the stream comes to the allocating node until it comes to
// what frees it: a node of the same or another graph, cudaFreeAsync, or cudaFree.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "runtime/context.hpp"

struct CUgraph_st;
struct CUgraphNode_st;

namespace loom::runtime {

class GraphMemory {
 public:
  GraphMemory(void* memory, std::size_t bytes, int device, std::string name);
  ~GraphMemory();                    // with the last node, or executable graph, that knows the address
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;

  void* const memory;
  const std::size_t bytes;
  const int device;
  const std::string name;
  bool freed_by_its_graph = false;
  bool claimed = false;              // in the order of the calls: launched, and not yet freed
};

// The runtime's lock is held for all of these.

// An address of the stream's device for a node to allocate; nullptr where the device has not so much.
std::shared_ptr<GraphMemory> reserve_graph_memory(int device, std::size_t bytes, const char* function);
// What begins at the address, or what holds it; nullptr where nothing of graphs does.
std::shared_ptr<GraphMemory> graph_memory_at(const void*);
std::shared_ptr<GraphMemory> graph_memory_around(const void*);

// Adds a node to the graph that the stream is captured into.
void capture_allocation(CUstream_st&, const std::shared_ptr<GraphMemory>&);
cudaError_t capture_free(CUstream_st&, void*);

// Frees the memory where the stream comes to it. An error where it is not the caller's to free.
cudaError_t free_graph_memory(CUstream_st&, GraphMemory&);

// Whether the nodes' memory lets them be launched. What they allocate must be free; on request it is freed first.
cudaError_t check_graph_memory(const std::vector<std::shared_ptr<CUgraphNode_st>>&, CUstream_st&, bool free_first);

}  // namespace loom::runtime
