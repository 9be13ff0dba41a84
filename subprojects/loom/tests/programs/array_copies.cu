// Every way into, out of and among arrays: what goes in comes out, where it was meant.
// prints: rows: 12 values, 12 right
// prints: a window: 14 15 24 25
// prints: through rows: 3 10 11 12
// prints: among arrays: 11 12 13
// prints: a volume: 24 values, 24 right
// prints: turned to rows: 1 101 11 111
// prints: in a stream: 120 values, 120 right
// prints: set: 7 7 0 7 7 0 0 0
#include <cstdio>
#include <vector>

namespace {

constexpr auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;

void report(const char* what, const std::vector<int>& got, const std::vector<int>& wanted) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) right += got[i] == wanted[i];
  std::printf("%s: %zu values, %zu right\n", what, wanted.size(), right);
}

void flat() {
  const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  cudaArray_t array, other;
  cudaMallocArray(&array, &ints, 4, 3);
  cudaMallocArray(&other, &ints, 8, 4);
  const std::vector<int> numbers = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
  std::vector<int> got(12, -1);
  cudaMemcpy2DToArray(array, 0, 0, numbers.data(), 16, 16, 3, up);
  cudaMemcpy2DFromArray(got.data(), 16, array, 0, 0, 16, 3, down);
  report("rows", got, numbers);

  const int window[] = {14, 15, 24, 25};
  int seen[4] = {};
  cudaMemcpy2DToArray(array, 8, 1, window, 8, 8, 2, up);
  cudaMemcpy2DFromArray(seen, 8, array, 8, 1, 8, 2, down);
  std::printf("a window: %d %d %d %d\n", seen[0], seen[1], seen[2], seen[3]);

  cudaMemcpyToArray(array, 0, 0, numbers.data(), 48, up);
  cudaMemcpyFromArray(seen, array, 12, 0, 16, down);
  std::printf("through rows: %d %d %d %d\n", seen[0], seen[1], seen[2], seen[3]);

  cudaMemcpy2DArrayToArray(other, 4, 1, array, 4, 1, 12, 2);
  cudaMemcpy2DFromArray(seen, 12, other, 4, 1, 12, 1, down);
  std::printf("among arrays: %d %d %d\n", seen[0], seen[1], seen[2]);
  cudaFreeArray(array);
  cudaFreeArray(other);
}

std::vector<int> counted(int n) {
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = i % 4 + i / 4 % 3 * 10 + i / 12 * 100;
  return numbers;
}

void deep() {
  const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMalloc3DArray(&array, &ints, make_cudaExtent(4, 3, 2));
  const std::vector<int> numbers = counted(24);
  std::vector<int> got(24, -1);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<int*>(numbers.data()), 16, 4, 3);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(4, 3, 2);
  copy.kind = up;
  cudaMemcpy3D(&copy);
  cudaMemcpy3DParms back{};
  back.srcArray = array;
  back.dstPtr = make_cudaPitchedPtr(got.data(), 16, 4, 3);
  back.extent = make_cudaExtent(4, 3, 2);
  back.kind = down;
  cudaMemcpy3D(&back);
  report("a volume", got, numbers);

  // One column of two rows and both slices, slice by slice.
  int seen[4] = {};
  back.srcPos = make_cudaPos(1, 0, 0);
  back.dstPtr = make_cudaPitchedPtr(seen, 4, 1, 2);
  back.extent = make_cudaExtent(1, 2, 2);
  cudaMemcpy3D(&back);
  std::printf("turned to rows: %d %d %d %d\n", seen[0], seen[2], seen[1], seen[3]);
  cudaFreeArray(array);
}

// Host, pitched memory, array, host: all in one stream.
void streamed() {
  const std::vector<int> numbers = counted(120);
  std::vector<int> got(120, -1);
  cudaPitchedPtr memory;
  cudaMalloc3D(&memory, make_cudaExtent(4 * sizeof(int), 3, 10));
  const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMalloc3DArray(&array, &ints, make_cudaExtent(4, 3, 10));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<int*>(numbers.data()), 16, 4, 3);
  copy.dstPtr = memory;
  copy.extent = make_cudaExtent(16, 3, 10);
  copy.kind = up;
  cudaMemcpy3DAsync(&copy, stream);
  cudaMemcpy3DParms next{};
  next.srcPtr = memory;
  next.dstArray = array;
  next.extent = make_cudaExtent(4, 3, 10);
  next.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3DAsync(&next, stream);
  cudaMemcpy3DParms last{};
  last.srcArray = array;
  last.dstPtr = make_cudaPitchedPtr(got.data(), 16, 4, 3);
  last.extent = make_cudaExtent(4, 3, 10);
  last.kind = down;
  cudaMemcpy3DAsync(&last, stream);
  cudaStreamSynchronize(stream);
  report("in a stream", got, numbers);
  cudaFreeArray(array);
  cudaFree(memory.ptr);
  cudaStreamDestroy(stream);
}

// Two bytes of the first two of three rows.
void set() {
  cudaPitchedPtr memory;
  cudaMalloc3D(&memory, make_cudaExtent(3, 3, 1));
  cudaMemset3D(memory, 0, make_cudaExtent(3, 3, 1));
  cudaMemset3D(memory, 7, make_cudaExtent(2, 2, 1));
  unsigned char got[9];
  cudaMemcpy2D(got, 3, memory.ptr, memory.pitch, 3, 3, down);
  std::printf("set: %d %d %d %d %d %d %d %d\n", got[0], got[1], got[2], got[3], got[4], got[5], got[6], got[7]);
  cudaFree(memory.ptr);
}

}  // namespace

int main() {
  flat();
  deep();
  streamed();
  set();
}
