// Exercise "Connected components": what its test calls.
#pragma once

#include "common/sparse.cuh"

void components(const weft::Pattern& graph, unsigned* label);
