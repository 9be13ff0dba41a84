// Exercise "A level, edge by edge": what its test calls.
#pragma once

#include "common/sparse.cuh"

constexpr unsigned none = ~0u;

__global__ void next_frontier(weft::Pattern graph, const unsigned* frontier, const unsigned* before, unsigned count, unsigned* parent,
                              unsigned* next, unsigned* next_count);
