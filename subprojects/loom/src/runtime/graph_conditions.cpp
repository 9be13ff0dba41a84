#include "runtime/graph_conditions.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "core/block.hpp"
#include "core/device_only.hpp"
#include "core/here.hpp"

namespace loom::runtime {

namespace {

// A loop around kernels that change memory may be right, and long.
constexpr int patience_of_loops = 60;

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

bool has_size(cudaGraphConditionalNodeType type, unsigned size) {
  switch (type) {
    case cudaGraphCondTypeIf: return size == 1 || size == 2;
    case cudaGraphCondTypeWhile: return size == 1;
    case cudaGraphCondTypeSwitch: return size > 0;
  }
  return false;
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

const char* refused_in_body(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeHost: return "a function of the host";
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree: return "an allocation";
    default: return nullptr;
  }
}

cudaError_t check_body(const Nodes& nodes) {
  for (const auto& node : nodes) {
    if (const char* const what = refused_in_body(node->type)) {
      std::fprintf(stderr, "loom: the body of a conditional node holds %s; kernels, copies, memsets, graphs, empty and conditional nodes "
                           "may be there, and nothing else.\n", what);
      return cudaErrorNotSupported;
    }
    if (const cudaError_t error = check_body(node->inside)) return error;
  }
  return cudaSuccess;
}

bool uses_host_memory(const Nodes& nodes) {
  return std::ranges::any_of(nodes, [](const auto& node) {
    return node->work == Work::with_host_memory || uses_host_memory(node->inside) ||
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

cudaError_t run_loop(const Conditional& loop, int device) {
  const Nodes& body = loop.bodies.front()->nodes;
  const auto begun = std::chrono::steady_clock::now();
  for (unsigned long long times = 0; const unsigned value = value_of(*loop.condition); ++times) {
    if (body.empty() || std::chrono::steady_clock::now() - begun > patience_of_loops * patience()) {
      std::fprintf(stderr, "loom: a while node of a graph can never end, or is slow: its body has run %llu times, and its condition is %u. "
                           "Let a kernel in the body call cudaGraphSetConditional with 0 when the loop is to end; if it is only slow, let "
                           "LOOM_TIMEOUT name more seconds.\n", times, value);
      return cudaErrorLaunchTimeout;
    }
    if (const cudaError_t error = run_body(body, device)) return error;
  }
  return cudaSuccess;
}

cudaError_t run_conditional(const Conditional& conditional, int device) {
  if (conditional.type == cudaGraphCondTypeWhile) return run_loop(conditional, device);
  const unsigned value = value_of(*conditional.condition);
  const std::size_t chosen = conditional.type == cudaGraphCondTypeSwitch ? value : value == 0;
  return chosen < conditional.bodies.size() ? run_body(conditional.bodies[chosen]->nodes, device) : cudaSuccess;
}

}  // namespace

cudaError_t capture_conditional(CUstream_st& stream, cudaConditionalNodeParams& parameters) {
  const cudaGraph_t graph = stream.capture->graph.get();
  const std::shared_ptr<Condition> condition = find_condition(parameters.handle);
  if (!condition || !belongs(*condition, graph) || !has_size(parameters.type, parameters.size)) return cudaErrorInvalidValue;
  auto conditional = std::make_shared<Conditional>(Conditional{condition, parameters.type, {}, {}});
  for (unsigned i = 0; i < parameters.size; ++i) {
    const cudaGraph_t body = new_graph();
    body->around = graph;
    conditional->handles.push_back(body);
    conditional->bodies.push_back(all_graphs().graphs.at(body));
  }
  parameters.phGraph_out = conditional->handles.data();
  put(stream, {}, cudaGraphNodeTypeConditional);
  graph->nodes.back()->conditional = std::move(conditional);
  return cudaSuccess;
}

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
  std::vector<std::shared_ptr<Condition>> fresh;
  for_each_conditional(nodes, [&](const Conditional& conditional) {
    if (conditional.condition->begins_anew) fresh.push_back(conditional.condition);
  });
  if (fresh.empty()) return;
  enqueue(stream, [fresh = std::move(fresh)](cudaError_t) {
    const Lock lock(context().mutex);
    for (const auto& condition : fresh) condition->value = condition->initial;
    return cudaSuccess;
  });
}

// As it is now, whatever is changed before it runs.
void launch_conditional(CUstream_st& stream, const Conditional& conditional) {
  Conditional kept{conditional.condition, conditional.type, {}, {}};
  bool of_host = false;
  for (const auto& body : conditional.bodies) {
    kept.bodies.push_back(std::make_shared<CUgraph_st>(CUgraph_st{copies_of(body->nodes)}));
    of_host = of_host || uses_host_memory(body->nodes);
  }
  enqueue(stream, [kept = std::make_shared<const Conditional>(std::move(kept)), device = stream.device](cudaError_t) {
    return run_conditional(*kept, device);
  }, of_host ? Work::with_host_memory : Work::of_device, cudaGraphNodeTypeConditional);
}

}  // namespace loom::runtime

using namespace loom::runtime;

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
  const loom::Inside inside;
  bool known = false;
  loom::here.runner->on_root([&] {
    const Lock lock(context().mutex);
    const std::shared_ptr<Condition> condition = find_condition(handle);
    known = condition != nullptr;
    if (known) condition->value = value;
  });
  if (!known)
    loom::here.runner->stop(cudaErrorLaunchFailure, pc, "sets a condition that cudaGraphConditionalHandleCreate has not made. Hand the kernel "
                                                       "the handle by value.");
}
