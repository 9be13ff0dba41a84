// A graph's memory ends with the node that frees it, and is new each time the graph runs.
// prints: read anew: 1
// prints: cudaErrorIllegalAddress
#include <cstdio>

__global__ void count(int* number, int* times) {
  if (*times > 0) *times += *number;  // finds: uninitialised-read, out-of-bounds
  *times += 1;
  *number = 0;
}

int main() {
  int *number, *times, seen = 0;
  cudaMalloc(&times, sizeof *times);
  cudaMemset(times, 0, sizeof *times);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&number, sizeof *number, stream);
  count<<<1, 1, 0, stream>>>(number, times);
  cudaFreeAsync(number, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaMemcpyAsync(&seen, times, sizeof seen, cudaMemcpyDeviceToHost, stream);
  std::printf("read anew: %d\n", seen);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  count<<<1, 1, 0, stream>>>(times, number);  // the kernel's read of it
  std::printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
}
