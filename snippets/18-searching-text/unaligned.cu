// Tangled from chapters/18-searching-text.md. Edit there. [sha1 1bda6e96ef9528971d34a5fe924007a8a4ee2627]
#include <doctest/doctest.h>

#include "common/text.cuh"

__global__ void four_at_each(weft::Text text, unsigned wanted, unsigned* count) {
  const unsigned i = threadIdx.x;
  const auto four = *reinterpret_cast<const unsigned*>(text.data() + i);  // finds: misaligned
  if (four == wanted) atomicAdd(count, 1);
}

TEST_CASE("four bytes from any address") {
  const auto text = weft::on_device("a rabbit, a rabbit-hole, a rabbit");
  weft::Buffer<unsigned> count(std::vector<unsigned>{0});
  four_at_each<<<1, 28>>>(text.view(), 'r' | 'a' << 8 | 'b' << 16 | 'b' << 24, count.data());
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
}
