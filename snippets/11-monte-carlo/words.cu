// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 d846f7bb3c34e21bab1b90f49f7f55d26a7d42ce]
#include <cstdio>
#include <vector>

#include <curand_kernel.h>
#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/philox.cuh"
#include "common/random.cuh"
#include "common/side-by-side.cuh"

bool same(uint4 a, uint4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

constexpr std::uint64_t seed = 0x299f31d0a4093822;

TEST_CASE("Philox gives the published answers") {
  const auto zero = weft::philox_keys(0), ones = weft::philox_keys(~0ull);
  CHECK(same(weft::philox({0, 0, 0, 0}, zero.data()),
             {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  CHECK(same(weft::philox({~0u, ~0u, ~0u, ~0u}, ones.data()),
             {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  CHECK(same(weft::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                          weft::philox_keys(seed).data()),
             {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

constexpr unsigned paths = 300;

template <class State>
__global__ void by_curand(unsigned offset, weft::View<uint4> words) {
  const std::size_t path = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (path >= words.size()) return;
  State state;
  curand_init(seed, path, offset, &state);
  words[path].x = curand(&state);  // one statement each: they must be drawn in this order
  words[path].y = curand(&state);
  words[path].z = curand(&state);
  words[path].w = curand(&state);
}

__global__ void by_counter(unsigned draw, weft::View<uint4> words) {
  const std::size_t path = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (path < words.size()) words[path] = weft::four_words(path, draw);
}

std::vector<uint4> words_of(void (*kernel)(unsigned, weft::View<uint4>), unsigned argument) {
  weft::Buffer<uint4> words(paths);
  kernel<<<(paths + 127) / 128, 128>>>(argument, words.view());
  weft::check(cudaGetLastError());
  return words.to_host();
}

TEST_CASE("with one subsequence per path and four words per draw, the words are cuRAND's") {
  weft::seed_philox(seed);
  for (const unsigned draw : {0u, 1u, 1000u}) {
    const auto ours = words_of(by_counter, draw);
    const auto theirs = words_of(by_curand<curandStatePhilox4_32_10_t>, 4 * draw);
    for (unsigned path = 0; path < paths; ++path) CHECK(same(ours[path], theirs[path]));
  }
}

TEST_CASE("an offset skips, on the host too; a subsequence begins elsewhere") {
  const auto at_0 = words_of(by_curand<curandStateXORWOW_t>, 0);
  const auto at_3 = words_of(by_curand<curandStateXORWOW_t>, 3);
  for (unsigned path = 0; path < paths; ++path) CHECK(at_0[path].w == at_3[path].x);
  for (unsigned path = 1; path < paths; ++path) CHECK_FALSE(same(at_0[path], at_0[0]));

  weft::Buffer<unsigned> whole(2000), tail(1000);
  weft::Generator from_0(CURAND_RNG_PSEUDO_PHILOX4_32_10, seed);
  weft::Generator from_1000(CURAND_RNG_PSEUDO_PHILOX4_32_10, seed);
  weft::check(curandSetGeneratorOffset(from_1000, 1000));
  weft::check(curandGenerate(from_0, whole.data(), whole.size()));
  weft::check(curandGenerate(from_1000, tail.data(), tail.size()));
  const std::vector<unsigned> all = whole.to_host();
  CHECK(std::vector<unsigned>(all.begin() + 1000, all.end()) == tail.to_host());
  std::printf("path 7 draws %08x, %08x, %08x, %08x\n", at_0[7].x, at_0[7].y, at_0[7].z,
              at_0[7].w);
}

template <class State>
__global__ void set_up(weft::View<State> states) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < states.size()) curand_init(seed, i, 0, &states[i]);
}

template <class State>
void set_up_all(weft::Buffer<State>& states) {
  set_up<<<static_cast<unsigned>((states.size() + 127) / 128), 128>>>(states.view());
}

TEST_CASE("rate of initialising states" * doctest::skip(!weft::measuring())) {
  for (unsigned n = 1 << 12; n <= 1 << 22; n <<= 2) {
    weft::Buffer<curandStatePhilox4_32_10_t> counters(n);
    weft::Buffer<curandStateXORWOW_t> rows(n);
    weft::Buffer<curandStateMRG32k3a_t> matrices(n);
    const auto seconds = weft::side_by_side(
        9, [&] { set_up_all(counters); }, [&] { set_up_all(rows); },
        [&] { set_up_all(matrices); });
    weft::check(cudaGetLastError());
    const char* const series[] = {"Philox", "XORWOW", "MRG32k3a"};
    for (std::size_t i = 0; i < seconds.size(); ++i)
      weft::report({series[i], 1.0 * n, "states", 1e-9 * n / seconds[i], "G states/s"});
  }
}
