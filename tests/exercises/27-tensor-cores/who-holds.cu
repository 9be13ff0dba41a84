#include <doctest/doctest.h>

#include "support.hpp"

#include "27-tensor-cores/who-holds.hpp"
#include "common/tensor-core.cuh"

static const weft::NeedsCapability at_least(8);

struct Words {
  unsigned a[4], b[2];
};

__global__ void multiply_words(const Words* words, float* sums) {
  const Words mine = words[threadIdx.x];
  float d[4] = {};
  weft::mma(d, mine.a, mine.b);
  for (unsigned i = 0; i < 4; ++i) sums[threadIdx.x * 4 + i] = d[i];
}

bool is_place(const Holder& at, unsigned registers, unsigned halves) {
  return at.lane < 32 && at.in_register < registers && at.upper < halves;
}

TEST_CASE("every element has a place of its own") {
  std::vector<int> of_a(32 * 8), of_b(32 * 4), of_c(32 * 4);
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 16; ++column) {
      const Holder a = holder_of_a(row, column);
      REQUIRE(is_place(a, 4, 2));
      ++of_a[(a.lane * 4 + a.in_register) * 2 + a.upper];
      if (column >= 8) continue;
      const Holder b = holder_of_b(row, column), c = holder_of_c(row, column);
      REQUIRE(is_place(b, 2, 2));
      REQUIRE(is_place(c, 4, 1));
      ++of_b[(b.lane * 2 + b.in_register) * 2 + b.upper];
      ++of_c[c.lane * 4 + c.in_register];
    }
  CHECK(of_a == std::vector<int>(32 * 8, 1));
  CHECK(of_b == std::vector<int>(32 * 4, 1));
  CHECK(of_c == std::vector<int>(32 * 4, 1));
}

// Elements of the product that are wrong, with numbers put where the answer says.
int wrong_elements(unsigned seed) {
  const auto numbers = random_values<int>(16 * 16 + 16 * 8, seed);
  const auto a = [&](unsigned row, unsigned column) { return static_cast<float>(numbers[row * 16 + column] % 9); };
  const auto b = [&](unsigned row, unsigned column) { return static_cast<float>(numbers[256 + row * 8 + column] % 9); };
  std::vector<Words> words(32, Words{});
  const auto put = [](unsigned& word, unsigned upper, float value) {
    const __nv_bfloat16 small = __float2bfloat16(value);
    word |= static_cast<unsigned>(__bfloat16_as_ushort(small)) << 16 * upper;
  };
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned j = 0; j < 16; ++j) {
      const Holder at = holder_of_a(i, j);
      put(words[at.lane % 32].a[at.in_register % 4], at.upper % 2, a(i, j));
      if (j >= 8) continue;
      const Holder of_b = holder_of_b(i, j);
      put(words[of_b.lane % 32].b[of_b.in_register % 2], of_b.upper % 2, b(i, j));
    }
  DeviceArray<Words> on_device(words);
  DeviceArray<float> sums(32 * 4);
  multiply_words<<<1, 32>>>(on_device.data(), sums.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  const auto found = sums.read();
  int wrong = 0;
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned j = 0; j < 8; ++j) {
      float sum = 0;
      for (unsigned k = 0; k < 16; ++k) sum += a(i, k) * b(k, j);
      const Holder at = holder_of_c(i, j);
      wrong += found[at.lane % 32 * 4 + at.in_register % 4] != sum;
    }
  return wrong;
}

TEST_CASE("the device multiplies what was put there") {
  for (const unsigned seed : {1u, 2u, 3u}) CHECK(wrong_elements(seed) == 0);
}

// What products cannot show: if steps along k change places in A and in B alike, the sums stay the same.
TEST_CASE("lane 5 holds what the figure shows") {
  const auto is = [](const Holder& at, unsigned in_register, unsigned upper) {
    return at.lane == 5 && at.in_register == in_register && at.upper == upper;
  };
  CHECK(is(holder_of_a(1, 2), 0, 0));
  CHECK(is(holder_of_a(9, 3), 1, 1));
  CHECK(is(holder_of_a(1, 10), 2, 0));
  CHECK(is(holder_of_a(9, 11), 3, 1));
  CHECK(is(holder_of_b(2, 1), 0, 0));
  CHECK(is(holder_of_b(11, 1), 1, 1));
  CHECK(is(holder_of_c(1, 2), 0, 0));
  CHECK(is(holder_of_c(9, 3), 3, 0));
}
