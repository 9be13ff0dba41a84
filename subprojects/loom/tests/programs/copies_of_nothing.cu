// Peer, array and 3-D copies of memory that has not been written: to the host they are a note each, on the device they carry that along, and
// a kernel that reads it there is reported. After a memset of one to three dimensions nothing is reported.
// prints: 4
// once: cudaMemcpyPeer copies to the host from the 256 bytes from cudaMalloc at copies_of_nothing.cu:77
// once: cudaMemcpy2DFromArray copies to the host from the 256 bytes from cudaMallocArray at copies_of_nothing.cu:79
// once: cudaMemcpyFromArray copies to the host from the 256 bytes from cudaMallocArray at copies_of_nothing.cu:79
// once: cudaMemcpy3D copies to the host from the 256 bytes from cudaMalloc at copies_of_nothing.cu:77
// once: cudaMemcpy3D reads 128 bytes
// once: cudaMemcpy3DPeer copies to the host from the 256 bytes from cudaMalloc at copies_of_nothing.cu:77
// never: from cudaMalloc at copies_of_nothing.cu:78
#include <cstdio>

constexpr std::size_t bytes = 64 * sizeof(int), pitch = 16 * sizeof(int), width = 8 * sizeof(int), rows = 4;

__global__ void by_peer(const int* from, int* to) { *to = from[1]; }  // finds: uninitialised-read
__global__ void by_volume(const int* from, int* to) { *to = from[1]; }  // finds: uninitialised-read
__global__ void by_array(cudaTextureObject_t from, int* to) { *to = tex2D<int>(from, 1, 1); }  // finds: uninitialised-read
__global__ void by_array_to_linear(const int* from, int* to) { *to = from[1]; }  // finds: uninitialised-read
__global__ void written(const int* from, int* to) { *to += from[1]; }

template <class Parameters>
Parameters volume(void* from, void* to) {
  Parameters p{};
  p.srcPtr = {from, pitch, pitch, 2};
  p.dstPtr = {to, pitch, pitch, 2};
  p.extent = make_cudaExtent(width, 2, 2);
  return p;
}

void to_the_host(int* host, int* nothing, cudaArray_t array) {
  int* pinned;
  cudaMallocHost(&pinned, bytes);
  auto down = volume<cudaMemcpy3DParms>(nothing, host);
  down.kind = cudaMemcpyDeviceToHost;
  const auto over = volume<cudaMemcpy3DPeerParms>(nothing, pinned);
  cudaMemcpyPeer(pinned, 0, nothing, 0, bytes);
  cudaMemcpy2DFromArray(host, pitch, array, 0, 0, width, rows, cudaMemcpyDeviceToHost);
  cudaMemcpyFromArray(host, array, 0, 0, width, cudaMemcpyDeviceToHost);
  cudaMemcpy3D(&down);
  cudaMemcpy3DPeer(&over);
  cudaFreeHost(pinned);
}

void on_the_device(int* to, int* nothing, cudaArray_t array, cudaTextureObject_t texture) {
  int* other;
  cudaMalloc(&other, bytes);
  cudaMemset(other, 0, bytes);
  cudaMemcpyPeer(other, 0, nothing, 0, bytes);
  by_peer<<<1, 1>>>(other, to);
  cudaMemset(other, 0, bytes);
  auto across = volume<cudaMemcpy3DParms>(nothing, other);
  across.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&across);
  by_volume<<<1, 1>>>(other, to);
  cudaMemset(other, 0, bytes);
  cudaMemcpy2DFromArray(other, pitch, array, 0, 0, width, rows, cudaMemcpyDeviceToDevice);
  by_array_to_linear<<<1, 1>>>(other, to);
  cudaMemset(other, 0, bytes);
  cudaMemcpy2DToArray(array, 0, 0, other, pitch, width, rows, cudaMemcpyDeviceToDevice);
  cudaMemcpy2DToArray(array, 0, 0, nothing, pitch, width, rows, cudaMemcpyDeviceToDevice);
  by_array<<<1, 1>>>(texture, to);
  cudaFree(other);
}

void after_memsets(int* to, int* set) {
  cudaMemset(to, 0, sizeof *to);
  cudaMemset2D(set, pitch, 0, width, rows);
  written<<<1, 1>>>(set, to);
  cudaMemset3D({set + 32, pitch, pitch, 2}, 0, make_cudaExtent(width, 2, 1));
  written<<<1, 1>>>(set + 32, to);
}

int main() {
  int *nothing, *set, *to, host[64];
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMalloc(&nothing, bytes);
  cudaMalloc(&set, bytes);
  cudaMallocArray(&array, &format, 16, rows);
  cudaMalloc(&to, sizeof *to);
  to_the_host(host, nothing, array);

  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  on_the_device(to, nothing, array, texture);

  after_memsets(to, set);
  cudaMemcpy(host, to, sizeof *to, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0] + 4);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  for (int* memory : {nothing, set, to}) cudaFree(memory);
}
