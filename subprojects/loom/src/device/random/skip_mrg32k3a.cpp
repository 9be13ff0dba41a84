// A step of either recurrence multiplies three numbers by a matrix modulo m: 2^k steps take its power.
#include <array>
#include <cstdint>

#include "loom/random/core.h"
#include "loom/random/mrg32k3a.h"

namespace loom::random {

namespace {

using Vector = std::array<std::uint64_t, 3>;
using Matrix = std::array<Vector, 3>;            // by rows

Vector product(const Matrix& a, const Vector& x, std::uint64_t modulus) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result[i] = (result[i] + a[i][j] * x[j] % modulus) % modulus;
  return result;
}

Matrix squared(const Matrix& a, std::uint64_t modulus) {
  Matrix result{};
  for (std::size_t column = 0; column < 3; ++column) {
    const Vector x = product(a, {a[0][column], a[1][column], a[2][column]}, modulus);
    for (std::size_t i = 0; i < 3; ++i) result[i][column] = x[i];
  }
  return result;
}

class Recurrence {
 public:
  // `last` are the factors of the three numbers in the next one.
  Recurrence(const Vector& last, std::uint64_t modulus) : modulus_(modulus) {
    powers_[0] = {Vector{0, 1, 0}, Vector{0, 0, 1}, last};
    for (std::size_t k = 1; k < powers_.size(); ++k) powers_[k] = squared(powers_[k - 1], modulus_);
  }

  void skip(unsigned (&numbers)[3], unsigned long long n, std::size_t stride) const {
    Vector now{numbers[0], numbers[1], numbers[2]};
    for (std::size_t k = 0; k < 64; ++k)
      if (n >> k & 1) now = product(powers_[stride + k], now, modulus_);
    for (std::size_t i = 0; i < 3; ++i) numbers[i] = static_cast<unsigned>(now[i]);
  }

 private:
  std::uint64_t modulus_;
  std::array<Matrix, mrg_sequence + 64> powers_;
};

}  // namespace

void skip_mrg32k3a(unsigned (&first)[3], unsigned (&second)[3], unsigned long long n, int stride) {
  static const Recurrence one({mrg_first_modulus - 810728, 1403580, 0}, mrg_first_modulus);
  static const Recurrence two({mrg_second_modulus - 1370589, 0, 527612}, mrg_second_modulus);
  one.skip(first, n, static_cast<std::size_t>(stride));
  two.skip(second, n, static_cast<std::size_t>(stride));
}

}  // namespace loom::random
