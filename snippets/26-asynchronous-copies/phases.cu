// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 ad2349ecaa77ab031de98ef84e2ed70ab620418b]
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

// Whether the phase of this parity has ended after so many of the steps.
__global__ void watch(const float* in, unsigned steps, unsigned parity, bool* ended) {
  __shared__ alignas(16) float tile[8];
  __shared__ weft::Mbarrier barrier;
  const auto copy_the_rest = [&] {
    if (threadIdx.x == 0) weft::load_bulk(tile + 4, in + 4, 16, barrier);
    __syncthreads();
    if (threadIdx.x == 1) barrier.wait(1);  // so that both copies have arrived
    __syncthreads();
  };
  if (threadIdx.x == 0) {
    barrier.init(2);
    weft::publish_barriers();
    if (steps > 1) barrier.arrive();
    if (steps > 2) barrier.arrive();
    if (steps > 3) barrier.arrive_expecting(32);
    if (steps > 4) barrier.arrive();
    if (steps > 5) weft::load_bulk(tile, in, 16, barrier);
  }
  __syncthreads();
  if (steps > 6) copy_the_rest();
  if (threadIdx.x == 0) *ended = barrier.has_ended(parity);
  if (steps == 6) copy_the_rest();  // no block ends while a copy to it is in flight
}

TEST_CASE("a phase ends when all arrivals and all bytes have come") {
  const char* const steps[] = {"init(2)",  "arrive()",         "arrive()",         "arrive_expecting(32)",
                               "arrive()", "16 bytes arrive", "16 bytes arrive"};
  const weft::Buffer<float> in(std::vector<float>(8, 1.0f));
  weft::Buffer<bool> ended(2);
  std::ofstream file("phases.txt");  // for the figure
  std::puts("step | has_ended(0) | has_ended(1)");
  for (unsigned i = 0; i < 7; ++i) {
    bool seen[2];
    for (const unsigned parity : {0u, 1u}) {
      watch<<<1, 2>>>(in.data(), i + 1, parity, ended.data() + parity);
      weft::check(cudaMemcpy(seen, ended.data(), parity + 1, cudaMemcpyDeviceToHost));
    }
    const bool in_phase_1 = i >= 2 && i < 6;
    CHECK(seen[0] == in_phase_1);
    CHECK(seen[1] == !in_phase_1);
    std::printf("%s | %s | %s\n", steps[i], seen[0] ? "yes" : "no", seen[1] ? "yes" : "no");
    file << seen[0] << ' ' << seen[1] << ' ' << steps[i] << '\n';
  }
}
