// Exercise "A tile renderer": translucent circles, in six parts.
#include "30-a-renderer/tile-renderer.hpp"
#include "common/radix-sort.cuh"
#include "common/scan.cuh"

// Part 1. Both colours are premultiplied, and so is the result: `front`, and what is seen of `back` through it.
__device__ float4 over(float4 front, float4 back) {
  float4 both = front;
  // your code begins
  const float through = 1 - front.w;
  both.x += through * back.x;
  both.y += through * back.y;
  both.z += through * back.z;
  both.w += through * back.w;
  // your code ends
  return both;
}

// Part 1. What pixel (x, y) shows of the circle, premultiplied: its colour if the pixel's centre lies in it or on its edge, otherwise 0.
__device__ float4 seen(const Circle& circle, unsigned x, unsigned y) {
  float4 colour{};
  // your code begins
  const float dx = static_cast<float>(x) + 0.5f - circle.x, dy = static_cast<float>(y) + 0.5f - circle.y;
  if (dx * dx + dy * dy <= circle.radius * circle.radius)
    colour = {circle.red * circle.opacity, circle.green * circle.opacity, circle.blue * circle.opacity, circle.opacity};
  // your code ends
  return colour;
}

// your code begins
constexpr unsigned threads = 128;
constexpr float opaque = 0.999f;

// The squared distance from a centre to the nearest point of the tile whose first pixel is `first`, along one axis.
__device__ float outside(float centre, unsigned first, unsigned pixels) {
  const float low = static_cast<float>(first), high = static_cast<float>(min(first + tile, pixels));
  const float distance = fmaxf(fmaxf(low - centre, centre - high), 0.0f);
  return distance * distance;
}

// From the first tile that an interval may touch to the last. A touch of an edge counts, so the first is one earlier where it begins at one.
__device__ uint2 tiles_of(float centre, float radius, unsigned tiles) {
  const float last = static_cast<float>(tiles) - 1;
  const float from = ceilf((centre - radius) / tile) - 1, to = floorf((centre + radius) / tile);
  return {static_cast<unsigned>(fminf(fmaxf(from, 0.0f), last)), static_cast<unsigned>(fminf(fmaxf(to, 0.0f), last))};
}

// Calls visit(tile) for all tiles that the circle touches, in rising order.
template <class Visit>
__device__ void visit_tiles(const Circle& circle, Size size, Visit visit) {
  const uint2 across = tiles_of(circle.x, circle.radius, size.tiles_x()), down = tiles_of(circle.y, circle.radius, size.tiles_y());
  for (unsigned ty = down.x; ty <= down.y; ++ty)
    for (unsigned tx = across.x; tx <= across.y; ++tx)
      if (outside(circle.x, tx * tile, size.width) + outside(circle.y, ty * tile, size.height) <= circle.radius * circle.radius)
        visit(ty * size.tiles_x() + tx);
}

__device__ std::size_t my_index() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }
// your code ends

// Part 2. counts[i] is the number of tiles that circle i touches: the distance from its centre to the nearest point of the tile is at most
// the radius. Tiles end with the picture. Any grid of one dimension.
__global__ void count_tiles(weft::View<const Circle> circles, Size size, unsigned* counts) {
  // your code begins
  for (std::size_t i = my_index(); i < circles.size(); i += all_threads()) {
    unsigned count = 0;
    visit_tiles(circles[i], size, [&](unsigned) { ++count; });
    counts[i] = count;
  }
  // your code ends
}

// Part 3. first[i] is the sum of all counts before i, for i from 0 to counts.size(): one element more than there are counts.
void offsets(weft::View<const unsigned> counts, unsigned* first) {
  // your code begins
  const std::size_t n = counts.size();
  weft::Scan<weft::Sum<unsigned>, 256, 4> scan;
  scan(weft::Elements<unsigned, 1>{counts}, weft::Results<unsigned, 1, false>{{first, n}}, first + n);
  // your code ends
}

// your code begins
__global__ void write_pairs(weft::View<const Circle> circles, Size size, const unsigned* first, unsigned* tile_of, unsigned* circle_of) {
  for (std::size_t i = my_index(); i < circles.size(); i += all_threads()) {
    unsigned at = first[i];
    visit_tiles(circles[i], size, [&](unsigned touched) {
      tile_of[at] = touched;
      circle_of[at++] = static_cast<unsigned>(i);
    });
  }
}
// your code ends

// Part 4. All pairs of a tile and a circle that touches it, in the order of tiles, and for each tile in the order of circles. `first` comes
// from part 3, and `pairs` is its last element.
void pairs_by_tile(weft::View<const Circle> circles, Size size, const unsigned* first, unsigned pairs, unsigned* tile_of,
                   unsigned* circle_of) {
  // your code begins
  if (pairs == 0) return;
  weft::Buffer<unsigned> tiles(pairs), owners(pairs);
  const auto blocks = static_cast<unsigned>((circles.size() + threads - 1) / threads);
  write_pairs<<<blocks, threads>>>(circles, size, first, tiles.data(), owners.data());
  weft::RadixSort<unsigned, unsigned> sort;
  sort(tiles.view(), {tile_of, pairs}, owners.data(), circle_of);
  // your code ends
}

// your code begins
// The index of the first element that is not less than `bound`.
__device__ unsigned first_from(weft::View<const unsigned> sorted, unsigned bound) {
  auto low = 0u, high = static_cast<unsigned>(sorted.size());
  while (low < high) {
    const unsigned middle = low + (high - low) / 2;
    if (sorted[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

__global__ void search_ranges(weft::View<const unsigned> tile_of, weft::View<uint2> range) {
  const auto t = static_cast<unsigned>(my_index());
  if (t < range.size()) range[t] = {first_from(tile_of, t), first_from(tile_of, t + 1)};
}
// your code ends

// Part 5. range[t]: the index of the first pair of tile t, and the index after the last one. They are equal if the tile has no pair.
void ranges_of_tiles(weft::View<const unsigned> tile_of, weft::View<uint2> range) {
  // your code begins
  search_ranges<<<static_cast<unsigned>((range.size() + threads - 1) / threads), threads>>>(tile_of, range);
  weft::check(cudaGetLastError());
  // your code ends
}

// Part 6. Draws all circles over the background: one block of tile × tile threads per tile. Later circles lie in front of earlier ones. A
// pixel whose opacity is 0.999 or more needs no further circle, and a block whose pixels all have that must stop.
__global__ void draw_tiles(weft::View<const Circle> circles, weft::View<const unsigned> circle_of, const uint2* range, Size size,
                           float4 background, float4* picture) {
  // your code begins
  constexpr unsigned batch = tile * tile;
  __shared__ Circle loaded[batch];
  const unsigned x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y, me = threadIdx.y * tile + threadIdx.x;
  const bool is_in_picture = x < size.width && y < size.height;
  const uint2 mine = range[blockIdx.y * gridDim.x + blockIdx.x];
  float4 colour{};
  for (unsigned end = mine.y; end > mine.x;) {
    const unsigned count = min(batch, end - mine.x);
    if (me < count) loaded[me] = circles[circle_of[end - 1 - me]];
    __syncthreads();
    if (is_in_picture)
      for (unsigned k = 0; k < count && colour.w < opaque; ++k) colour = over(colour, seen(loaded[k], x, y));
    end -= count;
    if (__syncthreads_and(!is_in_picture || colour.w >= opaque)) break;
  }
  if (is_in_picture) picture[std::size_t{y} * size.width + x] = over(colour, background);
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
