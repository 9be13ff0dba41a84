// Tangled from chapters/17-searching-text.md. Edit there. [sha1 9ec4cd611c6d7d47a1c9beef7f624608213f71fa]
#include <doctest/doctest.h>

#include "common/text.cuh"

__global__ void append(weft::Text text, weft::Literal literal, unsigned* places, unsigned* count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < text.size() && literal.is_at(text, i)) places[(*count)++] = i;  // finds: race
}

TEST_CASE("places, one behind the other") {
  const auto text = weft::on_device(std::string(64, 'a'));
  weft::Buffer<unsigned> places(64), count(std::vector<unsigned>{0});
  append<<<2, 32>>>(text.view(), weft::Literal("aaa"), places.data(), count.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(count.to_host()[0] <= 62);
}
