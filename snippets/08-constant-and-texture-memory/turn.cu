// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 0125b54d4e3ed3bf01f2487b17216aaef7908ee7]
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/texture.cuh"

__host__ __device__ std::size_t clamped(int i, std::size_t size) {
  const int last = static_cast<int>(size) - 1;
  return static_cast<std::size_t>(i < 0 ? 0 : i > last ? last : i);
}

struct Turn {
  float cosine, sine, centre;
  __device__ float2 source(float x, float y) const {
    const float u = x - centre, v = y - centre;
    return make_float2(cosine * u - sine * v + centre, sine * u + cosine * v + centre);
  }
};

struct ByHand {
  weft::MatrixView<const float> picture;
  __device__ float pixel(float row, float column) const {
    return picture(clamped(static_cast<int>(row), picture.rows()),
                   clamped(static_cast<int>(column), picture.columns()));
  }
  __device__ float between(float row, float column, float share) const {
    return (1 - share) * pixel(row, column) + share * pixel(row, column + 1);
  }
  __device__ float operator()(float x, float y) const {
    const float left = floorf(x - 0.5f), top = floorf(y - 0.5f);
    const float upper = between(top, left, x - 0.5f - left);
    const float lower = between(top + 1, left, x - 0.5f - left);
    return upper + (y - 0.5f - top) * (lower - upper);
  }
};

struct ByFetch {
  cudaTextureObject_t texture;
  __device__ float operator()(float x, float y) const {
    return tex2D<float>(texture, x, y);
  }
};

// In blocks of 256 threads, `columns` wide.
template <unsigned columns, class Reader>
__global__ void turn(Reader read, Turn by, weft::MatrixView<float> result) {
  const unsigned row = blockIdx.y * (256 / columns) + threadIdx.y;
  const unsigned column = blockIdx.x * columns + threadIdx.x;
  if (row >= result.rows() || column >= result.columns()) return;
  const float2 from = by.source(column + 0.5f, row + 0.5f);
  result(row, column) = read(from.x, from.y);
}

struct Turntable {
  explicit Turntable(std::size_t size)
      : size(size), picture(size, size, shades(size * size)), result(size, size) {}

  static std::vector<float> shades(std::size_t n) {
    std::mt19937 bits(8);
    std::vector<float> shades(n);
    for (float& shade : shades) shade = static_cast<float>(bits() % 251) / 251;
    return shades;
  }
  ByHand by_hand() const { return {picture.view()}; }
  ByFetch by_fetch() const { return {texture.object()}; }

  template <unsigned columns = 32, class Reader>
  void turn(Reader reader, double degrees) {
    const double angle = degrees * 3.14159265358979 / 180;
    const Turn by{float(std::cos(angle)), float(std::sin(angle)), size / 2.0f};
    const auto blocks = [this](unsigned of) { return unsigned(size + of - 1) / of; };
    constexpr unsigned rows = 256 / columns;
    ::turn<columns>
        <<<dim3(blocks(columns), blocks(rows)), dim3(columns, rows)>>>(reader, by, result.view());
    weft::check(cudaGetLastError());
  }

  std::size_t size;
  weft::Matrix<float> picture, result;
  weft::Array array = weft::make_array(size, size, picture.to_host());
  weft::Texture texture =
      weft::make_texture(weft::texels_in(array), weft::reading(cudaFilterModeLinear));
};

TEST_CASE("rotated by hand or by fetch, the picture is the same to within the filter's precision") {
  Turntable table(96);
  for (const int degrees : {0, 30, 90}) {
    const auto loads = loom::observe([&] { table.turn(table.by_hand(), degrees); });
    const std::vector<float> ours = table.result.to_host();
    const auto fetches = loom::observe([&] { table.turn(table.by_fetch(), degrees); });
    const std::vector<float> theirs = table.result.to_host();
    CHECK(std::equal(ours.begin(), ours.end(), theirs.begin(),
                     [](float a, float b) { return std::abs(a - b) <= 1.5f / 256; }));
    CHECK(fetches.global_loads.requests == 0);
    if (degrees == 0) CHECK(loads.global_loads.sectors_per_request() < 5.5);
    if (degrees == 90) CHECK(loads.global_loads.sectors_per_request() > 30);
    const auto compact = loom::observe([&] { table.turn<8>(table.by_hand(), degrees); });
    CHECK(table.result.to_host() == ours);
    CHECK(compact.global_loads.sectors_per_request() < 14);
  }
}

TEST_CASE("the rate of fetches does not depend on the angle" * doctest::skip(!weft::measuring())) {
  double fastest = INFINITY, slowest = 0, level = 0;
  Turntable table(8192);
  for (int degrees = 0; degrees <= 90; degrees += 30) {
    const auto seconds = weft::side_by_side(
        9, [&] { table.turn(table.by_hand(), degrees); },
        [&] { table.turn(table.by_fetch(), degrees); },
        [&] { table.turn<8>(table.by_hand(), degrees); },
        [&] { table.turn<8>(table.by_fetch(), degrees); });
    constexpr double pixels = 1e-9 * 8192 * 8192;
    const char* const series[] = {"by hand", "texture", "by hand, warps of 8 × 4",
                                  "texture, warps of 8 × 4"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report(
          {series[way], 1.0 * degrees, "degrees", pixels / seconds[way], "G pixels/s"});
    fastest = std::min(fastest, seconds[1]);
    slowest = std::max(slowest, seconds[1]);
    if (degrees == 0) level = seconds[0];
    CHECK(seconds[1] < seconds[0]);
    CHECK(seconds[3] < seconds[2]);
    if (degrees == 90) CHECK(seconds[0] > 2 * level);
    if (degrees == 90) CHECK(seconds[0] > 2 * seconds[2]);
  }
  CHECK(slowest < 1.1 * fastest);
}
