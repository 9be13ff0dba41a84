// Graphs: captures that are looked into, nodes by their parameters, and bodies that device code lets run.
#include <cstdlib>
#include <array>
#include <vector>

#include "runtime.hpp"

namespace {

// While it lives, what can never end is given up early.
struct Impatience {
  Impatience() { setenv("LOOM_TIMEOUT", "0.01", 1); }
  ~Impatience() { unsetenv("LOOM_TIMEOUT"); }
};

// A graph with one conditional node.
struct WithCondition {
  explicit WithCondition(cudaGraphConditionalNodeType type, unsigned initial = 1, unsigned flags = cudaGraphCondAssignDefault) {
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, initial, flags) == cudaSuccess);
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = type;
    parameters.conditional.size = 1;
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
  cudaGraphNodeParams empty = {};
  empty.type = cudaGraphNodeTypeEmpty;
  REQUIRE(cudaGraphAddNode(&nodes[2], graph, nullptr, nullptr, 0, &empty) == cudaSuccess);
  size_t count = nodes.size();
  REQUIRE(cudaGraphGetNodes(graph, nodes.data(), &count) == cudaSuccess);
  CHECK(count == 3);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, nodes.data(), nullptr, 1, cudaStreamSetCaptureDependencies) == cudaSuccess);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &nodes[2], nullptr, 1) == cudaSuccess);
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
  CHECK(from == std::array{nodes[0], nodes[0], nodes[2], cudaGraphNode_t{}});
  CHECK(to == std::array{nodes[1], nodes[3], nodes[3], cudaGraphNode_t{}});
  CHECK(edges[2].type == cudaGraphDependencyTypeDefault);
  count = 4;
  CHECK(cudaGraphNodeGetDependencies(nodes[3], from.data(), nullptr, &count) == cudaSuccess);
  CHECK(count == 2);
  CHECK(from[1] == nodes[2]);
  count = 1;
  CHECK(cudaGraphNodeGetDependentNodes(nodes[0], to.data(), nullptr, &count) == cudaSuccess);
  CHECK(count == 1);
  CHECK(to[0] == nodes[1]);
  count = 4;
  CHECK(cudaGraphGetRootNodes(graph, from.data(), &count) == cudaSuccess);
  CHECK(count == 2);
  CHECK(from[1] == nodes[2]);
  cudaGraphDestroy(graph);
}

TEST_CASE("nodes take other parameters, in the graph and in one that is ready") {
  const Fresh fresh;
  int numbers[4] = {1, 2, 3, 4}, *memory = nullptr, called = 0;
  REQUIRE(cudaMalloc(&memory, sizeof numbers) == cudaSuccess);
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  cudaGraphNode_t set = nullptr, copy = nullptr, host = nullptr, whole = nullptr;
  cudaMemsetParams filling{memory, 0, 7, 4, 2, 1};
  cudaHostNodeParams calling{[](void* number) { ++*static_cast<int*>(number); }, &called};
  cudaMemcpy3DParms copying = {};
  copying.srcPtr = make_cudaPitchedPtr(&numbers[1], sizeof(int), 1, 1);
  copying.dstPtr = make_cudaPitchedPtr(memory + 3, sizeof(int), 1, 1);
  copying.extent = make_cudaExtent(sizeof(int), 1, 1);
  copying.kind = cudaMemcpyHostToDevice;
  REQUIRE(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &filling) == cudaSuccess);
  REQUIRE(cudaGraphAddMemcpyNode1D(&copy, graph, &set, 1, memory + 2, numbers, sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaGraphAddHostNode(&host, graph, &copy, 1, &calling) == cudaSuccess);
  REQUIRE(cudaGraphAddMemcpyNode(&whole, graph, &host, 1, &copying) == cudaSuccess);
  const auto seen_after = [&](cudaGraphExec_t executable) {
    std::array<int, 4> seen{};
    CHECK(cudaGraphLaunch(executable, nullptr) == cudaSuccess);
    CHECK(cudaMemcpy(seen.data(), memory, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
    return seen;
  };
  cudaGraphExec_t first = nullptr, second = nullptr;
  REQUIRE(cudaGraphInstantiate(&first, graph) == cudaSuccess);
  CHECK(seen_after(first) == std::array{7, 7, 1, 2});

  int other_called = 0;
  filling.value = 8;
  calling.userData = &other_called;
  copying.srcPtr.ptr = &numbers[2];
  CHECK(cudaGraphMemsetNodeSetParams(set, &filling) == cudaSuccess);
  CHECK(cudaGraphMemcpyNodeSetParams1D(copy, memory + 2, numbers + 1, sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaGraphHostNodeSetParams(host, &calling) == cudaSuccess);
  CHECK(cudaGraphMemcpyNodeSetParams(whole, &copying) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&second, graph) == cudaSuccess);
  CHECK(seen_after(second) == std::array{8, 8, 2, 3});
  CHECK(seen_after(first) == std::array{7, 7, 1, 2});
  CHECK(called == 2);
  CHECK(other_called == 1);

  filling.value = 9;
  copying.srcPtr.ptr = &numbers[3];
  CHECK(cudaGraphExecMemsetNodeSetParams(first, set, &filling) == cudaSuccess);
  CHECK(cudaGraphExecMemcpyNodeSetParams1D(first, copy, memory + 2, numbers + 2, sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaGraphExecHostNodeSetParams(first, host, &calling) == cudaSuccess);
  CHECK(cudaGraphExecMemcpyNodeSetParams(first, whole, &copying) == cudaSuccess);
  CHECK(seen_after(first) == std::array{9, 9, 3, 4});
  CHECK(seen_after(second) == std::array{8, 8, 2, 3});
  CHECK(other_called == 3);
  CHECK(cudaGraphExecMemsetNodeSetParams(first, host, &filling) == cudaErrorInvalidValue);
  CHECK(cudaGraphMemsetNodeSetParams(host, &filling) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecMemsetNodeSetParams(first, set, nullptr) == cudaErrorInvalidValue);
  cudaGraphExecDestroy(first);
  cudaGraphExecDestroy(second);
}

TEST_CASE("a graph within takes the parameters of one of the same shape") {
  const Fresh fresh;
  int* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, sizeof *memory) == cudaSuccess);
  cudaGraph_t graph = nullptr, child = nullptr, other = nullptr;
  for (cudaGraph_t* each : {&graph, &child, &other}) REQUIRE(cudaGraphCreate(each, 0) == cudaSuccess);
  cudaGraphNode_t within = nullptr, node = nullptr;
  cudaMemsetParams filling{memory, 0, 1, 4, 1, 1};
  REQUIRE(cudaGraphAddMemsetNode(&node, child, nullptr, 0, &filling) == cudaSuccess);
  filling.value = 2;
  REQUIRE(cudaGraphAddMemsetNode(&node, other, nullptr, 0, &filling) == cudaSuccess);
  REQUIRE(cudaGraphAddChildGraphNode(&within, graph, nullptr, 0, child) == cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  REQUIRE(cudaGraphInstantiate(&executable, graph) == cudaSuccess);
  CHECK(cudaGraphExecChildGraphNodeSetParams(executable, within, other) == cudaSuccess);
  REQUIRE(cudaGraphLaunch(executable, nullptr) == cudaSuccess);
  int seen = 0;
  CHECK(cudaMemcpy(&seen, memory, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 2);
  REQUIRE(cudaGraphAddMemsetNode(&node, other, nullptr, 0, &filling) == cudaSuccess);
  CHECK(cudaGraphExecChildGraphNodeSetParams(executable, within, other) == cudaErrorGraphExecUpdateFailure);
  cudaGraphExecDestroy(executable);
}

TEST_CASE("a while node ends when its condition is zero") {
  const Fresh fresh;
  WithCondition loop(cudaGraphCondTypeWhile);
  int times = 0;
  loop.add([&] { cudaGraphSetConditional(loop.handle, ++times < 3); });
  CHECK(loop.run() == cudaSuccess);
  CHECK(times == 3);
  times = 0;
  CHECK(loop.run() == cudaSuccess);
  CHECK(times == 3);
}

TEST_CASE("a while node that never ends is given up") {
  const Fresh fresh;
  const Impatience impatience;
  WithCondition loop(cudaGraphCondTypeWhile);
  int times = 0;
  bool went_on = false;
  loop.add([&] { ++times; });
  loop.add([&] { went_on = true; }, /*inside=*/false);
  CHECK(loop.run() == cudaErrorLaunchTimeout);
  CHECK(times > 1);
  CHECK(!went_on);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
}

TEST_CASE("a while node with an empty body is given up at once") {
  const Fresh fresh;
  WithCondition loop(cudaGraphCondTypeWhile);
  CHECK(loop.run() == cudaErrorLaunchTimeout);
}

TEST_CASE("a condition begins each launch with its default only where it is told to") {
  const Fresh fresh;
  for (const unsigned flags : {0, 1}) {
    WithCondition choice(cudaGraphCondTypeIf, 1, flags);
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
  WithCondition choice(cudaGraphCondTypeIf);
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

TEST_CASE("a kernel that sets a condition which nobody has made fails") {
  const Fresh fresh;
  launch([] { cudaGraphSetConditional(~0ull, 1); });
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
}

TEST_CASE("a body holds no function of the host, and is its node's own") {
  const Fresh fresh;
  WithCondition choice(cudaGraphCondTypeIf);
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, choice.body) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroy(choice.body) == cudaErrorInvalidValue);
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeHost;
  parameters.host.fn = [](void*) {};
  cudaGraphNode_t node = nullptr;
  REQUIRE(cudaGraphAddNode(&node, choice.body, nullptr, nullptr, 0, &parameters) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&executable, choice.graph) == cudaErrorNotSupported);
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(choice.body, nullptr, &nodes) == cudaSuccess);
  CHECK(cudaGraphDestroy(choice.graph) == cudaSuccess);
  CHECK(cudaGraphGetNodes(choice.body, nullptr, &nodes) == cudaErrorInvalidValue);
}

TEST_CASE("a condition belongs to its graph and what is in that") {
  const Fresh fresh;
  WithCondition outer(cudaGraphCondTypeIf), other(cudaGraphCondTypeIf);
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
  int* numbers = nullptr;
  REQUIRE(cudaMalloc(&numbers, 2 * sizeof *numbers) == cudaSuccess);
  WithCondition choice(cudaGraphCondTypeIf);
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeMemset;
  parameters.memset.dst = numbers;
  parameters.memset.value = 5;
  parameters.memset.elementSize = 4;
  parameters.memset.width = parameters.memset.height = 1;
  cudaGraphNode_t inside = nullptr;
  REQUIRE(cudaGraphAddNode(&inside, choice.body, nullptr, nullptr, 0, &parameters) == cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  REQUIRE(cudaGraphInstantiate(&executable, choice.graph) == cudaSuccess);
  REQUIRE(cudaGraphLaunch(executable, nullptr) == cudaSuccess);
  parameters.memset.value = 6;
  CHECK(cudaGraphExecNodeSetParams(executable, inside, &parameters) == cudaSuccess);
  int seen = 0;
  CHECK(cudaMemcpy(&seen, numbers, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 5);
  REQUIRE(cudaGraphLaunch(executable, nullptr) == cudaSuccess);
  CHECK(cudaMemcpy(&seen, numbers, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 6);
  parameters.type = cudaGraphNodeTypeHost;
  parameters.host = {[](void*) {}, nullptr};
  CHECK(cudaGraphExecNodeSetParams(executable, inside, &parameters) == cudaErrorInvalidValue);
  CHECK(cudaGraphNodeSetParams(inside, &parameters) == cudaErrorInvalidValue);
  cudaGraphExecDestroy(executable);
}

TEST_CASE("parameters of nodes are zero where they are reserved, and edges have no data") {
  const Fresh fresh;
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  cudaGraphNode_t first = nullptr, second = nullptr;
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeEmpty;
  parameters.reserved0[1] = 1;
  CHECK(cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &parameters) == cudaErrorInvalidValue);
  parameters.reserved0[1] = 0;
  REQUIRE(cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &parameters) == cudaSuccess);
  cudaGraphEdgeData edge = {};
  CHECK(cudaGraphAddNode(&second, graph, &first, &edge, 1, &parameters) == cudaSuccess);
  edge.type = cudaGraphDependencyTypeProgrammatic;
  CHECK(cudaGraphAddNode(&second, graph, &first, &edge, 1, &parameters) == cudaErrorNotSupported);
  parameters.type = cudaGraphNodeTypeEventRecord;
  CHECK(cudaGraphAddNode(&second, graph, &first, nullptr, 1, &parameters) == cudaErrorNotSupported);
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

TEST_CASE("an event of a capture that has ended leads nobody into it") {
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
  WithCondition one(cudaGraphCondTypeIf), two(cudaGraphCondTypeIf), loop(cudaGraphCondTypeWhile), longer(cudaGraphCondTypeIf);
  one.add([&] { which = 1; });
  two.add([&] { which = 2; });
  loop.add([&] { which = 3; });
  for (int i = 0; i < 2; ++i) longer.add([&] { which = 4; });
  cudaGraphExec_t executable = nullptr;
  REQUIRE(cudaGraphInstantiate(&executable, one.graph) == cudaSuccess);
  cudaGraphExecUpdateResultInfo info{};
  CHECK(cudaGraphExecUpdate(executable, loop.graph, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorParametersChanged);
  CHECK(cudaGraphExecUpdate(executable, longer.graph, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  CHECK(cudaGraphExecUpdate(executable, two.graph, &info) == cudaSuccess);
  REQUIRE(cudaGraphLaunch(executable, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(which == 2);
  cudaGraphExecDestroy(executable);
}
