// A surface counts bytes along x: a write outside it ends the kernel as on a GPU.
// prints: misaligned: cudaErrorMisalignedAddress
// prints: outside: cudaErrorIllegalAddress
#include <cstdio>

__global__ void misaligned(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, 2, 0);                               // finds: misaligned
}

__global__ void outside(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, 4 * static_cast<int>(threadIdx.x), 0);    // finds: out-of-bounds
}

int main() {
  for (const bool beyond : {false, true}) {
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    cudaMallocArray(&resource.res.array.array, &floats, 8, 4, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    if (beyond)
      outside<<<1, 9>>>(surface);
    else
      misaligned<<<1, 1>>>(surface);
    std::printf("%s: %s\n", beyond ? "outside" : "misaligned", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
  }
}
