// Exercise "Counting matching lines, as grep does": what its test calls.
#pragma once

#include "common/text.cuh"

__global__ void matching_lines(weft::Text text, weft::Literal literal, unsigned long long* lines);
