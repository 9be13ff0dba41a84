// Exercise "Euclidean norm of a vector": what its test calls.
#pragma once

#include "common/buffer.cuh"

template <class T>
T norm(weft::View<const T> x);
