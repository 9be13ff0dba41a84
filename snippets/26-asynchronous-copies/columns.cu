// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 a7913a8ae9dc25c6ae4e8bf956d8a804dc5d8c01]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned rows = 32, row_bytes = 128;

template <class T, bool swizzle>
__global__ void read_column(const __grid_constant__ CUtensorMap map, unsigned column, T* out) {
  __shared__ alignas(1024) unsigned char box[rows * row_bytes];
  __shared__ weft::Mbarrier arrived;
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(sizeof box);
    weft::load_tile(box, map, 0, 0, arrived);
  }
  __syncthreads();
  arrived.wait(0);
  unsigned address = threadIdx.x * row_bytes + column * sizeof(T);
  if (swizzle) address ^= threadIdx.x % 8 * 16;
  out[threadIdx.x] = *reinterpret_cast<const T*>(box + address);
}

float first_of(float word) { return word; }
float first_of(float4 piece) { return piece.x; }

template <class T, bool swizzle>
double wavefronts_of_column() {
  std::vector<float> values(rows * row_bytes / 4);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const weft::Buffer<float> in(values);
  weft::Buffer<T> out(rows);
  const CUtensorMap map =
      weft::make_map(in.data(), {row_bytes / 4, rows}, {row_bytes / 4, rows},
                     swizzle ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE);
  const auto seen = loom::observe([&] { read_column<T, swizzle><<<1, rows>>>(map, 5, out.data()); });
  const std::vector<T> column = out.to_host();
  for (unsigned r = 0; r < rows; ++r)
    CHECK(first_of(column[r]) == values[r * row_bytes / 4 + 5 * sizeof(T) / 4]);
  return seen.shared_loads.wavefronts_per_request();
}

TEST_CASE("the swizzle makes columns of pieces free of conflicts, columns of words not") {
  std::puts("a column of | no swizzle | 128-byte swizzle | at least");
  const double words[] = {wavefronts_of_column<float, false>(), wavefronts_of_column<float, true>()};
  const double pieces[] = {wavefronts_of_column<float4, false>(), wavefronts_of_column<float4, true>()};
  CHECK(words[0] == 32);
  CHECK(words[1] == 4);
  CHECK(pieces[0] == 32);
  CHECK(pieces[1] == 4);
  std::printf("words | %g | %g | 1\npieces of 16 bytes | %g | %g | 4\n", words[0], words[1], pieces[0],
              pieces[1]);
}
