// Exercise "Row-major AᵀA in one call": what its test calls.
#pragma once

#include "common/blas.cuh"

void gram_row_major(const weft::Blas& blas, int m, int n, float alpha, const float* a, int a_step, float beta, float* c,
                    int c_step);
