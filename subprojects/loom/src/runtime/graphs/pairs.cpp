#include "runtime/graphs/pairs.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "runtime/graphs/conditions.hpp"

namespace loom::runtime {

namespace {

using Result = cudaGraphExecUpdateResultInfo;

// On which no other depends; the last that was added comes first.
std::vector<cudaGraphNode_t> exits(const Nodes& nodes) {
  std::set<cudaGraphNode_t> inner;
  for (const auto& node : nodes) inner.insert(node->after.begin(), node->after.end());
  std::vector<cudaGraphNode_t> found;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
    if (!inner.contains(node->get())) found.push_back(node->get());
  return found;
}

class Pairer {
 public:
  Result run(const Nodes& older, const Nodes& newer) {
    if (older.size() != newer.size()) return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    const std::vector<cudaGraphNode_t> from = exits(older), to = exits(newer);
    if (from.size() != to.size())
      return {cudaGraphExecUpdateErrorTopologyChanged, to.size() > from.size() ? to[from.size()] : nullptr, nullptr};
    for (std::size_t i = 0; i < from.size(); ++i) pair(from[i], to[i]);
    for (std::size_t i = 0; i < pairs_.size(); ++i)      // grows as edges are followed
      if (const Result result = compare(pairs_[i].first, pairs_[i].second); result.result != cudaGraphExecUpdateSuccess) return result;
    return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  }

  cudaGraphNode_t newer_of(cudaGraphNode_t older) const { return newer_.at(older); }

 private:
  void pair(cudaGraphNode_t older, cudaGraphNode_t newer) {
    newer_[older] = newer;
    older_[newer] = older;
    pairs_.emplace_back(older, newer);
  }

  Result compare(cudaGraphNode_t older, cudaGraphNode_t newer) {
    if (older->type != newer->type) return {cudaGraphExecUpdateErrorNodeTypeChanged, newer, nullptr};
    if (older->cooperative != newer->cooperative) return {cudaGraphExecUpdateErrorAttributesChanged, newer, nullptr};
    if (const Result bodies = compare_bodies(older, newer); bodies.result != cudaGraphExecUpdateSuccess) return bodies;
    if (older->after.size() != newer->after.size()) return {cudaGraphExecUpdateErrorTopologyChanged, newer, nullptr};
    for (std::size_t i = 0; i < older->after.size(); ++i) {
      const auto known = newer_.find(older->after[i]);
      if (known == newer_.end() && !older_.contains(newer->after[i])) pair(older->after[i], newer->after[i]);
      else if (known == newer_.end() || known->second != newer->after[i])
        return {cudaGraphExecUpdateErrorTopologyChanged, newer, newer->after[i]};
    }
    return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  }

  static Result compare_bodies(cudaGraphNode_t older, cudaGraphNode_t newer) {
    if (!older->conditional) return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    const Conditional &from = *older->conditional, &to = *newer->conditional;
    if (from.bodies.size() != to.bodies.size()) return {cudaGraphExecUpdateErrorParametersChanged, newer, nullptr};
    for (std::size_t i = 0; i < from.bodies.size(); ++i)
      if (const Result body = pair_graphs(from.bodies[i]->nodes, to.bodies[i]->nodes).result; body.result != cudaGraphExecUpdateSuccess)
        return body;
    return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  }

  std::map<cudaGraphNode_t, cudaGraphNode_t> newer_, older_;    // by the other
  std::vector<std::pair<cudaGraphNode_t, cudaGraphNode_t>> pairs_;
};

// The newer node, with its bodies in the order of the older one's.
std::shared_ptr<CUgraphNode_st> with_paired_bodies(const CUgraphNode_st& older, const std::shared_ptr<CUgraphNode_st>& newer) {
  if (!older.conditional) return newer;
  auto conditional = std::make_shared<Conditional>(*newer->conditional);
  for (std::size_t i = 0; i < conditional->bodies.size(); ++i)
    conditional->bodies[i] =
        std::make_shared<CUgraph_st>(CUgraph_st{pair_graphs(older.conditional->bodies[i]->nodes, conditional->bodies[i]->nodes).nodes});
  auto node = std::make_shared<CUgraphNode_st>(*newer);
  node->conditional = std::move(conditional);
  return node;
}

}  // namespace

Pairing pair_graphs(const Nodes& older, const Nodes& newer) {
  Pairer pairer;
  Pairing pairing{pairer.run(older, newer)};
  if (pairing.result.result != cudaGraphExecUpdateSuccess) return pairing;
  for (const auto& node : older)
    pairing.nodes.push_back(with_paired_bodies(
        *node, *std::ranges::find(newer, pairer.newer_of(node.get()), [](const auto& own) { return own.get(); })));
  return pairing;
}

}  // namespace loom::runtime
