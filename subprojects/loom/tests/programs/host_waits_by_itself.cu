// A host that waits for a function in a stream by means of its own, and never for the stream; and one that ends while others wait.
// prints: callback: no error, and 42
// prints: host function in a graph: 43
// prints: enough
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>

struct Bell {
  std::mutex mutex;
  std::condition_variable rung;
  bool is_rung = false;
  cudaError_t status = cudaErrorUnknown;

  void ring() {
    const std::lock_guard lock(mutex);
    is_rung = true;
    rung.notify_one();
  }
  bool wait() {
    std::unique_lock lock(mutex);
    const bool heard = rung.wait_for(lock, std::chrono::seconds(30), [this] { return is_rung; });
    is_rung = false;
    return heard;
  }
};

__global__ void add(int* to, int what) { *to += what; }
__global__ void never_ends(volatile int* flag) {
  while (*flag == 0) {
  }
}

void tell(cudaStream_t, cudaError_t status, void* bell) {
  static_cast<Bell*>(bell)->status = status;
  static_cast<Bell*>(bell)->ring();
}

int main() {
  int* numbers;
  cudaMallocManaged(&numbers, 2 * sizeof(int));
  numbers[0] = 40;
  numbers[1] = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  Bell bell;

  add<<<1, 1, 0, stream>>>(numbers, 2);
  cudaStreamAddCallback(stream, tell, &bell, 0);
  if (bell.wait()) std::printf("callback: %s, and %d\n", cudaGetErrorString(bell.status), numbers[0]);

  cudaGraph_t graph;
  cudaGraphExec_t made;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(numbers, 1);
  cudaLaunchHostFunc(stream, [](void* its) { static_cast<Bell*>(its)->ring(); }, &bell);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&made, graph, 0);
  cudaGraphLaunch(made, stream);
  if (bell.wait()) std::printf("host function in a graph: %d\n", numbers[0]);

  // The host does not wait for these: the kernel is given up when the program ends, and what is behind it is never called.
  never_ends<<<1, 1, 0, stream>>>(numbers + 1);
  cudaStreamAddCallback(stream, tell, &bell, 0);
  std::puts("enough");
  std::exit(0);
}
