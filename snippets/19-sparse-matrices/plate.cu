// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 c482371a2b3d23a0d3533482ac8d8cae4a7bc0b5]
#include <cmath>
#include <cstdio>
#include <utility>

#include <doctest/doctest.h>

#include "common/reduce.cuh"
#include "common/sparse.cuh"

template <class T>
__global__ void by_thread(weft::Csr<T> a, const T* x, T* y) {
  const std::size_t row = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  T sum = 0;
  for (unsigned k = a.start[row]; k < a.start[row + 1]; ++k) sum += a.value[k] * x[a.column[k]];
  y[row] = sum;
}

// x moves along p, and the residual by as much.
__global__ void move(weft::View<double> x, weft::View<double> r, weft::View<const double> p,
                     weft::View<const double> ap, double alpha) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= x.size()) return;
  x[i] += alpha * p[i];
  r[i] -= alpha * ap[i];
}

__global__ void turn(weft::View<double> p, weft::View<const double> r, double beta) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < p.size()) p[i] = r[i] + beta * p[i];
}

struct Times {
  weft::View<const double> other;
  __device__ double operator()(double value, std::size_t i) const { return value * other[i]; }
};
double dot(const weft::Buffer<double>& a, const weft::Buffer<double>& b) {
  return weft::reduce(weft::each(a.view(), Times{b.view()}), weft::Sum<double>{});
}

// Solves Ax = b from x = 0. After each iteration, enough(iterations, x) says whether to stop.
template <class Enough>
void solve(const weft::CsrMatrix<double>& a, const std::vector<double>& b, Enough enough) {
  const std::size_t n = b.size();
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  weft::Buffer<double> x(std::vector<double>(n, 0.0)), r(b), p(b), ap(n);
  double rr = dot(r, r);
  for (unsigned iteration = 1; rr > 0; ++iteration) {
    by_thread<<<blocks, 256>>>(a.view(), p.data(), ap.data());
    const double alpha = rr / dot(p, ap);
    move<<<blocks, 256>>>(x.view(), r.view(), std::as_const(p).view(), std::as_const(ap).view(), alpha);
    const double rr_next = dot(r, r);
    turn<<<blocks, 256>>>(p.view(), std::as_const(r).view(), rr_next / rr);
    weft::check(cudaGetLastError());
    rr = rr_next;
    if (enough(iteration, x)) return;
  }
}

const double pi = std::acos(-1.0);

double square_norm(const weft::Coo<double>& a, const std::vector<double>& e) {
  const std::vector<double> ae = multiply(a, e);
  return std::inner_product(e.begin(), e.end(), ae.begin(), 0.0);
}

// The number of iterations until the error is a millionth. Each error is compared with the bound.
unsigned iterations(unsigned n) {
  const weft::Coo<double> a = weft::plate_matrix<double>(n - 1);
  std::mt19937 bits(1);
  std::vector<double> truth(a.rows);
  for (double& value : truth) value = (bits() >> 8) * 0x1p-24;
  const double start = square_norm(a, truth), root = 1 / std::tan(pi / (2 * n));
  unsigned needed = 0;
  solve(weft::CsrMatrix<double>(a), multiply(a, truth), [&](unsigned k, const weft::Buffer<double>& x) {
    std::vector<double> error = x.to_host();
    for (std::size_t i = 0; i < error.size(); ++i) error[i] -= truth[i];
    const double left = std::sqrt(square_norm(a, error) / start);
    CHECK(left <= 2 * std::pow((root - 1) / (root + 1), k));
    needed = k;
    return left <= 1e-6;
  });
  return needed;
}

TEST_CASE("the smoothest and the roughest wave are eigenvectors, with the eigenvalues of the formula") {
  constexpr unsigned n = 24;
  const weft::Coo<double> a = weft::plate_matrix<double>(n - 1);
  const weft::CsrMatrix<double> matrix(a);
  for (const unsigned k : {1u, n - 1}) {
    std::vector<double> wave(a.rows);
    for (unsigned i = 0; i < a.rows; ++i)
      wave[i] = std::sin(pi * k * (i / (n - 1) + 1) / n) * std::sin(pi * k * (i % (n - 1) + 1) / n);
    const weft::Buffer<double> x(wave);
    weft::Buffer<double> y(a.rows);
    by_thread<<<(a.rows + 255) / 256, 256>>>(matrix.view(), x.data(), y.data());
    weft::check(cudaGetLastError());
    const std::vector<double> found = y.to_host();
    const double eigenvalue = 8 * std::pow(std::sin(pi * k / (2 * n)), 2);
    for (unsigned i = 0; i < a.rows; ++i) CHECK(std::abs(found[i] - eigenvalue * wave[i]) < 1e-13);
  }
}

TEST_CASE("no iteration has an error above the bound, and twice the side takes twice the iterations") {
  std::puts("intervals per side | root of the condition number | bound | iterations | Jacobi");
  unsigned before = 0;
  for (const unsigned n : {8u, 16u, 32u}) {
    const double root = 1 / std::tan(pi / (2 * n)), base = (root - 1) / (root + 1);
    const double bound = std::log(2e6) / -std::log(base), jacobi = std::log(1e-6) / std::log(std::cos(pi / n));
    const unsigned needed = iterations(n);
    std::printf("%u | %.2f | %.0f | %u | %.0f\n", n, root, std::ceil(bound), needed, std::ceil(jacobi));
    CHECK(needed <= bound);
    CHECK(needed < 0.6 * bound);
    if (before > 0) CHECK(needed < 2.3 * before);
    before = needed;
  }
}
