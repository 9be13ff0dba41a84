// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 896166f0212385a4e2cb55a210acb6feca2ef0bf]
// Circles drawn in order on a page, tile by tile.
#pragma once

#include "common/compact.cuh"
#include "common/discs.cuh"
#include "common/radix-sort.cuh"

namespace weft {

constexpr unsigned side = 16;  // of a tile

struct Page {
  unsigned width, height;
  __host__ __device__ unsigned across() const { return (width + side - 1) / side; }
  __host__ __device__ unsigned down() const { return (height + side - 1) / side; }
};

__host__ __device__ inline bool touches(const Circle& c, unsigned column, unsigned row) {
  const float left = static_cast<float>(column * side) + 0.5f;
  const float top = static_cast<float>(row * side) + 0.5f;
  return covers(c, fminf(fmaxf(c.x, left), left + (side - 1)),
                fminf(fmaxf(c.y, top), top + (side - 1)));
}

// Calls visit(tile) for each tile of the page that the circle touches, row by row.
template <class Visit>
__device__ void for_each_tile(const Circle& c, Page page, Visit visit) {
  const auto tile_at = [](float x, unsigned tiles) {
    return x < 0 ? 0 : min(static_cast<unsigned>(x) / side, tiles - 1);
  };
  const unsigned right = tile_at(c.x + c.radius, page.across());
  const unsigned bottom = tile_at(c.y + c.radius, page.down());
  for (unsigned row = tile_at(c.y - c.radius, page.down()); row <= bottom; ++row)
    for (unsigned column = tile_at(c.x - c.radius, page.across()); column <= right; ++column)
      if (touches(c, column, row)) visit(row * page.across() + column);
}

using TileNumber = unsigned short;

static __global__ void count_tiles(View<const Circle> circles, Page page, unsigned* counts) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= circles.size()) return;
  unsigned count = 0;
  for_each_tile(circles[i], page, [&](unsigned) { ++count; });
  counts[i] = count;
}

static __global__ void write_pairs(View<const Circle> circles, Page page, const unsigned* offsets,
                                   TileNumber* tiles, unsigned* which) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= circles.size()) return;
  unsigned next = offsets[i];
  for_each_tile(circles[i], page, [&](unsigned tile) {
    tiles[next] = static_cast<TileNumber>(tile);
    which[next++] = static_cast<unsigned>(i);
  });
}

struct BeginsList {
  const TileNumber* tiles;
  __device__ bool operator()(TileNumber tile, std::size_t i) const {
    return i == 0 || tiles[i - 1] != tile;
  }
};

struct ItsIndex {
  __device__ unsigned operator()(TileNumber, std::size_t i) const {
    return static_cast<unsigned>(i);
  }
};

struct Lists {
  const TileNumber* tiles;   // of each pair, sorted
  const unsigned* which;     // circle of each pair
  unsigned pairs;
  const unsigned* begins;    // of each list, among the pairs
  const std::size_t* count;  // of lists
};

static __global__ void __launch_bounds__(side * side)
    draw_lists(const Circle* circles, Lists lists, Page page, uchar3* picture) {
  __shared__ Circle batch[side * side];
  const std::size_t list = blockIdx.x;
  if (list >= *lists.count) return;
  const unsigned begin = lists.begins[list], tile = lists.tiles[begin];
  unsigned end = list + 1 < *lists.count ? lists.begins[list + 1] : lists.pairs;
  const unsigned column = tile % page.across() * side + threadIdx.x % side;
  const unsigned row = tile / page.across() * side + threadIdx.x / side;
  const float x = static_cast<float>(column) + 0.5f, y = static_cast<float>(row) + 0.5f;
  const bool on_page = column < page.width && row < page.height;
  Layer seen = Over::identity();

  while (!__syncthreads_and(!on_page || seen.through < opaque) && begin < end) {
    const unsigned loaded = min(end - begin, side * side);
    if (threadIdx.x < loaded) batch[threadIdx.x] = circles[lists.which[end - 1 - threadIdx.x]];
    __syncthreads();
    for (unsigned k = 0; k < loaded && seen.through >= opaque; ++k)
      if (covers(batch[k], x, y)) seen = Over{}(seen, layer_of(batch[k]));
    end -= loaded;
  }
  if (on_page) picture[std::size_t{row} * page.width + column] = on_paper(seen);
}

class TiledPage {
 public:
  explicit TiledPage(Page page) : page_(page) {
    if (page.across() * page.down() > 65'536) throw std::length_error("tiles need 16 bits");
  }
  void draw(View<const Circle> circles, uchar3* picture) {
    count(circles);
    scan();
    write(circles);
    sort();
    find_lists();
    draw_tiles(circles, picture);
  }

  void count(View<const Circle> circles) {
    if (counts_.size() != circles.size()) {
      counts_ = Buffer<unsigned>(circles.size());
      offsets_ = Buffer<unsigned>(circles.size());
    }
    if (circles.size() == 0) return;
    count_tiles<<<blocks(circles), 256>>>(circles, page_, counts_.data());
    check(cudaGetLastError());
  }
  void scan() {
    const auto all = std::as_const(counts_).view();
    scan_(Elements<unsigned, 4>{all}, Results<unsigned, 4, false>{offsets_.view()}, total_.data());
    pairs_ = total_.to_host()[0];  // waits
    if (tiles_.size() >= pairs_) return;
    for (Buffer<TileNumber>* tiles : {&tiles_, &sorted_tiles_}) *tiles = Buffer<TileNumber>(pairs_);
    for (Buffer<unsigned>* which : {&which_, &sorted_which_}) *which = Buffer<unsigned>(pairs_);
  }
  void write(View<const Circle> circles) {
    if (circles.size() == 0) return;
    write_pairs<<<blocks(circles), 256>>>(circles, page_, offsets_.data(), tiles_.data(),
                                          which_.data());
    check(cudaGetLastError());
  }
  void sort() {
    sort_(View<const TileNumber>(tiles_.data(), pairs_), View(sorted_tiles_.data(), pairs_),
          which_.data(), sorted_which_.data());
  }
  void find_lists() {
    select(select_, View<const TileNumber>(sorted_tiles_.data(), pairs_),
           BeginsList{sorted_tiles_.data()}, begins_.view(), lists_.data(), ItsIndex{});
  }
  void draw_tiles(View<const Circle> circles, uchar3* picture) {
    const std::size_t bytes = std::size_t{page_.width} * page_.height * sizeof(uchar3);
    check(cudaMemsetAsync(picture, 255, bytes));  // white
    draw_lists<<<page_.across() * page_.down(), side * side>>>(circles.data(), lists(), page_,
                                                               picture);
    check(cudaGetLastError());
  }

  const Buffer<unsigned>& counts() const { return counts_; }
  const Buffer<unsigned>& offsets() const { return offsets_; }
  const Buffer<TileNumber>& written_tiles() const { return tiles_; }
  const Buffer<unsigned>& written_circles() const { return which_; }
  Lists lists() const {
    return {sorted_tiles_.data(), sorted_which_.data(), pairs_, begins_.data(), lists_.data()};
  }

 private:
  static unsigned blocks(View<const Circle> circles) {
    return static_cast<unsigned>((circles.size() + 255) / 256);
  }
  Page page_;
  unsigned pairs_ = 0;
  Buffer<unsigned> counts_{0}, offsets_{0}, total_{1}, which_{0}, sorted_which_{0};
  Buffer<TileNumber> tiles_{0}, sorted_tiles_{0};
  Buffer<unsigned> begins_{page_.across() * page_.down()};
  Buffer<std::size_t> lists_{1};
  Scan<Sum<unsigned>> scan_;
  Scan<Sum<std::size_t>> select_;
  RadixSort<TileNumber, unsigned> sort_;
};

}  // namespace weft
