// Conditional nodes of graphs: bodies that run where device code says so.
#pragma once

#include <memory>
#include <vector>

#include "runtime/graphs/graphs.hpp"

namespace loom::runtime {

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

// The runtime's lock is held for all of these.

bool has_conditional(const Nodes&);
// Whether bodies of conditional nodes hold only what may be there; tells of what may not.
cudaError_t check_bodies(const Nodes&);

// What a launch of the nodes begins with, and how it runs a conditional one.
void launch_defaults(CUstream_st&, const Nodes&);
void launch_conditional(CUstream_st&, const Conditional&);

}  // namespace loom::runtime
