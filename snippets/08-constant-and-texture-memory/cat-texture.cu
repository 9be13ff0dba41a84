// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 84126e606e434fa4b184220e4f2ff25b4c0303b5]
#include <doctest/doctest.h>

#include "common/picture.cuh"
#include "common/texture.cuh"

using Picture = weft::Picture<unsigned char>;

Picture photograph() {
  const auto here = std::filesystem::path(__FILE__).parent_path();
  return weft::read_grey(here / "../../chapters/figures" /
                         "08-constant-and-texture-memory-photograph.pgm");
}

constexpr dim3 block(32, 8);

dim3 blocks_over(std::size_t rows, std::size_t columns) {
  return dim3(static_cast<unsigned>((columns + block.x - 1) / block.x),
              static_cast<unsigned>((rows + block.y - 1) / block.y));
}

__device__ unsigned my_column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ unsigned my_row() { return blockIdx.y * blockDim.y + threadIdx.y; }

struct Window {
  float left, top, width, height;  // in normalised coordinates
};

__global__ void look_through(cudaTextureObject_t texture, Window window,
                             weft::MatrixView<unsigned char> canvas) {
  const unsigned row = my_row(), column = my_column();
  if (row >= canvas.rows() || column >= canvas.columns()) return;
  const float x = window.left + window.width * (column + 0.5f) / canvas.columns();
  const float y = window.top + window.height * (row + 0.5f) / canvas.rows();
  const float brightness = tex2D<float>(texture, x, y);
  canvas(row, column) = static_cast<unsigned char>(255 * brightness + 0.5f);
}

TEST_CASE("a cat in each addressing mode") {
  const Picture cat = photograph();
  const weft::Array array = weft::make_array(cat.rows, cat.columns, cat.pixels);
  const auto seen = [&](auto between, auto beyond, Window window, std::size_t rows,
                        std::size_t columns) {
    cudaTextureDesc how = weft::reading(between, beyond, true);
    how.readMode = cudaReadModeNormalizedFloat;
    const weft::Texture texture = weft::make_texture(weft::texels_in(array), how);
    weft::Matrix<unsigned char> canvas(rows, columns);
    const dim3 blocks = blocks_over(rows, columns);
    look_through<<<blocks, block>>>(texture.object(), window, canvas.view());
    weft::check(cudaGetLastError());
    return Picture{rows, columns, canvas.to_host()};
  };
  const auto point = cudaFilterModePoint, linear = cudaFilterModeLinear;
  const auto wrap = cudaAddressModeWrap, mirror = cudaAddressModeMirror,
             clamp = cudaAddressModeClamp, border = cudaAddressModeBorder;
  const Window around{-0.5f, -0.5f, 2, 2}, eye{0.33f, 0.3f, 0.1f, 0.117f};
  CHECK(seen(point, clamp, {0, 0, 1, 1}, cat.rows, cat.columns).pixels == cat.pixels);
  write_picture("wrap.pgm", seen(linear, wrap, around, 150, 225));
  write_picture("mirror.pgm", seen(linear, mirror, around, 150, 225));
  write_picture("clamp.pgm", seen(linear, clamp, around, 150, 225));
  write_picture("border.pgm", seen(linear, border, around, 150, 225));
  write_picture("point.pgm", seen(point, clamp, eye, 175, 225));
  write_picture("linear.pgm", seen(linear, clamp, eye, 175, 225));
}
