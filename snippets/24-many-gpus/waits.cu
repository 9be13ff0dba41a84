// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 fecdb010b55d716a4a62bcf9b110521b3aedfec6]
#include <algorithm>
#include <array>
#include <map>

#include <doctest/doctest.h>

#include "common/graph.cuh"
#include "common/slab.cuh"

// All work given to `later` after this call waits for all that `earlier` has been given before it.
void comes_after(cudaStream_t later, cudaStream_t earlier) {
  weft::Event so_far;  // may be destroyed immediately: CUDA keeps it until it has completed
  so_far.record(earlier);
  weft::check(cudaStreamWaitEvent(later, so_far));
}

using Node = cudaGraphNode_t;

// The node that work given to this stream, which is being captured, would depend on.
Node last_of(cudaStream_t stream) {
  cudaStreamCaptureStatus status{};
  const Node* nodes = nullptr;
  std::size_t count = 0;
#if CUDART_VERSION >= 13000
  weft::check(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &nodes, nullptr, &count));
#else
  weft::check(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &nodes, &count));
#endif
  REQUIRE(count == 1);
  return nodes[0];
}

// The last node of each kind in one step of one slab.
struct StepOfSlab {
  Node edges, interior, sent;
};

// The order that a graph enforces.
class Order {
 public:
  explicit Order(const weft::Graph& graph) {
    std::vector<Node> from(graph.edges()), to(from.size());
    std::size_t count = from.size();
#if CUDART_VERSION >= 13000
    weft::check(cudaGraphGetEdges(graph, from.data(), to.data(), nullptr, &count));
#else
    weft::check(cudaGraphGetEdges(graph, from.data(), to.data(), &count));
#endif
    for (std::size_t e = 0; e < count; ++e) before_[to[e]].push_back(from[e]);
  }
  // Does a path lead from `early` to `late`?
  bool enforces(Node early, Node late) const {
    if (early == late) return true;
    const auto waits_for = before_.find(late);
    return waits_for != before_.end() &&
           std::any_of(waits_for->second.begin(), waits_for->second.end(),
                       [&](Node node) { return enforces(early, node); });
  }
  Node only_one_before(Node node) const {
    REQUIRE(before_.at(node).size() == 1);
    return before_.at(node)[0];
  }

 private:
  std::map<Node, std::vector<Node>> before_;
};

// Two steps of two slabs as a graph, with the nodes of each [step][slab].
weft::Graph captured(std::array<weft::Slab, 2>& slabs, StepOfSlab (&nodes)[2][2]) {
  return weft::Graph([&](cudaStream_t stream) {
    auto& [lower, upper] = slabs;
    weft::Event begun;
    begun.record(stream);
    lower.begin_after(begun);
    upper.begin_after(begun);
    for (auto& step : nodes) {
      lower.sweep(true, nullptr, &upper);
      upper.sweep(true, &lower, nullptr);
      for (int s : {0, 1}) step[s].edges = last_of(slabs[s].edge_stream());
      for (int s : {0, 1}) step[s].interior = last_of(slabs[s].inner_stream());
      lower.send(nullptr, &upper);
      upper.send(&lower, nullptr);
      for (int s : {0, 1}) step[s].sent = last_of(slabs[s].edge_stream());
      for (weft::Slab& slab : slabs) slab.turn();
    }
    for (weft::Slab& slab : slabs) {
      weft::check(cudaSetDevice(slab.device()));  // an event belongs to a device
      comes_after(stream, slab.edge_stream());
      comes_after(stream, slab.inner_stream());
    }
  });
}

TEST_CASE("every wait of a step is in the graph, and the interior waits for no neighbour") {
  const std::vector<int> devices = weft::all_devices();
  weft::connect(devices);
  const weft::Shape shape{12, 3, 32};
  const std::vector<float> start(shape.size(), 1.0f);
  std::array slabs{weft::Slab(devices.front(), shape, start, weft::part_of(12, 2, 0)),
                   weft::Slab(devices.back(), shape, start, weft::part_of(12, 2, 1))};
  StepOfSlab nodes[2][2];
  weft::check(cudaSetDevice(devices.front()));
  const weft::Graph graph = captured(slabs, nodes);
  const Order order(graph);
  for (const int s : {0, 1}) {
    const StepOfSlab &before = nodes[0][s], &now = nodes[1][s];
    const StepOfSlab &theirs = nodes[0][1 - s];
    const Node first_edge = order.only_one_before(now.edges);
    CHECK(order.enforces(before.interior, first_edge));
    CHECK(order.enforces(theirs.sent, first_edge));
    CHECK(order.enforces(before.edges, now.interior));
    CHECK(order.enforces(theirs.edges, now.sent));
    CHECK_FALSE(order.enforces(theirs.sent, now.interior));
    CHECK_FALSE(order.enforces(now.edges, now.interior));
    CHECK_FALSE(order.enforces(now.interior, now.edges));
  }
}

TEST_CASE("a capture refuses cudaMemcpyPeerAsync between two devices") {
  const std::vector<int> devices = weft::all_devices();
  const int near = devices.front(), far = devices.back();
  if (near == far) return;
  const std::vector<float> ones(1'001, 1.0f);
  weft::check(cudaSetDevice(far));
  const weft::Buffer<float> there(ones);
  weft::check(cudaSetDevice(near));
  weft::Buffer<float> here(ones);
  const weft::Stream stream;
  weft::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemcpyPeerAsync(here.data(), near, there.data(), far, 1'001 * sizeof(float), stream) ==
        cudaErrorStreamCaptureUnsupported);
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(stream, &graph);  // returns an error where the refusal has invalidated the capture
  if (graph) weft::check(cudaGraphDestroy(graph));
  cudaGetLastError();
}
