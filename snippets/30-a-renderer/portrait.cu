// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 e577b4a6b78bd2678330466813da4feb820f261e]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/philox.cuh"
#include "common/side-by-side.cuh"
#include "common/trace.cuh"

using Vec = weft::Vec<float>;
using Vecd = weft::Vec<double>;

// Five large spheres, and a circle of small ones around them.
inline std::vector<weft::Sphere> large_balls() {
  return {{{0, 1.2f, 0}, 1.2f, {0.95f, 0.93f, 0.88f}, 0.9f, 0},
          {{-2.3f, 0.9f, 0.6f}, 0.9f, {0.85f, 0.2f, 0.15f}, 0.12f, 0},
          {{2.2f, 0.8f, 0.9f}, 0.8f, {0.15f, 0.35f, 0.8f}, 0.12f, 0},
          {{0.75f, 0.75f, 2.3f}, 0.75f, {0.75f, 0.95f, 0.85f}, 0, 0.88f},
          {{-0.95f, 0.55f, 2.2f}, 0.55f, {0.98f, 0.75f, 0.3f}, 0, 0.8f}};
}

inline std::vector<weft::Sphere> balls() {
  std::vector<weft::Sphere> spheres = large_balls();
  for (int i = 0; i < 12; ++i) {
    const float angle = 6.2831853f * i / 12, radius = i % 3 == 0 ? 0.36f : 0.26f;
    const float part = (1 + std::sin(angle)) / 2;
    spheres.push_back({{3.6f * std::cos(angle), radius, 3.6f * std::sin(angle)}, radius,
                       {0.25f + 0.6f * part, 0.65f - 0.25f * part, 0.85f - 0.6f * part},
                       i % 3 == 0 ? 0.4f : 0.05f, 0});
  }
  return spheres;
}

inline weft::Camera portrait_camera() {
  return weft::look_at({1.2f, 2.6f, 8.2f}, {0, 0.85f, 0}, 0.96f, 0.72f);
}

inline weft::Vec<float> sun_of_portrait() {
  return weft::unit(weft::Vec<float>{-0.55f, 0.75f, 0.5f});
}

struct SkyInMemory {
  static constexpr int rows = 256, columns = 512;
  std::vector<float4> texels = weft::paint_sky(rows, columns, sun_of_portrait());
  weft::Array array = weft::make_array(rows, columns, texels);
  weft::Texture texture = weft::make_texture(weft::texels_in(array), weft::around_the_sky());
  weft::Sky sky() const { return {texture.object()}; }
};

// The same texels on the host, mixed in double, without the rounding of weights to 1/256.
// (It is called from functions for host and device, so it is marked for both.)
struct SkyOnHost {
  explicit SkyOnHost(const SkyInMemory& sky) : texels(sky.texels.data()) {}
  __host__ __device__ weft::Vec<double> texel(int row, int column) const {
    row = row < 0 ? 0 : row < rows ? row : rows - 1;
    const float4 one = texels[row * columns + (column + columns) % columns];
    return {one.x, one.y, one.z};
  }
  __host__ __device__ weft::Vec<double> operator()(weft::Vec<double> along) const {
    const double pi = 3.14159265358979324;
    double x = atan2(along.z, along.x) / (2 * pi);
    x = (x - floor(x)) * columns - 0.5;
    const double y = acos(fmin(fmax(along.y, -1.0), 1.0)) / pi * rows - 0.5;
    const int left = static_cast<int>(floor(x)), top = static_cast<int>(floor(y));
    const auto across = [&](int row) {
      const auto first = texel(row, left), second = texel(row, left + 1);
      return first + (x - left) * (second - first);
    };
    return across(top) + (y - top) * (across(top + 1) - across(top));
  }
  const float4* texels;
  static constexpr int rows = SkyInMemory::rows, columns = SkyInMemory::columns;
};

// A part of a pixel: its upper left corner and its side. {0, 0, 1} is the whole pixel.
struct Cell {
  float x, y, side;
};

// Where in its pixel a sample is, and where on the sun; all from 0 to 1.
struct Sample {
  float x, y, sun_x, sun_y;
};

__host__ __device__ inline Sample make_sample(uint4 words, Cell cell) {
  const auto part = [](unsigned word) { return static_cast<float>(word >> 8) * 0x1p-24f; };
  return {cell.x + cell.side * part(words.x), cell.y + cell.side * part(words.y), part(words.z),
          part(words.w)};
}

constexpr unsigned no_sample = ~0u;  // a number that no sample has

// The cell of a sample; `side` × `side` cells, a power of two in each direction.
__host__ __device__ inline Cell cell_of(unsigned number, unsigned side, uint4 flips) {
  unsigned x = 0, y = 0;
  for (unsigned bit = side / 2; bit > 0; bit /= 2, number /= 4) {
    x += number % 2 * bit;
    y += number / 2 % 2 * bit;
  }
  const float width = 1.0f / static_cast<float>(side);
  return {width * static_cast<float>((x ^ flips.x) & (side - 1)),
          width * static_cast<float>((y ^ flips.y) & (side - 1)), width};
}

struct Shot {
  weft::Camera camera;
  Vec sun;         // the direction of its centre, with length 1
  float sun_size;  // the sides of a square at a distance of 1
  weft::Size picture;
};

template <class T, class Above>
__host__ __device__ weft::Traced<T> sample_colour(const weft::Scene& scene, const Shot& shot,
                                                  const Above& sky, unsigned row,
                                                  unsigned column, const Sample& sample) {
  const auto ray = weft::ray_through<T>(shot.camera, (column + T(sample.x)) / shot.picture.columns,
                                        (row + T(sample.y)) / shot.picture.rows);
  const weft::Vec<T> aside{sample.sun_x - T(0.5), 0, sample.sun_y - T(0.5)};
  const weft::Vec<T> sun = weft::unit(weft::as<T>(shot.sun) + shot.sun_size * aside);
  return weft::trace(scene, ray, sun, sky);
}

// Adds the samples `first` to `last` - 1 of every pixel to its sum, for any grid.
template <class Above>
__global__ void add_samples(Shot shot, Above sky, unsigned first, unsigned last, unsigned side,
                            weft::MatrixView<Vec> sums) {
  const weft::Size picture = shot.picture;
  for (unsigned row = weft::my_row(); row < picture.rows; row += gridDim.y * blockDim.y)
    for (unsigned column = weft::my_column(); column < picture.columns;
         column += gridDim.x * blockDim.x) {
      const unsigned pixel = row * picture.columns + column;
      const uint4 flips = weft::four_words(pixel, no_sample);
      Vec sum = sums(row, column);
      for (unsigned number = first; number < last; ++number) {
        const Sample sample =
            make_sample(weft::four_words(pixel, number), cell_of(number, side, flips));
        sum = sum + sample_colour<float>(weft::constant_scene, shot, sky, row, column, sample).colour;
      }
      sums(row, column) = sum;
    }
}

std::vector<Vec> launched(const Shot& shot, weft::Sky sky, dim3 blocks, dim3 block,
                          std::vector<unsigned> ends, unsigned side = 1) {
  weft::Matrix<Vec> sums(shot.picture.rows, shot.picture.columns,
                         std::vector<Vec>(shot.picture.rows * shot.picture.columns, Vec{0, 0, 0}));
  unsigned first = 0;
  for (const unsigned last : ends) {
    add_samples<<<blocks, block>>>(shot, sky, first, last, side, sums.view());
    first = last;
  }
  weft::check(cudaGetLastError());
  return sums.to_host();
}

bool nearly(uchar3 p, uchar3 q, int steps) {
  return std::abs(p.x - q.x) <= steps && std::abs(p.y - q.y) <= steps &&
         std::abs(p.z - q.z) <= steps;
}

struct Compared {
  std::size_t pixels = 0, differ = 0;
  double passes = 0;  // over the list of spheres, per sample
};

// Every `step`th pixel, in double on the host.
template <class Above>
Compared compared(const std::vector<uchar3>& is, const weft::Scene& scene, const Shot& shot,
                  const Above& sky, unsigned side, std::uint64_t seed, unsigned step) {
  const auto keys = weft::philox_keys(seed);
  const unsigned samples = side * side;
  Compared all;
  for (unsigned pixel = 0; pixel < is.size(); pixel += step, ++all.pixels) {
    const uint4 flips = weft::philox({no_sample, 0, pixel, 0}, keys.data());
    Vecd sum{0, 0, 0};
    for (unsigned number = 0; number < samples; ++number) {
      const Sample sample = make_sample(weft::philox({number, 0, pixel, 0}, keys.data()),
                                        cell_of(number, side, flips));
      const auto traced = sample_colour<double>(scene, shot, sky, pixel / shot.picture.columns,
                                                pixel % shot.picture.columns, sample);
      sum = sum + traced.colour;
      all.passes += traced.passes;
    }
    all.differ += !nearly(is[pixel], weft::to_bytes(1.0 / samples * sum), 2);
  }
  all.passes /= static_cast<double>(all.pixels) * samples;
  return all;
}

#ifdef __LOOM__
constexpr weft::Size size{240, 320};
constexpr unsigned side = 4, step = 19;
#else
constexpr weft::Size size{1080, 1440};
constexpr unsigned side = 8, step = 257;
#endif

TEST_CASE("floats on the device paint what doubles paint on the host, except at edges") {
  const SkyInMemory sky;
  const weft::Scene scene = weft::make_scene(balls());
  weft::seed_philox(7);
  const Shot shot{portrait_camera(), sun_of_portrait(), 0.12f, size};
  const unsigned samples = side * side;
  std::vector<uchar3> pixels;
  for (const Vec sum : launched(shot, sky.sky(), weft::blocks_over(size), weft::pixel_block,
                                {samples}, side))
    pixels.push_back(weft::to_bytes(1.0f / samples * sum));
  weft::write_picture("portrait.ppm", weft::Picture<uchar3>{size.rows, size.columns, pixels});
  const Compared with = compared(pixels, scene, shot, SkyOnHost{sky}, side, 7, step);
  CHECK(with.differ <= with.pixels / 500);
  std::printf("passes over the list per sample: %.2f\n", with.passes);
}

TEST_CASE("the time grows with the number of samples" * doctest::skip(!weft::measuring())) {
  const SkyInMemory sky;
  weft::make_scene(balls());
  weft::seed_philox(7);
  const Shot shot{portrait_camera(), sun_of_portrait(), 0.12f, {1080, 1440}};
  weft::Matrix<Vec> sums(1080, 1440, std::vector<Vec>(1080 * 1440, Vec{0, 0, 0}));
  double before = 0;
  for (const unsigned side : {1u, 2u, 4u, 8u}) {
    const unsigned samples = side * side;
    // (The sums grow from launch to launch; nothing reads them.)
    const auto [seconds] = weft::side_by_side(9, [&] {
      add_samples<<<weft::blocks_over(shot.picture), weft::pixel_block>>>(shot, sky.sky(), 0, samples,
                                                                          side, sums.view());
    });
    weft::check(cudaGetLastError());
    weft::report({"portrait", 1.0 * samples, "samples per pixel", 1e3 * seconds, "ms"});
    if (side > 2) CHECK(std::abs(seconds / before - 4) < 0.4);
    before = seconds;
  }
}
