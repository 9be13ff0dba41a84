// The texture and surface objects that the program has made, found by their handles.
#pragma once

#include "surface_types.h"
#include "textures/image.hpp"

namespace loom::textures {

struct Texture {
  Image image;
  cudaTextureDesc how{};
  cudaResourceDesc resource{};       // as the program described it
  cudaResourceViewDesc view{};
};

struct Surface {
  Image image;
  cudaResourceDesc resource{};
};

// Handles are never 0, and a handle that was destroyed stays unknown for long. The table is full at 2^20 objects; then 0.
cudaTextureObject_t add(const Texture&);
cudaSurfaceObject_t add(const Surface&);
void remove_texture(cudaTextureObject_t);
void remove_surface(cudaSurfaceObject_t);

// nullptr where there is none. Safe to call while others are added.
const Texture* find_texture(cudaTextureObject_t);
const Surface* find_surface(cudaSurfaceObject_t);

}  // namespace loom::textures
