// Direction vectors of Sobol's sequences, by Joe and Kuo's numbers.
#pragma once

#include <array>
#include <vector>

namespace loom::generators {

// Boost's tables reach so far; cuRAND's 20000.
unsigned largest_dimension();

using Directions = std::array<unsigned long long, 64>;

// All there are, by dimension; the upper half of each vector is the 32-bit one.
const std::vector<Directions>& directions();

// The same, each multiplied by a random triangular matrix of bits, and a random constant to begin with. cuRAND's are random too, and others.
const std::vector<Directions>& scrambled_directions();
const std::vector<unsigned long long>& scramble_constants();

}  // namespace loom::generators
