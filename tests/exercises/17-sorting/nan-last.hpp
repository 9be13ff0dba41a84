// Exercise "Descending order, NaN last": what its test calls.
#pragma once

#include "common/radix-sort.cuh"

__host__ __device__ unsigned number_of(float key);
void falling_order(weft::View<const float> keys, unsigned* order);
