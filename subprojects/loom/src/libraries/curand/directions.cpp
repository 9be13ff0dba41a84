#include "libraries/curand/directions.hpp"

#include <bit>
#include <cstdint>
#include <random>

#include <boost/random/sobol.hpp>

namespace loom::generators {

namespace {

using Table = boost::random::default_sobol_table;
using Points = boost::random::sobol_engine<std::uint64_t, 64>;
constexpr std::size_t bits = 64;

// Point 2^k differs from the one before it by direction k. Boost's sequence leaves out point 0, the origin.
std::vector<Directions> derived() {
  std::vector<Directions> all(largest_dimension());
  Points points(largest_dimension());
  for (Directions& direction : all) direction[0] = points();
  for (std::size_t k = 1; k < bits; ++k) {
    points.seed((std::uint64_t{1} << k) - 2);
    for (Directions& direction : all) direction[k] = points();
    for (Directions& direction : all) direction[k] ^= points();
  }
  return all;
}

// A matrix with ones on the diagonal and random bits below it, where the first row makes the highest bit of the result.
std::vector<Directions> scrambled() {
  std::vector<Directions> all = directions();
  std::mt19937_64 random(20210413);
  for (Directions& vectors : all) {
    std::array<std::uint64_t, bits> rows;
    for (std::size_t row = 0; row < bits; ++row) {
      const std::uint64_t diagonal = std::uint64_t{1} << (bits - 1 - row);
      rows[row] = (random() & ~(diagonal | (diagonal - 1))) | diagonal;
    }
    for (unsigned long long& vector : vectors) {
      std::uint64_t product = 0;
      for (std::size_t row = 0; row < bits; ++row)
        product |= static_cast<std::uint64_t>(std::popcount(rows[row] & vector) & 1) << (bits - 1 - row);
      vector = product;
    }
  }
  return all;
}

}  // namespace

unsigned largest_dimension() { return Table::max_dimension; }

const std::vector<Directions>& directions() {
  static const auto& all = *new std::vector<Directions>(derived());
  return all;
}

const std::vector<Directions>& scrambled_directions() {
  static const auto& all = *new std::vector<Directions>(scrambled());
  return all;
}

const std::vector<unsigned long long>& scramble_constants() {
  static const auto& all = *[] {
    auto* const constants = new std::vector<unsigned long long>(largest_dimension());
    std::mt19937_64 random(20210414);
    for (unsigned long long& constant : *constants) constant = random();
    return constants;
  }();
  return all;
}

}  // namespace loom::generators
