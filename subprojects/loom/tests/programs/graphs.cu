// Work captured from streams runs when its graph is launched, as often as that is.
// prints: captured, not run: 0
// prints: three launches: 6 3 6
// prints: malloc: cudaErrorStreamCaptureUnsupported, then cudaErrorStreamCaptureInvalidated
// prints: memcpy: cudaErrorStreamCaptureImplicit, then cudaErrorStreamCaptureInvalidated
// prints: synchronise: cudaErrorStreamCaptureUnsupported, then cudaErrorStreamCaptureInvalidated
// prints: launch: cudaErrorStreamCaptureImplicit, then cudaErrorStreamCaptureInvalidated
// prints: other stream: cudaErrorStreamCaptureUnmatched, then cudaErrorStreamCaptureInvalidated
// prints: joined for nothing: cudaSuccess, then cudaSuccess
// prints: not joined: cudaSuccess, then cudaErrorStreamCaptureUnjoined
// prints: no capture: cudaErrorIllegalState
// prints: the default stream: cudaErrorStreamCaptureUnsupported
// prints: twice: cudaErrorIllegalState
#include <cstdio>

namespace {

__global__ void add(int* to, int what) { *to += what; }

void CUDART_CB count(void* data) { ++*static_cast<int*>(data); }

// Two streams, joined by events; a host function; a copy to pageable memory.
void capture(int* number, cudaStream_t stream, cudaStream_t other) {
  cudaEvent_t forked, joined;
  cudaEventCreate(&forked);
  cudaEventCreate(&joined);
  static int calls = 0, seen = 0;
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(number, 1);
  cudaEventRecord(forked, stream);
  cudaStreamWaitEvent(other, forked);
  add<<<1, 1, 0, other>>>(number, 1);
  cudaEventRecord(joined, other);
  cudaStreamWaitEvent(stream, joined);
  cudaLaunchHostFunc(stream, count, &calls);
  cudaMemcpyAsync(&seen, number, sizeof seen, cudaMemcpyDeviceToHost, stream);
  cudaStreamEndCapture(stream, &graph);

  int now = -1;
  cudaMemcpy(&now, number, sizeof now, cudaMemcpyDeviceToHost);
  std::printf("captured, not run: %d\n", now);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  // What an executable graph does was settled when it was made.
  cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(number, 100);
  cudaStreamEndCapture(stream, nullptr);
  cudaGraphDestroy(graph);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&now, number, sizeof now, cudaMemcpyDeviceToHost);
  std::printf("three launches: %d %d %d\n", now, calls, seen);
  cudaGraphExecDestroy(executable);
  cudaEventDestroy(forked);
  cudaEventDestroy(joined);
}

template <class Body>
void while_capturing(const char* what, cudaStream_t stream, Body body) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  const cudaError_t error = body();
  cudaGraph_t graph = nullptr;
  const cudaError_t end = cudaStreamEndCapture(stream, &graph);
  std::printf("%s: %s, then %s\n", what, cudaGetErrorName(error), cudaGetErrorName(end));
  cudaGetLastError();
}

void refusals(int* number, cudaStream_t stream, cudaStream_t other) {
  int host = 0;
  while_capturing("malloc", stream, [] {
    int* memory;
    return cudaMalloc(&memory, 4);
  });
  while_capturing("memcpy", stream, [&] { return cudaMemcpy(&host, number, 4, cudaMemcpyDeviceToHost); });
  while_capturing("synchronise", stream, [&] { return cudaStreamSynchronize(stream); });
  while_capturing("launch", stream, [&] {
    add<<<1, 1>>>(number, 1);
    return cudaGetLastError();
  });
  cudaEvent_t event;
  cudaEventCreate(&event);
  auto fork = [&] {
    cudaEventRecord(event, stream);
    return cudaStreamWaitEvent(other, event);
  };
  while_capturing("other stream", stream, [&] {
    fork();
    cudaGraph_t graph;
    return cudaStreamEndCapture(other, &graph);
  });
  while_capturing("joined for nothing", stream, fork);
  while_capturing("not joined", stream, [&] {
    fork();
    add<<<1, 1, 0, other>>>(number, 1);
    return cudaGetLastError();
  });
  cudaGraph_t graph;
  std::printf("no capture: %s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  std::printf("the default stream: %s\n", cudaGetErrorName(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal)));
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  std::printf("twice: %s\n", cudaGetErrorName(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)));
  cudaStreamEndCapture(stream, &graph);
}

}  // namespace

int main() {
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  int* numbers;
  cudaMalloc(&numbers, 3 * sizeof(int));
  cudaMemset(numbers, 0, 3 * sizeof(int));
  capture(numbers, stream, other);
  refusals(numbers, stream, other);
}
