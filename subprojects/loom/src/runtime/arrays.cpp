#include "runtime/arrays.hpp"

#include <memory>
#include <optional>
#include <unordered_map>

#include "loom/call_site.h"
#include "runtime/memory.hpp"

namespace loom::runtime {

namespace {

using textures::Format;
using textures::Image;
using textures::Shape;

std::unordered_map<cudaArray_const_t, std::unique_ptr<cudaArray>>& arrays() {
  static auto& all = *new std::unordered_map<cudaArray_const_t, std::unique_ptr<cudaArray>>;
  return all;
}

Shape shape_of(const cudaExtent& extent, unsigned flags) {
  const bool layered = flags & cudaArrayLayered;
  if (flags & cudaArrayCubemap) return layered ? Shape::cube_layers : Shape::cube;
  if (layered) return extent.height == 0 ? Shape::line_layers : Shape::plane_layers;
  if (extent.depth > 0) return Shape::volume;
  return extent.height > 0 ? Shape::plane : Shape::line;
}

bool at_most(std::size_t size, cudaDeviceAttr attribute) {
  int most = 0;
  return attribute_of(0, attribute, most) && size <= static_cast<std::size_t>(most);
}

bool fits_volume(const cudaExtent& e) {
  const bool square = at_most(e.width, cudaDevAttrMaxTexture3DWidth) && at_most(e.height, cudaDevAttrMaxTexture3DHeight) &&
                      at_most(e.depth, cudaDevAttrMaxTexture3DDepth);
  const bool deep = at_most(e.width, cudaDevAttrMaxTexture3DWidthAlt) &&
                    at_most(e.height, cudaDevAttrMaxTexture3DHeightAlt) && at_most(e.depth, cudaDevAttrMaxTexture3DDepthAlt);
  return square || deep;
}

// Whether a device takes an array of this size for what the flags ask.
bool fits(Shape shape, const cudaExtent& e, unsigned flags) {
  if (e.width == 0) return false;
  const bool surface = flags & cudaArraySurfaceLoadStore;
  switch (shape) {
    case Shape::linear: return false;
    case Shape::line:
      return at_most(e.width, surface ? cudaDevAttrMaxSurface1DWidth : cudaDevAttrMaxTexture1DWidth);
    case Shape::plane:
      if ((flags & cudaArrayTextureGather) && !(at_most(e.width, cudaDevAttrMaxTexture2DGatherWidth) &&
                                                at_most(e.height, cudaDevAttrMaxTexture2DGatherHeight)))
        return false;
      return at_most(e.width, cudaDevAttrMaxTexture2DWidth) && at_most(e.height, cudaDevAttrMaxTexture2DHeight);
    case Shape::volume: return e.height > 0 && fits_volume(e);
    case Shape::line_layers:
      return e.depth > 0 && at_most(e.width, cudaDevAttrMaxTexture1DLayeredWidth) &&
             at_most(e.depth, cudaDevAttrMaxTexture1DLayeredLayers);
    case Shape::plane_layers:
      return e.depth > 0 && at_most(e.width, cudaDevAttrMaxTexture2DLayeredWidth) &&
             at_most(e.height, cudaDevAttrMaxTexture2DLayeredHeight) && at_most(e.depth, cudaDevAttrMaxTexture2DLayeredLayers);
    case Shape::cube:
      return e.width == e.height && e.depth == 6 && at_most(e.width, cudaDevAttrMaxTextureCubemapWidth);
    case Shape::cube_layers:
      return e.width == e.height && e.depth > 0 && e.depth % 6 == 0 &&
             at_most(e.width, cudaDevAttrMaxTextureCubemapLayeredWidth) &&
             at_most(e.depth, cudaDevAttrMaxTextureCubemapLayeredLayers);
  }
  return false;
}

Image image_of(Shape shape, const Format& format, const cudaExtent& extent) {
  Image image;
  image.shape = shape;
  image.format = format;
  image.width = extent.width;
  image.height = extent.height > 0 ? extent.height : 1;
  image.depth = extent.depth > 0 ? extent.depth : 1;
  image.row_bytes = image.width * format.texel_bytes();
  image.slice_bytes = image.height * image.row_bytes;
  return image;
}

cudaError_t allocate(cudaArray_t* array, const cudaChannelFormatDesc* desc, const cudaExtent& extent, unsigned flags,
                     const char* function) {
  if (!array || !desc) return cudaErrorInvalidValue;
  const std::optional<Format> format = textures::format_of(*desc);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  const Shape shape = shape_of(extent, flags);
  constexpr unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
  if ((flags & ~known) || ((flags & cudaArrayTextureGather) && shape != Shape::plane) || !fits(shape, extent, flags))
    return cudaErrorInvalidValue;

  Image image = image_of(shape, *format, extent);
  if (image.slice_bytes > table::global_memory / image.depth) return cudaErrorMemoryAllocation;
  const std::size_t bytes = image.slice_bytes * image.depth;
  Device& device = current_device();
  void* const memory = allocate_device(device, bytes, Origin::device, name_of(bytes, function));
  if (!memory) return cudaErrorMemoryAllocation;
  image.base = reinterpret_cast<std::uintptr_t>(memory);
  auto made = std::make_unique<cudaArray>(cudaArray{*desc, extent, flags, device.number, image});
  *array = made.get();
  arrays().emplace(made.get(), std::move(made));
  return cudaSuccess;
}

}  // namespace

cudaArray* find_array(cudaArray_const_t handle) {
  const auto found = arrays().find(handle);
  return found != arrays().end() ? found->second.get() : nullptr;
}

void forget_arrays(const Device& device) {
  std::erase_if(arrays(), [&](const auto& entry) { return entry.second->device == device.number; });
}

}  // namespace loom::runtime

using namespace loom::runtime;

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

// In an array of one dimension or two, layers and faces have no meaning.
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width, size_t height,
                            unsigned int flags) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) {
    if (flags & (cudaArrayLayered | cudaArrayCubemap)) return cudaErrorInvalidValue;
    return allocate(array, desc, {width, height, 0}, flags, "cudaMallocArray");
  });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned int flags) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) { return allocate(array, desc, extent, flags, "cudaMalloc3DArray"); });
}

// Waits for all work first: some of it may use the array.
cudaError_t cudaFreeArray(cudaArray_t array) {
  return call([&](Lock& lock) {
    if (const cudaError_t fault = synchronise_all(lock)) return fault;
    if (!array) return cudaSuccess;
    const cudaArray* const found = find_array(array);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (const OwnedAllocation* const owned = allocation_at(reinterpret_cast<void*>(found->image.base))) release(*owned);
    arrays().erase(array);
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  return ask([&] {
    if (!desc || !array) return cudaErrorInvalidValue;
    const cudaArray* const found = find_array(array);
    if (!found) return cudaErrorInvalidResourceHandle;
    *desc = found->desc;
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags, cudaArray_t array) {
  return ask([&] {
    const cudaArray* const found = find_array(array);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (desc) *desc = found->desc;
    if (extent) *extent = found->extent;
    if (flags) *flags = found->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements, const cudaChannelFormatDesc* fmtDesc,
                                                 int device) {
  return ask([&] {
    int most = 0;
    if (!maxWidthInElements || !fmtDesc || !loom::textures::format_of(*fmtDesc)) return cudaErrorInvalidValue;
    if (!attribute_of(device, cudaDevAttrMaxTexture1DLinearWidth, most)) return cudaErrorInvalidDevice;
    *maxWidthInElements = static_cast<size_t>(most);
    return cudaSuccess;
  });
}
