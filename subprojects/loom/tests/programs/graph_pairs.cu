// An executable graph takes over another that is made like it, node by node, and says where one is not.
// prints: the same: success
// prints: another kernel: success
// prints: added in another order: success
// prints: its launch: 1 2 30 1
// prints: a memset for a kernel: type, the memset
// prints: an edge less: topology, the last
// prints: an edge that crosses: topology, the third
// prints: one more node: topology, no node
// prints: a third exit: topology, the second
// prints: four exits: topology, the second
// prints: one exit: topology, no node
// prints: other types at both exits: type, the last
// prints: cooperative: attributes, the first
// prints: captured the same way: success
// prints: captured from one stream: topology, the last
// prints: types: 0 2
#include <cstdio>
#include <initializer_list>

__global__ void store(int* at, int value) { *at = value; }
__global__ void store_ten_times(int* at, int value) { *at = 10 * value; }

int* data;

const char* outcome(cudaError_t error, cudaGraphExecUpdateResult result) {
  if ((error == cudaSuccess) != (result == cudaGraphExecUpdateSuccess)) return "inconsistent";
  if (error != cudaSuccess && error != cudaErrorGraphExecUpdateFailure) return cudaGetErrorName(error);
  switch (result) {
    case cudaGraphExecUpdateSuccess: return "success";
    case cudaGraphExecUpdateErrorTopologyChanged: return "topology";
    case cudaGraphExecUpdateErrorNodeTypeChanged: return "type";
    case cudaGraphExecUpdateErrorAttributesChanged: return "attributes";
    default: return "something else";
  }
}

struct Graph {
  cudaGraph_t graph;
  Graph() { cudaGraphCreate(&graph, 0); }
  ~Graph() { cudaGraphDestroy(graph); }
  Graph(const Graph&) = delete;

  cudaGraphNode_t kernel(int at, int value, std::initializer_list<cudaGraphNode_t> after, void (*function)(int*, int) = store) {
    return add(after, [=](cudaStream_t stream) { function<<<1, 1, 0, stream>>>(data + at, value); });
  }
  cudaGraphNode_t memset(int at, std::initializer_list<cudaGraphNode_t> after) {
    return add(after, [=](cudaStream_t stream) { cudaMemsetAsync(data + at, 1, sizeof *data, stream); });
  }

 private:
  template <class Work>
  cudaGraphNode_t add(std::initializer_list<cudaGraphNode_t> after, Work work) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCaptureToGraph(stream, graph, after.begin(), nullptr, after.size(), cudaStreamCaptureModeGlobal);
    work(stream);
    cudaStreamEndCapture(stream, nullptr);
    cudaStreamDestroy(stream);
    cudaGraphNode_t nodes[8];
    size_t count = 8;
    cudaGraphGetNodes(graph, nodes, &count);
    return nodes[count - 1];
  }
};

void update(const char* what, cudaGraphExec_t ready, cudaGraph_t graph, cudaGraphNode_t node, const char* name, cudaGraphNode_t from = nullptr) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t error = cudaGraphExecUpdate(ready, graph, &info);
  cudaGetLastError();
  std::printf("%s: %s", what, outcome(error, info.result));
  if (error != cudaSuccess) std::printf(", %s", info.errorNode == node && info.errorFromNode == from ? name : "another node");
  std::printf("\n");
}

// Two kernels side by side, and what comes after both.
void by_dependencies() {
  Graph graph;
  const cudaGraphNode_t one = graph.kernel(0, 1, {}), two = graph.kernel(1, 2, {});
  graph.kernel(2, 3, {one, two});
  cudaGraphExec_t ready;
  cudaGraphInstantiate(&ready, graph.graph, 0);
  update("the same", ready, graph.graph, nullptr, "");
  {
    Graph other;
    const cudaGraphNode_t first = other.kernel(0, 1, {}), second = other.kernel(1, 2, {});
    other.kernel(2, 3, {first, second}, store_ten_times);
    update("another kernel", ready, other.graph, nullptr, "");
  }
  {
    Graph other;
    const cudaGraphNode_t second = other.kernel(1, 2, {}), first = other.kernel(0, 1, {});
    other.kernel(2, 3, {first, second}, store_ten_times);
    update("added in another order", ready, other.graph, nullptr, "");
    int values[4];
    cudaMemset(data, 0, sizeof values);
    cudaMemset(data + 3, 1, 1);
    cudaGraphLaunch(ready, nullptr);
    cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
    std::printf("its launch: %d %d %d %d\n", values[0], values[1], values[2], values[3]);
  }
  {
    Graph other;
    const cudaGraphNode_t first = other.kernel(0, 1, {}), second = other.memset(1, {});
    other.kernel(2, 3, {first, second});
    update("a memset for a kernel", ready, other.graph, second, "the memset");
  }
  {
    Graph other;
    const cudaGraphNode_t first = other.kernel(0, 1, {}), second = other.kernel(1, 2, {first});
    update("an edge less", ready, other.graph, other.kernel(2, 3, {second}), "the last");
  }
  cudaGraphExecDestroy(ready);

  // Two roots, and two kernels that come after both.
  Graph crossed;
  const cudaGraphNode_t left = crossed.kernel(0, 1, {}), right = crossed.kernel(1, 2, {});
  crossed.kernel(2, 3, {left, right});
  crossed.kernel(3, 4, {left, right});
  cudaGraphInstantiate(&ready, crossed.graph, 0);
  {
    Graph other;
    const cudaGraphNode_t first = other.kernel(0, 1, {}), second = other.kernel(1, 2, {}), third = other.kernel(2, 3, {first, second});
    other.kernel(3, 4, {second, first});
    update("an edge that crosses", ready, other.graph, third, "the third", first);
  }
  {
    Graph other;
    const cudaGraphNode_t first = other.kernel(0, 1, {}), second = other.kernel(1, 2, {});
    other.kernel(2, 3, {first});
    other.kernel(3, 4, {second});
    other.kernel(2, 3, {first, second});
    update("one more node", ready, other.graph, nullptr, "no node");
  }
  {
    Graph other;
    const cudaGraphNode_t first = other.kernel(0, 1, {}), second = other.kernel(1, 2, {first});
    other.kernel(2, 3, {first});
    other.kernel(3, 4, {first});
    update("a third exit", ready, other.graph, second, "the second");
  }
  {
    Graph other;
    other.kernel(0, 1, {});
    const cudaGraphNode_t second = other.kernel(1, 2, {});
    other.kernel(2, 3, {});
    other.kernel(3, 4, {});
    update("four exits", ready, other.graph, second, "the second");
  }
  {
    Graph other;
    const cudaGraphNode_t first = other.kernel(0, 1, {}), second = other.kernel(1, 2, {first});
    other.kernel(3, 4, {other.kernel(2, 3, {second})});
    update("one exit", ready, other.graph, nullptr, "no node");
  }
  {
    Graph other;
    const cudaGraphNode_t first = other.kernel(0, 1, {}), second = other.kernel(1, 2, {});
    other.memset(2, {first, second});
    update("other types at both exits", ready, other.graph, other.memset(3, {first, second}), "the last");
  }
  cudaGraphExecDestroy(ready);
}

cudaGraph_t captured(cudaStream_t stream, cudaStream_t side, bool beside, bool cooperative) {
  cudaEvent_t begun, done;
  cudaEventCreate(&begun);
  cudaEventCreate(&done);
  int value = 1;
  void* arguments[] = {&data, &value};
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  if (cooperative) cudaLaunchCooperativeKernel(store, 1, 1, arguments, 0, stream);
  else store<<<1, 1, 0, stream>>>(data, 1);
  if (beside) {
    cudaEventRecord(begun, stream);
    cudaStreamWaitEvent(side, begun, 0);
  }
  store<<<1, 1, 0, beside ? side : stream>>>(data + 1, 2);
  store<<<1, 1, 0, stream>>>(data + 2, 3);
  if (beside) {
    cudaEventRecord(done, side);
    cudaStreamWaitEvent(stream, done, 0);
  }
  store<<<1, 1, 0, stream>>>(data + 3, 4);
  cudaGraph_t graph;
  cudaStreamEndCapture(stream, &graph);
  cudaEventDestroy(begun);
  cudaEventDestroy(done);
  return graph;
}

void by_capture() {
  cudaStream_t stream, side;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&side);
  const cudaGraph_t graph = captured(stream, side, true, false), cooperative = captured(stream, side, true, true),
                    again = captured(stream, side, true, false), alone = captured(stream, side, false, false);
  cudaGraphExec_t ready;
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphNode_t nodes[4];
  size_t count = 4;
  cudaGraphGetNodes(cooperative, nodes, &count);
  update("cooperative", ready, cooperative, nodes[0], "the first");
  update("captured the same way", ready, again, nullptr, "");
  cudaGraphGetNodes(alone, nodes, &count);
  update("captured from one stream", ready, alone, nodes[3], "the last");
  cudaGraphExecDestroy(ready);
  for (const cudaGraph_t each : {graph, cooperative, again, alone}) cudaGraphDestroy(each);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(side);
}

void types() {
  Graph graph;
  std::printf("types:");
  for (const cudaGraphNode_t node : {graph.kernel(0, 1, {}), graph.memset(0, {})}) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(node, &type);
    std::printf(" %d", static_cast<int>(type));
  }
  std::printf("\n");
}

int main() {
  cudaMalloc(&data, 4 * sizeof(int));
  by_dependencies();
  by_capture();
  types();
  cudaFree(data);
}
