#include "runtime/graphs/conditions.hpp"

#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "device/device_only.hpp"
#include "engine/block.hpp"
#include "engine/thread_context.hpp"

namespace loom::runtime {

namespace {

std::unordered_map<cudaGraphConditionalHandle, std::shared_ptr<Condition>>& conditions() {
  static auto& all = *new std::unordered_map<cudaGraphConditionalHandle, std::shared_ptr<Condition>>;
  return all;
}

std::shared_ptr<Condition> find_condition(cudaGraphConditionalHandle handle) {
  const auto found = conditions().find(handle);
  return found != conditions().end() ? found->second : nullptr;
}

// Whether the condition was made for the graph, or for one that it is a body in.
bool belongs(const Condition& condition, cudaGraph_t graph) {
  while (graph && graph != condition.graph) graph = graph->around;
  return graph != nullptr;
}

// Does something with each conditional node, and with those in its bodies.
template <class Act>
void for_each_conditional(const Nodes& nodes, Act act) {
  for (const auto& node : nodes) {
    if (!node->conditional) continue;
    act(*node->conditional);
    for (const auto& body : node->conditional->bodies) for_each_conditional(body->nodes, act);
  }
}

cudaError_t check_body(const Nodes& nodes) {
  if (std::ranges::none_of(nodes, [](const auto& node) { return node->type == cudaGraphNodeTypeHost; })) return cudaSuccess;
  std::fputs("loom: the body of a conditional node contains a host function; only kernels, copies, memsets and conditional nodes are "
             "allowed there.\n", stderr);
  return cudaErrorNotSupported;
}

bool uses_host_memory(const Nodes& nodes) {
  return std::ranges::any_of(nodes, [](const auto& node) {
    return node->work == Work::with_host_memory ||
           (node->conditional &&
            std::ranges::any_of(node->conditional->bodies, [](const auto& body) { return uses_host_memory(body->nodes); }));
  });
}

unsigned value_of(const Condition& condition) {
  const Lock lock(context().mutex);
  return condition.value;
}

cudaError_t run_body(const Nodes& nodes, int device) {
  std::vector<Task> tasks;
  {
    const Lock lock(context().mutex);
    CUstream_st stream;
    stream.device = device;
    stream.gathers = &tasks;
    for (const auto& node : nodes) launch_node(stream, *node);
  }
  for (const Task& task : tasks)
    if (const cudaError_t error = task.work(cudaSuccess)) return error;
  return cudaSuccess;
}

cudaError_t run_conditional(const Conditional& conditional, int device) {
  const std::size_t chosen = value_of(*conditional.condition) == 0;
  return chosen < conditional.bodies.size() ? run_body(conditional.bodies[chosen]->nodes, device) : cudaSuccess;
}

// A node with empty bodies, which it names in the parameters.
cudaError_t add_conditional(cudaGraphNode_t& node, CUgraph_st& graph, std::vector<cudaGraphNode_t> after, cudaConditionalNodeParams& parameters) {
  const std::shared_ptr<Condition> condition = find_condition(parameters.handle);
  if (!condition || !belongs(*condition, &graph) || parameters.size < 1 || parameters.size > 2) return cudaErrorInvalidValue;
  auto conditional = std::make_shared<Conditional>(Conditional{condition, {}, {}});
  for (unsigned i = 0; i < parameters.size; ++i) {
    const cudaGraph_t body = new_graph();
    body->around = &graph;
    conditional->handles.push_back(body);
    conditional->bodies.push_back(all_graphs().graphs.at(body));
  }
  parameters.phGraph_out = conditional->handles.data();
  node = add_node(graph, {}, cudaGraphNodeTypeConditional, std::move(after));
  node->conditional = std::move(conditional);
  return cudaSuccess;
}

bool is_if(const cudaGraphNodeParams& p) { return p.type == cudaGraphNodeTypeConditional && p.conditional.type == cudaGraphCondTypeIf; }

bool reserves_nothing(const cudaGraphNodeParams& p) {
  return std::ranges::all_of(p.reserved0, [](int word) { return word == 0; }) && p.reserved2 == 0;
}

}  // namespace

bool has_conditional(const Nodes& nodes) {
  return std::ranges::any_of(nodes, [](const auto& node) { return node->conditional != nullptr; });
}

cudaError_t check_bodies(const Nodes& nodes) {
  cudaError_t error = cudaSuccess;
  for_each_conditional(nodes, [&](const Conditional& conditional) {
    for (const auto& body : conditional.bodies)
      if (!error) error = check_body(body->nodes);
  });
  return error;
}

void launch_defaults(CUstream_st& stream, const Nodes& nodes) {
  std::vector<std::shared_ptr<Condition>> conditions;
  for_each_conditional(nodes, [&](const Conditional& conditional) {
    if (conditional.condition->begins_anew) conditions.push_back(conditional.condition);
  });
  if (conditions.empty()) return;
  enqueue(stream, [conditions = std::move(conditions)](cudaError_t) {
    const Lock lock(context().mutex);
    for (const auto& condition : conditions) condition->value = condition->initial;
    return cudaSuccess;
  });
}

// As it is now, whatever is changed before it runs.
void launch_conditional(CUstream_st& stream, const Conditional& conditional) {
  Conditional kept{conditional.condition, {}, {}};
  bool of_host = false;
  for (const auto& body : conditional.bodies) {
    kept.bodies.push_back(std::make_shared<CUgraph_st>(CUgraph_st{copies_of(body->nodes)}));
    of_host = of_host || uses_host_memory(body->nodes);
  }
  enqueue(stream, [kept = std::make_shared<const Conditional>(std::move(kept)), device = stream.device](cudaError_t) {
    return run_conditional(*kept, device);
  }, of_host ? Work::with_host_memory : Work::of_device, cudaGraphNodeTypeConditional);
}

void launch_node(CUstream_st& stream, const CUgraphNode_st& node) {
  if (node.conditional) return launch_conditional(stream, *node.conditional);
  if (stream.capture) add_captured(stream, node.replay, node.type);
  else node.replay(stream);
}

}  // namespace loom::runtime

using namespace loom::runtime;

// Whatever may be said of an edge, the whole node is waited for.
cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                             const cudaGraphEdgeData* dependencyData, size_t numDependencies, cudaGraphNodeParams* nodeParams) {
  return call([&](Lock&) {
    if (!pGraphNode || !nodeParams || !reserves_nothing(*nodeParams) || !find(all_graphs().graphs, graph)) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_dependencies(*graph, pDependencies, dependencyData, numDependencies)) return error;
    if (!is_if(*nodeParams)) {
      std::fputs("loom: cudaGraphAddNode adds only conditional nodes of `if`, not of `while` or `switch`; capture other work from a "
                 "stream, by cudaStreamBeginCaptureToGraph where there is a graph already.\n", stderr);
      return cudaErrorNotSupported;
    }
    return add_conditional(*pGraphNode, *graph, {pDependencies, pDependencies + numDependencies}, nodeParams->conditional);
  });
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* pHandle_out, cudaGraph_t graph, unsigned int defaultLaunchValue,
                                             unsigned int flags) {
  return call([&](Lock&) {
    if (!pHandle_out || !find(all_graphs().graphs, graph) || (flags & ~cudaGraphCondAssignDefault)) return cudaErrorInvalidValue;
    *pHandle_out = conditions().size() + 1;
    conditions().emplace(*pHandle_out, std::make_shared<Condition>(
                                           Condition{graph, defaultLaunchValue, (flags & cudaGraphCondAssignDefault) != 0, 0}));
    return cudaSuccess;
  });
}

void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  const std::uintptr_t pc = LOOM_CALLER;
  loom::device_only("cudaGraphSetConditional");
  const loom::HooksMuted muted;
  bool known = false;
  loom::here.runner->scheduler().on_root([&] {
    const Lock lock(context().mutex);
    const std::shared_ptr<Condition> condition = find_condition(handle);
    known = condition != nullptr;
    if (known) condition->value = value;
  });
  if (!known)
    loom::here.runner->stop(cudaErrorLaunchFailure, pc, "sets a condition that cudaGraphConditionalHandleCreate has not made. Hand the kernel "
                                                       "the handle by value.");
}
