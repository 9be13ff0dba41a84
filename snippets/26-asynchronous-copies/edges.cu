// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 5189391beff78404ac28691a045a6bb5a736d44b]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

const weft::NeedsCapability hopper(9);

__device__ float mean_of(float west, float east, float north, float south, float below, float above) {
  return ((west + east) + (north + south) + (below + above)) * (1.0f / 6);
}

struct Volume {
  int columns, rows, planes;
};

__global__ void by_tests(const float* in, float* out, Volume v, int chunk) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= v.columns || y >= v.rows) return;
  const auto at = [&](int plane, int row, int column) {
    const bool inside = column >= 0 && column < v.columns && row >= 0 && row < v.rows &&
                        plane >= 0 && plane < v.planes;
    return inside ? in[(std::size_t(plane) * v.rows + row) * v.columns + column] : 0.0f;
  };
  const int first = static_cast<int>(blockIdx.z) * chunk;
  float below = at(first - 1, y, x), here = at(first, y, x);
  for (int z = first; z < min(first + chunk, v.planes); ++z) {
    const float above = at(z + 1, y, x);
    out[(std::size_t(z) * v.rows + y) * v.columns + x] =
        mean_of(at(z, y, x - 1), at(z, y, x + 1), at(z, y - 1, x), at(z, y + 1, x), below, above);
    below = here;
    here = above;
  }
}

constexpr int tile_x = 128, tile_y = 16, stages = 4, frame = 4;
constexpr int box_x = tile_x + 2 * frame, box_y = tile_y + 2;
constexpr unsigned tile_threads = tile_x / 4 * tile_y;  // four points each

struct Planes {  // a ring of boxes in shared memory
  alignas(128) float of[stages][(box_y * box_x + 31) / 32 * 32];
  weft::Mbarrier arrived[stages];

  __device__ void load(const CUtensorMap& in, int k, int x, int y, int z) {
    arrived[k % stages].arrive_expecting(box_x * box_y * sizeof(float));
    weft::load_tile(of[k % stages], in, x - frame, y - 1, z, arrived[k % stages]);
  }
  __device__ void wait_for(int k) { arrived[k % stages].wait(k / stages % 2); }
  // The four points of plane k that begin at column x of the tile, in row y.
  __device__ const float* row(int k, int x, int y) const {
    return of[k % stages] + (y + 1) * box_x + x + frame;
  }
  __device__ float4 four(int k, int x, int y) const {
    return *reinterpret_cast<const float4*>(row(k, x, y));
  }
};

__device__ float4 mean_of_four(const Planes& planes, int k, int x, int y, float4 below, float4 here,
                               float4 above) {
  const float4 north = planes.four(k, x, y - 1), south = planes.four(k, x, y + 1);
  const float west = planes.row(k, x, y)[-1], east = planes.row(k, x, y)[4];
  return {mean_of(west, here.y, north.x, south.x, below.x, above.x),
          mean_of(here.x, here.z, north.y, south.y, below.y, above.y),
          mean_of(here.y, here.w, north.z, south.z, below.z, above.z),
          mean_of(here.z, east, north.w, south.w, below.w, above.w)};
}
__device__ void store_four(float* out, Volume v, int plane, int row, int column, float4 four) {
  *reinterpret_cast<float4*>(out + (std::size_t(plane) * v.rows + row) * v.columns + column) = four;
}

__global__ void __launch_bounds__(tile_threads)
    by_maps(const __grid_constant__ CUtensorMap in, float* out, Volume v, int chunk) {
  extern __shared__ __align__(128) unsigned char memory[];
  Planes& planes = *reinterpret_cast<Planes*>(memory);
  const int left = static_cast<int>(blockIdx.x) * tile_x, top = static_cast<int>(blockIdx.y) * tile_y;
  const int first = static_cast<int>(blockIdx.z) * chunk, count = min(chunk, v.planes - first) + 2;
  if (threadIdx.x == 0) {
    for (weft::Mbarrier& barrier : planes.arrived) barrier.init(1);
    weft::publish_barriers();
    for (int k = 0; k < min(stages, count); ++k) planes.load(in, k, left, top, first - 1 + k);
  }
  __syncthreads();
  const int x = static_cast<int>(threadIdx.x) % (tile_x / 4) * 4;
  const int y = static_cast<int>(threadIdx.x) / (tile_x / 4);
  planes.wait_for(0);
  planes.wait_for(1);
  float4 below = planes.four(0, x, y), here = planes.four(1, x, y);
  for (int k = 1; k + 1 < count; ++k) {
    planes.wait_for(k + 1);
    const float4 above = planes.four(k + 1, x, y);
    const float4 mean = mean_of_four(planes, k, x, y, below, here, above);
    if (left + x < v.columns && top + y < v.rows)
      store_four(out, v, first + k - 1, top + y, left + x, mean);
    __syncthreads();  // all have used plane k - 1
    if (threadIdx.x == 0 && k - 1 + stages < count)
      planes.load(in, k - 1 + stages, left, top, first - 2 + k + stages);
    below = here;
    here = above;
  }
}

unsigned pieces(int n, int size) { return static_cast<unsigned>((n + size - 1) / size); }

void sweep_by_tests(const float* in, float* out, Volume v, int chunk = 16) {
  by_tests<<<dim3(pieces(v.columns, 32), pieces(v.rows, 8), pieces(v.planes, chunk)), dim3(32, 8)>>>(
      in, out, v, chunk);
  weft::check(cudaGetLastError());
}
// For rows of whole float4s.
void sweep_by_maps(const float* in, float* out, Volume v, int chunk = 64) {
  const CUtensorMap map = weft::make_map(
      in, {std::size_t(v.columns), std::size_t(v.rows), std::size_t(v.planes)}, {box_x, box_y, 1});
  weft::check(
      cudaFuncSetAttribute(by_maps, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Planes)));
  by_maps<<<dim3(pieces(v.columns, tile_x), pieces(v.rows, tile_y), pieces(v.planes, chunk)),
            tile_threads, sizeof(Planes)>>>(map, out, v, chunk);
  weft::check(cudaGetLastError());
}

TEST_CASE("a sweep with the hardware's edges compared with tests" * doctest::skip(!weft::measuring())) {
  const Volume v{512, 512, 512};
  const std::size_t size = std::size_t{512} * 512 * 512;
  std::mt19937 bits(7);
  std::vector<float> values(size);
  for (float& value : values) value = static_cast<float>(bits() >> 8) * 0x1p-24f;
  const weft::Buffer<float> in(values);
  weft::Buffer<float> out(size), other(size);
  const auto seconds = weft::side_by_side(
      9, [&] { cudaMemcpyAsync(out.data(), in.data(), 4 * size, cudaMemcpyDeviceToDevice); },
      [&] { sweep_by_tests(in.data(), other.data(), v); }, [&] { sweep_by_maps(in.data(), out.data(), v); });
  CHECK(out.to_host() == other.to_host());
  const char* const series[] = {"copy", "tests", "tensor maps"};
  for (std::size_t way = 0; way < seconds.size(); ++way)
    weft::report({series[way], 512, "points per side", 1e-9 * size / seconds[way], "G points/s"});
  CHECK(seconds[2] < seconds[1]);
}

TEST_CASE("the hardware's zeros give the same bits as tests") {
  for (const Volume v : {Volume{140, 19, 11}, Volume{4, 1, 1}, Volume{128, 16, 9}}) {
    std::vector<float> values(std::size_t(v.columns) * v.rows * v.planes);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * 7 % 101);
    const weft::Buffer<float> in(values);
    weft::Buffer<float> one(values.size()), two(values.size());
    sweep_by_tests(in.data(), one.data(), v, 4);
    sweep_by_maps(in.data(), two.data(), v, 5);
    CHECK(one.to_host() == two.to_host());
  }
  std::printf("a box of %d × %d points for a tile of %d × %d\n", box_x, box_y, tile_x, tile_y);
}
