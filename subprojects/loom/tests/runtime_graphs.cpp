// Graphs: captures that are looked into, and bodies that device code lets run.
#include <array>
#include <vector>

#include "runtime.hpp"

namespace {

// A graph with one conditional node.
struct WithCondition {
  explicit WithCondition(unsigned initial = 1, unsigned flags = cudaGraphCondAssignDefault, unsigned bodies = 1) {
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, initial, flags) == cudaSuccess);
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.size = bodies;
    REQUIRE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters) == cudaSuccess);
    body = parameters.conditional.phGraph_out[0];
  }

  // Adds a kernel to the body, or to what comes after it.
  void add(std::function<void()> function, bool inside = true) {
    cudaStream_t stream = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    REQUIRE(cudaStreamBeginCaptureToGraph(stream, inside ? body : graph, inside ? nullptr : &node, nullptr, !inside, cudaStreamCaptureModeGlobal) ==
            cudaSuccess);
    launch(std::move(function), stream);
    REQUIRE(cudaStreamEndCapture(stream, nullptr) == cudaSuccess);
  }

  cudaError_t run() {
    cudaGraphExec_t executable = nullptr;
    if (const cudaError_t error = cudaGraphInstantiate(&executable, graph)) return error;
    if (const cudaError_t error = cudaGraphLaunch(executable, nullptr)) return error;
    const cudaError_t error = cudaDeviceSynchronize();
    cudaGraphExecDestroy(executable);
    return error;
  }

  cudaGraph_t graph = nullptr, body = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphConditionalHandle handle = 0;
};

}  // namespace

TEST_CASE("a graph tells what depends on what, as a capture was told") {
  const Fresh fresh;
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  launch([] {}, stream);
  launch([] {}, stream);
  cudaStreamCaptureStatus status;
  REQUIRE(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph) == cudaSuccess);
  std::array<cudaGraphNode_t, 4> nodes{};
  CHECK(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies) == cudaSuccess);
  launch([] {}, stream);
  size_t count = nodes.size();
  REQUIRE(cudaGraphGetNodes(graph, nodes.data(), &count) == cudaSuccess);
  CHECK(count == 3);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, nodes.data(), nullptr, 1) == cudaSuccess);
  launch([] {}, stream);
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);

  count = nodes.size();
  REQUIRE(cudaGraphGetNodes(graph, nodes.data(), &count) == cudaSuccess);
  CHECK(count == 4);
  std::array<cudaGraphNode_t, 4> from{}, to{};
  std::array<cudaGraphEdgeData, 4> edges;
  edges.fill({1, 1, 1, {}});
  count = 0;
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count) == cudaSuccess);
  CHECK(count == 3);
  count = 4;
  CHECK(cudaGraphGetEdges(graph, from.data(), to.data(), edges.data(), &count) == cudaSuccess);
  CHECK(count == 3);
  CHECK(from == std::array{nodes[0], nodes[2], nodes[0], cudaGraphNode_t{}});
  CHECK(to == std::array{nodes[1], nodes[3], nodes[3], cudaGraphNode_t{}});
  CHECK(edges[2].type == cudaGraphDependencyTypeDefault);
  cudaGraphDestroy(graph);
}

TEST_CASE("a condition begins each launch with its default only where it is told to") {
  const Fresh fresh;
  for (const unsigned flags : {0, 1}) {
    WithCondition choice(1, flags);
    int times = 0;
    choice.add([&] {
      ++times;
      cudaGraphSetConditional(choice.handle, 0);
    });
    CHECK(choice.run() == cudaSuccess);
    CHECK(choice.run() == cudaSuccess);
    CHECK(times == (flags ? 2 : 0));
  }
}

TEST_CASE("a fault in a body ends the graph") {
  const Fresh fresh;
  WithCondition choice;
  bool first = false, second = false, after = false;
  choice.add([&] {
    first = true;
    throw std::runtime_error("a failure on purpose");
  });
  choice.add([&] { second = true; });
  choice.add([&] { after = true; }, /*inside=*/false);
  CHECK(choice.run() == cudaErrorLaunchFailure);
  CHECK(first);
  CHECK(!second);
  CHECK(!after);
}

TEST_CASE("a kernel that sets a condition that does not exist fails") {
  const Fresh fresh;
  launch([] { cudaGraphSetConditional(~0ull, 1); });
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
}

TEST_CASE("a body cannot contain a host function, and belongs to its node") {
  const Fresh fresh;
  WithCondition choice;
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, choice.body) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroy(choice.body) == cudaErrorInvalidValue);
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCaptureToGraph(stream, choice.body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal) == cudaSuccess);
  REQUIRE(cudaLaunchHostFunc(stream, [](void*) {}, nullptr) == cudaSuccess);
  REQUIRE(cudaStreamEndCapture(stream, nullptr) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&executable, choice.graph) == cudaErrorNotSupported);
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(choice.body, nullptr, &nodes) == cudaSuccess);
  CHECK(cudaGraphDestroy(choice.graph) == cudaSuccess);
  CHECK(cudaGraphGetNodes(choice.body, nullptr, &nodes) == cudaErrorInvalidValue);
}

TEST_CASE("a condition belongs to its graph and what is in that") {
  const Fresh fresh;
  WithCondition outer, other;
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = outer.handle;
  parameters.conditional.size = 1;
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddNode(&node, outer.body, nullptr, nullptr, 0, &parameters) == cudaSuccess);
  CHECK(cudaGraphAddNode(&node, other.graph, nullptr, nullptr, 0, &parameters) == cudaErrorInvalidValue);
}

TEST_CASE("a launch is what the executable graph was then") {
  const Fresh fresh;
  int which = 0;
  WithCondition one, two;
  one.add([&] { which = 1; });
  two.add([&] { which = 2; });
  cudaGraphExec_t executable = nullptr;
  cudaGraphExecUpdateResultInfo info{};
  REQUIRE(cudaGraphInstantiate(&executable, one.graph) == cudaSuccess);
  REQUIRE(cudaGraphLaunch(executable, nullptr) == cudaSuccess);
  REQUIRE(cudaGraphExecUpdate(executable, two.graph, &info) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(which == 1);
  REQUIRE(cudaGraphLaunch(executable, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(which == 2);
  cudaGraphExecDestroy(executable);
}

TEST_CASE("parameters of nodes are zero where they are reserved, and edges have no data") {
  const Fresh fresh;
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  cudaGraphNode_t first = nullptr, second = nullptr;
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeConditional;
  REQUIRE(cudaGraphConditionalHandleCreate(&parameters.conditional.handle, graph, 0, 0) == cudaSuccess);
  parameters.conditional.size = 1;
  parameters.reserved0[1] = 1;
  CHECK(cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &parameters) == cudaErrorInvalidValue);
  parameters.reserved0[1] = 0;
  REQUIRE(cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &parameters) == cudaSuccess);
  cudaGraphEdgeData edge = {};
  CHECK(cudaGraphAddNode(&second, graph, &first, &edge, 1, &parameters) == cudaSuccess);
  edge.type = cudaGraphDependencyTypeProgrammatic;
  CHECK(cudaGraphAddNode(&second, graph, &first, &edge, 1, &parameters) == cudaErrorNotSupported);
}

TEST_CASE("nodes other than those of `if` are refused by hand") {
  const Fresh fresh;
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  cudaGraphNode_t node = nullptr;
  cudaGraphNodeParams parameters = {};
  for (const cudaGraphNodeType type : {cudaGraphNodeTypeKernel, cudaGraphNodeTypeEmpty, cudaGraphNodeTypeEventRecord}) {
    parameters.type = type;
    CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters) == cudaErrorNotSupported);
  }
  parameters.type = cudaGraphNodeTypeConditional;
  REQUIRE(cudaGraphConditionalHandleCreate(&parameters.conditional.handle, graph, 0, 0) == cudaSuccess);
  parameters.conditional.size = 1;
  for (const cudaGraphConditionalNodeType type : {cudaGraphCondTypeWhile, cudaGraphCondTypeSwitch}) {
    parameters.conditional.type = type;
    CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters) == cudaErrorNotSupported);
  }
  size_t count = 1;
  CHECK(cudaGraphGetNodes(graph, nullptr, &count) == cudaSuccess);
  CHECK(count == 0);
}

TEST_CASE("a capture in which memory is allocated or freed ends badly") {
  for (const bool frees : {false, true}) {
    const Fresh fresh;
    cudaStream_t stream = nullptr;
    void *memory = nullptr, *more = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    REQUIRE(cudaMallocAsync(&memory, 16, stream) == cudaSuccess);
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
    CHECK((frees ? cudaFreeAsync(memory, stream) : cudaMallocAsync(&more, 16, stream)) == cudaErrorStreamCaptureUnsupported);
    CHECK(more == nullptr);
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaFreeAsync(memory, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  }
}

TEST_CASE("between devices, a graph can capture an asynchronous copy, but not a peer copy") {
  const Fresh fresh;
  cudaStream_t stream = nullptr;
  int *here = nullptr, *there = nullptr, seen = 0;
  const int sent = 11;
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  REQUIRE(cudaMalloc(&there, 4) == cudaSuccess);
  REQUIRE(cudaMemset(there, 0, 4) == cudaSuccess);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  REQUIRE(cudaMalloc(&here, 4) == cudaSuccess);
  REQUIRE(cudaMemcpy(here, &sent, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);

  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK(cudaMemcpyPeerAsync(there, 1, here, 0, 4, stream) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  CHECK(graph == nullptr);
  CHECK(cudaMemcpy(&seen, there, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 0);

  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaMemcpyAsync(there, here, 4, cudaMemcpyDefault, stream) == cudaSuccess);
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
  CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaMemcpy(&seen, there, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 11);
  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);

  CHECK(cudaMemcpyPeerAsync(here, 0, there, 1, 4, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
}

TEST_CASE("a stream that is not captured is asked about the capture of others") {
  const Fresh fresh;
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  CHECK(cudaStreamGetCaptureInfo(nullptr, &status) == cudaErrorStreamCaptureImplicit);
  CHECK(cudaStreamGetCaptureInfo(stream, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamEndCapture(stream, nullptr) == cudaErrorInvalidValue);
  const cudaGraphNode_t* after = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  size_t count = 0;
  launch([] {}, stream);
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &after, &edges, &count) == cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusActive);
  REQUIRE(count == 1);
  CHECK(edges[0].type == cudaGraphDependencyTypeDefault);
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
}

namespace {

// A stream that is captured, and another that takes part in the capture by an event.
struct TwoStreams {
  TwoStreams() {
    for (cudaStream_t* const made : {&stream, &other}) REQUIRE(cudaStreamCreate(made) == cudaSuccess);
    REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  }
  void follow(cudaStream_t from, cudaStream_t to) {
    REQUIRE(cudaEventRecord(event, from) == cudaSuccess);
    REQUIRE(cudaStreamWaitEvent(to, event) == cudaSuccess);
  }
  void work_beside() {
    follow(stream, other);
    launch([] {}, other);
  }
  void join() { follow(other, stream); }

  cudaStream_t stream = nullptr, other = nullptr;
  cudaEvent_t event = nullptr;
};

}  // namespace

TEST_CASE("a capture into a graph that ends badly leaves the graph") {
  const Fresh fresh;
  TwoStreams two;
  cudaGraph_t graph = nullptr, captured = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaStreamBeginCaptureToGraph(two.stream, graph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal) == cudaSuccess);
  two.work_beside();
  CHECK(cudaStreamEndCapture(two.stream, &captured) == cudaErrorStreamCaptureUnjoined);
  CHECK(captured == nullptr);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

TEST_CASE("work behind an event that was waited for must come back, too; what a program has taken out of the way need not") {
  enum What { nothing, more_in_the_first, more_in_the_other, taken_away };
  for (const What then : {nothing, more_in_the_first, more_in_the_other, taken_away}) {
    CAPTURE(then);
    const Fresh fresh;
    TwoStreams two;
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaStreamBeginCapture(two.stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
    two.work_beside();
    two.join();
    if (then == more_in_the_first) launch([] {}, two.stream);
    if (then == more_in_the_other) launch([] {}, two.other);
    if (then == taken_away)
      CHECK(cudaStreamUpdateCaptureDependencies(two.stream, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies) == cudaSuccess);
    CHECK(cudaStreamEndCapture(two.stream, &graph) == (then == more_in_the_other ? cudaErrorStreamCaptureUnjoined : cudaSuccess));
  }
}

TEST_CASE("an event of a capture that has ended leads no stream into it") {
  const Fresh fresh;
  TwoStreams two;
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamBeginCapture(two.stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  REQUIRE(cudaEventRecord(two.event, two.stream) == cudaSuccess);
  REQUIRE(cudaStreamEndCapture(two.stream, &graph) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(two.other, two.event) == cudaErrorCapturedEvent);
  int* number = nullptr;
  REQUIRE(cudaMalloc(&number, sizeof *number) == cudaSuccess);
  CHECK(cudaMemsetAsync(number, 1, sizeof *number, two.other) == cudaSuccess);
  CHECK(cudaStreamSynchronize(two.other) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

TEST_CASE("a capture whose graph is destroyed goes on, and ends badly") {
  for (const bool given : {true, false}) {
    const Fresh fresh;
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr, captured = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    if (given) {
      REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
      REQUIRE(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal) == cudaSuccess);
    } else {
      cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
      REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
      REQUIRE(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph) == cudaSuccess);
    }
    launch([] {}, stream);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    launch([] {}, stream);
    CHECK(cudaStreamEndCapture(stream, &captured) == cudaErrorStreamCaptureInvalidated);
    CHECK(captured == nullptr);
  }
}

TEST_CASE("an update takes the bodies, where they are of the same shape") {
  const Fresh fresh;
  int which = 0;
  WithCondition one, two, both(1, cudaGraphCondAssignDefault, 2), longer;
  one.add([&] { which = 1; });
  two.add([&] { which = 2; });
  both.add([&] { which = 3; });
  for (int i = 0; i < 2; ++i) longer.add([&] { which = 4; });
  cudaGraphExec_t executable = nullptr;
  REQUIRE(cudaGraphInstantiate(&executable, one.graph) == cudaSuccess);
  cudaGraphExecUpdateResultInfo info{};
  CHECK(cudaGraphExecUpdate(executable, both.graph, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorParametersChanged);
  CHECK(cudaGraphExecUpdate(executable, longer.graph, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  CHECK(cudaGraphExecUpdate(executable, two.graph, &info) == cudaSuccess);
  REQUIRE(cudaGraphLaunch(executable, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(which == 2);
  cudaGraphExecDestroy(executable);
}
