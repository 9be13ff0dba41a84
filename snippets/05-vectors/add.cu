// Tangled from chapters/05-vectors.md. Edit there. [sha1 8ca2829f575b187adb1d4044c79f127a81b87852]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

void add_on_host(const std::vector<float>& a, const std::vector<float>& b,
                 std::vector<float>& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
}

__global__ void add_in_one_block(weft::View<const float> a, weft::View<const float> b,
                                 weft::View<float> sum) {
  const unsigned i = threadIdx.x;
  if (i < sum.size()) sum[i] = a[i] + b[i];
}

TEST_CASE("a thread for each element, and the rest do nothing") {
  const std::vector<float> a(1000, 0.1f), b(1000, 0.2f);
  std::vector<float> expected(1000, NAN);
  add_on_host(a, b, expected);
  const weft::Buffer<float> first(a), second(b);
  weft::Buffer<float> sum(std::vector<float>(1000, NAN));
  add_in_one_block<<<1, 1024>>>(first.view(), second.view(), sum.view());
  weft::check(cudaGetLastError());
  CHECK(sum.to_host() == expected);
  std::printf("0.1 + 0.2 = %.9f\n", sum.to_host()[999]);
}
