// Surfaces as a thread reads and writes them.

#include "loom/device_surfaces.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "device/device_only.hpp"
#include "textures/memory.hpp"
#include "textures/objects.hpp"

namespace loom {

namespace textures {

namespace {

// A row's last offset at which an element begins that lies within the row.
std::int64_t last_in_row(const Image& image, unsigned bytes) {
  return static_cast<std::int64_t>(image.width * image.format.texel_bytes()) - bytes;
}

bool is_inside(const Image& image, const SurfacePlace& place, unsigned bytes) {
  return place.x >= 0 && place.x <= last_in_row(image, bytes) && place.y >= 0 &&
         static_cast<std::size_t>(place.y) < image.height && place.z >= 0 && static_cast<std::size_t>(place.z) < image.depth;
}

SurfacePlace clamped(const Image& image, SurfacePlace place, unsigned bytes) {
  const std::int64_t last = std::max<std::int64_t>(last_in_row(image, bytes), 0) / bytes * bytes;
  place.x = static_cast<int>(std::clamp<std::int64_t>(place.x, 0, last));
  place.y = std::clamp(place.y, 0, static_cast<int>(image.height) - 1);
  place.z = std::clamp(place.z, 0, static_cast<int>(image.depth) - 1);
  return place;
}

std::string access_text(const char* verb, unsigned bytes) {
  return std::string(verb) + ' ' + std::to_string(bytes) + (bytes == 1 ? " byte of a surface" : " bytes of a surface");
}

[[noreturn]] void trap(const Image& image, const SurfacePlace& place, unsigned bytes, const char* verb, std::uintptr_t pc) {
  ends_kernel(pc, access_text(verb, bytes),
              "an access to a surface at byte " + std::to_string(place.x) + " of row " + std::to_string(place.y) +
                  (image.depth > 1 ? " of slice " + std::to_string(place.z) : std::string()) + ", which has rows of " +
                  std::to_string(image.width * image.format.texel_bytes()) + " bytes" +
                  (image.height > 1 ? ", " + std::to_string(image.height) + " of them" : std::string()),
              "x counts bytes, not texels: multiply it by the size of a texel. If accesses beyond the edge are intended, pass "
              "cudaBoundaryModeClamp or cudaBoundaryModeZero.");
}

[[noreturn]] void misaligned(const SurfacePlace& place, unsigned bytes, const char* verb, std::uintptr_t pc) {
  ends_kernel_misaligned(pc, access_text(verb, bytes),
                         "an access to a surface at byte " + std::to_string(place.x) + ", which is not a multiple of " + std::to_string(bytes),
                         "x counts bytes: multiply the index of the texel by its size.");
}

// The bytes that the access reaches, or nullptr where it reaches none and that is meant.
void* reached(const SurfacePlace& wanted, unsigned bytes, const char* verb, std::uintptr_t pc) {
  device_only("a surface's function");
  const HooksMuted muted;
  const Surface* const surface = find_surface(wanted.surface);
  if (!surface)
    ends_kernel(pc, access_text(verb, bytes), "an access through a surface object that does not exist",
                "Make it with cudaCreateSurfaceObject, check that the call succeeds, and destroy it only after the last kernel that uses it.");
  const Image& image = surface->image;
  SurfacePlace place = wanted;
  if (image.shape != Shape::volume) place.z = layer_number(place.z);
  if (wanted.x % static_cast<int>(bytes) != 0) misaligned(wanted, bytes, verb, pc);
  if (!is_inside(image, place, bytes)) {
    if (wanted.mode == cudaBoundaryModeZero) return nullptr;
    if (wanted.mode != cudaBoundaryModeClamp) trap(image, place, bytes, verb, pc);
    place = clamped(image, place, bytes);
  }
  return reinterpret_cast<void*>(image.base + static_cast<std::size_t>(place.z) * image.slice_bytes +
                                 static_cast<std::size_t>(place.y) * image.row_bytes + static_cast<std::size_t>(place.x));
}

}  // namespace

}  // namespace textures

using namespace textures;

Texel surface_read(const SurfacePlace& place, unsigned bytes) {
  const std::uintptr_t pc = LOOM_CALLER;
  Texel texel{};
  if (const void* const memory = reached(place, bytes, "reads", pc)) {
    reads(reinterpret_cast<std::uintptr_t>(memory), bytes, pc);
    std::memcpy(&texel, memory, bytes);
  }
  return texel;
}

void surface_write(const SurfacePlace& place, unsigned bytes, Texel texel) {
  const std::uintptr_t pc = LOOM_CALLER;
  if (void* const memory = reached(place, bytes, "writes", pc)) {
    writes(reinterpret_cast<std::uintptr_t>(memory), bytes, pc);
    std::memcpy(memory, &texel, bytes);
  }
}

}  // namespace loom
