// Work for which the host does not wait may run when the program ends, but its output is lost; unless an object of the program waits in its
// destructor. Nothing runs that comes behind a copy of memory that was the program's own.
// prints: bye
// prints: hello 1
#include <cstdio>
#include <vector>

__global__ void hello(int number) { printf("hello %d\n", number); }
__global__ void store(int* at) { *at = 1; }

struct Last {
  ~Last() {
    cudaDeviceSynchronize();
    hello<<<1, 1>>>(2);

    std::vector<int> numbers(1 << 20);     // so many that the system takes them back at once
    const std::size_t bytes = numbers.size() * sizeof(int);
    int* copy;
    cudaMalloc(&copy, bytes);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t made;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(copy, numbers.data(), bytes, cudaMemcpyHostToDevice, stream);
    store<<<1, 1, 0, stream>>>(nullptr);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&made, graph, 0);
    cudaGraphLaunch(made, stream);
  }
} last;

int main() {
  hello<<<1, 1>>>(1);
  std::puts("bye");
}
