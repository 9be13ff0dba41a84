// Exercise "A watchpoint": what its test calls.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "common/check.cuh"

using Steps = std::vector<std::function<void()>>;

std::size_t first_change(const void* watched, std::size_t bytes, const Steps& steps);
