// Tangled from chapters/18-searching-text.md. Edit there. [sha1 eaa784c231c995b87732c460af081f8aec01cef1]
#include <doctest/doctest.h>

#include "common/text.cuh"

__global__ void append(weft::Text text, weft::Literal literal, unsigned* places, unsigned* count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < text.size() && literal.is_at(text, i)) places[(*count)++] = i;  // finds: race
}

TEST_CASE("positions appended one after the other") {
  const auto text = weft::on_device(std::string(64, 'a'));
  weft::Buffer<unsigned> places(64), count(std::vector<unsigned>{0});
  append<<<2, 32>>>(text.view(), weft::Literal("aaa"), places.data(), count.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(count.to_host()[0] <= 62);
}
