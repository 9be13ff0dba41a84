// Exercise "One pixel behind a hundred thousand layers": what its test calls.
#pragma once

#include "common/buffer.cuh"

void blend(weft::View<const float4> layers, float4* result);
