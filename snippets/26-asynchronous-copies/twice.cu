// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 737204b0519aa3bd029d027d0315497004dfc34f]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned side = 32;

// out = 2 in, a box of 32 × 32 per block.
__global__ void twice(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out) {
  __shared__ alignas(128) float tile[side * side];
  __shared__ weft::Mbarrier arrived;
  const int x = static_cast<int>(blockIdx.x * side), y = static_cast<int>(blockIdx.y * side);
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(sizeof tile);
    weft::load_tile(tile, in, x, y, arrived);
  }
  __syncthreads();
  arrived.wait(0);
  for (unsigned i = threadIdx.x; i < side * side; i += blockDim.x) tile[i] *= 2.0f;
  weft::fence_async();  // by every thread that has written
  __syncthreads();
  if (threadIdx.x == 0) {
    weft::store_tile(out, x, y, tile);
    weft::commit_stores();
    weft::wait_until_read<0>();  // shared memory is needed until here
  }
}

TEST_CASE("a box that reaches beyond the matrix is stored only inside") {
  constexpr std::size_t rows = 37, columns = 44, guard = 64;
  std::vector<float> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const weft::Buffer<float> in(values);
  weft::Buffer<float> out(std::vector<float>(rows * columns + guard, -1.0f));
  const CUtensorMap from = weft::make_map(in.data(), {columns, rows}, {side, side});
  const CUtensorMap to = weft::make_map(out.data(), {columns, rows}, {side, side});
  const auto seen = loom::observe([&] { twice<<<dim3(2, 2), 128>>>(from, to); });
  weft::check(cudaGetLastError());
  const std::vector<float> doubled = out.to_host();
  unsigned right = 0;
  for (std::size_t i = 0; i < values.size(); ++i) right += doubled[i] == 2 * values[i];
  CHECK(right == values.size());
  for (std::size_t i = 0; i < guard; ++i) CHECK(doubled[values.size() + i] == -1.0f);
  CHECK(seen.global_loads.requests + seen.global_stores.requests == 0);
  std::printf("%u of %zu elements doubled, and none beyond\n", right, values.size());
}
