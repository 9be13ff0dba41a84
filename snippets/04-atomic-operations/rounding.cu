// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 d5932ab6716fc5667febd1f72ab25d682485d39d]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

template <class T>
__global__ void add_one(T* sum) {
  atomicAdd(sum, T{1});
}

template <class T>
T after_a_thousand(T start) {
  weft::Buffer<T> sum(std::vector<T>{start});
  add_one<<<8, 125>>>(sum.data());
  weft::check(cudaGetLastError());
  return sum.to_host()[0];
}

TEST_CASE("an indivisible addition still rounds") {
  CHECK(after_a_thousand(16777216.0f) == 16777216.0f);
  CHECK(after_a_thousand(16777216.0) == 16778216.0);
  CHECK(after_a_thousand(16777216u) == 16778216u);
  std::printf("float %.0f, double %.0f\n", after_a_thousand(16777216.0f),
              after_a_thousand(16777216.0));
}
