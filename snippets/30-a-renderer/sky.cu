// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 80c8cb8714887aa0f55a41bce267e8a169d03526]
#include <doctest/doctest.h>

#include "common/trace.cuh"

using Vec = weft::Vec<float>;
using Vecd = weft::Vec<double>;
using Ray = weft::Ray<float>;
using Rayd = weft::Ray<double>;
using weft::Camera;

const Vec zenith{0, 1, 0};

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

__global__ void look_up(weft::Sky sky, weft::View<const Vec> along, weft::View<Vec> seen) {
  if (threadIdx.x < along.size()) seen[threadIdx.x] = sky(along[threadIdx.x]);
}

// Four rows and eight columns, whose red is the column and whose green the row.
std::vector<Vec> seen_towards(const std::vector<Vec>& along, const cudaTextureDesc& how) {
  std::vector<float4> texels;
  for (int i = 0; i < 32; ++i)
    texels.push_back({static_cast<float>(i % 8), static_cast<float>(i / 8), 0, 0});
  const weft::Array array = weft::make_array(4, 8, texels);
  const weft::Texture texture = weft::make_texture(weft::texels_in(array), how);
  const weft::Buffer<Vec> directions(along);
  weft::Buffer<Vec> seen(along.size());
  look_up<<<1, 32>>>({texture.object()}, directions.view(), seen.view());
  weft::check(cudaGetLastError());
  return seen.to_host();
}

TEST_CASE("the sky wraps in longitude and is clamped in latitude") {
  const std::vector<Vec> along = {{1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const auto right = seen_towards(along, weft::around_the_sky());
  CHECK(right[0].x == doctest::Approx(3.5));  // half of column 7, half of column 0
  CHECK(right[0].y == doctest::Approx(1.5));
  CHECK(right[1].y == 0);
  CHECK(right[2].y == 3);
  CHECK(right[3].x == doctest::Approx(1.5));  // a quarter of the way round
  CHECK(right[4].x == doctest::Approx(5.5));
  const auto clamped = seen_towards(along, weft::around_the_sky(cudaAddressModeClamp));
  CHECK(clamped[0].x == 0);
  CHECK(clamped[4].x == 0);  // as all directions with a negative longitude
  const auto poles = seen_towards(
      along, weft::around_the_sky(cudaAddressModeWrap, cudaAddressModeWrap));
  CHECK(poles[1].y == doctest::Approx(1.5));  // the zenith mixes with the nadir
}

struct White {
  __host__ __device__ Vec operator()(Vec) const { return {1, 1, 1}; }
};
struct Direction {
  __host__ __device__ Vec operator()(Vec along) const { return {along.y, 0, along.z}; }
};

TEST_CASE("a mirror reflects at the angle of incidence, and the loop between two mirrors ends") {
  const weft::Scene one = weft::scene_of({{{0, 10, 0}, 1, {1, 1, 1}, 1, 0}});
  const Ray straight{{0, 10, 5}, {0, 0, -1}}, oblique{{0, 10 + std::sqrt(0.5f), 5}, {0, 0, -1}};
  CHECK(weft::trace(one, straight, zenith, Direction{}).colour.z == doctest::Approx(1));
  CHECK(weft::trace(one, oblique, zenith, Direction{}).colour.x == doctest::Approx(1).epsilon(1e-4));
  const weft::Scene two = weft::scene_of({{{0, 10, -3}, 2, {1, 1, 1}, 0.9f, 0},
                                          {{0, 10, 3}, 2, {1, 1, 1}, 0.9f, 0}});
  // The sun above lights neither of the points that the ray meets, an oblique one every other.
  const Ray between{{0, 10, 0}, {0, 0, -1}};
  CHECK(weft::trace(two, between, zenith, White{}).passes == weft::most_surfaces);
  CHECK(weft::trace(two, between, weft::unit(Vec{0, 1, 1}), White{}).passes ==
        weft::most_surfaces * 3 / 2);
}

TEST_CASE("a ray passes both walls of a clear sphere, and goes straight on") {
  const weft::Scene one = weft::scene_of({{{0, 10, 0}, 1, {1, 1, 1}, 0, 1}});
  const auto behind = weft::trace(one, Ray{{0, 10.5f, 5}, {0, 0, -1}}, zenith, Direction{});
  CHECK(behind.passes == 3);
  CHECK(behind.colour.z == -1);
}

TEST_CASE("walls of glass count from near to far, whatever their order in the list") {
  const weft::Sphere red{{0, 10, 0}, 1, {1, 0, 0}, 0, 0.5f}, blue{{0, 10, -4}, 1, {0, 0, 1}, 0, 0.5f};
  const auto colour = [](const std::vector<weft::Sphere>& spheres, float from, float to) {
    return weft::trace(weft::scene_of(spheres), Ray{{0, 10, from}, {0, 0, to}}, zenith, White{}).colour;
  };
  const Vec near_red = colour({red, blue}, 9, -1), near_blue = colour({red, blue}, -13, 1);
  CHECK(near_red.x > 0);
  CHECK(near_red.z == 0);  // no blue passes through red glass
  CHECK(near_blue.x == 0);
  CHECK(near_blue.z > 0);
  const Vec again = colour({blue, red}, 9, -1);
  CHECK((again.x == near_red.x && again.y == near_red.y && again.z == near_red.z));
}

__global__ void paint(Camera camera, weft::Size picture, Vec sun, weft::Sky sky,
                      weft::MatrixView<uchar3> canvas) {
  const unsigned row = weft::my_row(), column = weft::my_column();
  if (row >= picture.rows || column >= picture.columns) return;
  const Ray ray = weft::ray_of_pixel<float>(camera, picture, row, column);
  canvas(row, column) = weft::to_bytes(weft::trace(weft::constant_scene, ray, sun, sky).colour);
}

template <class Above>
Vecd by_recursion(const weft::Scene& scene, const Rayd& ray, Vecd sun, const Above& sky,
                  int surfaces = weft::most_surfaces) {
  if (surfaces == 0) return {0, 0, 0};
  const auto hit = weft::first_hit(scene, ray);
  if (hit.what == weft::nothing) return sky(ray.along);
  const auto at = weft::surface_at(scene, ray, hit);
  const Vecd own = (1 - at.mirror - at.clear) * weft::lit(scene, at, sun);
  if (at.mirror > 0)
    return own + at.mirror * by_recursion(scene, weft::reflected(ray, at), sun, sky, surfaces - 1);
  if (at.clear > 0)
    return own + at.clear * (at.colour * by_recursion(scene, weft::straight_on(ray, at), sun, sky,
                                                      surfaces - 1));
  return own;
}

bool nearly(uchar3 p, uchar3 q, int steps) {
  return std::abs(p.x - q.x) <= steps && std::abs(p.y - q.y) <= steps &&
         std::abs(p.z - q.z) <= steps;
}

TEST_CASE("the loop gives on the device what recursion gives on the host, except at edges") {
  constexpr weft::Size picture{240, 320};
  const weft::Scene scene = weft::make_scene(balls());
  const Camera camera = portrait_camera();
  const Vec sun = sun_of_portrait();
  const SkyInMemory sky;
  weft::Matrix<uchar3> canvas(picture.rows, picture.columns);
  paint<<<weft::blocks_over(picture), weft::pixel_block>>>(camera, picture, sun, sky.sky(),
                                                          canvas.view());
  weft::check(cudaGetLastError());
  const std::vector<uchar3> pixels = canvas.to_host();
  weft::write_picture("sky.ppm", weft::Picture<uchar3>{picture.rows, picture.columns, pixels});
  std::size_t compared = 0, differ = 0;
  for (unsigned i = 0; i < pixels.size(); i += 7, ++compared) {
    const auto ray = weft::ray_of_pixel<double>(camera, picture, i / picture.columns,
                                                i % picture.columns);
    const Vecd expected = by_recursion(scene, ray, weft::as<double>(sun), SkyOnHost{sky});
    differ += !nearly(pixels[i], weft::to_bytes(expected), 2);
  }
  CHECK(differ <= compared / 500);
}
