// Surfaces of every shape, read and written inside and outside: what loom prints is what a GPU prints.
// printed: surface_samples.txt
#include <cstdio>
#include <string>
#include <vector>

namespace {

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) std::printf("%s: %s\n", what, cudaGetErrorName(error));
}

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  check(cudaCreateSurfaceObject(&surface, &resource), "cudaCreateSurfaceObject");
  return surface;
}

cudaArray_t array_of(const cudaChannelFormatDesc& desc, cudaExtent extent, unsigned flags = 0) {
  cudaArray_t array = nullptr;
  check(cudaMalloc3DArray(&array, &desc, extent, flags | cudaArraySurfaceLoadStore), "cudaMalloc3DArray");
  return array;
}

constexpr int wide = 5, high = 4, deep = 3;

// Number the texels from 1 in the order in which they lie.
void number(cudaArray_t array, cudaExtent extent) {
  std::vector<unsigned> texels(wide * high * deep);
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<unsigned>(i) + 1;
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), extent.width * 4, extent.width, extent.height ? extent.height : 1);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1);
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&copy), "cudaMemcpy3D to");
}

void print_all(const char* name, cudaArray_t array, cudaExtent extent) {
  std::vector<unsigned> texels(wide * high * deep, 77777);
  cudaMemcpy3DParms copy{};
  copy.srcArray = array;
  copy.dstPtr = make_cudaPitchedPtr(texels.data(), extent.width * 4, extent.width, extent.height ? extent.height : 1);
  copy.extent = make_cudaExtent(extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1);
  copy.kind = cudaMemcpyDeviceToHost;
  check(cudaMemcpy3D(&copy), "cudaMemcpy3D from");
  std::printf("%s:", name);
  for (std::size_t i = 0; i < copy.extent.width * copy.extent.height * copy.extent.depth; ++i) std::printf(" %x", texels[i]);
  std::printf("\n");
}

// The coordinates tried along every axis: inside, at the ends, and beyond on both sides. In bytes they wrap around.
__device__ const int steps[] = {0, 1, 4, 5, 8, -1, -5, 100, -2147483647 - 1, 2147483647};
constexpr int step_count = 10;
__device__ int in_bytes(int texel) { return static_cast<int>(4u * static_cast<unsigned>(texel)); }

enum class Shape { one, two, three, layered1, layered2 };

__device__ unsigned read(Shape shape, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  if (mode == cudaBoundaryModeZero) {
    switch (shape) {
      case Shape::one: return surf1Dread<unsigned>(s, x, cudaBoundaryModeZero);
      case Shape::two: return surf2Dread<unsigned>(s, x, y, cudaBoundaryModeZero);
      case Shape::three: return surf3Dread<unsigned>(s, x, y, z, cudaBoundaryModeZero);
      case Shape::layered1: return surf1DLayeredread<unsigned>(s, x, z, cudaBoundaryModeZero);
      case Shape::layered2: return surf2DLayeredread<unsigned>(s, x, y, z, cudaBoundaryModeZero);
    }
  }
  switch (shape) {
    case Shape::one: return surf1Dread<unsigned>(s, x, cudaBoundaryModeClamp);
    case Shape::two: return surf2Dread<unsigned>(s, x, y, cudaBoundaryModeClamp);
    case Shape::three: return surf3Dread<unsigned>(s, x, y, z, cudaBoundaryModeClamp);
    case Shape::layered1: return surf1DLayeredread<unsigned>(s, x, z, cudaBoundaryModeClamp);
    case Shape::layered2: return surf2DLayeredread<unsigned>(s, x, y, z, cudaBoundaryModeClamp);
  }
  return 0;
}

__device__ void write(Shape shape, unsigned value, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  if (mode == cudaBoundaryModeZero) {
    switch (shape) {
      case Shape::one: return surf1Dwrite(value, s, x, cudaBoundaryModeZero);
      case Shape::two: return surf2Dwrite(value, s, x, y, cudaBoundaryModeZero);
      case Shape::three: return surf3Dwrite(value, s, x, y, z, cudaBoundaryModeZero);
      case Shape::layered1: return surf1DLayeredwrite(value, s, x, z, cudaBoundaryModeZero);
      case Shape::layered2: return surf2DLayeredwrite(value, s, x, y, z, cudaBoundaryModeZero);
    }
  }
  switch (shape) {
    case Shape::one: return surf1Dwrite(value, s, x, cudaBoundaryModeClamp);
    case Shape::two: return surf2Dwrite(value, s, x, y, cudaBoundaryModeClamp);
    case Shape::three: return surf3Dwrite(value, s, x, y, z, cudaBoundaryModeClamp);
    case Shape::layered1: return surf1DLayeredwrite(value, s, x, z, cudaBoundaryModeClamp);
    case Shape::layered2: return surf2DLayeredwrite(value, s, x, y, z, cudaBoundaryModeClamp);
  }
}

__global__ void read_all(Shape shape, cudaSurfaceObject_t s, unsigned* seen, cudaSurfaceBoundaryMode mode) {
  const int i = static_cast<int>(threadIdx.x), j = static_cast<int>(blockIdx.x), k = static_cast<int>(blockIdx.y);
  seen[(k * step_count + j) * step_count + i] = read(shape, s, in_bytes(steps[i]), steps[j], steps[k], mode);
}

// One after the other, so that the last one stays.
__global__ void write_all(Shape shape, cudaSurfaceObject_t s, cudaSurfaceBoundaryMode mode) {
  for (int k = 0; k < step_count; ++k)
    for (int j = 0; j < step_count; ++j)
      for (int i = 0; i < step_count; ++i)
        write(shape, 0x1000 + (k * step_count + j) * step_count + i, s, in_bytes(steps[i]), steps[j], steps[k], mode);
}

void try_shape(const char* name, Shape shape, cudaExtent extent, unsigned flags) {
  const cudaArray_t array = array_of(cudaCreateChannelDesc<unsigned>(), extent, flags);
  const cudaSurfaceObject_t surface = surface_of(array);
  unsigned* seen;
  constexpr int all = step_count * step_count * step_count;
  check(cudaMalloc(&seen, all * sizeof(unsigned)), "cudaMalloc");
  for (cudaSurfaceBoundaryMode mode : {cudaBoundaryModeZero, cudaBoundaryModeClamp}) {
    number(array, extent);
    read_all<<<dim3(step_count, step_count), step_count>>>(shape, surface, seen, mode);
    std::vector<unsigned> host(all);
    check(cudaMemcpy(host.data(), seen, all * sizeof(unsigned), cudaMemcpyDeviceToHost), "cudaMemcpy");
    std::printf("%s read %s:", name, mode == cudaBoundaryModeZero ? "zero" : "clamp");
    for (int i = 0; i < all; ++i)
      if (i < 10 || (shape != Shape::one && (i < 100 || shape == Shape::three || shape == Shape::layered2 || shape == Shape::layered1)))
        std::printf(" %u", host[i]);
    std::printf("\n");
    if (shape == Shape::one) continue;    // there a GPU's writes within the row went astray too
    write_all<<<1, 1>>>(shape, surface, mode);
    check(cudaDeviceSynchronize(), "write");
    print_all((std::string(name) + " written " + (mode == cudaBoundaryModeZero ? "zero" : "clamp")).c_str(), array, extent);
  }
  cudaFree(seen);
  check(cudaDestroySurfaceObject(surface), "cudaDestroySurfaceObject");
  check(cudaFreeArray(array), "cudaFreeArray");
}

// Elements narrower and wider than a texel, and types of several channels.
__global__ void mixed(cudaSurfaceObject_t s, unsigned* out) {
  surf2Dwrite(make_uchar4(1, 2, 3, 4), s, 0, 0);
  surf2Dwrite(static_cast<unsigned short>(0xabcd), s, 6, 0);
  surf2Dwrite(static_cast<unsigned char>(0x77), s, 9, 0);
  surf2Dwrite(make_uint2(0x11111111, 0x22222222), s, 0, 1);
  surf2Dwrite(make_float4(1, 2, 3, 4), s, 0, 2);
  out[0] = surf2Dread<unsigned>(s, 0, 0);
  out[1] = surf2Dread<unsigned short>(s, 6, 0);
  out[2] = surf2Dread<unsigned char>(s, 9, 0);
  const ushort4 four = surf2Dread<ushort4>(s, 0, 1);
  out[3] = four.x | four.y << 16;
  out[4] = four.z | four.w << 16;
  out[5] = __float_as_uint(surf2Dread<float>(s, 4, 2));
  out[6] = surf2Dread<unsigned char>(s, 18, 1, cudaBoundaryModeClamp);
}

void try_types() {
  const cudaExtent extent = make_cudaExtent(wide, high, 0);
  const cudaArray_t array = array_of(cudaCreateChannelDesc<unsigned>(), extent);
  const cudaSurfaceObject_t surface = surface_of(array);
  unsigned *out, host[7] = {};
  check(cudaMalloc(&out, sizeof host), "cudaMalloc");
  check(cudaMemset(out, 0, sizeof host), "cudaMemset");
  number(array, extent);
  mixed<<<1, 1>>>(surface, out);
  check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost), "mixed");
  std::printf("mixed:");
  for (unsigned x : host) std::printf(" %x", x);
  std::printf("\n");
  print_all("after mixed", array, extent);
  cudaFree(out);
  check(cudaDestroySurfaceObject(surface), "cudaDestroySurfaceObject");
  check(cudaFreeArray(array), "cudaFreeArray");
}

}  // namespace

int main() {
  try_shape("1D", Shape::one, make_cudaExtent(wide, 0, 0), 0);
  try_shape("2D", Shape::two, make_cudaExtent(wide, high, 0), 0);
  try_shape("3D", Shape::three, make_cudaExtent(wide, high, deep), 0);
  try_shape("1D layered", Shape::layered1, make_cudaExtent(wide, 0, deep), cudaArrayLayered);
  try_shape("2D layered", Shape::layered2, make_cudaExtent(wide, high, deep), cudaArrayLayered);
  try_types();
}
