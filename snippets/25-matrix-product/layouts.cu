// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 358f3fdc1b0957a6caab78b5add5a02b9ca77863]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"

// Shared-memory addresses of the lanes of a warp, in words. Fragments, each lane 16 bytes:
struct BInRows { __device__ unsigned operator()(unsigned lane) const { return 4 * (lane % 16); } };
struct AWarpTile { __device__ unsigned operator()(unsigned lane) const { return 4 * (lane / 2 % 8); } };
struct BWarpTile { __device__ unsigned operator()(unsigned lane) const { return 4 * (lane % 2 + lane / 16 * 2); } };
// The same for A as it lies in memory, four steps along k for one row, with rows of `pitch` words:
template <unsigned pitch>
struct AsItLies { __device__ unsigned operator()(unsigned lane) const { return lane / 2 % 8 * pitch; } };
// Stores of single words that transpose A: half a row of 8 at a time, or one word of each.
template <unsigned pitch>
struct TurnFours { __device__ unsigned operator()(unsigned lane) const { return lane % 2 * 4 * pitch + lane / 2; } };
template <unsigned pitch>
struct TurnWords { __device__ unsigned operator()(unsigned lane) const { return lane % 8 * pitch + lane / 8; } };

constexpr unsigned room_words = 1280;

template <class Where>
__global__ void load_fours(Where where, float4* out) {
  __shared__ __align__(16) float room[room_words];
  for (unsigned i = threadIdx.x; i < room_words; i += 32) room[i] = 1.0f;
  __syncwarp();
  out[threadIdx.x] = *reinterpret_cast<const float4*>(&room[where(threadIdx.x)]);
}

template <class Where>
__global__ void store_words(Where where, float* out) {
  __shared__ float room[room_words];
  room[where(threadIdx.x)] = 1.0f;
  __syncwarp();
  out[threadIdx.x] = room[where(threadIdx.x)];
}

template <class Where>
double loads(const char* name, Where where) {
  weft::Buffer<float4> out(32);
  const auto seen = loom::observe([&] { load_fours<<<1, 32>>>(where, out.data()); });
  const double wavefronts = seen.shared_loads.wavefronts_per_request();
  std::printf("%s | %.0f\n", name, wavefronts);
  return wavefronts;
}

template <class Where>
double stores(const char* name, Where where) {
  weft::Buffer<float> out(32);
  const auto seen = loom::observe([&] { store_words<<<1, 32>>>(where, out.data()); });
  const double wavefronts = seen.shared_stores.wavefronts_per_request();
  std::printf("%s | %.0f\n", name, wavefronts);
  return wavefronts;
}

TEST_CASE("the wavefronts of each layout") {
  std::puts("access | wavefronts");
  CHECK(loads("16 bytes of B, lanes in rows", BInRows{}) == 4);
  CHECK(loads("16 bytes of A, warp tile", AWarpTile{}) == 2);
  CHECK(loads("16 bytes of B, warp tile", BWarpTile{}) == 2);
  CHECK(loads("16 bytes of A as it lies, rows of 16", AsItLies<16>{}) == 8);
  CHECK(loads("the same, rows of 20", AsItLies<20>{}) == 2);
  CHECK(stores("transposing A by fours, rows of 132", TurnFours<132>{}) == 1);
  CHECK(stores("transposing A by words, rows of 128", TurnWords<128>{}) == 8);
  CHECK(stores("the same, rows of 132", TurnWords<132>{}) == 1);
}
