#include <doctest/doctest.h>

#include "support.hpp"

#include <map>

#include "23-streams-and-graphs/fork-and-join.hpp"

// Replaces each number by the double of its predecessor, so that the result shows the order.
__global__ void add_one(float* x, float* y, std::size_t count) {
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) {
    x[i] += 1;
    y[i] += 1;
  }
}

struct Captured {
  std::size_t nodes = 0, edges = 0, kernels = 0, longest = 0;  // the last: nodes on the longest path
  cudaError_t ended = cudaSuccess;
  std::vector<float> x, y;  // after it has run once
};

static Captured capture(std::size_t count) {
  DeviceArray<float> x(std::vector<float>(count, 1.0f)), y(std::vector<float>(count, 2.0f));
  cudaStream_t stream = nullptr, helper = nullptr;
  require_success(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  require_success(cudaStreamCreateWithFlags(&helper, cudaStreamNonBlocking));
  require_success(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  add_one<<<1, 256, 0, stream>>>(x.data(), y.data(), count);
  std::string thrown;
  try {
    multiply_both({x.data(), count}, {y.data(), count}, 3.0f, stream, helper);
  } catch (const std::exception& error) {
    thrown = error.what();
  }
  add_one<<<1, 256, 0, stream>>>(x.data(), y.data(), count);
  Captured seen;
  cudaGraph_t graph = nullptr;
  seen.ended = cudaStreamEndCapture(stream, &graph);
  cudaGetLastError();
  CHECK(thrown == "");
  CHECK(seen.ended == cudaSuccess);
  if (seen.ended == cudaSuccess) {
    require_success(cudaGraphGetNodes(graph, nullptr, &seen.nodes));
    std::vector<cudaGraphNode_t> nodes(seen.nodes);
    require_success(cudaGraphGetNodes(graph, nodes.data(), &seen.nodes));
    for (const cudaGraphNode_t node : nodes) {
      cudaGraphNodeType type{};
      require_success(cudaGraphNodeGetType(node, &type));
      seen.kernels += type == cudaGraphNodeTypeKernel;
    }
    std::vector<cudaGraphNode_t> from(64), to(64);
    seen.edges = from.size();
#if CUDART_VERSION >= 13000
    require_success(cudaGraphGetEdges(graph, from.data(), to.data(), nullptr, &seen.edges));
#else
    require_success(cudaGraphGetEdges(graph, from.data(), to.data(), &seen.edges));
#endif
    std::map<cudaGraphNode_t, std::size_t> level;
    for (std::size_t round = 0; round <= seen.nodes; ++round)
      for (std::size_t e = 0; e < seen.edges; ++e) level[to[e]] = std::max(level[to[e]], level[from[e]] + 1);
    for (const auto& [node, steps] : level) seen.longest = std::max(seen.longest, steps + 1);
    cudaGraphExec_t ready = nullptr;
    require_success(cudaGraphInstantiate(&ready, graph, 0));
    require_success(cudaGraphLaunch(ready, stream));
    require_success(cudaStreamSynchronize(stream));
    require_success(cudaGraphExecDestroy(ready));
    require_success(cudaGraphDestroy(graph));
  }
  require_success(cudaDeviceSynchronize());
  seen.x = x.read();
  seen.y = y.read();
  require_success(cudaStreamDestroy(stream));
  require_success(cudaStreamDestroy(helper));
  return seen;
}

TEST_CASE("both are multiplied, after earlier work and before later work") {
  for (const std::size_t count : awkward_counts) {
    const Captured seen = capture(count);
    CHECK(difference(seen.x, std::vector<float>(count, 7.0f)) == "");
    CHECK(difference(seen.y, std::vector<float>(count, 10.0f)) == "");
  }
}

TEST_CASE("two kernels are concurrent, between earlier and later work") {
  const Captured seen = capture(257);
  CAPTURE(seen.longest);  // nodes on the longest path: earlier work, one of the two kernels, later work
  CHECK(seen.kernels == 4);
  CHECK(seen.nodes == 4);
  CHECK(seen.edges == 4);
  CHECK(seen.longest == 3);
}

TEST_CASE("it works in any two streams, without capture") {
  DeviceArray<float> x(std::vector<float>(1'003, 1.0f)), y(std::vector<float>(500, 2.0f));
  cudaStream_t helper = nullptr;
  require_success(cudaStreamCreate(&helper));
  multiply_both({x.data(), 1'003}, {y.data(), 500}, 0.5f, nullptr, helper);
  require_success(cudaStreamSynchronize(nullptr));
  CHECK(difference(x.read(), std::vector<float>(1'003, 0.5f)) == "");
  CHECK(difference(y.read(), std::vector<float>(500, 1.0f)) == "");
  require_success(cudaStreamDestroy(helper));
}
