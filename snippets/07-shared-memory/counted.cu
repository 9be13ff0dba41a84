// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 843efaea9f215ad2f99c811965c04edd753a7c62]
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"

// One warp. `values` has 32 elements, `spread` has 64.
__global__ void one_of_each(const float* values, unsigned index, float* spread) {
  __shared__ float s[64];
  float own[32];  // in local memory, because its index is not a constant
  for (unsigned i = 0; i < 32; ++i) own[(i + index) % 32] = static_cast<float>(i);
  s[2 * threadIdx.x] = values[threadIdx.x];
  __syncwarp();
  spread[2 * threadIdx.x] = s[2 * (31 - threadIdx.x)] + own[2 * index];
}

TEST_CASE("observe counts sectors in global memory, wavefronts and conflicts in shared memory") {
  const weft::Buffer<float> values(std::vector<float>(32, 1.0f));
  weft::Buffer<float> spread(std::vector<float>(64, 0.0f));
  const auto seen =
      loom::observe([&] { one_of_each<<<1, 32>>>(values.data(), 7, spread.data()); });
  CHECK(spread.to_host()[62] == 8.0f);
  CHECK(seen.global_loads.requests == 1);
  CHECK(seen.global_loads.sectors == 4);
  CHECK(seen.global_stores.requests == 1);
  CHECK(seen.global_stores.sectors == 8);
  CHECK(seen.global_stores.bytes_per_sector() == 16);
  CHECK((seen.shared_stores.requests == 1 && seen.shared_stores.wavefronts == 2));
  CHECK((seen.shared_loads.requests == 1 && seen.shared_loads.wavefronts == 2));
  CHECK((seen.shared_stores.conflicts == 1 && seen.shared_loads.conflicts == 1));
}
