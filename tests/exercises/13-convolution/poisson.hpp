// Exercise "Poisson's equation on a periodic grid": what its test calls.
#pragma once

#include <vector>

#include "common/plan.cuh"

__global__ void divide(weft::Complex* spectrum, int rows, int columns);
std::vector<float> solve_poisson(const std::vector<float>& f, int rows, int columns);
