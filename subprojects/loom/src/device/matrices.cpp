// What a warp does with matrices whose parts its lanes hold. One lane, the last to come, does it for all.
#include "loom/ptx/matrices.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "device/aligned_sum.hpp"
#include "device/device_only.hpp"
#include "engine/block.hpp"

namespace loom {
namespace {

// What all lanes bring.
struct Factors : Together {
  MatrixProduct product;
  const void *a, *b, *c;
  void* d;
};

constexpr int bits_of(Number number) {
  switch (number) {
    case Number::s4: case Number::u4: return 4;
    case Number::s8: case Number::u8: return 8;
    case Number::f16: case Number::bf16: return 16;
    case Number::f64: return 64;
    default: return 32;
  }
}

template <class Word>
Word word(const void* registers, int i) {
  Word value;
  std::memcpy(&value, static_cast<const Word*>(registers) + i, sizeof value);
  return value;
}

// The i-th of the numbers in a lane's registers.
template <class Sum>
Sum number(Number type, const void* registers, int i) {
  switch (type) {
    case Number::s4: case Number::u4: {
      const unsigned digit = word<std::uint8_t>(registers, i / 2) >> i % 2 * 4 & 15;
      return static_cast<Sum>(type == Number::s4 && digit > 7 ? static_cast<int>(digit) - 16 : static_cast<int>(digit));
    }
    case Number::s8: return static_cast<Sum>(word<std::int8_t>(registers, i));
    case Number::u8: return static_cast<Sum>(word<std::uint8_t>(registers, i));
    case Number::s32: return static_cast<Sum>(word<std::int32_t>(registers, i));
    case Number::f64: return static_cast<Sum>(word<double>(registers, i));
    default: return {};              // others are added exactly: multiply_floats
  }
}

template <class Sum>
void put(const MatrixProduct& product, void* registers, int i, Sum sum) {
  const auto write = [&](auto value) { std::memcpy(static_cast<decltype(value)*>(registers) + i, &value, sizeof value); };
  using Limits = std::numeric_limits<std::int32_t>;
  switch (product.d) {
    case Number::f64: return write(static_cast<double>(sum));
    default:
      if (product.saturates) sum = std::clamp(sum, static_cast<Sum>(Limits::min()), static_cast<Sum>(Limits::max()));
      return write(static_cast<std::uint32_t>(static_cast<std::int64_t>(sum)));
  }
}

// Lanes stand in groups of four. A register holds numbers that follow one another along k; the four lanes of a group share a row of a, or a
// column of b. A second register of a is eight rows further down, a third as far along k as the group's first ones go.
template <class Element, class Get>
void collect(const Factors* const* lanes, std::vector<Element>& a, std::vector<Element>& b, Get get) {
  const auto [m, n, k, d, type_of_a, type_of_b, type_of_c, saturates] = lanes[0]->product;
  const int together = bits_of(type_of_a) == 64 ? 1 : 32 / bits_of(type_of_a), stride = 4 * together, high = m / 8;
  a.resize(static_cast<std::size_t>(m * k));
  b.resize(static_cast<std::size_t>(n * k));
  const auto at = [&](int row, int step) { return static_cast<std::size_t>(row * k + step); };
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane / 4, first = lane % 4 * together;
    for (int i = 0; i < m * k / 32; ++i) {
      const int in_register = i % together, of_a = i / together;
      a[at(group + of_a % high * 8, first + of_a / high * stride + in_register)] = get(type_of_a, lanes[lane]->a, i);
    }
    for (int i = 0; i < k * n / 32; ++i) b[at(group, first + i / together * stride + i % together)] = get(type_of_b, lanes[lane]->b, i);
  }
}

template <class Sum>
void multiply(const Factors* const* lanes) {
  const MatrixProduct& product = lanes[0]->product;
  const int k = product.k;
  std::vector<Sum> a, b;
  collect(lanes, a, b, number<Sum>);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < product.m * product.n / 32; ++i) {
      const Sum *const x = &a[static_cast<std::size_t>((lane / 4 + i / 2 * 8) * k)], *const y = &b[static_cast<std::size_t>((lane % 4 * 2 + i % 2) * k)];
      Sum sum = number<Sum>(product.c, lanes[lane]->c, i);
      for (int j = 0; j < k; ++j) sum += x[j] * y[j];
      put(product, lanes[lane]->d, i, sum);
    }
}

Factor factor(Number type, const void* registers, int i) {
  return format_of(type).factor(bits_of(type) == 16 ? word<std::uint16_t>(registers, i)
                                                    : word<std::uint32_t>(registers, i) >> (type == Number::tf32 ? 13 : 0));
}

// Products of numbers of 16 bits and of TF32 are added as by `wgmma`: all of them and c in one operation.
void multiply_floats(const Factors* const* lanes) {
  const MatrixProduct& product = lanes[0]->product;
  const int k = product.k, fraction = format_of(product.a).fraction + format_of(product.b).fraction;
  std::vector<Factor> a, b;
  collect(lanes, a, b, factor);
  const NumberFormat of_c = format_of(product.c), of_d = format_of(product.d);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < product.m * product.n / 32; ++i) {
      const Factor *const x = &a[static_cast<std::size_t>((lane / 4 + i / 2 * 8) * k)], *const y = &b[static_cast<std::size_t>((lane % 4 * 2 + i % 2) * k)];
      const Factor start = factor(product.c, lanes[lane]->c, i);
      AlignedSum sum(bits_kept);
      sum.add(start, of_c.fraction, x, y, k, fraction);
      const bool half = product.d == Number::f16;
      const std::uint32_t bits = sum.as(of_d, of_d.fraction, /*nearest=*/half);
      const int bytes = half ? 2 : 4;
      std::memcpy(static_cast<unsigned char*>(lanes[lane]->d) + i * bytes, &bits, static_cast<std::size_t>(bytes));
    }
}

void multiply_all(const Together* const* lanes) {
  const auto* const all = reinterpret_cast<const Factors* const*>(lanes);
  switch (all[0]->product.c) {
    case Number::f64: return multiply<double>(all);
    case Number::s32: return multiply<std::int64_t>(all);
    default: return multiply_floats(all);
  }
}

struct Rows : Together {
  Rows(decltype(act) how, uint4* mine, unsigned* mine_of_all, int count, bool by_columns)
      : Together{how, static_cast<std::uint64_t>(2 * count + by_columns)}, row(mine), parts(mine_of_all), matrices(count), transposed(by_columns) {}
  uint4* row;
  unsigned* parts;
  int matrices;
  bool transposed;

  std::uint16_t* numbers() const { return reinterpret_cast<std::uint16_t*>(row); }
  std::uint16_t* parts_of(int matrix) const { return reinterpret_cast<std::uint16_t*>(parts + matrix); }
};

// Does something with each number of a part and its index in a row.
template <class Do>
void for_each_number(const Together* const* lanes, Do move) {
  const auto* const all = reinterpret_cast<const Rows* const*>(lanes);
  for (int matrix = 0; matrix < all[0]->matrices; ++matrix)
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < 2; ++i) {
        const int along = lane % 4 * 2 + i, across = lane / 4;
        const int row = all[0]->transposed ? along : across, column = all[0]->transposed ? across : along;
        move(all[lane]->parts_of(matrix)[i], all[8 * matrix + row]->numbers()[column]);
      }
}

void deal(const Together* const* lanes) {
  for_each_number(lanes, [](std::uint16_t& part, const std::uint16_t& place) { part = place; });
}
void gather(const Together* const* lanes) {
  for_each_number(lanes, [](const std::uint16_t& part, std::uint16_t& place) { place = part; });
}

}  // namespace

void multiply_matrices(const MatrixProduct& product, const void* a, const void* b, const void* c, void* d) {
  device_only("mma");
  const auto [m, n, k, type_of_d, type_of_a, type_of_b, type_of_c, saturates] = product;
  std::uint64_t kind = saturates;
  for (const int part : {m, n, k, static_cast<int>(type_of_d), static_cast<int>(type_of_a), static_cast<int>(type_of_b), static_cast<int>(type_of_c)})
    kind = kind << 8 | static_cast<unsigned>(part);
  here.runner->warps().work_together(Factors{{multiply_all, kind}, product, a, b, c, d}, LOOM_CALLER);
}

void deal_rows(const uint4& row, unsigned* parts, int matrices, bool transposed) {
  device_only("ldmatrix");
  here.runner->warps().work_together(Rows(deal, const_cast<uint4*>(&row), parts, matrices, transposed), LOOM_CALLER);
}

uint4 collect_rows(const unsigned* parts, int matrices, bool transposed) {
  device_only("stmatrix");
  uint4 row{};
  here.runner->warps().work_together(Rows(gather, &row, const_cast<unsigned*>(parts), matrices, transposed), LOOM_CALLER);
  return row;
}

}  // namespace loom
