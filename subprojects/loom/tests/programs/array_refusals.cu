// What CUDA refuses of arrays, textures, surfaces and their copies, and by which error.
// printed: array_refusals.txt
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

void say(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

cudaChannelFormatDesc floats() { return cudaCreateChannelDesc<float>(); }

void try_array(const char* what, cudaChannelFormatDesc desc, std::size_t width, std::size_t height, unsigned flags = 0) {
  cudaArray_t array = nullptr;
  const cudaError_t error = cudaMallocArray(&array, &desc, width, height, flags);
  say(what, error);
  if (error == cudaSuccess) cudaFreeArray(array);
}

void try_array(const char* what, cudaChannelFormatDesc desc, cudaExtent extent, unsigned flags = 0) {
  cudaArray_t array = nullptr;
  const cudaError_t error = cudaMalloc3DArray(&array, &desc, extent, flags);
  say(what, error);
  if (error == cudaSuccess) {
    cudaChannelFormatDesc got{};
    cudaExtent size{};
    unsigned kept = 99;
    cudaArrayGetInfo(&got, &size, &kept, array);
    std::printf("  %d %d %d %d %d, %zu x %zu x %zu, %u\n", got.x, got.y, got.z, got.w, got.f, size.width, size.height, size.depth, kept);
    cudaFreeArray(array);
  }
}

void arrays() {
  const auto f = cudaChannelFormatKindFloat;
  const auto u = cudaChannelFormatKindUnsigned;
  try_array("no width", floats(), 0, 0);
  try_array("no width but a height", floats(), 0, 5);
  try_array("one", floats(), 1, 0);
  try_array("131072 wide", floats(), 131072, 0);
  try_array("131073 wide", floats(), 131073, 0);
  try_array("131072 x 65536", cudaCreateChannelDesc<unsigned char>(), 131072, 1);
  try_array("1 x 65536", floats(), 1, 65536);
  try_array("1 x 65537", floats(), 1, 65537);
  try_array("1 x 131073", floats(), 1, 131073);
  try_array("131073 x 1", floats(), 131073, 1);
  try_array("gather 32768", floats(), 32768, 1, cudaArrayTextureGather);
  try_array("gather 32769", floats(), 32769, 1, cudaArrayTextureGather);
  try_array("gather of 1D", floats(), 16, 0, cudaArrayTextureGather);
  try_array("surface 32769", floats(), 32769, 0, cudaArraySurfaceLoadStore);
  try_array("flag of layers", floats(), 16, 16, cudaArrayLayered);
  try_array("flag of cubes", floats(), 16, 16, cudaArrayCubemap);
  try_array("unknown flag", floats(), 16, 16, 0x1000);
  try_array("three channels", cudaCreateChannelDesc(8, 8, 8, 0, u), 16, 16);
  try_array("mixed channels", cudaCreateChannelDesc(8, 16, 0, 0, u), 16, 16);
  try_array("5 6 5", cudaCreateChannelDesc(5, 6, 5, 0, u), 16, 16);
  try_array("no channel", cudaCreateChannelDesc(0, 0, 0, 0, u), 16, 16);
  try_array("second channel only", cudaCreateChannelDesc(0, 8, 0, 0, u), 16, 16);
  try_array("64 bits", cudaCreateChannelDesc(64, 0, 0, 0, u), 16, 16);
  try_array("float of 8 bits", cudaCreateChannelDesc(8, 0, 0, 0, f), 16, 16);
  try_array("float of 16 bits", cudaCreateChannelDesc(16, 0, 0, 0, f), 16, 16);
  try_array("no kind", cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindNone), 16, 16);
  try_array("3D", floats(), make_cudaExtent(4, 5, 6));
  try_array("3D without height", floats(), make_cudaExtent(4, 0, 6));
  try_array("3D of 16385", floats(), make_cudaExtent(16385, 1, 1));
  try_array("3D 1 x 16385", floats(), make_cudaExtent(1, 16385, 1));
  try_array("3D 1 x 1 x 16385", floats(), make_cudaExtent(1, 1, 16385));
  try_array("2D by 3D", floats(), make_cudaExtent(4, 5, 0), cudaArraySurfaceLoadStore);
  try_array("1D by 3D", floats(), make_cudaExtent(4, 0, 0));
  try_array("layers", floats(), make_cudaExtent(4, 5, 6), cudaArrayLayered);
  try_array("1D layers", floats(), make_cudaExtent(4, 0, 6), cudaArrayLayered);
  try_array("no layers", floats(), make_cudaExtent(4, 5, 0), cudaArrayLayered);
  try_array("2048 layers", floats(), make_cudaExtent(4, 5, 2048), cudaArrayLayered);
  try_array("2049 layers", floats(), make_cudaExtent(4, 5, 2049), cudaArrayLayered);
  try_array("cube", floats(), make_cudaExtent(4, 4, 6), cudaArrayCubemap);
  try_array("cube of 5 faces", floats(), make_cudaExtent(4, 4, 5), cudaArrayCubemap);
  try_array("cube of oblongs", floats(), make_cudaExtent(4, 5, 6), cudaArrayCubemap);
  try_array("layers of cubes", floats(), make_cudaExtent(4, 4, 12), cudaArrayCubemap | cudaArrayLayered);
  try_array("gather of 3D", floats(), make_cudaExtent(4, 4, 4), cudaArrayTextureGather);
  say("no array", cudaMallocArray(nullptr, nullptr, 4, 4));
  cudaArray_t array;
  say("no descriptor", cudaMallocArray(&array, nullptr, 4, 4));
  say("free nothing", cudaFreeArray(nullptr));
  say("descriptor of nothing", cudaGetChannelDesc(nullptr, nullptr));
}

cudaError_t made(const cudaResourceDesc& resource, const cudaTextureDesc& desc, const cudaResourceViewDesc* view = nullptr) {
  cudaTextureObject_t texture = 0;
  const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &desc, view);
  if (error == cudaSuccess) cudaDestroyTextureObject(texture);
  return error;
}

cudaTextureDesc desc(bool normalised = false, cudaTextureFilterMode filter = cudaFilterModePoint,
                     cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc made{};
  for (auto& mode : made.addressMode) mode = cudaAddressModeClamp;
  made.filterMode = filter;
  made.readMode = read;
  made.normalizedCoords = normalised;
  return made;
}

constexpr auto linear = cudaFilterModeLinear, point = cudaFilterModePoint;
constexpr auto as_float = cudaReadModeNormalizedFloat;

void linear_textures(char* memory) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  auto& of = resource.res.linear;
  of = {memory, floats(), 4096};
  say("linear", made(resource, desc()));
  say("linear, filtered", made(resource, desc(false, linear)));
  say("linear, normalised", made(resource, desc(true)));
  say("linear, float as float", made(resource, desc(false, point, as_float)));
  cudaTextureDesc other = desc();
  for (int mode = 0; mode < 4; ++mode) {
    for (auto& one : other.addressMode) one = static_cast<cudaTextureAddressMode>(mode);
    say("linear, address mode", made(resource, other));
  }
  other = desc();
  other.addressMode[0] = static_cast<cudaTextureAddressMode>(9);
  say("linear, unknown address mode", made(resource, other));
  other = desc();
  other.filterMode = static_cast<cudaTextureFilterMode>(9);
  say("linear, unknown filter mode", made(resource, other));
  other = desc();
  other.readMode = static_cast<cudaTextureReadMode>(9);
  say("linear, unknown read mode", made(resource, other));
  other = desc();
  other.maxAnisotropy = 99;
  say("linear, anisotropy", made(resource, other));
  for (std::size_t offset : {4, 16, 32, 64, 128, 256, 512, 1024}) {
    of.devPtr = memory + offset;
    std::printf("%zu ", offset);
    say("bytes on", made(resource, desc()));
  }
  of.devPtr = memory;
  for (std::size_t bytes : {0, 1, 3, 4, 6, 8191, 8192, 8193, 1 << 20}) {
    of.sizeInBytes = bytes;
    std::printf("%zu of 8192 ", bytes);
    say("bytes", made(resource, desc()));
  }
  of.sizeInBytes = std::size_t{1} << 29;
  say("2^27 floats", made(resource, desc()));
  of.sizeInBytes = (std::size_t{1} << 30) + 4;
  say("2^28 + 1 floats", made(resource, desc()));
  of.sizeInBytes = 4096;
  of.devPtr = nullptr;
  say("no memory", made(resource, desc()));
  static float host[1024];
  of.devPtr = host;
  say("pageable memory", made(resource, desc()));
  float* pinned;
  cudaMallocHost(&pinned, 4096);
  of.devPtr = pinned;
  say("pinned memory", made(resource, desc()));
  of.devPtr = memory;
  of.desc = cudaCreateChannelDesc<int>();
  say("int", made(resource, desc()));
  say("int as float", made(resource, desc(false, point, as_float)));
  say("int filtered", made(resource, desc(false, linear)));
  of.desc = cudaCreateChannelDesc<unsigned char>();
  say("uchar as float", made(resource, desc(false, point, as_float)));
  of.desc = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
  say("uchar3", made(resource, desc()));
  of.desc = cudaCreateChannelDesc<float4>();
  say("float4", made(resource, desc()));
  of.sizeInBytes = 24;
  say("24 bytes of float4", made(resource, desc()));
  cudaResourceViewDesc view{};
  say("linear with a view", made(resource, desc(), &view));
}

void pitched_textures(char* memory) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  auto& of = resource.res.pitch2D;
  of = {memory, floats(), 16, 4, 512};
  say("pitched", made(resource, desc()));
  for (std::size_t pitch : {60, 64, 68, 96, 100, 128, 160, 512, 0, 1024}) {
    of.pitchInBytes = pitch;
    std::printf("%zu ", pitch);
    say("bytes per row", made(resource, desc()));
  }
  of.pitchInBytes = 512;
  for (std::size_t offset : {4, 32, 256, 512}) {
    of.devPtr = memory + offset;
    std::printf("%zu ", offset);
    say("bytes on", made(resource, desc()));
  }
  of.devPtr = memory;
  of.width = 0;
  say("no width", made(resource, desc()));
  of.width = 128;
  say("as wide as the pitch", made(resource, desc()));
  of.width = 129;
  say("wider than the pitch", made(resource, desc()));
  of.width = 16;
  of.height = 0;
  say("no height", made(resource, desc()));
  of.height = 17;
  say("more rows than memory", made(resource, desc()));
  of.height = 65001;
  say("65001 rows", made(resource, desc()));
  of.height = 4;
  for (int mode = 0; mode < 4; ++mode)
    for (bool normalised : {false, true}) {
      cudaTextureDesc other = desc(normalised, linear);
      for (auto& one : other.addressMode) one = static_cast<cudaTextureAddressMode>(mode);
      say(normalised ? "pitched, address mode, normalised" : "pitched, address mode", made(resource, other));
    }
  of.desc = cudaCreateChannelDesc<int>();
  say("pitched int filtered", made(resource, desc(false, linear)));
  of.desc = cudaCreateChannelDesc<unsigned char>();
  say("pitched uchar filtered", made(resource, desc(false, linear)));
  say("pitched uchar filtered as float", made(resource, desc(false, linear, as_float)));
}

void array_textures() {
  cudaChannelFormatDesc format = floats();
  cudaArray_t array, cube;
  cudaMallocArray(&array, &format, 16, 16);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  say("array", made(resource, desc()));
  say("array, float as float", made(resource, desc(false, point, as_float)));
  cudaTextureDesc other = desc();
  other.sRGB = 1;
  say("array, sRGB float", made(resource, other));
  cudaResourceViewDesc view{};
  view.format = cudaResViewFormatFloat1;
  view.width = 16;
  view.height = 16;
  say("array, the same view", made(resource, desc(), &view));
  view.format = cudaResViewFormatUnsignedInt1;
  say("array, viewed as unsigned", made(resource, desc(), &view));
  view.format = cudaResViewFormatUnsignedChar1;
  say("array, viewed as uchar", made(resource, desc(), &view));
  view.format = cudaResViewFormatFloat1;
  view.width = 8;
  say("array, a view of half the width", made(resource, desc(), &view));
  cudaSurfaceObject_t surface;
  say("a surface of it", cudaCreateSurfaceObject(&surface, &resource));
  resource.res.array.array = nullptr;
  say("no array", made(resource, desc()));
  say("a surface of none", cudaCreateSurfaceObject(&surface, &resource));
  resource.resType = static_cast<cudaResourceType>(9);
  say("unknown resource", made(resource, desc()));
  resource.resType = cudaResourceTypeArray;
  for (auto [name, type] : {std::pair("int", cudaCreateChannelDesc<int>()), std::pair("uchar", cudaCreateChannelDesc<unsigned char>()),
                            std::pair("short4", cudaCreateChannelDesc<short4>())}) {
    cudaArray_t typed;
    cudaMallocArray(&typed, &type, 16, 16);
    resource.res.array.array = typed;
    std::printf("%s ", name);
    say("filtered", made(resource, desc(false, linear)));
    std::printf("%s ", name);
    say("as float", made(resource, desc(false, point, as_float)));
    std::printf("%s ", name);
    say("filtered as float", made(resource, desc(false, linear, as_float)));
    other = desc(false, point, as_float);
    other.sRGB = 1;
    std::printf("%s ", name);
    say("sRGB", made(resource, other));
    other = desc();
    other.sRGB = 1;
    std::printf("%s ", name);
    say("sRGB elements", made(resource, other));
    cudaFreeArray(typed);
  }
  cudaMalloc3DArray(&cube, &format, make_cudaExtent(4, 4, 6), cudaArrayCubemap);
  resource.res.array.array = cube;
  for (int mode = 0; mode < 4; ++mode) {
    other = desc(true);
    for (auto& one : other.addressMode) one = static_cast<cudaTextureAddressMode>(mode);
    say("cube, address mode", made(resource, other));
  }
  say("cube, not normalised", made(resource, desc()));
  resource.res.array.array = array;
  cudaTextureObject_t texture = 0;
  const cudaTextureDesc plain = desc();
  say("create", cudaCreateTextureObject(&texture, &resource, &plain, nullptr));
  cudaResourceDesc got{};
  say("its resource", cudaGetTextureObjectResourceDesc(&got, texture));
  std::printf("  %d %d\n", got.resType, got.res.array.array == array);
  cudaTextureDesc how{};
  say("its descriptor", cudaGetTextureObjectTextureDesc(&how, texture));
  std::printf("  %d %d %d %d\n", how.addressMode[0], how.filterMode, how.readMode, how.normalizedCoords);
  cudaResourceViewDesc seen{};
  say("its view", cudaGetTextureObjectResourceViewDesc(&seen, texture));
  say("destroy", cudaDestroyTextureObject(texture));
  say("destroy again", cudaDestroyTextureObject(texture));
  say("destroy nothing", cudaDestroyTextureObject(0));
  say("destroy garbage", cudaDestroyTextureObject(123456789));
  say("describe nothing", cudaGetTextureObjectResourceDesc(&got, 0));
  say("describe garbage", cudaGetTextureObjectResourceDesc(&got, 123456789));
  say("destroy no surface", cudaDestroySurfaceObject(0));
  say("no object", cudaCreateTextureObject(nullptr, &resource, &plain, nullptr));
  say("no resource", cudaCreateTextureObject(&texture, nullptr, &plain, nullptr));
  say("no descriptor", cudaCreateTextureObject(&texture, &resource, nullptr, nullptr));
  cudaFreeArray(array);
  cudaFreeArray(cube);
}

void copies() {
  cudaChannelFormatDesc format = floats();
  cudaArray_t flat, line, deep, other;
  cudaMallocArray(&flat, &format, 16, 8);
  cudaMallocArray(&line, &format, 16, 0);
  cudaMalloc3DArray(&deep, &format, make_cudaExtent(8, 4, 3));
  cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
  cudaMallocArray(&other, &bytes, 64, 8);
  std::vector<float> host(1024);
  const auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
  say("2D whole", cudaMemcpy2DToArray(flat, 0, 0, host.data(), 64, 64, 8, up));
  say("2D too wide", cudaMemcpy2DToArray(flat, 4, 0, host.data(), 64, 64, 8, up));
  say("2D too high", cudaMemcpy2DToArray(flat, 0, 1, host.data(), 64, 64, 8, up));
  say("2D half a texel", cudaMemcpy2DToArray(flat, 0, 0, host.data(), 64, 6, 8, up));
  say("2D from half a texel", cudaMemcpy2DToArray(flat, 2, 0, host.data(), 64, 4, 8, up));
  say("2D pitch too small", cudaMemcpy2DToArray(flat, 0, 0, host.data(), 60, 64, 8, up));
  say("2D wrong way", cudaMemcpy2DToArray(flat, 0, 0, host.data(), 64, 64, 8, down));
  say("2D any way", cudaMemcpy2DToArray(flat, 0, 0, host.data(), 64, 64, 8, cudaMemcpyDefault));
  say("2D unknown way", cudaMemcpy2DToArray(flat, 0, 0, host.data(), 64, 64, 8, static_cast<cudaMemcpyKind>(9)));
  say("2D nothing", cudaMemcpy2DToArray(flat, 0, 0, host.data(), 64, 0, 8, up));
  say("2D no array", cudaMemcpy2DToArray(nullptr, 0, 0, host.data(), 64, 64, 8, up));
  say("2D no host", cudaMemcpy2DToArray(flat, 0, 0, nullptr, 64, 64, 8, up));
  say("2D to a line", cudaMemcpy2DToArray(line, 0, 0, host.data(), 64, 64, 1, up));
  say("2D two rows to a line", cudaMemcpy2DToArray(line, 0, 0, host.data(), 64, 64, 2, up));
  say("2D to a volume", cudaMemcpy2DToArray(deep, 0, 0, host.data(), 32, 32, 4, up));
  say("2D back", cudaMemcpy2DFromArray(host.data(), 64, flat, 0, 0, 64, 8, down));
  say("2D back too wide", cudaMemcpy2DFromArray(host.data(), 64, flat, 4, 0, 64, 8, down));
  say("2D among arrays", cudaMemcpy2DArrayToArray(flat, 0, 0, other, 0, 0, 64, 8, cudaMemcpyDeviceToDevice));
  say("2D among arrays, too wide", cudaMemcpy2DArrayToArray(flat, 4, 0, other, 0, 0, 64, 8, cudaMemcpyDeviceToDevice));
  cudaMemcpy3DParms copy{};
  say("3D nothing at all", cudaMemcpy3D(&copy));
  say("3D no parameters", cudaMemcpy3D(nullptr));
  copy.srcPtr = make_cudaPitchedPtr(host.data(), 32, 8, 4);
  copy.dstArray = deep;
  copy.extent = make_cudaExtent(8, 4, 3);
  copy.kind = up;
  say("3D whole", cudaMemcpy3D(&copy));
  copy.dstPos = make_cudaPos(0, 0, 1);
  say("3D too deep", cudaMemcpy3D(&copy));
  copy.dstPos = make_cudaPos(1, 0, 0);
  say("3D too wide", cudaMemcpy3D(&copy));
  copy.dstPos = make_cudaPos(0, 0, 0);
  copy.extent = make_cudaExtent(8, 4, 0);
  say("3D empty", cudaMemcpy3D(&copy));
  copy.extent = make_cudaExtent(8, 4, 3);
  copy.dstPtr = copy.srcPtr;
  say("3D two destinations", cudaMemcpy3D(&copy));
  copy.dstPtr = {};
  copy.srcArray = deep;
  say("3D two sources", cudaMemcpy3D(&copy));
  copy.srcArray = nullptr;
  copy.srcPtr.pitch = 16;
  say("3D pitch too small", cudaMemcpy3D(&copy));
  copy.srcPtr.pitch = 32;
  copy.srcPtr.ysize = 2;
  say("3D rows too few", cudaMemcpy3D(&copy));
  copy.srcPtr.ysize = 4;
  copy.srcPtr.xsize = 4;
  say("3D xsize too small", cudaMemcpy3D(&copy));
  copy.srcPtr.xsize = 8;
  copy.kind = down;
  say("3D wrong way", cudaMemcpy3D(&copy));
  copy.kind = up;
  copy.srcPos = make_cudaPos(4, 0, 0);
  say("3D source beyond its row", cudaMemcpy3D(&copy));
  cudaPitchedPtr volume;
  say("volume", cudaMalloc3D(&volume, make_cudaExtent(40, 4, 3)));
  say("set", cudaMemset3D(volume, 7, make_cudaExtent(40, 4, 3)));
  say("set too wide", cudaMemset3D(volume, 7, make_cudaExtent(volume.pitch + 1, 4, 3)));
  say("set wider than asked", cudaMemset3D(volume, 7, make_cudaExtent(44, 4, 3)));
  say("set too deep", cudaMemset3D(volume, 7, make_cudaExtent(40, 4, 4)));
  say("set nothing", cudaMemset3D(volume, 7, make_cudaExtent(0, 4, 3)));
  say("set no memory", cudaMemset3D(make_cudaPitchedPtr(nullptr, 64, 64, 1), 7, make_cudaExtent(4, 1, 1)));
  cudaFree(volume.ptr);
  cudaFreeArray(flat);
  cudaFreeArray(line);
  cudaFreeArray(deep);
  cudaFreeArray(other);
}

}  // namespace

int main() {
  arrays();
  char* memory;
  cudaMalloc(&memory, 8192);
  linear_textures(memory);
  pitched_textures(memory);
  array_textures();
  copies();
  say("in the end", cudaDeviceSynchronize());
}
