// Nodes of graphs, one by one: as they are added, and as they are changed.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/here.hpp"
#include "runtime/graph_conditions.hpp"
#include "runtime/graph_memory.hpp"
#include "runtime/graph_pairs.hpp"
#include "runtime/launch_by_pointer.hpp"
#include "runtime/memory.hpp"

namespace loom::runtime {

namespace {

// The rows that such a memset writes.
std::vector<unsigned char> rows_of(const cudaMemsetParams& set) {
  std::vector<unsigned char> rows(set.width * set.elementSize * set.height);
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<unsigned char>(set.value >> i % set.elementSize * 8);
  return rows;
}

// Where a node is to be added.
struct To {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* dependencies;
  size_t count;
};

cudaError_t add(const To& to, const std::function<cudaError_t(cudaStream_t)>& call_for) {
  return add_by(to.node, to.graph, to.dependencies, to.count, call_for);
}

cudaError_t add_kernel(const To& to, const cudaKernelNodeParams& p, std::uintptr_t pc) {
  return add(to, [&](cudaStream_t stream) {
    if (p.extra) return remember(cudaErrorInvalidValue);
    return launch_by_pointer(p.func, {p.gridDim, p.blockDim, p.sharedMemBytes}, p.kernelParams, stream, pc);
  });
}

cudaError_t refuse(const char* what) {
  std::fprintf(stderr, "loom: loom's graphs have no nodes of %s.\n", what);
  return remember(cudaErrorNotSupported);
}

cudaError_t add_of_any_type(const To& to, cudaGraphNodeParams& p, std::uintptr_t pc) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParamsV2& kernel = p.kernel;
      return add_kernel(to, {kernel.func, kernel.gridDim, kernel.blockDim, kernel.sharedMemBytes, kernel.kernelParams, kernel.extra}, pc);
    }
    case cudaGraphNodeTypeMemcpy:
      if (p.memcpy.flags != 0) return remember(cudaErrorInvalidValue);
      return cudaGraphAddMemcpyNode(to.node, to.graph, to.dependencies, to.count, &p.memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParams set{p.memset.dst, p.memset.pitch, p.memset.value, p.memset.elementSize, p.memset.width, p.memset.height};
      return cudaGraphAddMemsetNode(to.node, to.graph, to.dependencies, to.count, &set);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host{p.host.fn, p.host.userData};
      return cudaGraphAddHostNode(to.node, to.graph, to.dependencies, to.count, &host);
    }
    case cudaGraphNodeTypeGraph:
      if (p.graph.ownership == cudaGraphChildGraphOwnershipMove) return refuse("graphs that are moved there");
      if (p.graph.ownership != cudaGraphChildGraphOwnershipClone) return remember(cudaErrorInvalidValue);
      return cudaGraphAddChildGraphNode(to.node, to.graph, to.dependencies, to.count, p.graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(to.node, to.graph, to.dependencies, to.count);
    case cudaGraphNodeTypeMemAlloc: {
      cudaMemAllocNodeParams memory{p.alloc.poolProps, p.alloc.accessDescs, p.alloc.accessDescCount, p.alloc.bytesize, nullptr};
      const cudaError_t error = cudaGraphAddMemAllocNode(to.node, to.graph, to.dependencies, to.count, &memory);
      p.alloc.dptr = memory.dptr;
      return error;
    }
    case cudaGraphNodeTypeMemFree: return cudaGraphAddMemFreeNode(to.node, to.graph, to.dependencies, to.count, p.free.dptr);
    case cudaGraphNodeTypeConditional:
      return remember(add(to, [&](cudaStream_t stream) {
        const Lock lock(context().mutex);
        return capture_conditional(*stream, p.conditional);
      }));
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord: return refuse("events");
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait: return refuse("semaphores");
    default: return remember(cudaErrorInvalidValue);
  }
}

bool reserves_nothing(const cudaGraphNodeParams* p) {
  return p && std::ranges::all_of(p->reserved0, [](int word) { return word == 0; }) && p->reserved2 == 0;
}

// A graph for a moment, in which a node is made that is to take the place of another.
class Scratch {
 public:
  Scratch() : error_(cudaGraphCreate(&graph_, 0)) {}
  ~Scratch() { cudaGraphDestroy(graph_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  template <class Add>
  cudaError_t add(Add add) {
    if (!error_) error_ = add(To{&made_, graph_, nullptr, 0});
    return error_;
  }
  const std::shared_ptr<CUgraphNode_st>& made() const { return graph_->nodes.back(); }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphNode_t made_ = nullptr;
  cudaError_t error_;
};

// Whether it can do the work of the other.
cudaError_t check_exchange(const CUgraphNode_st& old, const CUgraphNode_st& made) {
  if (old.type != made.type) return cudaErrorInvalidValue;
  const bool same_graph = pair_graphs(old.inside, made.inside).result.result == cudaGraphExecUpdateSuccess;
  return same_graph ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
}

// The place in an executable graph of what was the node when it was instantiated.
std::shared_ptr<CUgraphNode_st>* place_of(Nodes& nodes, const Nodes& of, cudaGraphNode_t node) {
  for (size_t i = 0; i < std::min(nodes.size(), of.size()); ++i) {
    if (of[i].get() == node) return &nodes[i];
    if (!of[i]->conditional || !nodes[i]->conditional) continue;
    for (size_t body = 0; body < of[i]->conditional->bodies.size(); ++body)
      if (const auto place = place_of(nodes[i]->conditional->bodies[body]->nodes, of[i]->conditional->bodies[body]->nodes, node)) return place;
  }
  return nullptr;
}

template <class Add>
cudaError_t set_in_executable(cudaGraphExec_t handle, cudaGraphNode_t node, Add add) {
  Scratch scratch;
  if (const cudaError_t error = scratch.add(add)) return error;
  return call([&](Lock&) {
    CUgraphExec_st* const executable = find(all_graphs().executables, handle);
    if (!executable) return cudaErrorInvalidValue;
    const auto place = place_of(executable->nodes, executable->of, node);
    if (!place) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_exchange(**place, *scratch.made())) return error;
    executable->former.push_back(std::exchange(*place, scratch.made()));
    return cudaSuccess;
  });
}

// The node keeps its place. Executable graphs have nodes of their own.
template <class Add>
cudaError_t set_in_graph(cudaGraphNode_t node, Add add) {
  Scratch scratch;
  if (const cudaError_t error = scratch.add(add)) return error;
  return call([&](Lock&) {
    if (!is_graph_node(node)) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_exchange(*node, *scratch.made())) return error;
    const std::vector<cudaGraphNode_t> after = std::move(node->after);
    *node = *scratch.made();
    node->after = after;
    return cudaSuccess;
  });
}

// What adds a node of one type.
auto kernel_of(const cudaKernelNodeParams* p, std::uintptr_t pc) {
  return [=](const To& to) { return p ? add_kernel(to, *p, pc) : remember(cudaErrorInvalidValue); };
}
auto copy_of(const cudaMemcpy3DParms* p) {
  return [=](const To& to) { return cudaGraphAddMemcpyNode(to.node, to.graph, to.dependencies, to.count, p); };
}
auto copy_of(void* to_memory, const void* from, size_t count, cudaMemcpyKind kind) {
  return [=](const To& to) { return cudaGraphAddMemcpyNode1D(to.node, to.graph, to.dependencies, to.count, to_memory, from, count, kind); };
}
auto memset_of(const cudaMemsetParams* p) {
  return [=](const To& to) { return cudaGraphAddMemsetNode(to.node, to.graph, to.dependencies, to.count, p); };
}
auto host_function_of(const cudaHostNodeParams* p) {
  return [=](const To& to) { return cudaGraphAddHostNode(to.node, to.graph, to.dependencies, to.count, p); };
}

bool has_fixed_parameters(cudaGraphNodeType type) {
  return type == cudaGraphNodeTypeMemAlloc || type == cudaGraphNodeTypeMemFree || type == cudaGraphNodeTypeConditional;
}

}  // namespace

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaKernelNodeParams* p) {
  const std::uintptr_t pc = LOOM_CALLER;
  return p ? add_kernel({pGraphNode, graph, pDependencies, numDependencies}, *p, pc) : remember(cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst,
                                     const void* src, size_t count, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER);
  return add_by(pGraphNode, graph, pDependencies, numDependencies,
                [&](cudaStream_t stream) { return cudaMemcpyAsync(dst, src, count, kind, stream); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) {
  const Caller caller(LOOM_CALLER);
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    return pCopyParams ? cudaMemcpy3DAsync(pCopyParams, stream) : cudaErrorInvalidValue;
  });
}

// The child is copied as it is now.
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                       size_t numDependencies, cudaGraph_t childGraph) {
  Nodes nodes;
  const cudaError_t error = call([&](Lock&) {
    if (!find(all_graphs().graphs, childGraph)) return cudaErrorInvalidValue;
    if (!can_be_copied(childGraph->nodes)) return cudaErrorNotSupported;
    nodes = clones_of(childGraph->nodes);
    return cudaSuccess;
  });
  if (error) return error;
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    const Lock lock(context().mutex);
    put(*stream, [nodes](CUstream_st& into) {
      for (const auto& node : nodes) put(into, node->replay, node->type);
    }, cudaGraphNodeTypeGraph);
    stream->capture->graph->nodes.back()->inside = nodes;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemsetParams* pMemsetParams) {
  const Caller caller(LOOM_CALLER);
  if (!pMemsetParams) return remember(cudaErrorInvalidValue);
  const cudaMemsetParams& set = *pMemsetParams;
  if (set.elementSize != 1 && set.elementSize != 2 && set.elementSize != 4) return remember(cudaErrorInvalidValue);
  const auto rows = std::make_shared<const std::vector<unsigned char>>(rows_of(set));
  const size_t width = set.width * set.elementSize, pitch = set.height > 1 ? set.pitch : width;
  const cudaError_t error = add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    return cudaMemcpy2DAsync(set.dst, pitch, rows->data(), width, width, set.height, cudaMemcpyHostToDevice, stream);
  });
  if (error) return error;
  (*pGraphNode)->kept = rows;
  (*pGraphNode)->type = cudaGraphNodeTypeMemset;
  return error;
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                 size_t numDependencies, const cudaHostNodeParams* p) {
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    return p ? cudaLaunchHostFunc(stream, p->fn, p->userData) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                  size_t numDependencies) {
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [](cudaStream_t) { return cudaSuccess; });
}

// Whatever may be said of an edge, the whole node is waited for.
cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                             const cudaGraphEdgeData* dependencyData, size_t numDependencies, cudaGraphNodeParams* nodeParams) {
  const std::uintptr_t pc = LOOM_CALLER;
  const Caller caller(pc);
  if (!reserves_nothing(nodeParams)) return remember(cudaErrorInvalidValue);
  const cudaError_t error = call([&](Lock&) {
    return find(all_graphs().graphs, graph) ? check_dependencies(*graph, pDependencies, dependencyData, numDependencies) : cudaErrorInvalidValue;
  });
  return error ? error : add_of_any_type({pGraphNode, graph, pDependencies, numDependencies}, *nodeParams, pc);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  const std::uintptr_t pc = LOOM_CALLER;
  const Caller caller(pc);
  if (!reserves_nothing(nodeParams)) return remember(cudaErrorInvalidValue);
  if (has_fixed_parameters(nodeParams->type)) return remember(cudaErrorNotSupported);
  return set_in_graph(node, [&](const To& to) { return add_of_any_type(to, *nodeParams, pc); });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  const std::uintptr_t pc = LOOM_CALLER;
  const Caller caller(pc);
  if (!reserves_nothing(nodeParams)) return remember(cudaErrorInvalidValue);
  if (has_fixed_parameters(nodeParams->type)) return remember(cudaErrorNotSupported);
  return set_in_executable(graphExec, node, [&](const To& to) { return add_of_any_type(to, *nodeParams, pc); });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) {
  return set_in_graph(node, kernel_of(pNodeParams, LOOM_CALLER));
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, kernel_of(pNodeParams, LOOM_CALLER));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* pNodeParams) {
  const Caller caller(LOOM_CALLER);
  return set_in_graph(node, copy_of(pNodeParams));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaMemcpy3DParms* pNodeParams) {
  const Caller caller(LOOM_CALLER);
  return set_in_executable(hGraphExec, node, copy_of(pNodeParams));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER);
  return set_in_graph(node, copy_of(dst, src, count, kind));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst, const void* src, size_t count,
                                               cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER);
  return set_in_executable(hGraphExec, node, copy_of(dst, src, count, kind));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* pNodeParams) {
  return set_in_graph(node, memset_of(pNodeParams));
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaMemsetParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, memset_of(pNodeParams));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* pNodeParams) {
  return set_in_graph(node, host_function_of(pNodeParams));
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaHostNodeParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, host_function_of(pNodeParams));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, cudaGraph_t childGraph) {
  return set_in_executable(hGraphExec, node, [&](const To& to) {
    return cudaGraphAddChildGraphNode(to.node, to.graph, to.dependencies, to.count, childGraph);
  });
}
