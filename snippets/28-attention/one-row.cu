// Tangled from chapters/28-attention.md. Edit there. [sha1 a180472800e95eeff02aa8a150e441ec55a40db4]
#include <cmath>
#include <cstdio>
#include <fstream>
#include <vector>

#include <doctest/doctest.h>

#include "common/softmax.cuh"

// One thread, one number after the other. Stores reference and sum after each.
__global__ void follow(const float* t, unsigned n, float2* after) {
  weft::Powers powers;
  for (unsigned i = 0; i < n; ++i) {
    powers.raise(t[i]);
    powers.sum += weft::exp2_of(t[i] - powers.base());
    after[i] = {powers.reference, powers.sum};
  }
}

__global__ void join_nothing(float2* joined) {
  const weft::Powers none, both = weft::JoinPowers{}(none, none);
  const weft::Powers one = weft::JoinPowers{}(none, {3, 2});
  joined[0] = {both.reference, both.sum};
  joined[1] = {one.reference, one.sum};
}

TEST_CASE("after each number, the sum is that of the powers so far") {
  const std::vector<float> t = {1, 0.5f, 2.5f, 1.5f, 2, 0, 4, 3, 3.5f, 5, 2, 4.5f};
  const weft::Buffer<float> on_t(t);
  weft::Buffer<float2> after(t.size());
  follow<<<1, 1>>>(on_t.data(), static_cast<unsigned>(t.size()), after.data());
  weft::check(cudaGetLastError());
  const auto found = after.to_host();
  std::ofstream file("one-row.txt");  // for the figure
  float largest = -INFINITY;
  int rises = -1;
  for (std::size_t i = 0; i < t.size(); ++i) {
    rises += t[i] > largest;
    largest = std::max(largest, t[i]);
    double sum = 0;
    for (std::size_t j = 0; j <= i; ++j) sum += std::exp2(t[j] - largest);
    CHECK(found[i].x == largest);
    CHECK(std::abs(found[i].y - sum) <= 1e-6 * sum);
    file << t[i] << ' ' << found[i].x << ' ' << found[i].y << '\n';
  }
  std::printf("%zu numbers, %d rises, sum %.3f\n", t.size(), rises, found.back().y);
}

TEST_CASE("no numbers are the identity, also when combined with themselves") {
  weft::Buffer<float2> joined(2);
  join_nothing<<<1, 1>>>(joined.data());
  weft::check(cudaGetLastError());
  const auto found = joined.to_host();
  CHECK(found[0].x == -INFINITY);
  CHECK(found[0].y == 0);
  CHECK(found[1].x == 3);
  CHECK(found[1].y == 2);
}
