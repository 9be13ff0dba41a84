// Graphs whose course device code decides: if, while and switch nodes, one in another, made by hand and by capture; nodes that are added
// and changed by their parameters; captures that are told what comes after what.
// prints: if: 1 then 0, with else: 0 1 then 1 0
// prints: while: 10 times, again 10 times, from zero 0 times
// prints: switch: 0:1000 1:0100 2:0010 3:0001 4:0000 7:0000
// prints: nested: 3 rounds, 3 times 4 steps, 2 of them even
// prints: captured: before 1, 5 times, after 1
// prints: a copy, a memset and a graph in a body: 4 7 7 7
// prints: types: 0 1 2 3 4 5 13, added to: 3 then 6
// prints: changed for all: 40, for one: 50 and still 40, in a body: 9 then 8
// prints: capture: 1 1 1 nodes 3, no capture 401, ended 1
// prints: dependencies: set to 1, added to 2, joined 0, not joined 904, let go 0
// prints: refused: 1 1 1 1 1 1 1 1
#include <cstdio>
#include <cstring>

#define CHECK(call)                                                                                        \
  do {                                                                                                     \
    const cudaError_t error_ = (call);                                                                     \
    if (error_ != cudaSuccess) std::printf("line %d: %s\n", __LINE__, cudaGetErrorName(error_));           \
  } while (0)

using Handle = cudaGraphConditionalHandle;

__global__ void set(Handle handle, const int* value) { cudaGraphSetConditional(handle, static_cast<unsigned>(*value)); }
__global__ void add(int* number, int by) { *number += by; }
__global__ void put(int* number, int value) { *number = value; }

// One step of a loop: counts up to the limit.
__global__ void step(int* count, int limit, Handle handle) {
  ++*count;
  cudaGraphSetConditional(handle, *count < limit);
}
__global__ void begin(int* count, int limit, Handle handle) {
  *count = 0;
  cudaGraphSetConditional(handle, limit > 0);
}
__global__ void is_even(const int* number, Handle handle) { cudaGraphSetConditional(handle, *number % 2 == 0); }
__global__ void next_round(int* rounds, int limit, Handle outer) {
  ++*rounds;
  cudaGraphSetConditional(outer, *rounds < limit);
}

int* numbers;          // of the device
int seen[8];

void look(int count) {
  CHECK(cudaMemcpy(seen, numbers, count * sizeof(int), cudaMemcpyDeviceToHost));
}

cudaGraphNodeParams of(cudaGraphNodeType type) {
  cudaGraphNodeParams p = {};
  p.type = type;
  return p;
}

template <class... Parameters, class... Arguments>
cudaGraphNode_t kernel(cudaGraph_t graph, cudaGraphNode_t after, void (*function)(Parameters...), Arguments... values) {
  void* arguments[] = {&values...};
  cudaGraphNodeParams p = of(cudaGraphNodeTypeKernel);
  p.kernel.func = reinterpret_cast<void*>(function);
  p.kernel.gridDim = dim3(1);
  p.kernel.blockDim = dim3(1);
  p.kernel.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddNode(&node, graph, &after, nullptr, after != nullptr, &p));
  return node;
}

cudaGraphNode_t conditional(cudaGraph_t graph, cudaGraphNode_t after, Handle handle, cudaGraphConditionalNodeType type, unsigned size,
                            cudaGraph_t* bodies) {
  cudaGraphNodeParams p = of(cudaGraphNodeTypeConditional);
  p.conditional.handle = handle;
  p.conditional.type = type;
  p.conditional.size = size;
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddNode(&node, graph, &after, nullptr, after != nullptr, &p));
  std::memcpy(bodies, p.conditional.phGraph_out, size * sizeof *bodies);
  return node;
}

Handle condition(cudaGraph_t graph) {
  Handle handle;
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph));
  return handle;
}

cudaGraphExec_t ready(cudaGraph_t graph) {
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, graph));
  return executable;
}

void run(cudaGraphExec_t executable) {
  CHECK(cudaGraphLaunch(executable, nullptr));
  CHECK(cudaDeviceSynchronize());
}

void put_on_device(int at, int value) { CHECK(cudaMemcpy(numbers + at, &value, sizeof value, cudaMemcpyHostToDevice)); }

void ifs() {
  cudaGraph_t graph, body, both[2];
  CHECK(cudaGraphCreate(&graph, 0));
  const Handle one = condition(graph), two = condition(graph);
  const cudaGraphNode_t first = kernel(graph, nullptr, set, one, numbers);
  const cudaGraphNode_t second = kernel(graph, conditional(graph, first, one, cudaGraphCondTypeIf, 1, &body), set, two, numbers);
  conditional(graph, second, two, cudaGraphCondTypeIf, 2, both);
  kernel(body, nullptr, add, numbers + 1, 1);
  kernel(both[0], nullptr, add, numbers + 2, 1);
  kernel(both[1], nullptr, add, numbers + 3, 1);
  const cudaGraphExec_t executable = ready(graph);
  int shown[2][3];
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
    put_on_device(0, i == 0 ? 7 : 0);
    run(executable);
    look(4);
    std::memcpy(shown[i], seen + 1, sizeof shown[i]);
  }
  std::printf("if: %d then %d, with else: %d %d then %d %d\n", shown[0][0], shown[1][0], shown[1][1], shown[1][2], shown[0][1], shown[0][2]);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
}

// With a default that each launch begins with, and with a kernel that sets the condition before.
void whiles() {
  cudaGraph_t graph, body;
  CHECK(cudaGraphCreate(&graph, 0));
  Handle handle;
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  conditional(graph, nullptr, handle, cudaGraphCondTypeWhile, 1, &body);
  kernel(body, nullptr, step, numbers, 10, handle);
  const cudaGraphExec_t executable = ready(graph);
  int times[2];
  for (int& each : times) {
    put_on_device(0, 0);
    run(executable);
    look(1);
    each = seen[0];
  }
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));

  CHECK(cudaGraphCreate(&graph, 0));
  handle = condition(graph);
  conditional(graph, kernel(graph, nullptr, begin, numbers, 0, handle), handle, cudaGraphCondTypeWhile, 1, &body);
  kernel(body, nullptr, step, numbers, 10, handle);
  const cudaGraphExec_t none = ready(graph);
  run(none);
  look(1);
  std::printf("while: %d times, again %d times, from zero %d times\n", times[0], times[1], seen[0]);
  CHECK(cudaGraphExecDestroy(none));
  CHECK(cudaGraphDestroy(graph));
}

void switches() {
  cudaGraph_t graph, bodies[4];
  CHECK(cudaGraphCreate(&graph, 0));
  const Handle handle = condition(graph);
  conditional(graph, kernel(graph, nullptr, set, handle, numbers), handle, cudaGraphCondTypeSwitch, 4, bodies);
  for (int i = 0; i < 4; ++i) kernel(bodies[i], nullptr, add, numbers + 1 + i, 1);
  const cudaGraphExec_t executable = ready(graph);
  std::printf("switch:");
  for (const int value : {0, 1, 2, 3, 4, 7}) {
    CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
    put_on_device(0, value);
    run(executable);
    look(5);
    std::printf(" %d:%d%d%d%d", value, seen[1], seen[2], seen[3], seen[4]);
  }
  std::printf("\n");
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
}

// A loop in a loop, and an if in that.
void nested() {
  CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
  cudaGraph_t graph, round, loop, even;
  CHECK(cudaGraphCreate(&graph, 0));
  Handle outer;
  CHECK(cudaGraphConditionalHandleCreate(&outer, graph, 1, cudaGraphCondAssignDefault));
  const Handle inner = condition(graph), is = condition(graph);
  conditional(graph, nullptr, outer, cudaGraphCondTypeWhile, 1, &round);
  const cudaGraphNode_t begins = kernel(round, nullptr, begin, numbers + 1, 4, inner);
  const cudaGraphNode_t loops = conditional(round, begins, inner, cudaGraphCondTypeWhile, 1, &loop);
  kernel(round, loops, next_round, numbers, 3, outer);
  const cudaGraphNode_t steps = kernel(loop, nullptr, step, numbers + 1, 4, inner);
  const cudaGraphNode_t counts = kernel(loop, steps, add, numbers + 2, 1);
  conditional(loop, kernel(loop, counts, is_even, numbers + 1, is), is, cudaGraphCondTypeIf, 1, &even);
  kernel(even, nullptr, add, numbers + 3, 1);
  const cudaGraphExec_t executable = ready(graph);
  run(executable);
  look(4);
  std::printf("nested: %d rounds, %d times %d steps, %d of them even\n", seen[0], seen[2] / 4, seen[1], seen[3] / 3);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
}

// A loop in the midst of a stream's work, and the loop's body from a stream, too.
void captured() {
  CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph, body;
  const cudaGraphNode_t* after;
  size_t count;
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph));
  const Handle handle = condition(graph);
  begin<<<1, 1, 0, stream>>>(numbers, 5, handle);
  add<<<1, 1, 0, stream>>>(numbers + 1, 1);
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &after, nullptr, &count));
  cudaGraphNode_t loop = conditional(graph, count == 1 ? after[0] : nullptr, handle, cudaGraphCondTypeWhile, 1, &body);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &loop, nullptr, 1, cudaStreamSetCaptureDependencies));
  add<<<1, 1, 0, stream>>>(numbers + 2, 1);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  step<<<1, 1, 0, stream>>>(numbers, 5, handle);
  CHECK(cudaStreamEndCapture(stream, nullptr));
  const cudaGraphExec_t executable = ready(graph);
  run(executable);
  look(3);
  std::printf("captured: before %d, %d times, after %d\n", seen[1], seen[0], seen[2]);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
}

void bodies_of_all_kinds() {
  CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
  put_on_device(4, 3);
  cudaGraph_t graph, body, child;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphCreate(&child, 0));
  kernel(child, nullptr, add, numbers, 1);
  Handle handle;
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  conditional(graph, nullptr, handle, cudaGraphCondTypeIf, 1, &body);
  cudaGraphNodeParams p = of(cudaGraphNodeTypeMemcpy);
  p.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(numbers + 4, sizeof(int), 1, 1);
  p.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(numbers, sizeof(int), 1, 1);
  p.memcpy.copyParams.extent = make_cudaExtent(sizeof(int), 1, 1);
  p.memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
  cudaGraphNode_t copy, fill, last;
  CHECK(cudaGraphAddNode(&copy, body, nullptr, nullptr, 0, &p));
  p = of(cudaGraphNodeTypeMemset);
  p.memset.dst = numbers + 1;
  p.memset.value = 7;
  p.memset.elementSize = 4;
  p.memset.width = 3;
  p.memset.height = 1;
  CHECK(cudaGraphAddNode(&fill, body, &copy, nullptr, 1, &p));
  p = of(cudaGraphNodeTypeGraph);
  p.graph.graph = child;
  CHECK(cudaGraphAddNode(&last, body, &fill, nullptr, 1, &p));
  const cudaGraphExec_t executable = ready(graph);
  run(executable);
  look(4);
  std::printf("a copy, a memset and a graph in a body: %d %d %d %d\n", seen[0], seen[1], seen[2], seen[3]);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(child));
}

void CUDART_CB add_on_host(void* number) { *static_cast<int*>(number) += 3; }

void types() {
  CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
  int of_host = 0;
  cudaGraph_t graph, child, body;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphCreate(&child, 0));
  kernel(child, nullptr, add, numbers, 1);
  cudaGraphNode_t nodes[7];
  nodes[0] = kernel(graph, nullptr, add, numbers, 2);
  cudaGraphNodeParams p = of(cudaGraphNodeTypeMemcpy);
  p.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(numbers, sizeof(int), 1, 1);
  p.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(numbers + 1, sizeof(int), 1, 1);
  p.memcpy.copyParams.extent = make_cudaExtent(sizeof(int), 1, 1);
  p.memcpy.copyParams.kind = cudaMemcpyDefault;
  CHECK(cudaGraphAddNode(&nodes[1], graph, &nodes[0], nullptr, 1, &p));
  p = of(cudaGraphNodeTypeMemset);
  p.memset.dst = numbers + 2;
  p.memset.elementSize = 1;
  p.memset.width = 4;
  p.memset.height = 1;
  CHECK(cudaGraphAddNode(&nodes[2], graph, nullptr, nullptr, 0, &p));
  p = of(cudaGraphNodeTypeHost);
  p.host.fn = add_on_host;
  p.host.userData = &of_host;
  CHECK(cudaGraphAddNode(&nodes[3], graph, nodes, nullptr, 2, &p));
  p = of(cudaGraphNodeTypeGraph);
  p.graph.graph = child;
  CHECK(cudaGraphAddNode(&nodes[4], graph, &nodes[1], nullptr, 1, &p));
  p = of(cudaGraphNodeTypeEmpty);
  CHECK(cudaGraphAddNode(&nodes[5], graph, &nodes[4], nullptr, 1, &p));
  Handle handle;
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault));
  nodes[6] = conditional(graph, nullptr, handle, cudaGraphCondTypeIf, 1, &body);
  kernel(body, nullptr, add, numbers, 100);
  std::printf("types:");
  for (const cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(node, &type));
    std::printf(" %d", type);
  }
  const cudaGraphExec_t executable = ready(graph);
  run(executable);
  look(1);
  const int first = seen[0];
  run(executable);
  look(1);
  std::printf(", added to: %d then %d\n", first, of_host == 6 ? seen[0] : -1);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(child));
}

void changes() {
  cudaGraph_t graph, body;
  CHECK(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t node = kernel(graph, nullptr, put, numbers, 30);
  int* number = numbers;
  int value = 40;
  void* arguments[] = {&number, &value};
  cudaGraphNodeParams p = of(cudaGraphNodeTypeKernel);
  p.kernel.func = reinterpret_cast<void*>(put);
  p.kernel.gridDim = dim3(1);
  p.kernel.blockDim = dim3(1);
  p.kernel.kernelParams = arguments;
  CHECK(cudaGraphNodeSetParams(node, &p));
  const cudaGraphExec_t one = ready(graph), other = ready(graph);
  run(one);
  look(1);
  const int for_all = seen[0];
  value = 50;
  CHECK(cudaGraphExecNodeSetParams(one, node, &p));
  run(one);
  look(1);
  const int for_one = seen[0];
  run(other);
  look(1);
  std::printf("changed for all: %d, for one: %d and still %d", for_all, for_one, seen[0]);
  CHECK(cudaGraphExecDestroy(one));
  CHECK(cudaGraphExecDestroy(other));
  CHECK(cudaGraphDestroy(graph));

  // What the graph's body becomes is nothing to what was instantiated before.
  CHECK(cudaGraphCreate(&graph, 0));
  Handle handle;
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  conditional(graph, nullptr, handle, cudaGraphCondTypeIf, 1, &body);
  const cudaGraphNode_t inside = kernel(body, nullptr, put, numbers, 9);
  cudaGraphExec_t executable = ready(graph);
  value = 8;
  CHECK(cudaGraphNodeSetParams(inside, &p));
  run(executable);
  look(1);
  const int before = seen[0];
  CHECK(cudaGraphExecDestroy(executable));
  executable = ready(graph);
  run(executable);
  look(1);
  std::printf(", in a body: %d then %d\n", before, seen[0]);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
}

void capture_info() {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
  unsigned long long id = 0, second = 0;
  cudaGraph_t graph, asked;
  const cudaGraphNode_t* after;
  size_t count = 7, nodes = 0;
  CHECK(cudaStreamGetCaptureInfo(stream, &status));
  const bool none = status == cudaStreamCaptureStatusNone;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t first = kernel(graph, nullptr, put, numbers, 1);
  CHECK(cudaStreamBeginCaptureToGraph(stream, graph, &first, nullptr, 1, cudaStreamCaptureModeGlobal));
  CHECK(cudaStreamGetCaptureInfo(stream, &status, &id, &asked, &after, nullptr, &count));
  const bool begun = status == cudaStreamCaptureStatusActive && asked == graph && count == 1 && after[0] == first;
  add<<<1, 1, 0, stream>>>(numbers, 2);
  add<<<1, 1, 0, stream>>>(numbers, 3);
  CHECK(cudaStreamEndCapture(stream, &asked));
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaStreamGetCaptureInfo(stream, &status, &second));
  cudaGraph_t empty;
  CHECK(cudaStreamEndCapture(stream, &empty));
  const cudaError_t idle = cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies);
  std::printf("capture: %d %d %d nodes %zu, no capture %d, ended %d\n", none, begun, id != second, nodes, idle, asked == graph);
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(empty));
  CHECK(cudaStreamDestroy(stream));
}

size_t dependencies_in(cudaStream_t stream) {
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t* after;
  size_t count = 0;
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &after, nullptr, &count));
  return count;
}

// Two streams: what the second has done must come back to the first, unless the program lets go of it.
cudaError_t two_streams(bool joins, bool lets_go) {
  cudaStream_t one, two;
  cudaEvent_t event;
  CHECK(cudaStreamCreate(&one));
  CHECK(cudaStreamCreate(&two));
  CHECK(cudaEventCreate(&event));
  CHECK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  put<<<1, 1, 0, one>>>(numbers, 1);
  CHECK(cudaEventRecord(event, one));
  CHECK(cudaStreamWaitEvent(two, event));
  add<<<1, 1, 0, two>>>(numbers + 1, 1);
  if (joins) {
    CHECK(cudaEventRecord(event, two));
    CHECK(cudaStreamWaitEvent(one, event));
  }
  if (lets_go) CHECK(cudaStreamUpdateCaptureDependencies(two, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  cudaGraph_t graph = nullptr;
  const cudaError_t error = cudaStreamEndCapture(one, &graph);
  if (graph) CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(event));
  CHECK(cudaStreamDestroy(one));
  CHECK(cudaStreamDestroy(two));
  return error;
}

void dependencies() {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  put<<<1, 1, 0, stream>>>(numbers, 1);
  cudaStreamCaptureStatus status;
  cudaGraph_t graph;
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph));
  cudaGraphNode_t own = kernel(graph, nullptr, put, numbers + 1, 1), another = kernel(graph, nullptr, put, numbers + 2, 1);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &own, nullptr, 1, cudaStreamSetCaptureDependencies));
  const size_t set_to = dependencies_in(stream);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &another, nullptr, 1, cudaStreamAddCaptureDependencies));
  const size_t added_to = dependencies_in(stream);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  const cudaError_t joined = two_streams(true, false), alone = two_streams(false, false), let_go = two_streams(false, true);
  cudaGetLastError();
  std::printf("dependencies: set to %zu, added to %zu, joined %d, not joined %d, let go %d\n", set_to, added_to, joined, alone, let_go);
}

void refusals() {
  cudaGraph_t graph, other;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphCreate(&other, 0));
  const Handle handle = condition(graph);
  Handle none;
  cudaGraphNode_t node, stranger = kernel(other, nullptr, put, numbers, 1);
  cudaGraphNodeParams p = of(cudaGraphNodeTypeConditional);
  p.conditional.handle = handle;
  p.conditional.size = 2;
  p.conditional.type = cudaGraphCondTypeWhile;
  const bool two_loops = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue;
  p.conditional.type = cudaGraphCondTypeIf;
  p.conditional.size = 3;
  const bool three_ways = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue;
  p.conditional.type = cudaGraphCondTypeSwitch;
  p.conditional.size = 0;
  const bool no_way = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue;
  p.conditional.size = 1;
  const bool of_another = cudaGraphAddNode(&node, graph, &stranger, nullptr, 1, &p) == cudaErrorInvalidValue;
  p.conditional.handle = handle;
  const bool flags = cudaGraphConditionalHandleCreate(&none, graph, 0, 2) == cudaErrorInvalidValue;
  CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p));
  kernel(p.conditional.phGraph_out[0], nullptr, put, numbers, 1);
  cudaGraph_t clone;
  const bool cloned = cudaGraphClone(&clone, graph) != cudaSuccess;
  cudaGraphNodeParams child = of(cudaGraphNodeTypeGraph);
  child.graph.graph = graph;
  const bool as_child = cudaGraphAddNode(&node, other, nullptr, nullptr, 0, &child) != cudaSuccess;
  const cudaGraphExec_t one = ready(graph);
  cudaGraphExec_t two;
  const bool twice = cudaGraphInstantiate(&two, graph) != cudaSuccess;
  cudaGetLastError();
  std::printf("refused: %d %d %d %d %d %d %d %d\n", two_loops, three_ways, no_way, of_another, flags, cloned, as_child, twice);
  CHECK(cudaGraphExecDestroy(one));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(other));
}

int main() {
  CHECK(cudaMalloc(&numbers, 8 * sizeof(int)));
  ifs();
  whiles();
  switches();
  nested();
  captured();
  bodies_of_all_kinds();
  types();
  changes();
  capture_info();
  dependencies();
  refusals();
  CHECK(cudaFree(numbers));
}
