// Exercise "A real Fourier transform": 2,048 real values by a complex transform of half the length.
#include "14-fourier-transform/real-transform.hpp"
#include "common/fft.cuh"

// Each block transforms 2,048 values into 1,025 bins. It has `threads` threads.
// `twiddles` is weft::twiddle_table(half, points); roots[k] is weft::root(k, 2048), for k from 0 to 1,024.
__global__ void real_transform(const float* numbers, Complex* bins, const Complex* twiddles, const Complex* roots) {
  __shared__ Complex room[half + half / 16];
  // your code begins
  // your code ends
}
