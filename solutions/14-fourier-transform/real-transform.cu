// Exercise "A real Fourier transform": 2,048 real values by a complex transform of half the length.
#include "14-fourier-transform/real-transform.hpp"
#include "common/fft.cuh"

// Each block transforms 2,048 values into 1,025 bins. It has `threads` threads.
// `twiddles` is weft::twiddle_table(half, points); roots[k] is weft::root(k, 2048), for k from 0 to 1,024.
__global__ void real_transform(const float* numbers, Complex* bins, const Complex* twiddles, const Complex* roots) {
  __shared__ Complex room[half + half / 16];
  // your code begins
  const Complex* const from = reinterpret_cast<const Complex*>(numbers) + std::size_t{blockIdx.x} * half;
  Complex* const to = bins + std::size_t{blockIdx.x} * (half + 1);
  const unsigned t = threadIdx.x;
  Complex x[points];
#pragma unroll
  for (unsigned q = 0; q < points; ++q) x[q] = from[t + q * threads];
  weft::transform<half, points>(x, t, room, twiddles);
  __syncthreads();
#pragma unroll
  for (unsigned q = 0; q < points; ++q) room[t + q * threads] = x[q];
  __syncthreads();
#pragma unroll
  for (unsigned q = 0; q < points; ++q) {
    const unsigned k = t + q * threads;
    const Complex z = x[q], mirrored = room[(half - k) % half];
    const Complex even = 0.5f * Complex{z.x + mirrored.x, z.y - mirrored.y};
    const Complex odd = 0.5f * Complex{z.y + mirrored.y, mirrored.x - z.x};
    to[k] = even + roots[k] * odd;
    if (k == 0) to[half] = even - odd;
  }
  // your code ends
}
