// A host that uses memory while a copy or a memset of any kind is pending that uses it, too; and one that waits, or uses other bytes.
// prints: 5 9
#include <cstdio>

__device__ int symbol[64];

constexpr std::size_t bytes = 64 * sizeof(int), pitch = 16 * sizeof(int), width = 8 * sizeof(int), rows = 4;

// What the copies read and write on the host's side.
int* numbers;
int seen = 0;

void read() { seen |= numbers[1]; }
void write() { numbers[1] = 5; }

cudaMemcpy3DParms volume(cudaPitchedPtr from, cudaPitchedPtr to) {
  cudaMemcpy3DParms p{};
  p.srcPtr = from;
  p.dstPtr = to;
  p.extent = make_cudaExtent(width, 2, 2);
  p.kind = cudaMemcpyDefault;
  return p;
}

cudaMemcpy3DPeerParms volume_of_peers(cudaPitchedPtr from, cudaPitchedPtr to) {
  cudaMemcpy3DPeerParms p{};
  p.srcPtr = from;
  p.dstPtr = to;
  p.extent = make_cudaExtent(width, 2, 2);
  return p;
}

// Each is queued, the host goes ahead, and then waits.
template <class Ask>
void early(Ask ask, void touch()) {
  ask();
  touch();
  cudaDeviceSynchronize();
}

void copies(int* memory, cudaArray_t array) {
  const cudaPitchedPtr host{numbers, pitch, pitch, 2}, device{memory, pitch, pitch, 2};
  const cudaMemcpy3DParms up = volume(host, device), down = volume(device, host);
  const cudaMemcpy3DPeerParms over = volume_of_peers(host, device);
  early([&] { cudaMemcpyPeerAsync(memory, 0, numbers, 0, bytes); }, write);  // finds: race
  early([&] { cudaMemcpyPeerAsync(numbers, 0, memory, 0, bytes); }, read);  // finds: race
  early([&] { cudaMemcpy2DToArrayAsync(array, 0, 0, numbers, pitch, width, rows, cudaMemcpyHostToDevice); }, write);  // finds: race
  early([&] { cudaMemcpy2DFromArrayAsync(numbers, pitch, array, 0, 0, width, rows, cudaMemcpyDeviceToHost); }, read);  // finds: race
  early([&] { cudaMemcpyToArrayAsync(array, 0, 0, numbers, width, cudaMemcpyHostToDevice); }, write);  // finds: race
  early([&] { cudaMemcpyFromArrayAsync(numbers, array, 0, 0, width, cudaMemcpyDeviceToHost); }, read);  // finds: race
  early([&] { cudaMemcpy3DAsync(&up); }, write);  // finds: race
  early([&] { cudaMemcpy3DAsync(&down); }, read);  // finds: race
  early([&] { cudaMemcpy3DPeerAsync(&over); }, write);  // finds: race
  early([&] { cudaMemcpyToSymbolAsync(symbol, numbers, bytes); }, write);  // finds: race
  early([&] { cudaMemcpyFromSymbolAsync(numbers, symbol, bytes); }, read);  // finds: race
}

void memsets() {
  early([] { cudaMemsetAsync(numbers, 0, bytes); }, read);  // finds: race
  early([] { cudaMemset2DAsync(numbers, pitch, 0, width, rows); }, write);  // finds: race
  early([] { cudaMemset3DAsync({numbers, pitch, pitch, 2}, 0, make_cudaExtent(width, 2, 2)); }, read);  // finds: race
}

// Two may read; and the bytes between rows and after the last one are unused.
void in_order(int* memory, cudaArray_t array) {
  early([&] { cudaMemcpy2DToArrayAsync(array, 0, 0, numbers, pitch, width, rows, cudaMemcpyHostToDevice); }, read);
  early([&] { cudaMemcpyPeerAsync(memory, 0, numbers, 0, bytes); }, read);
  early([] { cudaMemset2DAsync(numbers, pitch, 0, width, rows); }, [] { numbers[width / sizeof(int)] = 9; });
  early([] { cudaMemset3DAsync({numbers + 1, pitch, pitch, 2}, 0, make_cudaExtent(width, 2, 1)); }, [] { numbers[32] = 9; });
  cudaMemset(numbers, 0, bytes);
  write();
  cudaMemcpyPeer(memory, 0, numbers, 0, bytes);
  read();
}

int main() {
  int* memory;
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMalloc(&memory, bytes);
  cudaMallocArray(&array, &format, width / sizeof(int), rows);
  cudaMallocHost(&numbers, bytes);
  for (int i = 0; i < 64; ++i) numbers[i] = 0;
  copies(memory, array);
  memsets();
  cudaMemset(numbers, 9, bytes);
  in_order(memory, array);
  cudaMemset(numbers + 2, 0, 4);
  numbers[2] = 9;
  std::printf("%d %d\n", numbers[1], numbers[2]);
  cudaFree(memory);
  cudaFreeArray(array);
  cudaFreeHost(numbers);
}
