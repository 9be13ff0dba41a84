// Exercise "A tile renderer": what its test calls.
#pragma once

#include "common/buffer.cuh"

constexpr unsigned tile = 16;  // pixels in each direction

// In pixels: pixel (x, y) is the square from (x, y) to (x + 1, y + 1). The colour is not premultiplied; all of its parts are in [0, 1].
struct Circle {
  float x, y, radius;
  float red, green, blue, opacity;
};

// Of a picture, whose rows lie one after another. The last tiles of a row or a column may be smaller than the others.
struct Size {
  unsigned width, height;
  __host__ __device__ unsigned tiles_x() const { return (width + tile - 1) / tile; }
  __host__ __device__ unsigned tiles_y() const { return (height + tile - 1) / tile; }
  __host__ __device__ unsigned tiles() const { return tiles_x() * tiles_y(); }
};

__device__ float4 over(float4 front, float4 back);
__device__ float4 seen(const Circle& circle, unsigned x, unsigned y);
__global__ void count_tiles(weft::View<const Circle> circles, Size size, unsigned* counts);
void offsets(weft::View<const unsigned> counts, unsigned* first);
void pairs_by_tile(weft::View<const Circle> circles, Size size, const unsigned* first, unsigned pairs, unsigned* tile_of,
                   unsigned* circle_of);
void ranges_of_tiles(weft::View<const unsigned> tile_of, weft::View<uint2> range);
__global__ void draw_tiles(weft::View<const Circle> circles, weft::View<const unsigned> circle_of, const uint2* range, Size size,
                           float4 background, float4* picture);
void render(weft::View<const Circle> circles, Size size, float4 background, float4* picture);
