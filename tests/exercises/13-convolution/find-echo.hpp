// Exercise "The delay of an echo by correlation": what its test calls.
#pragma once

#include <cstddef>
#include <vector>

#include "common/plan.cuh"

__global__ void correlate(weft::Complex* heard, const weft::Complex* sent, unsigned bins);
std::size_t delay_of(std::vector<float> sent, std::vector<float> heard);
