// Exercise "Red–black sweeps in a volume": what its test calls.
#pragma once

#include "common/volume.cuh"

__host__ __device__ float mean_of(float west, float east, float north, float south, float below, float above);
void half_sweep(weft::VolumeView<float> u, unsigned colour, float over);
unsigned solve(weft::VolumeView<float> u, float over, float enough);
