// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 46a6b9353bf811625f12a3e22ee7bb6bc6520cdd]
#include <cstdio>
#include <cstring>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/philox.cuh"
#include "common/side-by-side.cuh"
#include "common/trace.cuh"

using Vec = weft::Vec<float>;

// Four large spheres, and a circle of small ones around them.
inline std::vector<weft::Sphere> balls() {
  std::vector<weft::Sphere> spheres = {
      {{0, 1.2f, 0}, 1.2f, {0.95f, 0.93f, 0.88f}, 0.9f, 0},
      {{-2.3f, 0.9f, 0.6f}, 0.9f, {0.85f, 0.2f, 0.15f}, 0.12f, 0},
      {{2.2f, 0.8f, 0.9f}, 0.8f, {0.15f, 0.35f, 0.8f}, 0.12f, 0},
      {{0.75f, 0.75f, 2.3f}, 0.75f, {0.75f, 0.95f, 0.85f}, 0, 0.88f},
      {{-0.95f, 0.55f, 2.2f}, 0.55f, {0.98f, 0.75f, 0.3f}, 0, 0.8f}};
  for (int i = 0; i < 18; ++i) {
    const float turn = 6.2831853f * i / 18, radius = i % 3 == 0 ? 0.34f : 0.24f;
    const float part = (1 + std::sin(turn)) / 2;
    spheres.push_back({{3.6f * std::cos(turn), radius, 3.6f * std::sin(turn)}, radius,
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
  std::vector<float4> texels = weft::paint_sky(256, 512, sun_of_portrait());
  weft::Array array = weft::make_array(256, 512, texels);
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
  unsigned rows, columns;
};

template <class T, class Above>
__host__ __device__ weft::Traced<T> sample_colour(const weft::Scene& scene, const View& view,
                                                  const Above& sky, unsigned row,
                                                  unsigned column, const Sample& sample) {
  const auto ray = weft::ray_through<T>(view.camera, (column + T(sample.x)) / view.columns,
                                        (row + T(sample.y)) / view.rows);
  const weft::Vec<T> aside{sample.sun_x - T(0.5), 0, sample.sun_y - T(0.5)};
  const weft::Vec<T> sun = weft::unit(weft::in<T>(view.sun) + view.sun_size * aside);
  return weft::trace(scene, ray, sun, sky);
}

// Adds the samples from `first` to `last` of every pixel to its sum, for any grid.
template <class Above>
__global__ void add_samples(View view, Above sky, unsigned first, unsigned last, unsigned side,
                            weft::MatrixView<Vec> sums) {
  for (unsigned row = weft::my_row(); row < view.rows; row += gridDim.y * blockDim.y)
    for (unsigned column = weft::my_column(); column < view.columns;
         column += gridDim.x * blockDim.x) {
      const unsigned pixel = row * view.columns + column;
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
  weft::Matrix<Vec> sums(view.rows, view.columns,
                         std::vector<Vec>(view.rows * view.columns, Vec{0, 0, 0}));
  unsigned first = 0;
  for (const unsigned last : ends) {
    add_samples<<<blocks, block>>>(view, sky, first, last, side, sums.view());
    first = last;
  }
  weft::check(cudaGetLastError());
  return sums.to_host();
}

// The sky on the host, in double, without the rounding of weights to 1/256.
struct SkyOnHost {
  const float4* texels;
  int rows, columns;
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
};

struct Reference {
  std::vector<weft::Vec<double>> sums;
  double passes = 0;
};

Reference reference(const weft::Scene& scene, const View& view, const SkyOnHost& sky,
                    unsigned samples, unsigned side, std::uint64_t seed) {
  const auto keys = weft::philox_keys(seed);
  Reference made;
  for (unsigned pixel = 0; pixel < view.rows * view.columns; ++pixel) {
    weft::Vec<double> sum{0, 0, 0};
    for (unsigned number = 0; number < samples; ++number) {
      const Sample sample = make_sample(weft::philox({number, 0, pixel, 0}, keys.data()), number, side);
      const auto traced = sample_colour<double>(scene, view, sky, pixel / view.columns,
                                                pixel % view.columns, sample);
      sum = sum + traced.colour;
      made.passes += traced.passes;
    }
    made.sums.push_back(sum);
  }
  return made;
}

uchar3 mean_as_bytes(weft::Vec<double> sum, unsigned samples) {
  const double n = samples;
  return weft::to_bytes({float(sum.x / n), float(sum.y / n), float(sum.z / n)});
}

std::vector<uchar3> bytes_of(const std::vector<Vec>& sums, unsigned samples) {
  std::vector<uchar3> bytes;
  for (const Vec sum : sums) bytes.push_back(mean_as_bytes({sum.x, sum.y, sum.z}, samples));
  return bytes;
}

TEST_CASE("floats on the device paint what doubles paint on the host, except at edges") {
  const SkyInMemory sky;
  const weft::Scene scene = weft::make_scene(balls());
  weft::seed_philox(7);
  const View view{portrait_camera(), sun_of_portrait(), 0.12f, 90, 120};
  const unsigned samples = 4, side = 2;
  const auto is = bytes_of(
      launched(view, sky.sky(), dim3(15, 6), weft::pixel_block, {samples}, side), samples);
  const Reference expected = reference(scene, view, {sky.texels.data(), 256, 512}, samples, side, 7);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < is.size(); ++i) {
    const uchar3 should = mean_as_bytes(expected.sums[i], samples);
    differ += std::abs(is[i].x - should.x) > 2 || std::abs(is[i].y - should.y) > 2 ||
              std::abs(is[i].z - should.z) > 2;
  }
  CHECK(differ <= is.size() / 200);
  const double per_sample = expected.passes / (1.0 * samples * view.rows * view.columns);
  std::printf("passes over the list per sample: %.2f\n", per_sample);
}

TEST_CASE("the portrait") {
  const SkyInMemory sky;
  weft::make_scene(balls());
  weft::seed_philox(7);
  const View view{portrait_camera(), sun_of_portrait(), 0.12f, 288, 384};
  const unsigned samples = 9, side = 3;
  const auto sums =
      launched(view, sky.sky(), dim3(48, 18), weft::pixel_block, {samples}, side);
  weft::write_picture("portrait.ppm", weft::Picture<uchar3>{view.rows, view.columns,
                                                             bytes_of(sums, samples)});
  CHECK(std::none_of(sums.begin(), sums.end(), [](Vec v) { return std::isnan(v.x + v.y + v.z); }));
}

TEST_CASE("the time grows with the number of samples" * doctest::skip(!weft::measuring())) {
  const SkyInMemory sky;
  weft::make_scene(balls());
  weft::seed_philox(7);
  const View view{portrait_camera(), sun_of_portrait(), 0.12f, 1080, 1920};
  weft::Matrix<Vec> sums(view.rows, view.columns,
                         std::vector<Vec>(view.rows * view.columns, Vec{0, 0, 0}));
  const dim3 blocks = weft::blocks_over_pixels(view.rows, view.columns);
  double before = 0;
  for (const unsigned side : {1u, 2u, 4u, 8u}) {
    const unsigned samples = side * side;
    const auto [seconds] = weft::side_by_side(9, [&] {
      add_samples<<<blocks, weft::pixel_block>>>(view, sky.sky(), 0, samples, side, sums.view());
    });
    weft::check(cudaGetLastError());
    weft::report({"portrait", 1.0 * samples, "samples per pixel", 1e3 * seconds, "ms"});
    if (side > 2) CHECK(std::abs(seconds / before - 4) < 0.4);
    before = seconds;
  }
}
