// Chapter 5, exercise "At right angles": the orthogonalisation of Gram and Schmidt.
#include "common/buffer.cuh"

// What you launch from orthogonalise(), for example a kernel that adds up a dot product and one that subtracts.
// your code begins
// your code ends

// `vectors` is device memory, which holds one vector of `length` elements after the other. Each becomes orthogonal to all before it.
void orthogonalise(weft::View<double> vectors, std::size_t length) {
  // your code begins
  // your code ends
}
