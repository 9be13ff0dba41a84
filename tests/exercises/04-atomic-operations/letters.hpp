// Exercise "A histogram of letters": what its test calls.
#pragma once

#include "common/view.cuh"

constexpr unsigned classes = 27;  // the letters from a to z, and everything else
__global__ void count_letters(weft::View<const char> text, unsigned* counts);
