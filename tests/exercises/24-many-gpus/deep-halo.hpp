// Exercise "Two sweeps per halo exchange": what its test calls.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "common/slab.cuh"

// Copies `count` numbers from one slab to another; complete when all earlier work of the default streams is.
using PassOn = std::function<void(float* to, int to_device, const float* from, int from_device, std::size_t count)>;

void sweep(int device, const weft::Volume<float>& from, weft::Volume<float>& to, std::size_t first, std::size_t last);

std::vector<float> two_at_a_time(const std::vector<int>& devices, weft::Shape shape, const std::vector<float>& start,
                                 unsigned sweeps, const PassOn& pass_on);
