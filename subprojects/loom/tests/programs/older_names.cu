// What CUDA 13 has dropped and programs written before it still say; and memory got through pointers to const.
// prints: clocks: the same, the same; mode 0; overlap 1; linear: the same
// prints: updated: 0, launched: 7; with another number: 0; with more nodes: 2
// prints: cuFFT: 10 12 15
// prints: const: 7 7
#include <cstdio>

#include <cufft.h>

__global__ void fill(int* to, int value) { *to = value; }
__global__ void copy(const int* from, int* to) { *to = *from; }

const char* same(int one, cudaDeviceAttr attribute) {
  int other = -1;
  cudaDeviceGetAttribute(&other, attribute, 0);
  return one == other && one > 0 ? "the same" : "another";
}

cudaGraph_t captured(cudaStream_t stream, int* to, int value, int times) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < times; ++i) fill<<<1, 1, 0, stream>>>(to, value);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  std::printf("clocks: %s, %s; mode %d; overlap %d; linear: %s\n", same(prop.clockRate, cudaDevAttrClockRate),
              same(prop.memoryClockRate, cudaDevAttrMemoryClockRate), prop.computeMode, prop.deviceOverlap,
              same(prop.maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth));

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

  std::printf("cuFFT: %d %d %d\n", CUFFT_INCOMPLETE_PARAMETER_LIST, CUFFT_PARSE_ERROR, CUFFT_LICENSE_ERROR);

  const int *constant, *managed, *pinned;
  cudaMalloc(&constant, sizeof(int));
  cudaMallocManaged(&managed, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  copy<<<1, 1>>>(number, const_cast<int*>(constant));
  copy<<<1, 1>>>(constant, const_cast<int*>(managed));
  copy<<<1, 1>>>(constant, const_cast<int*>(pinned));
  cudaDeviceSynchronize();
  std::printf("const: %d %d\n", *managed, *pinned);
}
