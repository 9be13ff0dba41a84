// Tangled from chapters/22-finding-time.md. Edit there. [sha1 22d2fc0d2b3b510c3335c29334dc3fa3a83c6ba8]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <random>
#include <utility>

#include <cooperative_groups.h>
#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

constexpr unsigned threads = 512, often = 32;

// A symmetric matrix: n numbers on the diagonal, n - 1 beside it, on both sides.
struct Matrix {
  const float *diagonal, *beside;
  unsigned n;
  __device__ float row_times(const float* x, unsigned i) const {
    float sum = diagonal[i] * x[i];
    if (i > 0) sum += beside[i - 1] * x[i - 1];
    if (i + 1 < n) sum += beside[i] * x[i + 1];
    return sum;
  }
};

__device__ unsigned my_row() { return blockIdx.x * blockDim.x + threadIdx.x; }

// For all threads of the block.
__device__ float sum_of_block(float mine) {
  __shared__ float of_warp[threads / 32];
  for (unsigned away = 16; away > 0; away /= 2) mine += __shfl_xor_sync(~0u, mine, away);
  __syncthreads();  // of an earlier call, all have read of_warp
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  float sum = 0.0f;
  for (const float one : of_warp) sum += one;
  return sum;
}

__global__ void multiply(Matrix a, const float* x, float* y) {
  if (my_row() < a.n) y[my_row()] = a.row_times(x, my_row());
}
__global__ void square(const float* y, float* squares, unsigned n) {
  if (my_row() < n) squares[my_row()] = y[my_row()] * y[my_row()];
}
__global__ void add(const float* values, float* sums, unsigned n) {  // one sum per block
  float mine = 0.0f;
  for (unsigned i = my_row(); i < n; i += gridDim.x * blockDim.x) mine += values[i];
  const float sum = sum_of_block(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
__global__ void scale(const float* y, float* x, float factor, unsigned n) {
  if (my_row() < n) x[my_row()] = factor * y[my_row()];
}
__global__ void scale_by_norm(const float* y, float* x, const float* sum, unsigned n) {
  if (my_row() < n) x[my_row()] = rsqrtf(*sum) * y[my_row()];
}

struct Calls {
  unsigned launches, copies, waits, allocations;
} calls;  // of the host, so far

template <class... P, class... A>
void launch(void (*kernel)(P...), unsigned blocks, A... arguments) {
  ++calls.launches;
  kernel<<<blocks, threads>>>(arguments...);
  weft::check(cudaGetLastError());
}
void wait() {
  ++calls.waits;
  weft::check(cudaDeviceSynchronize());
}
weft::Buffer<float> allocate(unsigned n) {
  ++calls.allocations;
  return weft::Buffer<float>(n);
}
// From the sums of squares of all blocks. The copy waits for the kernels before it.
float norm_from(const weft::Buffer<float>& sums) {
  ++calls.copies;
  float sum = 0.0f;
  for (const float one : sums.to_host()) sum += one;
  return std::sqrt(sum);
}
unsigned blocks_for(unsigned n) { return (n + threads - 1) / threads; }

struct Workspace {
  explicit Workspace(unsigned n)
      : y(allocate(n)), squares(allocate(n)), sums(allocate(blocks_for(n))), sum(allocate(1)) {}
  weft::Buffer<float> y, squares, sums, sum;
};

// y = A x, and the square of its norm.
void multiply_and_add(Matrix a, const float* x, Workspace& w) {
  const unsigned blocks = blocks_for(a.n);
  launch(multiply, blocks, a, x, w.y.data());
  launch(square, blocks, w.y.data(), w.squares.data(), a.n);
  launch(add, blocks, w.squares.data(), w.sums.data(), a.n);
  launch(add, 1, w.sums.data(), w.sum.data(), blocks);
}

struct Found {
  float eigenvalue;
  unsigned iterations;
};
bool settled(float now, float before, float enough) {
  return std::abs(now - before) <= enough * now;
}

// x has length 1, and becomes the eigenvector.
template <bool allocates_each_time>
Found tested_each_time(Matrix a, weft::Buffer<float>& x, float enough, unsigned most) {
  std::optional<Workspace> w;
  float before = 0.0f;
  for (unsigned k = 1;; ++k) {
    if (k == 1 || allocates_each_time) w.emplace(a.n);
    multiply_and_add(a, x.data(), *w);
    wait();
    const float norm = norm_from(w->sum);
    launch(scale, blocks_for(a.n), w->y.data(), x.data(), 1 / norm, a.n);
    wait();
    if (settled(norm, before, enough) || k == most) return {norm, k};
    before = norm;
  }
}

Found tested_rarely(Matrix a, weft::Buffer<float>& x, float enough, unsigned most) {
  Workspace w(a.n);
  float before = 0.0f;
  for (unsigned k = 1;; ++k) {
    multiply_and_add(a, x.data(), w);
    launch(scale_by_norm, blocks_for(a.n), w.y.data(), x.data(), w.sum.data(), a.n);
    if (k % often > 0 && k < most) continue;
    const float norm = norm_from(w.sum);
    if (settled(norm, before, enough) || k == most) return {norm, k};
    before = norm;
  }
}

// `to` = A `from` / |from|. Each block adds up the sums of squares of all blocks, and writes its own.
__device__ void iterate_once(Matrix a, const float* from, const float* sums, float* to,
                             float* new_sums) {
  const unsigned i = my_row();
  const float product = i < a.n ? a.row_times(from, i) : 0.0f;
  float mine = 0.0f;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) mine += sums[b];
  const float y = product * rsqrtf(sum_of_block(mine));
  if (i < a.n) to[i] = y;
  const float sum = sum_of_block(y * y);
  if (threadIdx.x == 0) new_sums[blockIdx.x] = sum;
}

__global__ void iterate(Matrix a, const float* from, const float* sums, float* to, float* new_sums) {
  iterate_once(a, from, sums, to, new_sums);
}

__global__ void iterate_often(Matrix a, float* from, float* sums, float* to, float* new_sums,
                              unsigned iterations) {
  const auto grid = cooperative_groups::this_grid();
  for (unsigned k = 0; k < iterations; ++k) {
    iterate_once(a, from, sums, to, new_sums);
    grid.sync();
    float *const old = from, *const old_sums = sums;
    from = to, to = old;
    sums = new_sums, new_sums = old_sums;
  }
}

void launch_together(unsigned blocks, Matrix a, float* from, float* sums, float* to,
                     float* new_sums, unsigned iterations) {
  void* arguments[] = {&a, &from, &sums, &to, &new_sums, &iterations};
  ++calls.launches;
  weft::check(cudaLaunchCooperativeKernel(iterate_often, dim3(blocks), dim3(threads), arguments));
}

template <bool many_per_launch>
Found fused(Matrix a, weft::Buffer<float>& x, float enough, unsigned most) {
  const unsigned blocks = blocks_for(a.n);
  weft::Buffer<float> y = allocate(a.n), sums = allocate(blocks), new_sums = allocate(blocks);
  std::vector<float> start(blocks);
  start[0] = 1.0f;  // the square of the length of x
  sums.copy_from(start);
  float *from = x.data(), *to = y.data(), before = 0.0f;
  for (unsigned k = 0;;) {
    unsigned iterations = many_per_launch ? std::min(often, most - k) : 1;
    if (many_per_launch) {
      launch_together(blocks, a, from, sums.data(), to, new_sums.data(), iterations);
    } else {
      launch(iterate, blocks, a, from, sums.data(), to, new_sums.data());
    }
    if (iterations % 2 == 1) std::swap(from, to), std::swap(sums, new_sums);
    k += iterations;
    if (k % often > 0 && k < most) continue;
    const float norm = norm_from(sums);
    if (settled(norm, before, enough) || k == most) {
      launch(scale, blocks, from, x.data(), 1 / norm, a.n);
      return {norm, k};
    }
    before = norm;
  }
}

using Solver = Found (*)(Matrix, weft::Buffer<float>&, float, unsigned);
const std::pair<const char*, Solver> solvers[] = {{"as written", tested_each_time<true>},
                                                  {"allocated once", tested_each_time<false>},
                                                  {"tested rarely", tested_rarely},
                                                  {"one kernel", fused<false>},
                                                  {"one launch", fused<true>}};
constexpr float never = -1.0f;  // no change is as small as that

struct Problem {
  explicit Problem(unsigned n) : n(n), numbers(2 * n), start(n, 1 / std::sqrt(1.0f * n)) {
    std::mt19937 bits(7);
    for (float& one : numbers) one = 1 + static_cast<float>(bits() >> 8) * 0x1p-24f;
    for (unsigned i = n; i < 2 * n; ++i) numbers[i] *= 0.125f;
    numbers[n / 3] = 4.0f;  // so that one eigenvalue is the largest by far
    memory = weft::Buffer<float>(numbers);
  }
  Matrix matrix() const { return {memory.data(), memory.data() + n, n}; }
  std::vector<double> on_host(unsigned iterations, double& norm) const {
    std::vector<double> x(start.begin(), start.end()), y(n);
    for (unsigned k = 0; k < iterations; ++k) {
      norm = 0;
      for (unsigned i = 0; i < n; ++i) {
        y[i] = numbers[i] * x[i] + (i > 0 ? numbers[n + i - 1] * x[i - 1] : 0) +
               (i + 1 < n ? numbers[n + i] * x[i + 1] : 0);
        norm += y[i] * y[i];
      }
      norm = std::sqrt(norm);
      for (unsigned i = 0; i < n; ++i) x[i] = y[i] / norm;
    }
    return x;
  }
  unsigned n;
  std::vector<float> numbers, start;
  weft::Buffer<float> memory{0};
};

TEST_CASE("time of an iteration" * doctest::skip(!weft::measuring())) {
  for (const unsigned n : {1u << 16, 1u << 12, 1u << 8}) {
    const Problem problem(n);
    weft::Buffer<float> x(problem.start);
    constexpr unsigned most[] = {1024, 1024, 8192, 8192, 8192};
    const auto solve = [&](int i) {
      return [&, i] { solvers[i].second(problem.matrix(), x, never, most[i]); };
    };
    auto seconds = weft::side_by_side(5, solve(0), solve(1), solve(2), solve(3), solve(4));
    for (int i = 0; i < 5; ++i) {
      seconds[i] /= most[i];
      weft::report({solvers[i].first, 1.0 * n, "unknowns", 1e6 * seconds[i], "µs"});
    }
    CHECK(seconds[0] > 1.1 * seconds[1]);
    CHECK(seconds[1] > 1.5 * seconds[2]);
    CHECK(seconds[2] > 1.8 * seconds[3]);
    CHECK(seconds[3] > seconds[4]);
    CHECK(seconds[0] > 8 * seconds[4]);
  }
}

TEST_CASE("after 20 iterations, each version has the vector that the host has in double") {
  for (const unsigned n : {1u, 31u, 512u, 513u, 5000u})
    for (const auto& [name, solver] : solvers) {
      CAPTURE(name);
      CAPTURE(n);
      const Problem problem(n);
      weft::Buffer<float> x(problem.start);
      const Found found = solver(problem.matrix(), x, never, 20);
      double norm = 0;
      const std::vector<double> expected = problem.on_host(20, norm);
      CHECK(found.iterations == 20);
      CHECK(found.eigenvalue == doctest::Approx(norm).epsilon(1e-5));
      double worst = 0;
      const std::vector<float> vector = x.to_host();
      for (unsigned i = 0; i < n; ++i) worst = std::max(worst, std::abs(vector[i] - expected[i]));
      CHECK(worst < 1e-5);
    }
}

TEST_CASE("a test in every 32nd iteration never ends sooner, and finds the same eigenvalue") {
  const Problem problem(5000);
  unsigned first = 0;
  double norm = 0;
  problem.on_host(1000, norm);
  for (const auto& [name, solver] : solvers) {
    weft::Buffer<float> x(problem.start);
    const Found found = solver(problem.matrix(), x, 1e-6f, 1000);
    if (first == 0) first = found.iterations;
    CHECK(found.iterations >= first);
    CHECK(found.iterations < 1000);
    CHECK(found.eigenvalue == doctest::Approx(norm).epsilon(1e-5));
  }
}

TEST_CASE("the calls of 64 iterations") {
  std::puts("per iteration | launches | copies | waits | allocations");
  constexpr unsigned launches[] = {5 * 64, 5 * 64, 5 * 64, 64 + 1, 2 + 1}, copies[] = {64, 64, 2, 2, 2},
                     waits[] = {128, 128, 0, 0, 0}, allocations[] = {4 * 64, 4, 4, 3, 3};
  const Problem problem(1000);
  for (int i = 0; i < 5; ++i) {
    weft::Buffer<float> x(problem.start);
    calls = {};
#ifdef __LOOM__
    const auto before = loom::launches();
#endif
    solvers[i].second(problem.matrix(), x, never, 64);
#ifdef __LOOM__
    CHECK(calls.launches == loom::launches() - before);
#endif
    CHECK(calls.launches == launches[i]);
    CHECK(calls.copies == copies[i]);
    CHECK(calls.waits == waits[i]);
    CHECK(calls.allocations == allocations[i]);
    std::printf("%s", solvers[i].first);
    for (const unsigned all : {calls.launches, calls.copies, calls.waits, calls.allocations})
      std::printf(" | %.3g", all / 64.0);
    std::puts("");
  }
}
