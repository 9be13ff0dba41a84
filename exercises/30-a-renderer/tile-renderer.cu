// Exercise "A tile renderer": translucent circles, in six parts.
#include "30-a-renderer/tile-renderer.hpp"
#include "common/radix-sort.cuh"
#include "common/scan.cuh"

// Part 1. Both colours are premultiplied, and so is the result: `front`, and what is seen of `back` through it.
__device__ float4 over(float4 front, float4 back) {
  float4 both = front;
  // your code begins
  // your code ends
  return both;
}

// Part 1. What pixel (x, y) shows of the circle, premultiplied: its colour if the pixel's centre lies in it or on its edge, otherwise 0.
__device__ float4 seen(const Circle& circle, unsigned x, unsigned y) {
  float4 colour{};
  // your code begins
  // your code ends
  return colour;
}

// your code begins
// your code ends

// Part 2. counts[i] is the number of tiles that circle i touches: the distance from its centre to the nearest point of the tile is at most
// the radius. Tiles end with the picture. Any grid of one dimension.
__global__ void count_tiles(weft::View<const Circle> circles, Size size, unsigned* counts) {
  // your code begins
  // your code ends
}

// Part 3. first[i] is the sum of all counts before i, for i from 0 to counts.size(): one element more than there are counts.
void offsets(weft::View<const unsigned> counts, unsigned* first) {
  // your code begins
  // your code ends
}

// your code begins
// your code ends

// Part 4. All pairs of a tile and a circle that touches it, in the order of tiles, and for each tile in the order of circles. `first` comes
// from part 3, and `pairs` is its last element.
void pairs_by_tile(weft::View<const Circle> circles, Size size, const unsigned* first, unsigned pairs, unsigned* tile_of,
                   unsigned* circle_of) {
  // your code begins
  // your code ends
}

// your code begins
// your code ends

// Part 5. range[t]: the index of the first pair of tile t, and the index after the last one. They are equal if the tile has no pair.
void ranges_of_tiles(weft::View<const unsigned> tile_of, weft::View<uint2> range) {
  // your code begins
  // your code ends
}

// Part 6. Draws all circles over the background: one block of tile × tile threads per tile. Later circles lie in front of earlier ones. A
// pixel whose opacity is 0.999 or more needs no further circle, and a block whose pixels all have that must stop.
__global__ void draw_tiles(weft::View<const Circle> circles, weft::View<const unsigned> circle_of, const uint2* range, Size size,
                           float4 background, float4* picture) {
  // your code begins
  // your code ends
}

// All parts together.
void render(weft::View<const Circle> circles, Size size, float4 background, float4* picture) {
  const std::size_t n = circles.size();
  weft::Buffer<unsigned> counts(std::vector<unsigned>(n, 0)), first(std::vector<unsigned>(n + 1, 0));
  if (n > 0) count_tiles<<<static_cast<unsigned>((n + 127) / 128), 128>>>(circles, size, counts.data());
  weft::check(cudaGetLastError());
  offsets(counts.view(), first.data());
  unsigned pairs = 0;
  weft::check(cudaMemcpy(&pairs, first.data() + n, sizeof pairs, cudaMemcpyDeviceToHost));
  weft::Buffer<unsigned> tile_of(std::vector<unsigned>(pairs, 0)), circle_of(std::vector<unsigned>(pairs, 0));
  weft::Buffer<uint2> range(std::vector<uint2>(size.tiles()));
  pairs_by_tile(circles, size, first.data(), pairs, tile_of.data(), circle_of.data());
  ranges_of_tiles(tile_of.view(), range.view());
  draw_tiles<<<dim3(size.tiles_x(), size.tiles_y()), dim3(tile, tile)>>>(circles, circle_of.view(), range.data(), size, background, picture);
  weft::check(cudaGetLastError());
  weft::check(cudaDeviceSynchronize());
}
