// Exercise "A count within given bounds": what its test calls.
#pragma once

void count_slowly(const float* values, unsigned rows, unsigned columns, float limit, unsigned* count);
void count_above(const float* values, unsigned rows, unsigned columns, float limit, unsigned* count);
