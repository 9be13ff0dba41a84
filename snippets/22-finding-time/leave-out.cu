// Tangled from chapters/22-finding-time.md. Edit there. [sha1 1e1a5ac46f1605dd50b739f03fca8e191175c8e5]
#include <cmath>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

// Gathers a number for each element and works on it. Either part can be left out.
template <bool gathers, bool computes>
__global__ void evaluate(const float* table, const unsigned* where, std::size_t n,
                         unsigned rounds, float* out) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i >= n) return;
  float x = gathers ? table[where[i]] : static_cast<float>(i % 8);
  if (computes)
    for (unsigned round = 0; round < rounds; ++round) x = fmaf(x, 0.5f, 1.0f);
  out[i] = x;
}

unsigned blocks_for(std::size_t n) { return static_cast<unsigned>((n + 255) / 256); }

std::vector<unsigned> scattered(unsigned n) {  // a permutation, n a power of two
  std::vector<unsigned> where(n);
  for (unsigned i = 0; i < n; ++i) where[i] = (i * 2'654'435'761u) % n;
  return where;
}

struct Data {
  explicit Data(unsigned n) : where(scattered(n)), out(n), table(numbers(n)) {}
  static std::vector<float> numbers(unsigned n) {
    std::vector<float> x(n);
    for (unsigned i = 0; i < n; ++i) x[i] = static_cast<float>(i % 100);
    return x;
  }
  template <bool gathers, bool computes>
  void run(unsigned rounds) {
    const auto n = where.size();
    evaluate<gathers, computes><<<blocks_for(n), 256>>>(table.data(), where.data(), n, rounds, out.data());
  }
  weft::Buffer<unsigned> where;
  weft::Buffer<float> out, table;
};

float worked(float x, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) x = std::fma(x, 0.5f, 1.0f);
  return x;
}

TEST_CASE("the whole kernel and its two reduced forms compute what they should") {
  constexpr unsigned n = 1u << 12;
  Data data(n);
  const std::vector<unsigned> where = scattered(n);
  data.run<true, true>(5);
  const std::vector<float> whole = data.out.to_host();
  data.run<true, false>(5);
  const std::vector<float> gathered = data.out.to_host();
  data.run<false, true>(5);
  const std::vector<float> computed = data.out.to_host();
  for (unsigned i = 0; i < n; i += 7) {
    CHECK(whole[i] == worked(static_cast<float>(where[i] % 100), 5));
    CHECK(gathered[i] == static_cast<float>(where[i] % 100));
    CHECK(computed[i] == worked(static_cast<float>(i % 8), 5));
  }
}

TEST_CASE("each reduced form has the accesses that it should have") {
  Data data(1u << 12);
  const auto whole = loom::observe([&] { data.run<true, true>(5); });
  const auto gathers = loom::observe([&] { data.run<true, false>(5); });
  const auto computes = loom::observe([&] { data.run<false, true>(5); });
  CHECK(whole.global_loads.requests == 2 * 128);
  CHECK(gathers.global_loads.requests == whole.global_loads.requests);
  CHECK(gathers.global_loads.sectors == whole.global_loads.sectors);
  CHECK(computes.global_loads.requests == 0);
  CHECK(computes.global_stores.sectors == whole.global_stores.sectors);
}

TEST_CASE("with few operations the gather takes the time, with many the operations" * doctest::skip(!weft::measuring())) {
  constexpr unsigned n = 1u << 25;
  Data data(n);
  for (const unsigned rounds : {16u, 64u, 128u, 256u, 512u, 1'024u, 2'048u, 4'096u}) {
    const auto [whole, gathers, computes] = weft::side_by_side(
        7, [&] { data.run<true, true>(rounds); }, [&] { data.run<true, false>(rounds); },
        [&] { data.run<false, true>(rounds); });
    weft::check(cudaGetLastError());
    weft::report({"whole", 1.0 * rounds, "rounds", 1e3 * whole, "ms"});
    weft::report({"without arithmetic", 1.0 * rounds, "rounds", 1e3 * gathers, "ms"});
    weft::report({"without gather", 1.0 * rounds, "rounds", 1e3 * computes, "ms"});
    CHECK(whole < 1.1 * (gathers + computes));
    if (rounds == 16) {
      CHECK(gathers > 0.8 * whole);
      CHECK(computes < 0.5 * whole);
    }
    if (rounds == 4'096) {
      CHECK(computes > 0.8 * whole);
      CHECK(gathers < 0.5 * whole);
    }
  }
}
