// Tangled from chapters/09-cublas.md. Edit there. [sha1 24e62ccc5a3e2df23ebe8b097df58cb993db64c8]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas-xt.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

// c = a b, column-major, in host memory, n by n, with tile size T. Returns the bytes
// that were copied to the device.
std::size_t multiply_by_tiles(const weft::Blas& blas, int n, int T, const std::vector<float>& a,
                              const std::vector<float>& b, std::vector<float>& c) {
  const std::size_t tile = std::size_t{1} * T * T;
  weft::Buffer<float> on_a(tile), on_b(tile), on_c(tile);
  std::size_t transferred = 0;
  const auto transfer = [&](const std::vector<float>& from, int i, int j, int rows, int columns,
                            weft::Buffer<float>& to) {
    weft::check(cublasSetMatrix(rows, columns, sizeof(float),
                                &from[i + std::size_t{1} * j * n], n, to.data(), T));
    transferred += sizeof(float) * rows * columns;
  };
  const auto size = [=](int first) { return std::min(T, n - first); };
  for (int j = 0; j < n; j += T)
    for (int i = 0; i < n; i += T) {
      for (int k = 0; k < n; k += T) {
        transfer(a, i, k, size(i), size(k), on_a);
        transfer(b, k, j, size(k), size(j), on_b);
        const float one = 1, beta = k == 0 ? 0 : 1;
        weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, size(i), size(j), size(k),
                                &one, on_a.data(), T, on_b.data(), T, &beta, on_c.data(), T));
      }
      weft::check(cublasGetMatrix(size(i), size(j), sizeof(float), on_c.data(), T,
                                  &c[i + std::size_t{1} * j * n], n));
    }
  return transferred;
}

std::vector<float> numbers(std::size_t size, unsigned seed) {  // integers from -7 to 7
  std::mt19937 bits(seed);
  std::vector<float> made(size);
  for (float& number : made) number = static_cast<float>(bits() % 15) - 7;
  return made;
}

struct Pinned {
  explicit Pinned(std::vector<float>& numbers) : start(numbers.data()) {
    const std::size_t bytes = numbers.size() * sizeof(float);
    weft::check(cudaHostRegister(start, bytes, cudaHostRegisterDefault));
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { cudaHostUnregister(start); }
  float* start;
};

TEST_CASE("in our product, twice the tile size halves the transfers") {
  constexpr int n = 48;
  const std::vector<float> a = numbers(n * n, 1), b = numbers(n * n, 2);
  std::vector<float> expected(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) expected[i + j * n] += a[i + k * n] * b[k + j * n];
  const weft::Blas blas;
  for (const int T : {6, 12, 24, 48}) {
    std::vector<float> c(n * n, NAN);
    const std::size_t bytes = multiply_by_tiles(blas, n, T, a, b, c);
    CHECK(c == expected);
    CHECK(bytes == sizeof(float) * 2 * n * n * n / T);
    std::printf("tiles of %2d: %6zu bytes\n", T, bytes);
  }
}

TEST_CASE("the rate of cuBLAS-Xt grows with the tile size" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t n = 8192;
  std::vector<float> a = numbers(n * n, 1), b = numbers(n * n, 2), c(n * n);
  const Pinned pinned[] = {Pinned(a), Pinned(b), Pinned(c)};
  const float one = 1, zero = 0;
  double before = 0;  // seconds, with half of the tile size
  for (const int side : {512, 1024, 2048, 4096}) {
    const weft::BlasXt xt(side);
    const auto seconds = weft::side_by_side(3, [&] {
      weft::check(cublasXtSgemm(xt, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.data(), n,
                                b.data(), n, &zero, c.data(), n));
    });
    weft::report({"cuBLAS-Xt, pinned", 1.0 * side, "rows of a tile",
                  2e-12 * n * n * n / seconds[0], "TFLOP/s"});
    if (side > 512) CHECK((before > 1.3 * seconds[0] && before < 3 * seconds[0]));
    before = seconds[0];
  }
}
