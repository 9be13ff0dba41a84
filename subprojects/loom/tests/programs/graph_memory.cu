// Memory that graphs allocate and free: by hand, by capture, across graphs and streams, and what is refused.
// prints: by hand: 10 20 30, used 0 of 2048 bytes at most
// prints: captured: 12 13 14, twice
// prints: left by one graph, freed by another: 42, used 0
// prints: left by a graph, freed by a stream: 42, used 0
// prints: left by a graph, freed by the host: 42, used 0
// prints: launched again: cudaErrorInvalidValue, then cudaSuccess
// prints: instantiated again: cudaErrorNotSupported, then cudaSuccess
// prints: freed first: cudaSuccess, cudaSuccess
// prints: freed twice: cudaErrorInvalidValue
// prints: freed from outside: cudaErrorInvalidValue
// prints: freed before it is allocated: cudaErrorInvalidValue
// prints: not of a graph: cudaErrorInvalidValue
// prints: cloned: cudaErrorNotSupported, as a child: cudaErrorNotSupported
// prints: asked: 400 bytes, the same address; the other kind: cudaErrorInvalidValue
#include <cstdio>

namespace {

__global__ void fill(int* numbers, int value) { numbers[threadIdx.x] = value * static_cast<int>(threadIdx.x); }
__global__ void add(int* to, const int* numbers, int value) { to[threadIdx.x] = numbers[threadIdx.x] + value; }

unsigned long long used(cudaGraphMemAttributeType which = cudaGraphMemAttrUsedMemCurrent) {
  unsigned long long bytes = 0;
  cudaDeviceGetGraphMemAttribute(0, which, &bytes);
  return bytes;
}

cudaMemAllocNodeParams wanted(std::size_t bytes) {
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location = {cudaMemLocationTypeDevice, 0};
  params.bytesize = bytes;
  return params;
}

cudaGraphExec_t instantiated(cudaGraph_t graph, unsigned flags = 0) {
  cudaGraphExec_t made = nullptr;
  cudaGraphInstantiate(&made, graph, flags);
  return made;
}

// Two allocations with a copy in, a kernel and a copy out.
void by_hand(cudaStream_t stream) {
  int in[256], out[256] = {};
  for (int i = 0; i < 256; ++i) in[i] = 10 * i;
  cudaGraph_t graph;
  cudaGraphNode_t first, second, copied, added, brought;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams a = wanted(sizeof in), b = a;
  cudaGraphAddMemAllocNode(&first, graph, nullptr, 0, &a);
  cudaGraphAddMemAllocNode(&second, graph, &first, 1, &b);
  cudaGraphAddMemcpyNode1D(&copied, graph, &second, 1, a.dptr, in, sizeof in, cudaMemcpyHostToDevice);
  int value = 10;
  void* arguments[] = {&b.dptr, &a.dptr, &value};
  const cudaKernelNodeParams kernel = {reinterpret_cast<void*>(add), dim3(1), dim3(256), 0, arguments, nullptr};
  cudaGraphAddKernelNode(&added, graph, &copied, 1, &kernel);
  cudaGraphAddMemcpyNode1D(&brought, graph, &added, 1, out, b.dptr, sizeof out, cudaMemcpyDeviceToHost);
  cudaGraphNode_t freed;
  cudaGraphAddMemFreeNode(&freed, graph, &brought, 1, a.dptr);
  cudaGraphAddMemFreeNode(&freed, graph, &brought, 1, b.dptr);
  const cudaGraphExec_t executable = instantiated(graph);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  std::printf("by hand: %d %d %d, used %llu of %llu bytes at most\n", out[0], out[1], out[2], used(), used(cudaGraphMemAttrUsedMemHigh));
}

void captured(cudaStream_t stream) {
  int out[32] = {}, *numbers;
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&numbers, sizeof out, stream);
  fill<<<1, 32, 0, stream>>>(numbers, 1);
  add<<<1, 32, 0, stream>>>(numbers, numbers, 12);
  cudaMemcpyAsync(out, numbers, sizeof out, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(numbers, stream);
  cudaStreamEndCapture(stream, &graph);
  const cudaGraphExec_t executable = instantiated(graph);
  bool twice = true;
  for (int i = 0; i < 2; ++i) {
    out[2] = 0;
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    twice = twice && out[2] == 14;
  }
  std::printf("captured: %d %d %d, %s\n", out[0], out[1], out[2], twice ? "twice" : "once");
}

// A graph that allocates and fills what `numbers` then points to, and does not free it.
cudaGraph_t that_leaves(int** numbers, cudaStream_t stream) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(numbers, 3 * sizeof(int), stream);
  fill<<<1, 3, 0, stream>>>(*numbers, 21);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

// What a later piece of work in the stream finds there.
int last(const int* numbers, cudaStream_t stream) {
  int found = 0;
  cudaMemcpyAsync(&found, numbers + 2, sizeof found, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  return found;
}

void left(cudaStream_t stream) {
  int* numbers;
  const cudaGraph_t graph = that_leaves(&numbers, stream);
  const cudaGraphExec_t executable = instantiated(graph);
  cudaGraph_t other;
  cudaGraphNode_t node;
  cudaGraphCreate(&other, 0);
  cudaGraphAddMemFreeNode(&node, other, nullptr, 0, numbers);
  const cudaGraphExec_t frees = instantiated(other);

  cudaGraphLaunch(executable, stream);
  int found = last(numbers, stream);
  cudaGraphLaunch(frees, stream);
  cudaStreamSynchronize(stream);
  std::printf("left by one graph, freed by another: %d, used %llu\n", found, used());
  cudaGraphLaunch(executable, stream);
  found = last(numbers, stream);
  cudaFreeAsync(numbers, stream);
  cudaStreamSynchronize(stream);
  std::printf("left by a graph, freed by a stream: %d, used %llu\n", found, used());
  cudaGraphLaunch(executable, stream);
  found = last(numbers, stream);
  cudaFree(numbers);
  std::printf("left by a graph, freed by the host: %d, used %llu\n", found, used());

  cudaGraphLaunch(executable, stream);
  const cudaError_t again = cudaGraphLaunch(executable, stream);
  cudaFreeAsync(numbers, stream);
  std::printf("launched again: %s, then %s\n", cudaGetErrorName(again), cudaGetErrorName(cudaGraphLaunch(executable, stream)));
  cudaFreeAsync(numbers, stream);
  cudaGraphExec_t frees_first;
  const cudaError_t second = cudaGraphInstantiate(&frees_first, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphExecDestroy(executable);
  const cudaError_t next = cudaGraphInstantiate(&frees_first, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  std::printf("instantiated again: %s, then %s\n", cudaGetErrorName(second), cudaGetErrorName(next));
  const cudaError_t once = cudaGraphLaunch(frees_first, stream);
  std::printf("freed first: %s, %s\n", cudaGetErrorName(once), cudaGetErrorName(cudaGraphLaunch(frees_first, stream)));
  cudaFreeAsync(numbers, stream);
  cudaStreamSynchronize(stream);
}

void refusals(cudaStream_t stream) {
  cudaGraph_t graph, other;
  cudaGraphNode_t allocated, freed, node;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&other, 0);
  cudaMemAllocNodeParams params = wanted(400);
  cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &params);
  cudaGraphAddMemFreeNode(&freed, graph, &allocated, 1, params.dptr);
  std::printf("freed twice: %s\n", cudaGetErrorName(cudaGraphAddMemFreeNode(&node, graph, &allocated, 1, params.dptr)));
  cudaGraphLaunch(instantiated(graph), stream);
  std::printf("freed from outside: %s\n", cudaGetErrorName(cudaFreeAsync(params.dptr, stream)));
  int* numbers;
  that_leaves(&numbers, stream);
  cudaGraphAddMemFreeNode(&node, other, nullptr, 0, numbers);
  std::printf("freed before it is allocated: %s\n", cudaGetErrorName(cudaGraphLaunch(instantiated(other), stream)));
  cudaMalloc(&numbers, 4);
  std::printf("not of a graph: %s\n", cudaGetErrorName(cudaGraphAddMemFreeNode(&node, other, nullptr, 0, numbers)));
  cudaFree(numbers);
  cudaGraph_t clone;
  const cudaError_t cloned = cudaGraphClone(&clone, graph);
  std::printf("cloned: %s, as a child: %s\n", cudaGetErrorName(cloned),
              cudaGetErrorName(cudaGraphAddChildGraphNode(&node, other, nullptr, 0, graph)));
  cudaMemAllocNodeParams asked = {};
  void* address = nullptr;
  cudaGraphMemAllocNodeGetParams(allocated, &asked);
  cudaGraphMemFreeNodeGetParams(freed, &address);
  std::printf("asked: %zu bytes, %s address; the other kind: %s\n", asked.bytesize,
              asked.dptr == params.dptr && address == params.dptr ? "the same" : "another",
              cudaGetErrorName(cudaGraphMemFreeNodeGetParams(allocated, &address)));
  cudaDeviceGraphMemTrim(0);
}

}  // namespace

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  by_hand(stream);
  captured(stream);
  left(stream);
  refusals(stream);
}
