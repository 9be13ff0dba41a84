// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 b8af7b2c4c822cf3255e473d12e3f44a9ca775b7]
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/texture.cuh"

// Follows the links, twice. Stores the last index, and the cycles per step in the second pass.
template <class Read>
__device__ void chase(unsigned steps, unsigned* end_and_cycles, Read read) {
  unsigned at = 0;
  long long cycles = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const long long start = clock64();
    for (unsigned i = 0; i < steps; ++i) at = read(at);
    cycles = clock64() - start;
  }
  end_and_cycles[0] = at;
  end_and_cycles[1] = static_cast<unsigned>(cycles / steps);
}

constexpr unsigned most_constants = 16 << 10;  // words
__constant__ unsigned constant_links[most_constants];

__global__ void by_global(const unsigned* links, unsigned steps, unsigned* out) {
  chase(steps, out, [=](unsigned at) { return links[at]; });
}
__global__ void by_constant(unsigned steps, unsigned* out) {
  chase(steps, out, [](unsigned at) { return constant_links[at]; });
}
__global__ void by_linear_texture(cudaTextureObject_t links, unsigned steps, unsigned* out) {
  chase(steps, out, [=](unsigned at) { return tex1Dfetch<unsigned>(links, int(at)); });
}
__global__ void by_array_texture(cudaTextureObject_t links, unsigned steps, unsigned* out) {
  chase(steps, out, [=](unsigned at) { return tex1D<unsigned>(links, float(at) + 0.5f); });
}

constexpr unsigned step = 16;  // words from one link to the next: 64 bytes

// The cycles per read, by the way of reading.
std::map<std::string, unsigned> latencies(unsigned words) {
  std::vector<unsigned> next(words);
  for (unsigned i = 0; i < words; ++i) next[i] = (i + step) % words;
  weft::Buffer<unsigned> links(next);
  weft::Buffer<unsigned> result(2);
  const unsigned steps = std::max(words, 1u << 15) / step + 1;  // all links at least once
  std::map<std::string, unsigned> found;
  const auto take = [&](const char* way) {
    weft::check(cudaGetLastError());
    CHECK(result.to_host()[0] == 2 * step);  // each pass is one step too long
    found[way] = result.to_host()[1];
  };
  by_global<<<1, 1>>>(links.data(), steps, result.data());
  take("global");
  if (words <= most_constants) {
    weft::check(cudaMemcpyToSymbol(constant_links, next.data(), words * sizeof(unsigned)));
    by_constant<<<1, 1>>>(steps, result.data());
    take("constant");
  }
  const weft::Texture linear = weft::make_texture(weft::texels_in(links), weft::reading());
  by_linear_texture<<<1, 1>>>(linear.object(), steps, result.data());
  take("texture, linear memory");
  if (words <= 128 << 10) {
    const weft::Array array = weft::make_array(0, words, next);
    const weft::Texture texture = weft::make_texture(weft::texels_in(array), weft::reading());
    by_array_texture<<<1, 1>>>(texture.object(), steps, result.data());
    take("texture, array");
  }
  return found;
}

TEST_CASE("the links lead to the same element, however they are read") {
  CHECK(latencies(1024).size() == 4);
}

TEST_CASE("a cached constant is the fastest read, a fetch the slowest" *
          doctest::skip(!weft::measuring())) {
  for (unsigned words = 128; words <= 64 << 20; words *= words < most_constants ? 2 : 8) {
    auto found = latencies(words);
    for (const auto& [way, cycles] : found)
      weft::report({way, 4.0 * words, "bytes", 1.0 * cycles, "cycles"});
    CHECK(found["texture, linear memory"] > found["global"]);
    if (words == 128) CHECK(found["constant"] < 1.1 * found["global"]);
    if (words == most_constants) CHECK(found["constant"] > 2 * found["global"]);
    if (found.count("texture, array"))
      CHECK(found["texture, array"] > found["texture, linear memory"]);
  }
}
