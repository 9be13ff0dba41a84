// Exercise "Heat in a bar with a published answer": what its test calls.
#pragma once

#include <cstddef>
#include <vector>

double hot_end(double seconds);
std::vector<double> bar(std::size_t n, double seconds);
