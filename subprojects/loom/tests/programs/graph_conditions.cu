// Conditional graphs: `if` nodes, nested ones too, whose bodies are captured and run where device code says so; captures whose dependences
// are set by hand.
// prints: if: 1 then 0, with else: 0 1 then 1 0
// prints: nested: 4 is even 1 and large 0, 12 is even 1 and large 1, 13 is even 0 and large 0
// prints: captured: before 1, in it 1, after 1
// prints: a copy and a memset in a body: 3 7 7 7
// prints: types: 0 13
// prints: capture: 1 1 1 nodes 3, no capture 401, ended 1
// prints: dependencies: set to 1, added to 2, joined 0, not joined 904, let go 0
// prints: refused: 1 1 1 1 1 1
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

__global__ void is_even(const int* number, Handle handle) { cudaGraphSetConditional(handle, *number % 2 == 0); }
__global__ void is_large(const int* number, Handle handle) { cudaGraphSetConditional(handle, *number > 10); }

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

// Adds to the graph what the work puts into a stream; the last node of that.
template <class Work>
cudaGraphNode_t add_to(cudaGraph_t graph, cudaGraphNode_t after, Work work) {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCaptureToGraph(stream, graph, &after, nullptr, after != nullptr, cudaStreamCaptureModeGlobal));
  work(stream);
  CHECK(cudaStreamEndCapture(stream, nullptr));
  CHECK(cudaStreamDestroy(stream));
  cudaGraphNode_t nodes[8];
  size_t count = 8;
  CHECK(cudaGraphGetNodes(graph, nodes, &count));
  return nodes[count - 1];
}

template <class... Parameters, class... Arguments>
cudaGraphNode_t kernel(cudaGraph_t graph, cudaGraphNode_t after, void (*function)(Parameters...), Arguments... values) {
  return add_to(graph, after, [=](cudaStream_t stream) { function<<<1, 1, 0, stream>>>(values...); });
}

cudaGraphNode_t conditional(cudaGraph_t graph, cudaGraphNode_t after, Handle handle, unsigned size, cudaGraph_t* bodies) {
  cudaGraphNodeParams p = of(cudaGraphNodeTypeConditional);
  p.conditional.handle = handle;
  p.conditional.type = cudaGraphCondTypeIf;
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
  const cudaGraphNode_t second = kernel(graph, conditional(graph, first, one, 1, &body), set, two, numbers);
  conditional(graph, second, two, 2, both);
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

// An if in an if.
void nested() {
  cudaGraph_t graph, even, large;
  CHECK(cudaGraphCreate(&graph, 0));
  const Handle outer = condition(graph), inner = condition(graph);
  conditional(graph, kernel(graph, nullptr, is_even, numbers, outer), outer, 1, &even);
  const cudaGraphNode_t counted = kernel(even, nullptr, add, numbers + 1, 1);
  conditional(even, kernel(even, counted, is_large, numbers, inner), inner, 1, &large);
  kernel(large, nullptr, add, numbers + 2, 1);
  const cudaGraphExec_t executable = ready(graph);
  std::printf("nested:");
  for (const int value : {4, 12, 13}) {
    CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
    put_on_device(0, value);
    run(executable);
    look(3);
    std::printf("%s %d is even %d and large %d", value == 4 ? "" : ",", value, seen[1], seen[2]);
  }
  std::printf("\n");
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
}

// A choice in the midst of a stream's work.
void captured() {
  CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
  put_on_device(0, 12);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph, body;
  const cudaGraphNode_t* after;
  size_t count;
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph));
  const Handle handle = condition(graph);
  is_large<<<1, 1, 0, stream>>>(numbers, handle);
  add<<<1, 1, 0, stream>>>(numbers + 1, 1);
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &after, nullptr, &count));
  cudaGraphNode_t choice = conditional(graph, count == 1 ? after[0] : nullptr, handle, 1, &body);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &choice, nullptr, 1, cudaStreamSetCaptureDependencies));
  add<<<1, 1, 0, stream>>>(numbers + 2, 1);
  CHECK(cudaStreamEndCapture(stream, &graph));
  kernel(body, nullptr, add, numbers + 3, 1);
  const cudaGraphExec_t executable = ready(graph);
  run(executable);
  look(4);
  std::printf("captured: before %d, in it %d, after %d\n", seen[1], seen[3], seen[2]);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
}

void bodies_of_all_kinds() {
  CHECK(cudaMemset(numbers, 0, 8 * sizeof(int)));
  put_on_device(4, 3);
  cudaGraph_t graph, body;
  CHECK(cudaGraphCreate(&graph, 0));
  Handle handle;
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  const cudaGraphNode_t first = kernel(graph, nullptr, add, numbers, 1), choice = conditional(graph, first, handle, 1, &body);
  add_to(body, nullptr, [](cudaStream_t stream) {
    CHECK(cudaMemcpyAsync(numbers, numbers + 4, sizeof(int), cudaMemcpyDeviceToDevice, stream));
    CHECK(cudaMemset2DAsync(numbers + 1, 3 * sizeof(int), 7, 3 * sizeof(int), 1, stream));
  });
  const cudaGraphExec_t executable = ready(graph);
  run(executable);
  look(4);
  std::printf("a copy and a memset in a body: %d %d %d %d\n", seen[0], seen[1] & 7, seen[2] & 7, seen[3] & 7);
  std::printf("types:");
  for (const cudaGraphNode_t node : {first, choice}) {
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(node, &type));
    std::printf(" %d", type);
  }
  std::printf("\n");
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
  cudaGraph_t bodies[2];
  const Handle handle = condition(graph);
  cudaGraphNode_t own = conditional(graph, nullptr, handle, 1, &bodies[0]), another = conditional(graph, nullptr, handle, 1, &bodies[1]);
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
  p.conditional.type = cudaGraphCondTypeIf;
  p.conditional.size = 3;
  const bool three_ways = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue;
  p.conditional.size = 0;
  const bool no_way = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue;
  p.conditional.size = 1;
  const bool of_another = cudaGraphAddNode(&node, graph, &stranger, nullptr, 1, &p) == cudaErrorInvalidValue;
  p.conditional.handle = ~0ull;
  const bool no_condition = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue;
  p.conditional.handle = handle;
  const bool flags = cudaGraphConditionalHandleCreate(&none, graph, 0, 2) == cudaErrorInvalidValue;
  CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p));
  kernel(p.conditional.phGraph_out[0], nullptr, put, numbers, 1);
  const cudaGraphExec_t one = ready(graph);
  cudaGraphExec_t two;
  const bool twice = cudaGraphInstantiate(&two, graph) != cudaSuccess;
  cudaGetLastError();
  std::printf("refused: %d %d %d %d %d %d\n", three_ways, no_way, of_another, no_condition, flags, twice);
  CHECK(cudaGraphExecDestroy(one));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(other));
}

int main() {
  CHECK(cudaMalloc(&numbers, 8 * sizeof(int)));
  ifs();
  nested();
  captured();
  bodies_of_all_kinds();
  capture_info();
  dependencies();
  refusals();
  CHECK(cudaFree(numbers));
}
