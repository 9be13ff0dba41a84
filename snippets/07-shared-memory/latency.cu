// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 c823b048a74847ac93ecabe576a610372952e450]
#include <algorithm>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"

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

constexpr unsigned room = 12 << 10;  // words that fit into shared and into constant memory
__constant__ unsigned constant_links[room];

__global__ void by_global(const unsigned* links, unsigned, unsigned steps, unsigned* out) {
  chase(steps, out, [=](unsigned at) { return links[at]; });
}
__global__ void by_constant(const unsigned*, unsigned, unsigned steps, unsigned* out) {
  chase(steps, out, [](unsigned at) { return constant_links[at]; });
}
__global__ void by_shared(const unsigned* links, unsigned words, unsigned steps,
                          unsigned* out) {
  __shared__ unsigned shared_links[room];
  for (unsigned i = 0; i < words; ++i) shared_links[i] = links[i];
  chase(steps, out, [&](unsigned at) { return shared_links[at]; });
}

constexpr unsigned line = 32;  // words from one link to the next: 128 bytes

template <class Receive>
void measure_latency(unsigned words, Receive receive) {
  std::vector<unsigned> next(words);
  for (unsigned i = 0; i < words; ++i) next[i] = (i + line) % words;
  const weft::Buffer<unsigned> links(next);
  weft::Buffer<unsigned> result(2);
  const unsigned steps = std::max(words, 1u << 15) / line;  // all links once, or several times
  const auto go = [&](const char* memory, auto kernel) {
    kernel<<<1, 1>>>(links.data(), words, steps, result.data());
    weft::check(cudaGetLastError());
    CHECK(result.to_host()[0] == 0);
    receive(memory, result.to_host()[1]);
  };
  go("global", by_global);
  if (words > room) return;
  weft::check(cudaMemcpyToSymbol(constant_links, next.data(), words * sizeof(unsigned)));
  go("constant", by_constant);
  go("shared", by_shared);
}

TEST_CASE("in each memory the links lead back to their start") {
  measure_latency(1024, [](const char*, unsigned cycles) { CHECK(cycles > 0); });
}

TEST_CASE("latency against size" * doctest::skip(!weft::measuring())) {
  for (unsigned words = 256; words <= 64 << 20; words *= 4)
    measure_latency(words, [words](const char* memory, unsigned cycles) {
      weft::report({memory, 4.0 * words, "bytes", 1.0 * cycles, "cycles"});
    });
}
