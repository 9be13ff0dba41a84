// Exercise "A tolerance that is derived": what its test calls.
#pragma once

#include <cstddef>

double tolerance(std::size_t n, unsigned blocks, unsigned threads, double magnitude);
