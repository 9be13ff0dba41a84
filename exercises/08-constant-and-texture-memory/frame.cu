// Exercise "A blur up to the border": a blur that stops at the edge of the picture.
#include "08-constant-and-texture-memory/frame.hpp"
#include "common/matrix.cuh"

// Each pixel of `result` is the average of those pixels of `picture` that lie within `radius` rows and columns of it,
// rounded to the nearest integer, halves upwards. The grid has a thread for each pixel, and perhaps more.
__global__ void blur(weft::MatrixView<const unsigned char> picture, int radius, weft::MatrixView<unsigned char> result) {
  // your code begins
  // your code ends
}
