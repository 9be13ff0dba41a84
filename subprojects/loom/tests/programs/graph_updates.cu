// Graphs of copies and of other graphs, and graphs that change after they were instantiated.
// prints: copied and scaled: 2 4 6 8
// prints: scaled by another number: 3 6 9 12
// prints: twice by the child: 9 18 27 36
// prints: another graph: 12 12 12 12
#include <cstdio>

__global__ void scale(int* data, int by) { data[threadIdx.x] *= by; }

int main() {
  int in[4] = {1, 2, 3, 4}, out[4] = {}, *data, by = 2;
  const size_t bytes = sizeof in;
  const auto show = [&](const char* what) { std::printf("%s: %d %d %d %d\n", what, out[0], out[1], out[2], out[3]); };
  cudaMalloc(&data, bytes);
  cudaGraph_t graph, child;
  cudaGraphNode_t first, kernel, last;
  cudaGraphCreate(&graph, 0);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(in, bytes, bytes, 1);
  copy.dstPtr = make_cudaPitchedPtr(data, bytes, bytes, 1);
  copy.extent = make_cudaExtent(bytes, 1, 1);
  copy.kind = cudaMemcpyHostToDevice;
  cudaGraphAddMemcpyNode(&first, graph, nullptr, 0, &copy);
  void* arguments[] = {&data, &by};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(scale);
  launch.gridDim = 1;
  launch.blockDim = 4;
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &first, 1, &launch);
  cudaGraphClone(&child, graph);
  cudaGraphAddMemcpyNode1D(&last, graph, &kernel, 1, out, data, bytes, cudaMemcpyDeviceToHost);

  cudaGraphExec_t ready;
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, nullptr);
  cudaDeviceSynchronize();
  show("copied and scaled");
  by = 3;
  cudaGraphExecKernelNodeSetParams(ready, kernel, &launch);
  cudaGraphLaunch(ready, nullptr);
  cudaDeviceSynchronize();
  show("scaled by another number");
  cudaGraphExecDestroy(ready);

  cudaGraph_t parent;
  cudaGraphNode_t inner;
  cudaGraphCreate(&parent, 0);
  cudaGraphNode_t again;
  cudaGraphAddKernelNode(&again, child, nullptr, 0, &launch);   // 2 * 3, then
  cudaGraphAddChildGraphNode(&inner, parent, nullptr, 0, child);
  cudaGraphAddKernelNode(&kernel, parent, &inner, 1, &launch);
  cudaGraphAddMemcpyNode1D(&last, parent, &kernel, 1, out, data, bytes, cudaMemcpyDeviceToHost);
  cudaGraphInstantiate(&ready, parent, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, nullptr);
  cudaDeviceSynchronize();
  for (int& value : out) value /= 2;
  show("twice by the child");

  cudaGraph_t other;
  cudaGraphCreate(&other, 0);
  int fours[4] = {4, 4, 4, 4};
  copy.srcPtr = make_cudaPitchedPtr(fours, bytes, bytes, 1);
  cudaGraphAddMemcpyNode(&first, other, nullptr, 0, &copy);
  cudaGraphAddKernelNode(&kernel, other, &first, 1, &launch);
  cudaGraphAddMemcpyNode1D(&last, other, &kernel, 1, out, data, bytes, cudaMemcpyDeviceToHost);
  cudaGraphExec_t changed;
  cudaGraphInstantiate(&changed, graph, nullptr, nullptr, 0);
  cudaGraphExecUpdateResultInfo result;
  cudaGraphExecUpdate(changed, other, &result);
  cudaGraphLaunch(changed, nullptr);
  cudaDeviceSynchronize();
  show("another graph");
  cudaGraphExecDestroy(ready);
  cudaGraphExecDestroy(changed);
  for (cudaGraph_t each : {graph, child, parent, other}) cudaGraphDestroy(each);
  cudaFree(data);
}
