// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 4b5aa9fee6a562432d6967cf0010523c463854bf]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/bins.cuh"

__global__ void both_widths(float x, unsigned times, unsigned* narrow, weft::Word* wide) {
  for (unsigned i = 0; i < times; ++i) {
    const weft::Piece piece = weft::piece_of(x);
    *narrow += static_cast<unsigned>(piece.count);
    *wide += static_cast<weft::Word>(static_cast<long long>(piece.count));
  }
}

TEST_CASE("a bin of 32 bits overflows at the second number") {
  const float x = 0x1.fffffep+9f;  // exponent field 136: shifted by 135 % 8 = 7 bits
  const weft::Piece piece = weft::piece_of(x);
  for (const unsigned times : {1u, 2u}) {
    weft::Buffer<unsigned> narrow(std::vector<unsigned>{0});
    weft::Buffer<weft::Word> wide(std::vector<weft::Word>{0});
    both_widths<<<1, 1>>>(x, times, narrow.data(), wide.data());
    weft::check(cudaGetLastError());
    const double is = static_cast<int>(narrow.to_host()[0]);
    CHECK(wide.to_host()[0] == weft::Word{times} * static_cast<weft::Word>(piece.count));
    CHECK((is == times * static_cast<double>(piece.count)) == (times < 2));
    std::printf("%u times: %s\n", times,
                is == times * static_cast<double>(piece.count) ? "right" : "wrong");
  }
}
