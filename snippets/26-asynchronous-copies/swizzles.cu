// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 04e4000fa43697927d158cf12cb56f10d223c741]
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned bytes = 1024, pieces = bytes / 16;

// A box with rows of `width` bytes, as it lies in shared memory. Each word is its piece's number.
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

// Where a byte lies that would lie at `address` without a swizzle over `width` bytes.
constexpr unsigned swizzled(unsigned address, unsigned width) {
  const unsigned pieces_of_row = width / 16;
  return address ^ (address / 128 % pieces_of_row * 16);
}

TEST_CASE("the number of a 128-byte line is added, by exclusive or, to the piece's place in it") {
  std::ofstream file("swizzles.txt");  // for the figure
  for (const auto& [width, swizzle] :
       {std::pair{128u, CU_TENSOR_MAP_SWIZZLE_NONE}, {32u, CU_TENSOR_MAP_SWIZZLE_32B},
        {64u, CU_TENSOR_MAP_SWIZZLE_64B}, {128u, CU_TENSOR_MAP_SWIZZLE_128B}}) {
    std::vector<unsigned> values(bytes / 4);
    for (unsigned i = 0; i < values.size(); ++i) values[i] = i / 4;
    const weft::Buffer<unsigned> in(values);
    weft::Buffer<unsigned> out(bytes / 4);
    const unsigned words = width / 4, rows = bytes / width;
    fetch<<<1, 64>>>(weft::make_map(in.data(), {words, rows}, {words, rows}, swizzle), out.data());
    weft::check(cudaGetLastError());
    const std::vector<unsigned> box = out.to_host();
    const bool plain = swizzle == CU_TENSOR_MAP_SWIZZLE_NONE;
    for (unsigned piece = 0; piece < pieces; ++piece) {
      const unsigned lies_at = plain ? 16 * piece : swizzled(16 * piece, width);
      for (unsigned word = 0; word < 4; ++word) CHECK(box[lies_at / 4 + word] == piece);
      file << box[4 * piece] << ' ';  // the pieces in the order of shared memory
    }
    file << width << ' ' << plain << '\n';
    std::printf("%s%3u bytes: line 1 has pieces", plain ? "no swizzle, " : "swizzle over ", width);
    for (unsigned i = 8; i < 16; ++i) std::printf(" %u", box[4 * i]);
    std::puts("");
  }
}
