#include "10-reductions/same-anywhere.given.hpp"

#include <10-reductions/same-anywhere.cu>

template __global__ void reduce_pieces(weft::View<const int>, weft::Sum<int>, unsigned, int*, unsigned*, int*);
template __global__ void reduce_pieces(weft::View<const float>, weft::Max<float>, unsigned, float*, unsigned*, float*);
template __global__ void reduce_pieces(weft::View<const float>, weft::Sum<float>, unsigned, float*, unsigned*, float*);
template __global__ void reduce_pieces(weft::View<const unsigned long long>, Witness, unsigned, unsigned long long*, unsigned*, unsigned long long*);
