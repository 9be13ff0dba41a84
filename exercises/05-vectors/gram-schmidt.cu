// Exercise "Gram–Schmidt orthogonalisation": each vector minus its projections onto the previous results.
#include "05-vectors/gram-schmidt.hpp"
#include "common/buffer.cuh"

// The kernels that orthogonalise() launches, for example one that computes a dot product and one that subtracts.
// your code begins
// your code ends

// `vectors` is device memory with vectors of `length` elements, one after the other. Each is made orthogonal to all previous ones.
void orthogonalise(weft::View<double> vectors, std::size_t length) {
  // your code begins
  // your code ends
}
