// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 98de3aba5f860ed6c1020f9da9581e77c8045a62]
#include <cmath>
#include <cstdio>

#include <curand_kernel.h>
#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/philox.cuh"
#include "common/random.cuh"
#include "common/side-by-side.cuh"
#include "common/sum-of-block.cuh"
#include "common/two-assets.cuh"

__device__ std::size_t my_number() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }

// The sums of a thread; at the end, the block stores those of all its threads.
struct Totals {
  double sum = 0, squares = 0;

  __device__ void add(double value) {
    sum += value;
    squares += value * value;
  }
  __device__ void store(double2* sums) const {
    const double all = weft::sum_of_block(sum), all_squares = weft::sum_of_block(squares);
    if (threadIdx.x == 0) sums[blockIdx.x] = {all, all_squares};
  }
};

// Number k of path p among `paths`, with 2 * steps numbers per path.
struct PathByPath {
  static __device__ std::size_t place(std::size_t p, unsigned k, std::size_t) {
    return p * 2 * weft::walk.steps + k;
  }
};
struct NumberByNumber {
  static __device__ std::size_t place(std::size_t p, unsigned k, std::size_t paths) {
    return k * paths + p;
  }
};

template <class Layout>
__global__ void follow_paths(weft::View<const float> normals, std::size_t paths, double2* sums) {
  Totals totals;
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    weft::Growth growth;
    for (unsigned k = 0; k < 2 * weft::walk.steps; k += 2)
      growth.step(normals[Layout::place(p, k, paths)], normals[Layout::place(p, k + 1, paths)]);
    totals.add(growth.value());
  }
  totals.store(sums);
}

// Path by path, four numbers per load; a path has an even number of steps.
__global__ void follow_in_fours(weft::View<const float> normals, std::size_t paths, double2* sums) {
  Totals totals;
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    weft::Growth growth;
    const auto* mine = reinterpret_cast<const float4*>(&normals[p * 2 * weft::walk.steps]);
    for (unsigned k = 0; k < weft::walk.steps / 2; ++k) {
      const float4 z = mine[k];
      growth.step(z.x, z.y);
      growth.step(z.z, z.w);
    }
    totals.add(growth.value());
  }
  totals.store(sums);
}

constexpr unsigned long long seed = 2024;

template <class State>
__global__ void draw_singly(std::size_t paths, double2* sums) {
  Totals totals;
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    State state;
    curand_init(seed, p, 0, &state);
    weft::Growth growth;
    for (unsigned s = 0; s < weft::walk.steps; ++s) {
      const float z1 = curand_normal(&state);
      const float z2 = curand_normal(&state);
      growth.step(z1, z2);
    }
    totals.add(growth.value());
  }
  totals.store(sums);
}

template <class State>
__global__ void set_up(weft::View<State> states) {
  if (my_number() < states.size()) curand_init(seed, my_number(), 0, &states[my_number()]);
}

// One thread per state.
template <class State>
__global__ void draw_from_states(weft::View<State> states, std::size_t paths, double2* sums) {
  Totals totals;
  State state = states[my_number()];
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    weft::Growth growth;
    for (unsigned s = 0; s < weft::walk.steps; ++s) {
      const float z1 = curand_normal(&state);
      const float z2 = curand_normal(&state);
      growth.step(z1, z2);
    }
    totals.add(growth.value());
  }
  states[my_number()] = state;
  totals.store(sums);
}

__global__ void draw_fours(std::size_t paths, double2* sums) {
  Totals totals;
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, p, 0, &state);
    weft::Growth growth;
    for (unsigned s = 0; s < weft::walk.steps; s += 2) {
      const float4 z = curand_normal4(&state);
      growth.step(z.x, z.y);
      growth.step(z.z, z.w);
    }
    totals.add(growth.value());
  }
  totals.store(sums);
}

__global__ void draw_one_of_four(std::size_t paths, double2* sums) {
  Totals totals;
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, p, 0, &state);
    weft::Growth growth;
    for (unsigned s = 0; s < weft::walk.steps; ++s) {
      const float z1 = curand_normal4(&state).x;
      const float z2 = curand_normal4(&state).x;
      growth.step(z1, z2);
    }
    totals.add(growth.value());
  }
  totals.store(sums);
}

__global__ void draw_by_counter(std::size_t paths, double2* sums) {
  Totals totals;
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    weft::Growth growth;
    for (unsigned draw = 0; 2 * draw < weft::walk.steps; ++draw) {
      const float4 z = weft::four_normals(p, draw);
      growth.step(z.x, z.y);
      growth.step(z.z, z.w);
    }
    totals.add(growth.value());
  }
  totals.store(sums);
}

__global__ void compare_normals(weft::View<float4> ours, weft::View<float4> theirs) {
  const std::size_t p = my_number();
  if (p >= ours.size()) return;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, p, 0, &state);
  theirs[p] = curand_normal4(&state);
  ours[p] = weft::four_normals(p, 0);
}

TEST_CASE("our normal numbers are cuRAND's to within 0.001 at worst among 65,536, and 2e-6 on average") {
  constexpr unsigned n = 1 << 14;
  weft::seed_philox(seed);
  weft::Buffer<float4> ours(n), theirs(n);
  compare_normals<<<n / 256, 256>>>(ours.view(), theirs.view());
  weft::check(cudaGetLastError());
  const std::vector<float4> a = ours.to_host(), b = theirs.to_host();
  double squares = 0, worst = 0;
  for (unsigned p = 0; p < n; ++p)
    for (const float difference : {a[p].x - b[p].x, a[p].y - b[p].y, a[p].z - b[p].z, a[p].w - b[p].w}) {
      worst = std::max(worst, std::abs(double{difference}));
      squares += double{difference} * difference;
    }
  CHECK(worst < 1e-3);
  CHECK(std::sqrt(squares / (4 * n)) < 2e-6);
}

// 102 instructions for four normals, and 45 at the end of a path of 32: nvcc 13.0, for sm_90.
constexpr double slots_a_normal = (8 * 102 + 45) / 32.0;

double normals_by_slots() {
  int processors = 0, kilohertz = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
  return 128.0 * processors * 1e3 * kilohertz / slots_a_normal;
}

struct Grid {
  unsigned blocks, threads;
};

template <class Kernel>
Grid grid_for(Kernel kernel, std::size_t paths) {
  int blocks = 0, threads = 0;
  weft::check(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel));
  const std::size_t needed = (paths + threads - 1) / threads;
  return {static_cast<unsigned>(std::min<std::size_t>(blocks, needed)),
          static_cast<unsigned>(threads)};
}

weft::Estimate add_up(const weft::Buffer<double2>& sums, unsigned blocks, std::size_t paths) {
  const std::vector<double2> of_blocks = sums.to_host();
  double sum = 0, squares = 0;
  for (unsigned block = 0; block < blocks; ++block) {
    sum += of_blocks[block].x;
    squares += of_blocks[block].y;
  }
  return weft::estimate(sum, squares, static_cast<double>(paths));
}

constexpr unsigned most_blocks = 4096, steps = 16;

// A way to the price: a kernel that draws its own numbers, with the grid that suits it.
using Way = void (*)(std::size_t paths, double2* sums);

weft::Estimate price_by(Way way, std::size_t paths, Grid grid) {
  weft::Buffer<double2> sums(std::vector<double2>(most_blocks, double2{NAN, NAN}));
  way<<<grid.blocks, grid.threads>>>(paths, sums.data());
  weft::check(cudaGetLastError());
  return add_up(sums, grid.blocks, paths);
}

weft::Estimate expect_published(Way way, std::size_t paths) {
  const weft::Estimate found = price_by(way, paths, grid_for(way, paths));
  CHECK(std::abs(found.price - weft::published_call) < 4 * found.bar);
  return found;
}

TEST_CASE("every way computes the published price; those by Philox draw the same paths") {
  weft::set_walk(weft::published, steps);
  weft::seed_philox(seed);
  constexpr std::size_t paths = 4097;
  expect_published(draw_singly<curandStateXORWOW_t>, 513);
  const auto singly = expect_published(draw_singly<curandStatePhilox4_32_10_t>, paths);
  const auto fours = expect_published(draw_fours, paths);
  const auto ours = expect_published(draw_by_counter, paths);
  expect_published(draw_one_of_four, paths);
  CHECK(std::abs(singly.price - fours.price) < 1e-9);
  CHECK(std::abs(ours.price - fours.price) < 1e-4);
  std::printf("%zu paths: %.2f, bar %.2f\n", paths, ours.price, ours.bar);
}

TEST_CASE("the price does not depend on the grid, and its bits not on the run") {
  weft::set_walk(weft::published, steps);
  weft::seed_philox(seed);
  const double expected = price_by(draw_by_counter, 1000, {3, 256}).price;
  CHECK(price_by(draw_by_counter, 1000, {3, 256}).price == expected);
  for (const Grid grid : {Grid{1, 32}, Grid{7, 96}, Grid{40, 1024}})
    CHECK(std::abs(price_by(draw_by_counter, 1000, grid).price - expected) < 1e-12 * expected);
}

TEST_CASE("drawing in registers loads nothing, and stores two numbers per block") {
  weft::set_walk(weft::published, steps);
  weft::Buffer<double2> sums(5);
  const auto seen = loom::observe([&] { draw_by_counter<<<5, 64>>>(320, sums.data()); });
  CHECK(seen.global_loads.requests == 0);
  CHECK(seen.global_stores.bytes == 5 * sizeof(double2));
}

template <class State>
struct Kept {
  Grid grid;
  weft::Buffer<State> states{std::size_t{1} * grid.blocks * grid.threads};

  explicit Kept(Grid grid) : grid(grid) {
    set_up<<<grid.blocks, grid.threads>>>(states.view());
    weft::check(cudaGetLastError());
  }
  void draw(std::size_t paths, double2* sums) {
    draw_from_states<<<grid.blocks, grid.threads>>>(states.view(), paths, sums);
  }
};

TEST_CASE("kept states continue where the last launch stopped") {
  weft::set_walk(weft::published, steps);
  const auto sum_of = [](Kept<curandStateXORWOW_t>& kept, std::size_t paths) {
    weft::Buffer<double2> sums(kept.grid.blocks);
    kept.draw(paths, sums.data());
    weft::check(cudaGetLastError());
    const auto found = sums.to_host();
    return found[0].x + found[1].x;
  };
  Kept<curandStateXORWOW_t> twice({2, 64}), once({2, 64});
  const double first = sum_of(twice, 128), second = sum_of(twice, 128);
  CHECK(first != second);
  CHECK(std::abs(first + second - sum_of(once, 256)) < 1e-9 * (first + second));
}

TEST_CASE("normals per second while pricing" * doctest::skip(!weft::measuring())) {
  weft::set_walk(weft::published, steps);
  weft::seed_philox(seed);
  const weft::Generator generator(CURAND_RNG_PSEUDO_PHILOX4_32_10, seed);
  const Grid full = grid_for(draw_from_states<curandStateXORWOW_t>, std::size_t{1} << 40);
  Kept<curandStateXORWOW_t> kept(full);
  for (std::size_t paths = 1 << 14; paths <= 1 << 24; paths <<= 2) {
    weft::Buffer<float> normals(2 * steps * paths);
    std::vector<weft::Buffer<double2>> sums;
    for (int i = 0; i < 12; ++i) sums.emplace_back(std::vector<double2>(most_blocks));
    const auto generate = [&] {
      weft::check(curandGenerateNormal(generator, normals.data(), normals.size(), 0.0f, 1.0f));
    };
    const auto read = [&](auto kernel, int i) {
      const Grid grid = grid_for(kernel, paths);
      return [&, kernel, i, grid] {
        kernel<<<grid.blocks, grid.threads>>>(normals.view(), paths, sums[i].data());
      };
    };
    const auto stored = [&](auto kernel, int i) {
      return [&, reads = read(kernel, i)] { generate(); reads(); };
    };
    const auto drawn = [&](Way way, int i) {
      const Grid grid = grid_for(way, paths);
      return [&, way, i, grid] { way<<<grid.blocks, grid.threads>>>(paths, sums[i].data()); };
    };
    const auto seconds = weft::side_by_side(
        9, generate, stored(follow_paths<PathByPath>, 1), stored(follow_paths<NumberByNumber>, 2),
        drawn(draw_singly<curandStateXORWOW_t>, 3), [&] { kept.draw(paths, sums[4].data()); },
        drawn(draw_singly<curandStatePhilox4_32_10_t>, 5), drawn(draw_fours, 6),
        drawn(draw_by_counter, 7), read(follow_paths<PathByPath>, 8),
        read(follow_paths<NumberByNumber>, 9), drawn(draw_one_of_four, 10),
        read(follow_in_fours, 11));
    weft::check(cudaGetLastError());
    const char* const series[] = {"cuRAND, numbers alone", "stored, path by path",
                                  "stored, number by number", "XORWOW, set up within",
                                  "XORWOW, states kept", "Philox, one at a time",
                                  "Philox, four at a time", "ours",
                                  "only read, path by path", "only read, number by number",
                                  "Philox, one of four", "only read, path by path, float4"};
    const double n = 2.0 * steps * static_cast<double>(paths);
    weft::report({"limit by issue slots", n, "normals", 1e-9 * normals_by_slots(), "G normals/s"});
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      if (i > 0) {  // blocks that were not launched left zeros
        const auto [price, bar] = add_up(sums[i], most_blocks, paths);
        CHECK(std::abs(price - weft::published_call) < 5 * bar);
      }
      weft::report({series[i], n, "normals", 1e-9 * n / seconds[i], "G normals/s"});
    }
  }
}
