// Exercise "A suffix scan": what its test calls.
#pragma once

#include "common/scan.cuh"

template <class Op>
__device__ typename Op::Value from_me_on(typename Op::Value mine, Op op);
