// Exercise "Heat in a bar with a published answer": heat in a bar, one end of which has an oscillating temperature.
#include <cmath>
#include <utility>

#include "12-finite-differences/bar.hpp"
#include "common/buffer.cuh"

constexpr double bar_length = 0.1, conductivity = 35, density = 7200, capacity = 440.5;

// The temperature of the hot end after some seconds; that of the other end is 0.
double hot_end(double seconds) { return 100 * std::sin(std::acos(-1.0) * seconds / 40); }

// your code begins
// your code ends

// The temperatures of the bar's n + 1 points after some seconds, beginning at the cold end.
std::vector<double> bar(std::size_t n, double seconds) {
  std::vector<double> temperatures(n + 1);
  // your code begins
  // your code ends
  return temperatures;
}
