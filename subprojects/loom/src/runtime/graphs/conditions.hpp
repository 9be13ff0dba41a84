// Conditional nodes of graphs: bodies that run where device code says so.
#pragma once

#include "runtime/graph.hpp"

namespace loom::runtime {

// The runtime's lock is held for all of these.

bool has_conditional(const Nodes&);
// Whether bodies of conditional nodes hold only what may be there; tells of what may not.
cudaError_t check_bodies(const Nodes&);

// What a launch of the nodes begins with, and how it runs a conditional one.
void launch_defaults(CUstream_st&, const Nodes&);
void launch_conditional(CUstream_st&, const Conditional&);
// Any node of a graph.
void launch_node(CUstream_st&, const CUgraphNode_st&);

}  // namespace loom::runtime
