// Tangled from chapters/02-device-properties.md. Edit there. [sha1 d48211209fbfe3be4799874a1f35eb38d0e1dcae]
#include <cstdio>

#include <doctest/doctest.h>
#include <unistd.h>

__global__ void print_all() { printf("%u\n", blockIdx.x * blockDim.x + threadIdx.x); }

// The lines that arrive at the standard output while a kernel runs.
unsigned lines_of(unsigned blocks) {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file);
  std::fflush(stdout);
  const int terminal = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  print_all<<<blocks, 256>>>();
  const cudaError_t launched = cudaGetLastError(), waited = cudaDeviceSynchronize();
  std::fflush(stdout);
  dup2(terminal, STDOUT_FILENO);
  close(terminal);
  CHECK(launched == cudaSuccess);
  CHECK(waited == cudaSuccess);
  std::rewind(file);
  unsigned lines = 0;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) lines += c == '\n';
  std::fclose(file);
  return lines;
}

TEST_CASE("what the buffer for output cannot hold is lost without an error") {
  REQUIRE(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20) == cudaSuccess);
  CHECK(lines_of(1) == 256);
  CHECK(lines_of(1024) < 1024 * 256);
}
