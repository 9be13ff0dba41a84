// Exercise "A common divisor": what its test calls.
#pragma once

#include "common/reduce.cuh"

struct Gcd;

unsigned common_divisor(weft::View<const unsigned> numbers);
