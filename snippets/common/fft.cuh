// Tangled from chapters/14-fourier-transform.md. Edit there. [sha1 b9c9329151d47895d91e88de3a0c948f45a253d1]
// Our own fast Fourier transform: batches of 512 to 4,096 points (powers of two), one pass over memory.
#pragma once

#include "common/buffer.cuh"
#include "common/complex.cuh"

#include <algorithm>

namespace weft {

// The twiddle factors of all passes except the first, pass after pass.
inline std::vector<Complex> twiddle_table(unsigned n, unsigned m) {
  std::vector<Complex> table;
  for (unsigned done = m, radix; done < n; done *= radix) {
    radix = std::min(m, n / done);
    for (unsigned r = 1; r < radix; ++r)
      for (unsigned k = 0; k < done; ++k) table.push_back(root(r * k, done * radix));
  }
  return table;
}

// z times the k-th power of the n-th root of one, for n up to 32 and k below n / 2.
__device__ inline Complex turned(Complex z, unsigned k, unsigned n) {
  constexpr float cosines[] = {1.0f,        0.98078528f, 0.92387953f, 0.83146961f, 0.70710678f,
                               0.55557023f, 0.38268343f, 0.19509032f, 0.0f};
  const unsigned at = k * (32 / n);  // in 32nds of the circle
  if (at == 0) return z;
  if (at == 8) return {z.y, -z.x};
  return z * (at < 8 ? Complex{cosines[at], -cosines[8 - at]}
                     : Complex{-cosines[16 - at], -cosines[at - 8]});
}

template <unsigned n>
__device__ void transform_in_registers(Complex (&x)[n]) {
  if constexpr (n > 1) {
    Complex even[n / 2], odd[n / 2];
#pragma unroll
    for (unsigned k = 0; k < n / 2; ++k) even[k] = x[2 * k], odd[k] = x[2 * k + 1];
    transform_in_registers(even);
    transform_in_registers(odd);
#pragma unroll
    for (unsigned k = 0; k < n / 2; ++k) {
      const Complex t = turned(odd[k], k, n);
      x[k] = even[k] + t;
      x[k + n / 2] = even[k] - t;
    }
  }
}

// The transform of n points by n / m threads, m points in the registers of each: x[q] of thread t
// is point t + q n / m, before and after. `room` is in shared memory, with one unused element after
// every `row`. All threads of the block must call. Transforms of length `done` are finished.
template <unsigned n, unsigned m, unsigned row = (m > 16 ? m : 16), unsigned done = 1>
__device__ void transform(Complex (&x)[m], unsigned t, Complex* room,
                          const Complex* __restrict__ twiddles) {
  constexpr unsigned threads = n / m, radix = n / done < m ? n / done : m, each = m / radix;
#pragma unroll
  for (unsigned b = 0; b < each; ++b) {
    const Complex* const mine = twiddles + (t + b * threads) % done;
    Complex y[radix];
#pragma unroll
    for (unsigned r = 0; r < radix; ++r) y[r] = x[b + r * each];
    if constexpr (done > 1) {
#pragma unroll
      for (unsigned r = 1; r < radix; ++r) y[r] = mine[(r - 1) * done] * y[r];
    }
    transform_in_registers(y);
#pragma unroll
    for (unsigned r = 0; r < radix; ++r) x[b + r * each] = y[r];
  }
  if constexpr (done * radix < n) {
    if constexpr (done > 1) __syncthreads();  // all have read the previous pass's values
    #pragma unroll
    for (unsigned b = 0; b < each; ++b) {
      const unsigned j = t + b * threads, k = j % done;
    #pragma unroll
      for (unsigned r = 0; r < radix; ++r) {
        const unsigned i = (j - k) * radix + k + r * done;
        room[i + i / row] = x[b + r * each];
      }
    }
    __syncthreads();
    #pragma unroll
    for (unsigned q = 0; q < m; ++q) {
      const unsigned i = t + q * threads;
      x[q] = room[i + i / row];
    }
    transform<n, m, row, done * radix>(x, t, room, twiddles + (done > 1 ? (radix - 1) * done : 0));
  }
}

__host__ __device__ constexpr Complex swapped(Complex z) { return {z.y, z.x}; }

// Blocks that should fit on a multiprocessor: 1,024 threads of up to 16 points, or 512 of 32.
constexpr unsigned blocks_for(unsigned threads, unsigned m) {
  return std::min(16u, (m > 16 ? 512 : 1024) / threads);
}

template <unsigned n, unsigned m, bool inverse>
__global__ void __launch_bounds__(n / m, blocks_for(n / m, m))
    transform_each(const Complex* from, Complex* to, const Complex* __restrict__ twiddles) {
  constexpr unsigned threads = n / m, row = m > 16 ? m : 16;
  __shared__ Complex room[n + n / row];
  const std::size_t first = std::size_t{blockIdx.x} * n + threadIdx.x;
  Complex x[m];
#pragma unroll
  for (unsigned q = 0; q < m; ++q) {
    const Complex z = from[first + q * threads];
    x[q] = inverse ? swapped(z) : z;
  }
  transform<n, m>(x, threadIdx.x, room, twiddles);
#pragma unroll
  for (unsigned q = 0; q < m; ++q) to[first + q * threads] = inverse ? swapped(x[q]) : x[q];
}

// Transforms of n points, m per thread. Nothing is scaled, as in cuFFT; in place is allowed.
template <unsigned n, unsigned m = 16>
class Fft {
 public:
  static_assert((n & (n - 1)) == 0 && n <= 4096 && n / m >= 32 && n / m <= 1024);

  void forward(const Complex* from, Complex* to, std::size_t count,
               Place place = Place::current()) const {
    launch<false>(from, to, count, place);
  }
  void inverse(const Complex* from, Complex* to, std::size_t count,
               Place place = Place::current()) const {
    launch<true>(from, to, count, place);
  }

 private:
  template <bool back>
  void launch(const Complex* from, Complex* to, std::size_t count, const Place& place) const {
    if (count == 0) return;
    transform_each<n, m, back><<<static_cast<unsigned>(count), n / m>>>(from, to, twiddles_.data());
    check(cudaGetLastError(), place);
  }

  Buffer<Complex> twiddles_{twiddle_table(n, m)};
};

}  // namespace weft
