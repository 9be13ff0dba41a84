// Exercise "A blur up to the border": what its test calls.
#pragma once

#include "common/matrix.cuh"

__global__ void blur(weft::MatrixView<const unsigned char> picture, int radius, weft::MatrixView<unsigned char> result);
