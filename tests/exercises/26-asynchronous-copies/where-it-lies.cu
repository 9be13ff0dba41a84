#include <doctest/doctest.h>

#include "support.hpp"

#include "26-asynchronous-copies/where-it-lies.hpp"

#include "common/async.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned bytes = 4096;

__global__ void fetch(const __grid_constant__ CUtensorMap map, unsigned* out) {
  __shared__ alignas(1024) unsigned box[bytes / 4];
  __shared__ weft::Mbarrier arrived;
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(bytes);
    weft::load_tile(box, map, 0, 0, arrived);
  }
  __syncthreads();
  arrived.wait(0);
  for (unsigned i = threadIdx.x; i < bytes / 4; i += blockDim.x) out[i] = box[i];
}

// A box with rows of row_bytes, as a copy lays it out; each word is its own number in the box.
std::string wrong_in(unsigned row_bytes, unsigned span) {
  const CUtensorMapSwizzle swizzle = span == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
                                     : span == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                     : span == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                                                  : CU_TENSOR_MAP_SWIZZLE_NONE;
  const unsigned words = row_bytes / 4, rows = std::min(bytes / row_bytes, 256u);
  std::vector<unsigned> values(bytes / 4);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = i;
  DeviceArray<unsigned> in(values), out(values.size());
  fetch<<<1, 64>>>(weft::make_map(in.data(), {words, rows}, {words, rows}, swizzle), out.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  const std::vector<unsigned> box = out.read();
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned byte = 0; byte < row_bytes; ++byte) {
      const unsigned place = place_of(row, byte, row_bytes, span);
      if (place >= bytes || box[place / 4] != (row * row_bytes + byte) / 4 || place % 4 != byte % 4)
        return "byte " + std::to_string(byte) + " of row " + std::to_string(row) + " is not at " + std::to_string(place);
    }
  return "";
}

TEST_CASE("without a swizzle, row by row") {
  for (const unsigned row_bytes : {16u, 32u, 64u, 128u}) CHECK(wrong_in(row_bytes, 0) == "");
}

TEST_CASE("rows of 128 bytes") { CHECK(wrong_in(128, 128) == ""); }

TEST_CASE("rows as long as the span") {
  CHECK(wrong_in(64, 64) == "");
  CHECK(wrong_in(32, 32) == "");
}
