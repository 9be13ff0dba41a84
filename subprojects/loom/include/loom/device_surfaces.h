// Reading and writing surfaces in device code. `x` counts bytes, `y`, `z`, layers and faces count texels.
#pragma once

#include "loom/texel.h"
#include "surface_types.h"

namespace loom {

// Where an access goes. An axis that the surface has not stands at 0.
struct SurfacePlace {
  cudaSurfaceObject_t surface;
  int x, y, z;                       // z: the slice, the layer, the face
  cudaSurfaceBoundaryMode mode;
};

Texel surface_read(const SurfacePlace&, unsigned bytes);
void surface_write(const SurfacePlace&, unsigned bytes, Texel);

template <class T>
__attribute__((always_inline)) inline T read_surface(const SurfacePlace& place) {
  static_assert(sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0, "a surface is read 1, 2, 4, 8 or 16 bytes at a time");
  const Texel texel = surface_read(place, sizeof(T));
  T value;
  __builtin_memcpy(&value, &texel, sizeof(T));
  return value;
}

template <class T>
__attribute__((always_inline)) inline void write_surface(T value, const SurfacePlace& place) {
  static_assert(sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0, "a surface is written 1, 2, 4, 8 or 16 bytes at a time");
  Texel texel{};
  __builtin_memcpy(&texel, &value, sizeof(T));
  surface_write(place, sizeof(T), texel);
}

}  // namespace loom

#define LOOM_UNPACK(...) __VA_ARGS__
#define LOOM_SURFACE(name, parameters, place)                                                                             \
  template <class T>                                                                                                      \
  __attribute__((always_inline)) inline T name##read(cudaSurfaceObject_t surfObject, LOOM_UNPACK parameters,              \
                                                     cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {       \
    return loom::read_surface<T>(loom::SurfacePlace{surfObject, LOOM_UNPACK place, boundaryMode});                        \
  }                                                                                                                       \
  template <class T>                                                                                                      \
  __attribute__((always_inline)) inline void name##read(T* ptr, cudaSurfaceObject_t surfObject, LOOM_UNPACK parameters,   \
                                                        cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {    \
    *ptr = loom::read_surface<T>(loom::SurfacePlace{surfObject, LOOM_UNPACK place, boundaryMode});                        \
  }                                                                                                                       \
  template <class T>                                                                                                      \
  __attribute__((always_inline)) inline void name##write(T val, cudaSurfaceObject_t surfObject, LOOM_UNPACK parameters,   \
                                                         cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {   \
    loom::write_surface(val, loom::SurfacePlace{surfObject, LOOM_UNPACK place, boundaryMode});                            \
  }

LOOM_SURFACE(surf1D, (int x), (x, 0, 0))
LOOM_SURFACE(surf2D, (int x, int y), (x, y, 0))
LOOM_SURFACE(surf3D, (int x, int y, int z), (x, y, z))
LOOM_SURFACE(surf1DLayered, (int x, int layer), (x, 0, layer))
LOOM_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer))
LOOM_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face))
LOOM_SURFACE(surfCubemapLayered, (int x, int y, int layerFace), (x, y, layerFace))

#undef LOOM_SURFACE
#undef LOOM_UNPACK
