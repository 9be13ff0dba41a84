// A host that uses memory while work is pending that uses it, too: managed, pinned, and a variable.
// prints: 7 8
#include <cstdio>

__managed__ int variable;

__global__ void store(int* to) { *to = 7; }       // finds: race
__global__ void load(const int* from, int* to) { *to = *from; }  // finds: race
__global__ void store_variable() { variable = 8; }  // finds: race
__global__ void half(int* numbers) { numbers[threadIdx.x] = threadIdx.x; }

int main() {
  int *managed, *other, *pinned, *memory;
  cudaMallocManaged(&managed, 64 * sizeof(int));
  cudaMallocManaged(&other, sizeof(int));
  cudaMallocHost(&pinned, 64 * sizeof(int));
  cudaMalloc(&memory, 64 * sizeof(int));
  managed[0] = 1;

  // Reads before the kernel has written.
  store<<<1, 1>>>(managed);
  int seen = *managed;
  cudaDeviceSynchronize();
  seen += *managed;

  // Writes before it has read.
  load<<<1, 1>>>(managed, other);
  *managed = 3;
  cudaDeviceSynchronize();

  store_variable<<<1, 1>>>();
  seen += variable;
  cudaDeviceSynchronize();

  // A pinned buffer that is filled again before it has been copied, and one that is read before it has been copied to.
  for (int i = 0; i < 64; ++i) pinned[i] = i;
  cudaMemcpyAsync(memory, pinned, 64 * sizeof(int), cudaMemcpyHostToDevice);  // finds: race
  for (int i = 0; i < 64; ++i) pinned[i] = 1;
  cudaDeviceSynchronize();
  cudaMemcpyAsync(pinned, memory, 64 * sizeof(int), cudaMemcpyDeviceToHost);  // finds: race
  seen += pinned[5];
  cudaDeviceSynchronize();

  // In order: other bytes, after an event, after the stream, volatile.
  half<<<1, 32>>>(managed);
  for (int i = 32; i < 64; ++i) managed[i] = i;
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event);
  cudaEventSynchronize(event);
  seen += managed[31];
  half<<<1, 32>>>(managed);
  seen += *static_cast<volatile int*>(managed);
  cudaStreamSynchronize(nullptr);
  seen += managed[0];
  std::printf("%d %d\n", seen < 0 ? seen : 7, variable);
  cudaFree(managed);
  cudaFree(other);
  cudaFreeHost(pinned);
  cudaFree(memory);
}
