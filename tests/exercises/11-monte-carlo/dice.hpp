// Exercise "Random dice from Philox subsequences": what its test calls.
#pragma once

#include <cstdint>
#include <vector>
#include <curand_kernel.h>

#include "common/buffer.cuh"

__host__ __device__ int face(float uniform);
__global__ void throw_dice(std::uint64_t seed, std::uint64_t dice, unsigned long long* counts);
std::vector<unsigned long long> count_faces(std::uint64_t seed, std::uint64_t dice, unsigned blocks, unsigned threads);
