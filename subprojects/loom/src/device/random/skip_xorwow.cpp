// A step of XORWOW's register is linear over single bits: 2^k steps are a matrix, the square of the one for 2^(k-1).
#include <array>
#include <bit>
#include <cstddef>

#include "loom/random/core.h"

namespace loom::random {

namespace {

using Words = std::array<unsigned, 5>;
constexpr std::size_t bits = 160;
constexpr int sequence_stride = 67;              // log2 of the steps from one sequence to the next

Words step(const Words& w) {
  const unsigned mixed = w[0] ^ w[0] >> 2;
  return {w[1], w[2], w[3], w[4], w[4] ^ w[4] << 4 ^ mixed ^ mixed << 1};
}

// Where each single bit goes.
struct Matrix {
  std::array<Words, bits> images;

  Words operator*(const Words& words) const {
    Words sum{};
    for (std::size_t word = 0; word < words.size(); ++word)
      for (unsigned left = words[word]; left != 0; left &= left - 1) {
        const Words& image = images[word * 32 + static_cast<std::size_t>(std::countr_zero(left))];
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] ^= image[i];
      }
    return sum;
  }
};

using Powers = std::array<Matrix, sequence_stride + 64>;

const Powers& powers() {
  static const Powers& powers = *[] {
    auto* const all = new Powers;
    for (std::size_t bit = 0; bit < bits; ++bit) {
      Words unit{};
      unit[bit / 32] = 1u << bit % 32;
      all->front().images[bit] = step(unit);
    }
    for (std::size_t k = 1; k < all->size(); ++k)
      for (std::size_t bit = 0; bit < bits; ++bit) (*all)[k].images[bit] = (*all)[k - 1] * (*all)[k - 1].images[bit];
    return all;
  }();
  return powers;
}

}  // namespace

void skip_xorwow(unsigned (&words)[5], unsigned long long sequences, unsigned long long steps) {
  Words now = std::to_array(words);
  for (std::size_t k = 0; k < 64; ++k) {
    if (steps >> k & 1) now = powers()[k] * now;
    if (sequences >> k & 1) now = powers()[sequence_stride + k] * now;
  }
  for (std::size_t i = 0; i < now.size(); ++i) words[i] = now[i];
}

}  // namespace loom::random
