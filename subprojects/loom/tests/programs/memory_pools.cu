// Memory from pools: limits, what is in use, and pools of one's own.
// prints: default: the current one
// prints: threshold 1048576, used 4096, at most 12288
// prints: its own: cudaSuccess, then cudaErrorMemoryAllocation
// prints: values: 7 8
// prints: destroyed: cudaSuccess, and cudaErrorInvalidValue
#include <cstdint>
#include <cstdio>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  cudaMemPool_t pool, current;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaDeviceGetMemPool(&current, 0);
  std::printf("default: %s\n", pool == current ? "the current one" : "another");
  std::uint64_t threshold = 1 << 20, used = 0, most = 0, read = 0;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  int *a, *b;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&a, 4096, stream);
  cudaMallocAsync(&b, 8192, stream);
  cudaFreeAsync(b, stream);
  cudaStreamSynchronize(stream);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most);
  std::printf("threshold %d, used %d, at most %d\n", static_cast<int>(read), static_cast<int>(used), static_cast<int>(most));

  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = {cudaMemLocationTypeDevice, 0};
  props.maxSize = 32 << 20;
  cudaMemPool_t own;
  cudaMemPoolCreate(&own, &props);
  int *c, *none;
  const cudaError_t first = cudaMallocFromPoolAsync(&c, 1 << 20, own, stream);
  const cudaError_t second = cudaMallocFromPoolAsync(&none, 40 << 20, own, stream);
  std::printf("its own: %s, then %s\n", cudaGetErrorName(first), cudaGetErrorName(second));
  fill<<<1, 32, 0, stream>>>(a, 7);
  fill<<<1, 32, 0, stream>>>(c, 8);
  int values[2];
  cudaMemcpyAsync(&values[0], a, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(&values[1], c, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(a, stream);
  cudaFreeAsync(c, stream);
  cudaStreamSynchronize(stream);
  std::printf("values: %d %d\n", values[0], values[1]);
  const cudaError_t gone = cudaMemPoolDestroy(own);
  std::printf("destroyed: %s, and %s\n", cudaGetErrorName(gone), cudaGetErrorName(cudaMemPoolDestroy(pool)));
  cudaStreamDestroy(stream);
}
