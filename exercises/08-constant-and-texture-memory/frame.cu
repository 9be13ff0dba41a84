// Chapter 8, exercise "Up to the frame": a blur that knows where the picture ends.
#include "common/matrix.cuh"

// Each pixel of `result` is the average of those pixels of `picture` that lie within `radius` rows and columns of it,
// rounded to the nearest whole number, halves upwards. The grid has a thread for each pixel, and perhaps more.
__global__ void blur(weft::MatrixView<const unsigned char> picture, int radius, weft::MatrixView<unsigned char> result) {
  // your code begins
  // your code ends
}
