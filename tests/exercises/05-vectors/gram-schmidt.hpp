// Exercise "Gram–Schmidt orthogonalisation": what its test calls.
#pragma once

#include <cstddef>

#include "common/buffer.cuh"

void orthogonalise(weft::View<double> vectors, std::size_t length);
