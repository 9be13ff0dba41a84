// Making texture and surface objects, and refusing those that a GPU refuses.

#include "textures/objects.hpp"

#include <cstdio>
#include <optional>

#include "memory/registry.hpp"
#include "runtime/arrays.hpp"

namespace loom::runtime {

namespace {

using textures::Element;
using textures::Format;
using textures::Image;
using textures::Shape;
using textures::Surface;
using textures::Texture;

// Memory that a texture can lie over: the device reaches it, and it begins at a multiple of the texture alignment.
// (Counted from the start of its allocation: where allocations themselves begin differs between devices.)
cudaError_t check_memory(const void* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const Allocation* const allocation = Registry::instance().find(address);
  const bool good = allocation && (address - allocation->base) % table::texture_alignment == 0;
  return good ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t linear_image(const cudaResourceDesc& resource, Image& image) {
  const auto& linear = resource.res.linear;
  const std::optional<Format> format = textures::format_of(linear.desc);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  if (const cudaError_t error = check_memory(linear.devPtr)) return error;
  image.shape = Shape::linear;
  image.format = *format;
  image.base = reinterpret_cast<std::uintptr_t>(linear.devPtr);
  image.width = linear.sizeInBytes / format->texel_bytes();
  image.row_bytes = image.slice_bytes = linear.sizeInBytes;
  return cudaSuccess;
}

cudaError_t pitched_image(const cudaResourceDesc& resource, Image& image) {
  const auto& pitched = resource.res.pitch2D;
  const std::optional<Format> format = textures::format_of(pitched.desc);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  if (const cudaError_t error = check_memory(pitched.devPtr)) return error;
  int widest = 0, highest = 0, longest = 0;
  attribute_of(0, cudaDevAttrMaxTexture2DLinearWidth, widest);
  attribute_of(0, cudaDevAttrMaxTexture2DLinearHeight, highest);
  attribute_of(0, cudaDevAttrMaxTexture2DLinearPitch, longest);
  if (pitched.width > static_cast<std::size_t>(widest) || pitched.height > static_cast<std::size_t>(highest) ||
      pitched.pitchInBytes > static_cast<std::size_t>(longest) || pitched.pitchInBytes % table::texture_pitch_alignment != 0)
    return cudaErrorInvalidValue;
  image.shape = Shape::plane;
  image.format = *format;
  image.base = reinterpret_cast<std::uintptr_t>(pitched.devPtr);
  image.width = pitched.width;
  image.height = pitched.height;
  image.row_bytes = pitched.pitchInBytes;
  image.slice_bytes = pitched.pitchInBytes * pitched.height;
  return cudaSuccess;
}

cudaError_t refuse_mipmaps() {
  std::fputs("loom: loom has no mipmapped arrays; make a texture of an array with one level.\n", stderr);
  return cudaErrorNotSupported;
}

cudaError_t image_of(const cudaResourceDesc& resource, Image& image) {
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const cudaArray* const array = find_array(resource.res.array.array);
      if (!array) return cudaErrorInvalidResourceHandle;
      image = array->image;
      return cudaSuccess;
    }
    case cudaResourceTypeMipmappedArray: return refuse_mipmaps();
    case cudaResourceTypeLinear: return linear_image(resource, image);
    case cudaResourceTypePitch2D: return pitched_image(resource, image);
  }
  return cudaErrorInvalidValue;
}

cudaError_t check_modes(const Image& image, const cudaTextureDesc& how) {
  for (const cudaTextureAddressMode mode : how.addressMode)
    if (mode < cudaAddressModeWrap || mode > cudaAddressModeBorder) return cudaErrorInvalidValue;
  if (how.filterMode != cudaFilterModePoint && how.filterMode != cudaFilterModeLinear) return cudaErrorInvalidValue;
  const bool narrow_integers = image.format.element != Element::real && image.format.bits < 32;
  const bool as_numbers = how.readMode == cudaReadModeNormalizedFloat;
  const bool filters = how.filterMode == cudaFilterModeLinear;
  if (filters && image.format.element != Element::real && !(as_numbers && narrow_integers))
    return cudaErrorInvalidFilterSetting;
  return as_numbers && !narrow_integers ? cudaErrorInvalidNormSetting : cudaSuccess;
}

bool has_border(const cudaTextureDesc& how) {
  for (const cudaTextureAddressMode mode : how.addressMode)
    if (mode == cudaAddressModeBorder) return true;
  return false;
}

// How a GPU filters colours in sRGB, and what border it gives them, is not known to loom to the bit.
cudaError_t check_sRGB(const Image& image, const cudaTextureDesc& how) {
  const bool is_light = how.sRGB && how.readMode == cudaReadModeNormalizedFloat && image.format.bits == 8 &&
                        image.format.element == Element::unsigned_integer;
  if (!is_light || (how.filterMode == cudaFilterModePoint && !has_border(how))) return cudaSuccess;
  std::fputs("loom: loom reads sRGB textures at points only, and without a border; decode the colours first and use floats.\n", stderr);
  return cudaErrorNotSupported;
}

struct View { Element element; int bits, channels; };

// What a view's format says; nothing for compressed blocks and for none.
std::optional<View> view_of(cudaResourceViewFormat format) {
  if (format <= cudaResViewFormatNone || format > cudaResViewFormatFloat4) return std::nullopt;
  const int number = format - cudaResViewFormatUnsignedChar1;
  constexpr int channels[] = {1, 2, 4};
  constexpr View kinds[] = {{Element::unsigned_integer, 8, 0},  {Element::signed_integer, 8, 0},
                            {Element::unsigned_integer, 16, 0}, {Element::signed_integer, 16, 0},
                            {Element::unsigned_integer, 32, 0}, {Element::signed_integer, 32, 0},
                            {Element::real, 16, 0},             {Element::real, 32, 0}};
  View view = kinds[number / 3];
  view.channels = channels[number % 3];
  return view;
}

// A view gives the texels of an array another meaning; their size and number stay.
cudaError_t apply_view(Image& image, const cudaResourceDesc& resource, const cudaResourceViewDesc& view) {
  if (resource.resType != cudaResourceTypeArray) return cudaSuccess;
  const std::optional<View> seen = view_of(view.format);
  if (!seen) return cudaErrorInvalidValue;
  const Format format{seen->element, seen->channels, seen->bits};
  const cudaArray& array = *find_array(resource.res.array.array);
  if (format.bits != image.format.bits || format.channels != image.format.channels ||
      view.width != array.extent.width || view.height != array.extent.height || view.depth != array.extent.depth)
    return cudaErrorInvalidValue;
  image.format = format;
  return cudaSuccess;
}

// An array of one dimension, seen as a texture, is one row of a plane; only its own axis is addressed as the program says.
cudaError_t make(const cudaResourceDesc& resource, const cudaTextureDesc& how, const cudaResourceViewDesc* view, Texture& made) {
  made.how = how;
  made.resource = resource;
  if (const cudaError_t error = image_of(resource, made.image)) return error;
  if (view) {
    made.view = *view;
    if (const cudaError_t error = apply_view(made.image, resource, *view)) return error;
  }
  if (const cudaError_t error = check_modes(made.image, how)) return error;
  return check_sRGB(made.image, how);
}

template <class Object, class Part>
cudaError_t describe(const Object* object, Part Object::*part, Part* description) {
  if (!object || !description) return cudaErrorInvalidValue;
  *description = object->*part;
  return cudaSuccess;
}

}  // namespace

}  // namespace loom::runtime

using namespace loom::runtime;
using loom::textures::find_surface;
using loom::textures::find_texture;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc,
                                    const cudaTextureDesc* pTexDesc, const cudaResourceViewDesc* pResViewDesc) {
  return call([&](Lock&) {
    if (!pTexObject || !pResDesc) return cudaErrorInvalidValue;
    if (!pTexDesc) return cudaErrorInvalidResourceHandle;
    Texture texture;
    if (const cudaError_t error = make(*pResDesc, *pTexDesc, pResViewDesc, texture)) return error;
    *pTexObject = loom::textures::add(texture);
    return *pTexObject ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

// As on a GPU, destroying something that is not an object is not an error.
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
  return call([&](Lock& lock) {
    if (const cudaError_t fault = synchronise_all(lock)) return fault;
    loom::textures::remove_texture(texObject);
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc, cudaTextureObject_t texObject) {
  return ask([&] { return describe(find_texture(texObject), &Texture::resource, pResDesc); });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject) {
  return ask([&] { return describe(find_texture(texObject), &Texture::how, pTexDesc); });
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* pResViewDesc, cudaTextureObject_t texObject) {
  return ask([&] { return describe(find_texture(texObject), &Texture::view, pResViewDesc); });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const cudaResourceDesc* pResDesc) {
  return call([&](Lock&) {
    if (!pSurfObject || !pResDesc || pResDesc->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
    const cudaArray* const array = find_array(pResDesc->res.array.array);
    if (!array) return cudaErrorInvalidResourceHandle;
    *pSurfObject = loom::textures::add(Surface{array->image, *pResDesc});
    return *pSurfObject ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
  return call([&](Lock& lock) {
    if (const cudaError_t fault = synchronise_all(lock)) return fault;
    loom::textures::remove_surface(surfObject);
    return cudaSuccess;
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* pResDesc, cudaSurfaceObject_t surfObject) {
  return ask([&] { return describe(find_surface(surfObject), &Surface::resource, pResDesc); });
}
