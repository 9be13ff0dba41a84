// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 37852fcdbd4ff119d360ce58fc009c656bffa37f]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/trace.cuh"

using Vec = weft::Vec<float>;
using Ray = weft::Ray<float>;
using weft::Camera;

const Vec noon{0, 1, 0};

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
  const std::vector<Vec> along = {{1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
  const auto right = seen_towards(along, weft::around_the_sky());
  CHECK(right[0].x == doctest::Approx(3.5));  // half of column 7, half of column 0
  CHECK(right[0].y == doctest::Approx(1.5));
  CHECK(right[1].y == 0);
  CHECK(right[2].y == 3);
  const auto seam = seen_towards(along, weft::around_the_sky(cudaAddressModeClamp));
  CHECK(seam[0].x == 0);
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

weft::Scene on_host(const std::vector<weft::Sphere>& spheres) {
  weft::Scene scene{};
  scene.count = static_cast<int>(spheres.size());
  std::copy(spheres.begin(), spheres.end(), scene.spheres);
  return scene;
}

TEST_CASE("a mirror reflects at the angle of incidence, and the loop between two mirrors ends") {
  const weft::Scene one = on_host({{{0, 10, 0}, 1, {1, 1, 1}, 1, 0}});
  const Ray straight{{0, 10, 5}, {0, 0, -1}}, oblique{{0, 10 + std::sqrt(0.5f), 5}, {0, 0, -1}};
  CHECK(weft::trace(one, straight, noon, Direction{}).colour.z == doctest::Approx(1));
  CHECK(weft::trace(one, oblique, noon, Direction{}).colour.x == doctest::Approx(1).epsilon(1e-4));
  const weft::Scene two = on_host({{{0, 10, -3}, 2, {1, 1, 1}, 0.9f, 0},
                                   {{0, 10, 3}, 2, {1, 1, 1}, 0.9f, 0}});
  const auto between = weft::trace(two, Ray{{0, 10, 0}, {0, 0, -1}}, noon, White{});
  CHECK(between.passes == 2 * weft::most_bounces);
}

TEST_CASE("walls of glass count from near to far, whatever their order in the list") {
  const weft::Sphere red{{0, 10, 0}, 1, {1, 0, 0}, 0, 0.5f}, blue{{0, 10, -4}, 1, {0, 0, 1}, 0, 0.5f};
  const auto colour = [](const std::vector<weft::Sphere>& spheres, float from, float to) {
    return weft::trace(on_host(spheres), Ray{{0, 10, from}, {0, 0, to}}, noon, White{}).colour;
  };
  const Vec near_red = colour({red, blue}, 9, -1), near_blue = colour({red, blue}, -13, 1);
  CHECK(near_red.x > 0);
  CHECK(near_red.z == 0);  // no blue passes through red glass
  CHECK(near_blue.x == 0);
  CHECK(near_blue.z > 0);
  const Vec again = colour({blue, red}, 9, -1);
  CHECK((again.x == near_red.x && again.y == near_red.y && again.z == near_red.z));
}

__global__ void paint(Camera camera, Vec sun, weft::Sky sky, weft::MatrixView<uchar3> canvas) {
  const unsigned row = weft::my_row(), column = weft::my_column();
  if (row >= canvas.rows() || column >= canvas.columns()) return;
  const auto ray = weft::ray_through<float>(camera, (column + 0.5f) / canvas.columns(),
                                            (row + 0.5f) / canvas.rows());
  canvas(row, column) = weft::to_bytes(weft::trace(weft::scene, ray, sun, sky).colour);
}

TEST_CASE("the picture does not depend on the order of the spheres") {
  constexpr int rows = 240, columns = 320;
  const weft::Array texels =
      weft::make_array(256, 512, weft::paint_sky(256, 512, sun_of_portrait()));
  const weft::Texture texture =
      weft::make_texture(weft::texels_in(texels), weft::around_the_sky());
  const auto picture = [&](const std::vector<weft::Sphere>& spheres) {
    weft::make_scene(spheres);
    weft::Matrix<uchar3> canvas(rows, columns);
    paint<<<weft::blocks_over_pixels(rows, columns), weft::pixel_block>>>(
        portrait_camera(), sun_of_portrait(), {texture.object()}, canvas.view());
    weft::check(cudaGetLastError());
    return canvas.to_host();
  };
  std::vector<weft::Sphere> spheres = balls();
  const std::vector<uchar3> one = picture(spheres);
  std::reverse(spheres.begin(), spheres.end());
  const std::vector<uchar3> other = picture(spheres);
  const auto same = [](uchar3 p, uchar3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; };
  std::size_t differ = 0;
  for (std::size_t i = 0; i < one.size(); ++i) differ += !same(one[i], other[i]);
  CHECK(differ <= one.size() / 10'000);  // sunlight through several clear spheres is a product
  weft::write_picture("sky.ppm", weft::Picture<uchar3>{rows, columns, one});
}
