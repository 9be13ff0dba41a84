// Exercise "A segmented maximum": what its test calls.
#pragma once

#include "common/scan.cuh"

// What must be known of a part to combine it with the next part.
struct Part {
  float largest;
  unsigned marked;  // 1 if a segment begins in it
};

struct LargestOfSegment;

void largest_so_far(weft::View<const float> x, weft::View<const unsigned char> marks, weft::View<float> out);
