// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 2cfdfa30ae7bc209ae572879f6871cf81f3c0cbe]
#include <cstdio>

#include <doctest/doctest.h>

int ask(cudaDeviceAttr question) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, 0) == cudaSuccess);
  return answer;
}

TEST_CASE("a block has at most 1,024 threads, and each of its sides has a limit") {
  CHECK(ask(cudaDevAttrMaxThreadsPerBlock) == 1024);
  CHECK(ask(cudaDevAttrMaxBlockDimX) == 1024);
  CHECK(ask(cudaDevAttrMaxBlockDimY) == 1024);
  CHECK(ask(cudaDevAttrMaxBlockDimZ) == 64);
}

TEST_CASE("a grid may be much longer in x than in y and z") {
  CHECK(ask(cudaDevAttrMaxGridDimX) == 2'147'483'647);
  CHECK(ask(cudaDevAttrMaxGridDimY) == 65'535);
  CHECK(ask(cudaDevAttrMaxGridDimZ) == 65'535);
  const double threads = 1024.0 * 2'147'483'647.0;
  std::printf("The widest grid of the largest blocks has %.1e threads.\n", threads);
}
