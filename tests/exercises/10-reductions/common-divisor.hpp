// Exercise "Greatest common divisor by a reduction": what its test calls.
#pragma once

#include "common/reduce.cuh"

struct Gcd;

unsigned common_divisor(weft::View<const unsigned> numbers);
