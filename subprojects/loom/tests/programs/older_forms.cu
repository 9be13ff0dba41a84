// Forms of CUDA 11 and 12 that later ones still take; and memory got through pointers to const.
// prints: updated: 0, launched: 7; with another number: 0; with more nodes: 2
// prints: const: 7 7
// prints: captured: 2 nodes, and 1 that the next depends on
#include <cstdio>

__global__ void fill(int* to, int value) { *to = value; }
__global__ void copy(const int* from, int* to) { *to = *from; }

cudaGraph_t captured(cudaStream_t stream, int* to, int value, int times) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < times; ++i) fill<<<1, 1, 0, stream>>>(to, value);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

int main() {
  int *number, seen = 0;
  cudaMalloc(&number, sizeof *number);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, captured(stream, number, 6, 1), NULL, NULL, 0);
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t node;
  cudaGraphExecUpdate(executable, captured(stream, number, 7, 1), NULL, &result);
  cudaGraphLaunch(executable, stream);
  cudaMemcpyAsync(&seen, number, sizeof seen, cudaMemcpyDeviceToHost, stream);
  std::printf("updated: %d, launched: %d", result, seen);
  cudaGraphExecUpdate(executable, captured(stream, number, 8, 1), &node, &result);
  std::printf("; with another number: %d", result);
  cudaGraphExecUpdate(executable, captured(stream, number, 8, 2), &node, &result);
  std::printf("; with more nodes: %d\n", result);

  const int *constant, *managed, *pinned;
  cudaMalloc(&constant, sizeof(int));
  cudaMallocManaged(&managed, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  copy<<<1, 1>>>(number, const_cast<int*>(constant));
  copy<<<1, 1>>>(constant, const_cast<int*>(managed));
  copy<<<1, 1>>>(constant, const_cast<int*>(pinned));
  cudaDeviceSynchronize();
  std::printf("const: %d %d\n", *managed, *pinned);

  cudaStreamCaptureStatus status;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  cudaGraphNodeParams choice = {};
  choice.type = cudaGraphNodeTypeConditional;
  choice.conditional.size = 1;
  size_t count, nodes;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 1, 0, stream>>>(number, 9);
  cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, &after, &count);
  cudaGraphConditionalHandleCreate(&choice.conditional.handle, graph);
  cudaGraphAddNode(&node, graph, after, count, &choice);
  cudaStreamUpdateCaptureDependencies(stream, &node, 1, cudaStreamSetCaptureDependencies);
  cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, &after, &count);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphGetNodes(graph, NULL, &nodes);
  std::printf("captured: %zu nodes, and %zu that the next depends on\n", nodes, count);
  cudaGraphDestroy(graph);
}
