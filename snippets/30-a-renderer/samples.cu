// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 f99b90be247b62a896c280521394ca51dafd34f4]
#include <array>
#include <cstdio>
#include <cstring>
#include <set>

#include <curand_kernel.h>
#include <doctest/doctest.h>

#include "common/philox.cuh"
#include "common/trace.cuh"

using Vec = weft::Vec<float>;

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

bool same_bits(const std::vector<Vec>& a, const std::vector<Vec>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec)) == 0;
}

TEST_CASE("the same bits from any grid, and in one launch or three") {
  const SkyInMemory sky;
  weft::make_scene(large_balls());
  weft::seed_philox(2024);
  const Shot shot{portrait_camera(), sun_of_portrait(), 0.1f, {23, 31}};
  const auto one = launched(shot, sky.sky(), weft::blocks_over(shot.picture), weft::pixel_block, {8});
  CHECK(same_bits(one, launched(shot, sky.sky(), dim3(1, 5), dim3(32, 3), {8})));
  CHECK(same_bits(one, launched(shot, sky.sky(), dim3(3, 1), dim3(16, 16), {1, 3, 8})));
  const auto strata = launched(shot, sky.sky(), dim3(1, 5), dim3(32, 3), {16}, 4);
  CHECK(same_bits(strata, launched(shot, sky.sky(), dim3(3, 1), dim3(16, 16), {4, 16}, 4)));
  weft::seed_philox(2025);
  CHECK_FALSE(same_bits(one, launched(shot, sky.sky(), dim3(1, 5), dim3(32, 3), {8})));
}

TEST_CASE("the state that each pixel would need") {
  CHECK(sizeof(curandStateXORWOW_t) == 48);
  CHECK(sizeof(curandState) == sizeof(curandStateXORWOW_t));
  CHECK(sizeof(curandState) == 4 * sizeof(Vec));
}

TEST_CASE("the first 4, 16 and 64 samples are one per quarter, sixteenth and 64th of the pixel") {
  constexpr unsigned side = 8;
  for (unsigned flip = 0; flip < side * side; ++flip)
    for (unsigned cells = 2; cells <= side; cells *= 2) {
      std::set<unsigned> met;
      for (unsigned number = 0; number < cells * cells; ++number) {
        const Cell cell = cell_of(number, side, {flip % side, flip / side, 0, 0});
        met.insert(static_cast<unsigned>(cells * cell.y) * cells +
                   static_cast<unsigned>(cells * cell.x));
      }
      CHECK(met.size() == cells * cells);
    }
}

TEST_CASE("with random flips, a sample is in each cell with the same probability") {
  constexpr unsigned side = 8;
  for (unsigned number = 0; number < side * side; ++number) {
    std::set<std::pair<float, float>> met;
    for (unsigned flip = 0; flip < side * side; ++flip) {
      const Cell cell = cell_of(number, side, {flip % side, flip / side, 0, 0});
      met.insert({cell.x, cell.y});
    }
    CHECK(met.size() == side * side);
  }
}

TEST_CASE("with one cell, it is the whole pixel") {
  for (const unsigned number : {0u, 7u, 100u}) {
    const Cell cell = cell_of(number, 1, {12345, 678, 0, 0});
    CHECK((cell.x == 0 && cell.y == 0 && cell.side == 1));
  }
}

// What 8 × 8 rays of a pixel meet first: a sphere, the ground, nothing, or several things.
constexpr int several = -3;
int met_in(const weft::Scene& scene, const Shot& shot, unsigned row, unsigned column) {
  std::set<int> met;
  for (unsigned i = 0; i < 64; ++i)
    met.insert(weft::first_hit(scene, weft::ray_of_pixel<float>(
                                          shot.camera, {8 * shot.picture.rows, 8 * shot.picture.columns},
                                          8 * row + i / 8, 8 * column + i % 8)).what);
  return met.size() == 1 ? *met.begin() : several;
}

TEST_CASE("errors fall as one over the root of n at random, and faster with strata") {
  const SkyInMemory sky;
  const weft::Scene scene = weft::make_scene(large_balls());
  const Shot shot{portrait_camera(), sun_of_portrait(), 0, {12, 16}};
  const auto mean = [&](unsigned n, unsigned side) {
    auto sums = launched(shot, sky.sky(), weft::blocks_over(shot.picture), weft::pixel_block, {n}, side);
    for (Vec& sum : sums) sum = 1.0f / n * sum;
    return sums;
  };
  weft::seed_philox(1);
  const auto reference = mean(1024, 32);
  weft::seed_philox(2);
  enum Kind { all, sky_only, ground_only, one_sphere, edges, kinds };
  std::vector<Kind> kind_of;
  for (unsigned row = 0; row < shot.picture.rows; ++row)
    for (unsigned column = 0; column < shot.picture.columns; ++column) {
      const int met = met_in(scene, shot, row, column);
      kind_of.push_back(met == weft::nothing  ? sky_only
                        : met == weft::ground ? ground_only
                        : met == several      ? edges
                                              : one_sphere);
    }
  const auto errors = [&](const std::vector<Vec>& colours) {
    std::array<double, kinds> squares{}, pixels{};
    for (std::size_t i = 0; i < colours.size(); ++i)
      for (const Kind kind : {all, kind_of[i]}) {
        squares[kind] += std::pow(colours[i].y - reference[i].y, 2);
        ++pixels[kind];
      }
    for (int kind = 0; kind < kinds; ++kind) squares[kind] = std::sqrt(squares[kind] / pixels[kind]);
    return squares;
  };
  std::puts("samples per pixel | at random | in strata | sky | ground | one sphere | several things");
  std::array<double, kinds> random[5], strata[5];
  for (int k = 0; k < 5; ++k) {
    const unsigned side = 1u << k, n = side * side;
    random[k] = errors(mean(n, 1));
    strata[k] = errors(mean(n, side));
    std::printf("%u | %.5f", n, random[k][all]);
    for (const double error : strata[k]) std::printf(" | %.5f", error);
    std::puts("");
  }
  const auto fall = [](const auto& errors, Kind kind) { return errors[0][kind] / errors[4][kind]; };
  CHECK(fall(random, all) > 10);  // 16 for one over the root
  CHECK(fall(random, all) < 24);
  CHECK(fall(strata, all) > 24);
  CHECK(fall(strata, sky_only) > 64);
  CHECK(fall(strata, one_sphere) < fall(strata, edges));
  CHECK(fall(strata, one_sphere) < fall(strata, ground_only));
}
