// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 83b59e294f434e7941ff736f893896e989935ea9]
#include <cstdio>
#include <cstring>

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

// Where in its pixel a sample is, and where on the sun; all from 0 to 1.
struct Sample {
  float x, y, sun_x, sun_y;
};

// `side` × `side` strata; 1 for none.
__host__ __device__ inline Sample make_sample(uint4 words, unsigned number, unsigned side) {
  const auto part = [](unsigned word) { return static_cast<float>(word >> 8) * 0x1p-24f; };
  const float x = static_cast<float>(number % side) + part(words.x);
  const float y = static_cast<float>(number / side % side) + part(words.y);
  return {x / side, y / side, part(words.z), part(words.w)};
}

struct View {
  weft::Camera camera;
  Vec sun;
  float sun_size;
  weft::Size picture;
};

template <class T, class Above>
__host__ __device__ weft::Traced<T> sample_colour(const weft::Scene& scene, const View& view,
                                                  const Above& sky, unsigned row,
                                                  unsigned column, const Sample& sample) {
  const auto ray = weft::ray_through<T>(view.camera, (column + T(sample.x)) / view.picture.columns,
                                        (row + T(sample.y)) / view.picture.rows);
  const weft::Vec<T> aside{sample.sun_x - T(0.5), 0, sample.sun_y - T(0.5)};
  const weft::Vec<T> sun = weft::unit(weft::as<T>(view.sun) + view.sun_size * aside);
  return weft::trace(scene, ray, sun, sky);
}

// Adds the samples from `first` to `last` of every pixel to its sum, for any grid.
template <class Above>
__global__ void add_samples(View view, Above sky, unsigned first, unsigned last, unsigned side,
                            weft::MatrixView<Vec> sums) {
  const weft::Size picture = view.picture;
  for (unsigned row = weft::my_row(); row < picture.rows; row += gridDim.y * blockDim.y)
    for (unsigned column = weft::my_column(); column < picture.columns;
         column += gridDim.x * blockDim.x) {
      const unsigned pixel = row * picture.columns + column;
      Vec sum = sums(row, column);
      for (unsigned number = first; number < last; ++number) {
        const Sample sample = make_sample(weft::four_words(pixel, number), number, side);
        sum = sum + sample_colour<float>(weft::scene, view, sky, row, column, sample).colour;
      }
      sums(row, column) = sum;
    }
}

std::vector<Vec> launched(const View& view, weft::Sky sky, dim3 blocks, dim3 block,
                          std::vector<unsigned> ends, unsigned side = 1) {
  weft::Matrix<Vec> sums(view.picture.rows, view.picture.columns,
                         std::vector<Vec>(view.picture.rows * view.picture.columns, Vec{0, 0, 0}));
  unsigned first = 0;
  for (const unsigned last : ends) {
    add_samples<<<blocks, block>>>(view, sky, first, last, side, sums.view());
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
  const View view{portrait_camera(), sun_of_portrait(), 0.1f, {23, 31}};
  const auto one = launched(view, sky.sky(), weft::blocks_over(view.picture), weft::pixel_block, {8});
  CHECK(same_bits(one, launched(view, sky.sky(), dim3(1, 5), dim3(32, 3), {8})));
  CHECK(same_bits(one, launched(view, sky.sky(), dim3(3, 1), dim3(16, 16), {1, 3, 8})));
  weft::seed_philox(2025);
  CHECK_FALSE(same_bits(one, launched(view, sky.sky(), dim3(1, 5), dim3(32, 3), {8})));
}

TEST_CASE("the state that each pixel would need") {
  CHECK(sizeof(curandStateXORWOW_t) == 48);
  CHECK(sizeof(curandState) == sizeof(curandStateXORWOW_t));
  CHECK(sizeof(curandState) == 4 * sizeof(Vec));
}

TEST_CASE("errors fall as one over the root of n at random, and faster with strata") {
  const SkyInMemory sky;
  weft::make_scene(large_balls());
  const View view{portrait_camera(), sun_of_portrait(), 0, {12, 16}};
  const auto mean = [&](unsigned n, unsigned side) {
    auto sums = launched(view, sky.sky(), weft::blocks_over(view.picture), weft::pixel_block, {n}, side);
    for (Vec& sum : sums) sum = 1.0f / n * sum;
    return sums;
  };
  weft::seed_philox(1);
  const auto reference = mean(1024, 32);
  weft::seed_philox(2);
  const auto error = [&](const std::vector<Vec>& colours) {
    double squares = 0;
    for (std::size_t i = 0; i < colours.size(); ++i)
      squares += std::pow(colours[i].y - reference[i].y, 2);
    return std::sqrt(squares / static_cast<double>(colours.size()));
  };
  std::puts("samples per pixel | at random | in strata");
  double random[5], strata[5];
  for (int k = 0; k < 5; ++k) {
    const unsigned side = 1u << k, n = side * side;
    random[k] = error(mean(n, 1));
    strata[k] = error(mean(n, side));
    std::printf("%u | %.4f | %.4f\n", n, random[k], strata[k]);
  }
  CHECK(random[0] / random[4] > 10);  // 16 for one over the root
  CHECK(random[0] / random[4] < 24);
  CHECK(strata[0] / strata[4] > 24);
}
