// Tangled from chapters/18-searching-text.md. Edit there. [sha1 fd1d01536532045b1a432282bbf1b87cfa61ce99]
#include <doctest/doctest.h>

#include "common/text.cuh"

__global__ void count_places(weft::Text text, weft::Literal literal, unsigned* count) {
  const unsigned i = threadIdx.x;
  bool same = i < text.size();
  for (unsigned k = 0; k < literal.size() && same; ++k)
    same = literal.allows(k, text[i + k]);  // finds: out-of-bounds
  if (same) atomicAdd(count, 1);
}

TEST_CASE("a text that ends with the beginning of the literal") {
  const auto text = weft::on_device("The Rabbit. The Queen of Hearts, and Ali");
  weft::Buffer<unsigned> count(std::vector<unsigned>{0});
  count_places<<<1, 64>>>(text.view(), weft::Literal("Alice"), count.data());
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
}
