// Which node of a graph stands for which of another, as an update of an executable graph needs to know.
#pragma once

#include <memory>
#include <vector>

#include "runtime/graph.hpp"

namespace loom::runtime {

struct Pairing {
  cudaGraphExecUpdateResultInfo result{cudaGraphExecUpdateSuccess, nullptr, nullptr};
  Nodes nodes{};                     // of the newer graph, in the order of the older
};

// The nodes on which no node depends are paired, the last that was added first, and then, from each pair, what it depends on, in the
// order of its edges: nodes may have been added in another order. `result` names nodes of the newer graph, or of a body in it.
Pairing pair_graphs(const Nodes& older, const Nodes& newer);

}  // namespace loom::runtime
