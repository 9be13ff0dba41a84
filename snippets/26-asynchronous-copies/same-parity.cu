// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 4dd6135a0b72f001044589c0be5aed122355dbbb]
#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

__device__ void wait_at(weft::Mbarrier& barrier, unsigned parity) {
  asm volatile(  // finds: wrong-phase
      "{\n.reg .pred p;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra again;\n}" ::"r"(barrier.address()), "r"(parity) : "memory");
}

// One thread copies two pieces, one after the other, and 64 threads count those that have arrived.
__global__ void count_pieces(const float* in, unsigned* counts) {
  __shared__ alignas(16) float piece[64];
  __shared__ weft::Mbarrier arrived;
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
  }
  unsigned count = 0;
  for (unsigned k = 0; k < 2; ++k) {
    __syncthreads();  // all have counted the piece before
    if (threadIdx.x == 64) {
      arrived.arrive_expecting(sizeof piece);
      weft::load_bulk(piece, in + 64 * k, sizeof piece, arrived);
      arrived.wait(k % 2);
    } else {
      wait_at(arrived, 0);  // and not k % 2
      ++count;
    }
  }
  if (threadIdx.x < 64) counts[threadIdx.x] = count;
}

#ifdef __LOOM__  // on a GPU, it counts too early or hangs
TEST_CASE("the second wait does not wait") {
  const weft::Buffer<float> in(std::vector<float>(2 * 64, 1.0f));
  weft::Buffer<unsigned> counts(64);
  count_pieces<<<1, 65>>>(in.data(), counts.data());
  weft::check(cudaDeviceSynchronize());
}
#endif
