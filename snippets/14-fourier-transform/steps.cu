// Tangled from chapters/14-fourier-transform.md. Edit there. [sha1 a3e90a942d52efa06e3909945325b062aafc12fe]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/fft.cuh"
#include "common/measure.cuh"
#include "common/plan.cuh"
#include "common/side-by-side.cuh"

using weft::Complex;

// Transforms of n points each, by definition. Each thread computes one bin.
__global__ void by_definition(const Complex* from, Complex* to, const Complex* roots, unsigned n,
                              std::size_t all) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= all) return;
  const unsigned k = static_cast<unsigned>(i % n);
  const Complex* const x = from + (i - k);
  Complex sum{0, 0};
  for (unsigned j = 0, power = 0; j < n; ++j) {
    sum = sum + x[j] * roots[power];
    power = power + k < n ? power + k : power + k - n;  // j k, modulo n
  }
  to[i] = sum;
}

using weft::Complex;
constexpr unsigned n = 1024;

// One pass of radix 2 over many transforms. Transforms of length `done` are finished.
__global__ void one_pass(const Complex* from, Complex* to, const Complex* twiddles, unsigned done,
                         std::size_t all) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= all / 2) return;
  const unsigned j = static_cast<unsigned>(i % (n / 2)), k = j % done;
  const std::size_t first = (i - j) * 2;  // of this transform
  const Complex a = from[first + j], b = twiddles[k] * from[first + j + n / 2];
  Complex* const result = to + first + (j - k) * 2 + k;
  result[0] = a + b;
  result[done] = a - b;
}

// 32 values, one in each lane. Lane l ends with the bin whose five bits are those of l, reversed.
__device__ Complex transform_in_warp(Complex mine, const Complex (&factors)[5]) {
#pragma unroll
  for (unsigned step = 0; step < 5; ++step) {
    const unsigned distance = 16 >> step;
    const Complex theirs{__shfl_xor_sync(0xffffffffu, mine.x, distance),
                         __shfl_xor_sync(0xffffffffu, mine.y, distance)};
    const float sign = threadIdx.x & distance ? -1.0f : 1.0f;
    mine = factors[step] * (sign * mine + theirs);
  }
  return mine;
}

struct alignas(16) Columns {
  Complex of[4];
};

// A block of 256 threads computes a transform of 32 x 32 points; each warp handles four columns.
__global__ void by_shuffles(const Complex* __restrict__ from, Complex* __restrict__ to,
                            const Complex* __restrict__ roots) {
  __shared__ Complex room[32][33];
  const unsigned lane = threadIdx.x % 32, j = threadIdx.x / 32 * 4, bin = __brev(lane) >> 27;
  const std::size_t first = std::size_t{blockIdx.x} * n + j;
  Complex factors[5];
#pragma unroll
  for (unsigned step = 0; step < 5; ++step) {
    const unsigned distance = 16 >> step;
    factors[step] = lane & distance ? roots[lane % distance * (n / 2 / distance)] : Complex{1, 0};
  }
  Columns mine = reinterpret_cast<const Columns*>(from + first + 32 * lane)[0];
#pragma unroll
  for (unsigned c = 0; c < 4; ++c) room[j + c][bin] = transform_in_warp(mine.of[c], factors);
  __syncthreads();
#pragma unroll
  for (unsigned c = 0; c < 4; ++c)
    mine.of[c] = transform_in_warp(roots[lane * (j + c)] * room[lane][j + c], factors);
  reinterpret_cast<Columns*>(to + first + 32 * bin)[0] = mine;
}

// A block computes one transform, m points per thread.
template <unsigned m, unsigned row>
__global__ void __launch_bounds__(n / m)
    in_one_block(const Complex* __restrict__ from, Complex* __restrict__ to,
                 const Complex* __restrict__ twiddles) {
  __shared__ Complex room[n + n / row];
  const std::size_t first = std::size_t{blockIdx.x} * n + threadIdx.x;
  Complex x[m];
#pragma unroll
  for (unsigned q = 0; q < m; ++q) x[q] = from[first + q * (n / m)];
  weft::transform<n, m, row>(x, threadIdx.x, room, twiddles);
#pragma unroll
  for (unsigned q = 0; q < m; ++q) to[first + q * (n / m)] = x[q];
}

std::vector<Complex> all_roots(unsigned n) {
  std::vector<Complex> roots;
  for (unsigned k = 0; k < n; ++k) roots.push_back(weft::root(k, n));
  return roots;
}

void fill(weft::Buffer<Complex>& numbers) {
  const std::size_t all = numbers.size(), some = std::min<std::size_t>(all, 1 << 20);
  const auto parts = weft::random_numbers(2 * some, 9);
  for (std::size_t i = 0; i < all; i += some)
    weft::check(cudaMemcpy(numbers.data() + i, parts.data(),
                           std::min(some, all - i) * sizeof(Complex), cudaMemcpyHostToDevice));
}

// The largest error of the given transforms.
double worst_error(const weft::Buffer<Complex>& from, const weft::Buffer<Complex>& to, unsigned n,
                   const std::vector<std::size_t>& which) {
  double worst = 0;
  std::vector<Complex> x(n), is(n);
  for (const std::size_t t : which) {
    for (auto& [here, there] : {std::pair{&x, &from}, {&is, &to}})
      weft::check(cudaMemcpy(here->data(), there->data() + t * n, n * sizeof(Complex), cudaMemcpyDeviceToHost));
    const double off = weft::error_of(is.data(), weft::exact_transform(weft::widened(x)));
    worst = off <= worst ? worst : off;  // keeps NaN
  }
  return worst;
}

// All steps, for batches of `count` transforms.
struct Steps {
  explicit Steps(std::size_t count)
      : count(count), from(count * n), to(count * n), other(count * n) {}
  unsigned blocks(unsigned points) const { return static_cast<unsigned>(count * n / points); }

  void definition() {
    by_definition<<<blocks(256), 256>>>(from.data(), to.data(), roots.data(), n, count * n);
  }
  void launches() {
    const Complex *source = from.data(), *twiddles = halves.data();
    for (unsigned done = 1, pass = 0; done < n; done *= 2, ++pass) {
      Complex* const target = pass % 2 == 0 ? other.data() : to.data();
      one_pass<<<blocks(512), 256>>>(source, target, done == 1 ? roots.data() : twiddles, done,
                                     count * n);
      if (done > 1) twiddles += done;
      source = target;
    }
  }
  void shared() { in_one_block<2, 16><<<blocks(n), n / 2>>>(from.data(), to.data(), halves.data()); }
  void shuffles() { by_shuffles<<<blocks(n), 256>>>(from.data(), to.data(), roots.data()); }
  void registers() {
    in_one_block<16, n><<<blocks(n), n / 16>>>(from.data(), to.data(), sixteens.data());
  }
  void padded() {
    in_one_block<16, 16><<<blocks(n), n / 16>>>(from.data(), to.data(), sixteens.data());
  }

  std::size_t count;
  weft::Buffer<Complex> from, to, other;
  const weft::Buffer<Complex> halves{weft::twiddle_table(n, 2)}, sixteens{weft::twiddle_table(n, 16)},
      roots{all_roots(n)};
};

struct Step {
  const char* name;
  void (Steps::*run)();
};
const Step steps[] = {{"by definition", &Steps::definition},
                      {"one launch per pass", &Steps::launches},
                      {"in shared memory", &Steps::shared},   {"by shuffles", &Steps::shuffles},
                      {"16 points per thread", &Steps::registers},
                      {"with padding", &Steps::padded}};

TEST_CASE("every step gives the host's transform") {
  Steps all(3);
  fill(all.from);
  std::puts("step | loads, requests | sectors each | stores, requests | shared, requests");
  for (const auto& [name, run] : steps) {
    weft::check(cudaMemset(all.to.data(), 0xff, 3 * n * sizeof(Complex)));
    const auto seen = loom::observe([&] { (all.*run)(); });
    CHECK(worst_error(all.from, all.to, n, {0, 1, 2}) < 1e-6);
    const auto shared = seen.shared_loads.requests + seen.shared_stores.requests;
    if (run == &Steps::launches) CHECK(seen.global_stores.requests == 10 * 3 * n / 32);
    if (run == &Steps::shared) CHECK(shared == 9 * 2 * 3 * n / 32);
    if (run == &Steps::shuffles) CHECK(shared == 2 * 3 * n / 32);
    if (run == &Steps::padded) CHECK(shared == 2 * 2 * 3 * n / 32);
#ifdef __LOOM__
    std::printf("%s | %.0f | %.1f | %.0f | %.0f\n", name, 1.0 * seen.global_loads.requests,
                seen.global_loads.sectors_per_request(), 1.0 * seen.global_stores.requests,
                1.0 * shared);
#endif
  }
}

TEST_CASE("all steps compared with cuFFT" * doctest::skip(!weft::measuring())) {
  for (const std::size_t count : {64, 4096, 1 << 18}) {
    Steps all(count);
    fill(all.from);
    weft::Plan plan(n, CUFFT_C2C, static_cast<int>(count));
    const auto go = [&](int step) { return [&, step] { (all.*steps[step].run)(); }; };
    const auto library = [&] { plan.forward(all.from.data(), all.to.data()); };
    const auto seconds = weft::side_by_side(15, go(1), go(2), go(3), go(4), go(5), library);
    weft::check(cudaGetLastError());
    const double bytes = 16.0 * n * static_cast<double>(count);
    const auto report = [&](const char* name, double seconds) {
      weft::report({name, 1.0 * count, "transforms of 1,024 points", 1e-9 * bytes / seconds, "GB/s"});
    };
    const auto expect = [&](const auto& way) {
      weft::check(cudaMemset(all.to.data(), 0xff, count * n * sizeof(Complex)));
      way();
      CHECK(worst_error(all.from, all.to, n, {0, count / 2, count - 1}) < 1e-6);
    };
    for (int step = 1; step < 6; ++step) {
      expect(go(step));
      report(steps[step].name, seconds[step - 1]);
    }
    expect(library);
    report("cuFFT", seconds[5]);
    if (count <= 4096) {
      expect(go(0));
      report(steps[0].name, weft::median_seconds(5, go(0)));
    }
  }
}
