// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 ade115e838d4a3ccbf06f7b671feef7ca15bd0ba]
#include <algorithm>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"

// Repeats at = next(at), twice. Stores the last value, and the cycles per step in the second pass.
template <class T, class Next>
__device__ void chase(unsigned steps, T at, unsigned* end_and_cycles, Next next) {
  long long cycles = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const long long start = clock64();
    for (unsigned i = 0; i < steps; ++i) at = next(at);
    cycles = clock64() - start;
  }
  end_and_cycles[0] = static_cast<unsigned>(at);
  end_and_cycles[1] = static_cast<unsigned>(cycles / steps);
}

constexpr unsigned room = 12 << 10;  // words that fit into shared and into constant memory
constexpr unsigned of_thread = 1 << 10;  // words of local memory
__constant__ unsigned constant_links[room];

__global__ void by_global(const unsigned* links, unsigned, unsigned steps, unsigned* out) {
  chase(steps, 0u, out, [=](unsigned at) { return links[at]; });
}
__global__ void by_constant(const unsigned*, unsigned, unsigned steps, unsigned* out) {
  chase(steps, 0u, out, [](unsigned at) { return constant_links[at]; });
}
__global__ void by_shared(const unsigned* links, unsigned words, unsigned steps,
                          unsigned* out) {
  __shared__ unsigned shared_links[room];
  for (unsigned i = 0; i < words; ++i) shared_links[i] = links[i];
  chase(steps, 0u, out, [&](unsigned at) { return shared_links[at]; });
}
__global__ void by_local(const unsigned* links, unsigned words, unsigned steps,
                         unsigned* out) {
  unsigned local_links[of_thread];  // in local memory, because its index is not a constant
  for (unsigned i = 0; i < words; ++i) local_links[i] = links[i];
  chase(steps, 0u, out, [&](unsigned at) { return local_links[at]; });
}

__global__ void by_registers(unsigned steps, float factor, unsigned* out) {
  chase(steps, 0.0f, out, [=](float x) {
#pragma unroll
    for (int i = 0; i < 16; ++i) x = fmaf(x, factor, factor);
    return x;
  });
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
  if (words <= of_thread) go("local", by_local);
  if (words > room) return;
  weft::check(cudaMemcpyToSymbol(constant_links, next.data(), words * sizeof(unsigned)));
  go("constant", by_constant);
  go("shared", by_shared);
}

unsigned cycles_by_registers() {
  weft::Buffer<unsigned> result(2);
  by_registers<<<1, 1>>>(1 << 10, 0.25f, result.data());
  weft::check(cudaGetLastError());
  CHECK(result.to_host()[0] == 0);  // x tends to 1/3
  return result.to_host()[1] / 16;
}

TEST_CASE("in each memory the links lead back to their start") {
  measure_latency(1024, [](const char*, unsigned cycles) { CHECK(cycles > 0); });
  cycles_by_registers();
}

TEST_CASE("latency grows with the distance to the nearest copy, not with the name of the memory" *
          doctest::skip(!weft::measuring())) {
  std::map<std::string, std::map<unsigned, unsigned>> latency;  // by memory and words
  const auto report = [&](const char* memory, unsigned words, unsigned cycles) {
    latency[memory][words] = cycles;
    weft::report({memory, 4.0 * words, "bytes", 1.0 * cycles, "cycles"});
  };
  report("registers", 1, cycles_by_registers());
  for (unsigned words = 256; words <= 64 << 20; words *= 4)
    measure_latency(words, [&](const char* memory, unsigned cycles) { report(memory, words, cycles); });
  auto& global = latency["global"];
  constexpr unsigned in_l1 = 256, in_l2 = 256 << 10, in_memory = 64 << 20;
  CHECK(global[in_l2] > 4 * global[in_l1]);
  CHECK(global[in_memory] > 2 * global[in_l2]);
  for (const auto& [words, cycles] : latency["shared"]) CHECK(cycles < global[words]);
  CHECK(latency["constant"][256] < global[in_l1]);
  CHECK(latency["constant"][1024] > 2 * latency["constant"][256]);
  CHECK(latency["local"][256] <= global[in_l1]);
  CHECK(4 * latency["registers"][1] < latency["shared"][256]);
}
