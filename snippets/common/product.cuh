// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 4f56f1fbe25652635c78e998956f8437dbe5b88c]
// c = alpha a b + beta c for any shape: which tiling, and in how many pieces.
#pragma once

#include "common/matrix.cuh"
#include "common/product-launch.cuh"

#include <algorithm>
#include <array>
#include <climits>
#include <iterator>
#include <limits>
#include <type_traits>

namespace weft {

// Rows that are owned elsewhere, each `leading` elements after the one before.
template <class T>
class RowMajor {
 public:
  __host__ __device__ RowMajor(T* data, std::size_t rows, std::size_t columns, std::size_t leading)
      : data_(data), rows_(rows), columns_(columns), leading_(leading) {}
  template <class Other>
    requires std::is_same_v<const Other, const T>
  RowMajor(const MatrixView<Other>& all)
      : RowMajor(all.data(), all.rows(), all.columns(), all.columns()) {}
  template <class Writable>
    requires std::is_same_v<const Writable, T>
  RowMajor(const RowMajor<Writable>& other)
      : RowMajor(other.data(), other.rows(), other.columns(), other.leading()) {}

  __host__ __device__ T& operator()(std::size_t row, std::size_t column) const {
    return data_[place_of(row, column, leading_)];
  }
  T* data() const { return data_; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t leading() const { return leading_; }

 private:
  T* data_;
  std::size_t rows_, columns_, leading_;
};

// The pieces have m rows each, one piece after the other.
__host__ __device__ constexpr std::size_t place_in_pieces(std::size_t piece, std::size_t m, std::size_t row,
                                                          std::size_t column, std::size_t leading) {
  return place_of(piece * m + row, column, leading);
}

// c = alpha times the sum of all pieces, in their order, + beta c.
__global__ void join_pieces(const float* pieces, unsigned count, Operands of) {
  const std::size_t all = std::size_t{of.m} * of.n;
  const std::size_t width = (of.n + 3) / 4 * 4;  // of a row of a piece
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < all;
       i += std::size_t{gridDim.x} * blockDim.x) {
    const std::size_t row = i / of.n, column = i % of.n;
    float sum = 0.0f;
    for (unsigned p = 0; p < count; ++p) sum += pieces[place_in_pieces(p, of.m, row, column, width)];
    store<1>(of, static_cast<unsigned>(row), static_cast<unsigned>(column), &sum);
  }
}

using Large = Tiling<128, 256, 16, 64, 64, 16, 8, 3, 1>;
using Flat = Tiling<32, 128, 16, 32, 64, 8, 8, 3, 6>;
using Tall = Tiling<128, 32, 16, 64, 32, 8, 8, 3, 6>;
// Instead of Flat, which has too few threads to copy rows of 128 single words.
using Square = Tiling<64, 64, 16, 64, 32, 8, 8, 3, 6>;

// The properties from which the host chooses.
struct Size {
  unsigned block_m, block_n, depth, threads, blocks;
  double share;  // of the issue slots that multiply-adds get; others load fragments, or copy
  template <class T>
  static constexpr Size of() {
    constexpr double loads = 0.25 / T::thread_m + 0.25 / T::thread_n;
    constexpr double copies = 1.0 / T::block_m + 4.0 / T::block_n;
    return {T::block_m, T::block_n, T::depth, T::threads, T::blocks, 1 / (1 + loads + copies)};
  }
};
constexpr Size sizes[] = {Size::of<Large>(), Size::of<Flat>(), Size::of<Tall>()};

// Cycles that a product takes in pieces of length `piece` along k, roughly.
constexpr double estimate(const Size& size, unsigned m, unsigned n, unsigned k, unsigned piece,
                          unsigned processors) {
  const std::size_t pieces = ceil_div(k, piece);
  const std::size_t tiles = ceil_div(m, size.block_m) * ceil_div(n, size.block_n);
  const std::size_t of_each = ceil_div(tiles * pieces, processors);  // blocks, one after another
  const auto threads = static_cast<double>(std::min<std::size_t>(of_each, size.blocks) * size.threads);
  const double rate = std::min(threads, 128.0) * size.share * threads / (threads + 40);
  const double from_l2 = 4.0 / 24 * (1.0 / size.block_m + 1.0 / size.block_n);  // cycles, each
  const double work = 1.0 * of_each * size.block_m * size.block_n * piece;  // multiply-adds
  const double joining = pieces == 1 ? 0 : 4000 + 8.0 * m * n * pieces / 1500;
  return 4000 + work / rate + 0.1 * work * from_l2 + joining;
}

struct Choice {
  unsigned size, piece;  // which of `sizes`, and how long a piece of k is
};

constexpr Choice choose(unsigned m, unsigned n, unsigned k, unsigned processors) {
  Choice best{0, k};
  double least = std::numeric_limits<double>::infinity();
  for (unsigned s = 0; s < std::size(sizes); ++s)
    for (unsigned pieces = 1; pieces <= 64 && pieces * sizes[s].depth <= k + sizes[s].depth; ++pieces) {
      const unsigned depth = sizes[s].depth;
      const auto piece = static_cast<unsigned>(ceil_div(ceil_div(k, pieces), depth) * depth);
      const double ticks = estimate(sizes[s], m, n, k, piece, processors);
      if (ticks < least) {
        least = ticks;
        best = {s, piece};
      }
    }
  return best;
}

// Whether all 16-byte accesses are possible, to elements of B and C.
inline bool can_be_wide(const Operands& of) {
  const auto aligned = [](const float* first, std::size_t leading) {
    return reinterpret_cast<std::uintptr_t>(first) % 16 == 0 && leading % 4 == 0;
  };
  return of.n % 4 == 0 && aligned(of.b, of.leading_b) && aligned(of.c, of.leading_c);
}

template <unsigned width>
void launch_product(unsigned size, const Operands& of, unsigned piece, Place place) {
  if (size == 0) launch_product<Large, width>(of, piece, place);
  if (size == 1) launch_product<std::conditional_t<width == 4, Flat, Square>, width>(of, piece, place);
  if (size == 2) launch_product<Tall, width>(of, piece, place);
}

class Product {
 public:
  // c = alpha a b + beta c, as BLAS defines it.
  void operator()(float alpha, RowMajor<const float> a, RowMajor<const float> b, float beta,
                  RowMajor<float> c, Place place = Place::current()) {
    if (a.rows() != c.rows() || b.columns() != c.columns() || a.columns() != b.rows())
      throw std::invalid_argument("these matrices do not fit together");
    if (c.rows() == 0 || c.columns() == 0) return;
    const Operands of{a.data(), b.data(), c.data(), size(c.rows()), size(c.columns()),
                      size(a.columns()), a.leading(), b.leading(), c.leading(), alpha, beta};
    if (alpha == 0.0f || of.k == 0) return join(0, of, place);  // reads neither a nor b
    const std::array shape{of.m, of.n, of.k};
    if (shape != shape_) choice_ = choose(of.m, of.n, of.k, processors());
    shape_ = shape;
    multiply(choice_.size, choice_.piece, of, place);
  }

  // The same, with tiling and pieces chosen by the caller.
  void multiply(unsigned which, unsigned piece, const Operands& of, Place place = Place::current()) {
    Operands to = of;
    const auto pieces = static_cast<unsigned>(ceil_div(of.k, piece));
    if (pieces > 1) {
      to.leading_c = ceil_div(of.n, 4) * 4;
      const std::size_t room = place_in_pieces(pieces, of.m, 0, 0, to.leading_c);
      if (pieces_.size() < room) pieces_ = Buffer<float>(room, place);
      to.c = pieces_.data();
      to.alpha = 1.0f;
      to.beta = 0.0f;
    }
    if (can_be_wide(to)) {
      launch_product<4>(which, to, piece, place);
    } else {
      launch_product<1>(which, to, piece, place);
    }
    if (pieces > 1) join(pieces, of, place);
  }

 private:
  static unsigned size(std::size_t elements) {
    if (elements > INT_MAX) throw std::length_error("a side of more than 2^31 - 1 elements");
    return static_cast<unsigned>(elements);
  }
  static unsigned processors() {
    int device = 0, count = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return static_cast<unsigned>(count);
  }
  void join(unsigned pieces, const Operands& of, Place place) {
    const std::size_t blocks = std::min<std::size_t>(ceil_div(std::size_t{of.m} * of.n, 256), 2048);
    join_pieces<<<static_cast<unsigned>(blocks), 256>>>(pieces_.data(), pieces, of);
    check(cudaGetLastError(), place);
  }

  Buffer<float> pieces_{0};
  std::array<unsigned, 3> shape_{};  // of the last product, and the choice for it
  Choice choice_{};
};

}  // namespace weft
