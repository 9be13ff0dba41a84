// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 a027567f9f1e839a82a7ba9a2644eea7d5230c85]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void darken(unsigned char* pixels, std::size_t pitch) {
  unsigned char* const row = pixels + blockIdx.x * pitch;
  for (std::size_t x = threadIdx.x; x < pitch; x += blockDim.x)
    row[x] /= 2;  // finds: uninitialised-read
}

TEST_CASE("the bytes between the width and the pitch do not belong to the picture") {
  constexpr std::size_t rows = 3, width = 451;
  std::vector<unsigned char> picture(rows * width, 200);
  weft::Owner<unsigned char*, cudaFree> memory;
  std::size_t pitch = 0;
  weft::check(cudaMallocPitch(memory.out(), &pitch, width, rows));
  unsigned char* const pixels = memory;
  weft::check(cudaMemcpy2D(pixels, pitch, picture.data(), width, width, rows,
                           cudaMemcpyDefault));
  darken<<<rows, 128>>>(pixels, pitch);
  weft::check(cudaMemcpy2D(picture.data(), width, pixels, pitch, width, rows,
                           cudaMemcpyDefault));
  CHECK(picture == std::vector<unsigned char>(rows * width, 100));
}
