// Tangled from chapters/09-cublas.md. Edit there. [sha1 78d2b7b1697bfd9b116ae8d110b27feee159f0dc]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"
#include "common/stream.cuh"

__global__ void invert(double* number) { *number = 1.0 / *number; }

// Divides x by its length, which is computed in `factor` and never leaves the device.
void normalise(const weft::Blas& blas, cudaStream_t stream, weft::Buffer<double>& x,
               weft::Buffer<double>& factor) {
  const int n = static_cast<int>(x.size());
  weft::check(cublasSetStream(blas, stream));
  weft::check(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  weft::check(cublasDnrm2(blas, n, x.data(), 1, factor.data()));
  invert<<<1, 1, 0, stream>>>(factor.data());
  weft::check(cudaGetLastError());
  weft::check(cublasDscal(blas, n, factor.data(), x.data(), 1));
  weft::check(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST));
}

TEST_CASE("a result can stay on the device and be the scalar of the next call") {
  weft::Buffer<double> x(std::vector<double>{2, -3, 6, 0, 0, -6, 2, 3, -6, 2, -4, 1, -1});
  const int n = static_cast<int>(x.size());
  weft::Buffer<double> factor(1);
  const weft::Stream stream;
  const weft::Blas blas;
  normalise(blas, stream, x, factor);
  stream.wait();
  double length = 0;
  weft::check(cublasDnrm2(blas, n, x.data(), 1, &length));
  CHECK(std::abs(length - 1) < 1e-15);
  std::printf("length %.6f\n", length);
}

TEST_CASE("a new handle has host mode, no atomics and the default arithmetic") {
  const weft::Blas blas;
  cublasPointerMode_t pointers;
  cublasAtomicsMode_t atomics;
  cublasMath_t digits;
  weft::check(cublasGetPointerMode(blas, &pointers));
  weft::check(cublasGetAtomicsMode(blas, &atomics));
  weft::check(cublasGetMathMode(blas, &digits));
  CHECK(pointers == CUBLAS_POINTER_MODE_HOST);
  CHECK(atomics == CUBLAS_ATOMICS_NOT_ALLOWED);
  CHECK(digits == CUBLAS_DEFAULT_MATH);
}
