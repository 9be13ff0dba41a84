// Tangled from chapters/22-finding-time.md. Edit there. [sha1 0d70d53d9535f44b19b42579347f02cf6d049948]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float fx, fy, fz;
  float mass, charge;
  int species;
};
static_assert(sizeof(Particle) == 48);

__device__ unsigned my_particle() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Back into the box: the coordinate in [0, 1) that differs by an integer.
__host__ __device__ float wrapped(float x) { return x - floorf(x); }

__global__ void drift(Particle* particles, unsigned n, float time) {
  const unsigned i = my_particle();
  if (i >= n) return;
  Particle& p = particles[i];
  p.x += time * p.vx;
  p.y += time * p.vy;
  p.z += time * p.vz;
}

__global__ void wrap(Particle* particles, unsigned n) {
  const unsigned i = my_particle();
  if (i >= n) return;
  Particle& p = particles[i];
  p.x = wrapped(p.x);
  p.y = wrapped(p.y);
  p.z = wrapped(p.z);
}

__global__ void drift_and_wrap(Particle* particles, unsigned n, float time) {
  const unsigned i = my_particle();
  if (i >= n) return;
  Particle& p = particles[i];
  p.x = wrapped(p.x + time * p.vx);
  p.y = wrapped(p.y + time * p.vy);
  p.z = wrapped(p.z + time * p.vz);
}

// Six arrays of n floats.
struct Arrays {
  float* place[3];
  const float* velocity[3];
};

__global__ void drift_in_arrays(Arrays a, unsigned n, float time) {
  const unsigned i = my_particle();
  if (i >= n) return;
  for (int axis = 0; axis < 3; ++axis)
    a.place[axis][i] = wrapped(a.place[axis][i] + time * a.velocity[axis][i]);
}

// A thread has four particles. The arrays begin at multiples of 16 bytes.
__global__ void drift_in_fours(Arrays a, unsigned n, float time) {
  const unsigned first = 4 * my_particle();
  for (int axis = 0; axis < 3; ++axis) {
    float* place = a.place[axis] + first;
    const float* velocity = a.velocity[axis] + first;
    if (first + 4 <= n) {
      float4 x = *reinterpret_cast<float4*>(place);
      const float4 v = *reinterpret_cast<const float4*>(velocity);
      x = {wrapped(x.x + time * v.x), wrapped(x.y + time * v.y), wrapped(x.z + time * v.z),
           wrapped(x.w + time * v.w)};
      *reinterpret_cast<float4*>(place) = x;
    } else {
      for (unsigned i = 0; first + i < n; ++i) place[i] = wrapped(place[i] + time * velocity[i]);
    }
  }
}

// The same particles in both layouts. Coordinates and times are binary fractions, so results are exact.
class Box {
 public:
  explicit Box(unsigned n) : n_(n), structures_(n), arrays_(6ul * pitch()) {
    std::mt19937 bits(7);
    std::vector<Particle> particles(n);
    std::vector<float> numbers(6ul * pitch());
    for (unsigned i = 0; i < n; ++i) {
      float one[6];
      for (int k = 0; k < 6; ++k) {
        one[k] = static_cast<float>(bits() >> 20) * 0x1p-12f - (k < 3 ? 0.0f : 0.5f);
        numbers[k * pitch() + i] = one[k];
      }
      particles[i] = {one[0], one[1], one[2], one[3], one[4], one[5], 0, 0, 0, 1, 0, 0};
    }
    structures_.copy_from(particles);
    arrays_.copy_from(numbers);
  }
  std::size_t pitch() const { return (n_ + 3ul) / 4 * 4; }
  unsigned blocks(unsigned each = 1) const { return (n_ + 256 * each - 1) / (256 * each); }

  void in_two() {
    drift<<<blocks(), 256>>>(structures_.data(), n_, time);
    wrap<<<blocks(), 256>>>(structures_.data(), n_);
  }
  void in_one() { drift_and_wrap<<<blocks(), 256>>>(structures_.data(), n_, time); }
  void in_arrays() { drift_in_arrays<<<blocks(), 256>>>(arrays(), n_, time); }
  void in_fours() { drift_in_fours<<<blocks(4), 256>>>(arrays(), n_, time); }
  void copy() {  // as many bytes as the arrays need: 18 read and 18 written
    const std::size_t bytes = 18ul * n_ / 16 * 16;
    weft::check(cudaMemcpyAsync(structures_.data(), reinterpret_cast<char*>(structures_.data()) + bytes,
                                bytes, cudaMemcpyDeviceToDevice));
  }

  // x, y and z of each particle
  std::vector<float> places_in_structures() const {
    std::vector<float> places;
    for (const Particle& p : structures_.to_host()) places.insert(places.end(), {p.x, p.y, p.z});
    return places;
  }
  std::vector<float> places_in_arrays() const {
    const std::vector<float> numbers = arrays_.to_host();
    std::vector<float> places;
    for (unsigned i = 0; i < n_; ++i)
      for (int axis = 0; axis < 3; ++axis) places.push_back(numbers[axis * pitch() + i]);
    return places;
  }
  // After a number of steps, in double.
  std::vector<float> expected(int steps) const {
    std::vector<float> places;
    for (const Particle& p : structures_.to_host())
      for (const auto [x, v] : {std::array{p.x, p.vx}, std::array{p.y, p.vy}, std::array{p.z, p.vz}}) {
        double after = x + steps * static_cast<double>(time) * v;
        places.push_back(static_cast<float>(after - std::floor(after)));
      }
    return places;
  }

 private:
  static constexpr float time = 0.25f;
  Arrays arrays() {
    float* a = arrays_.data();
    const std::size_t p = pitch();
    return {{a, a + p, a + 2 * p}, {a + 3 * p, a + 4 * p, a + 5 * p}};
  }
  unsigned n_;
  weft::Buffer<Particle> structures_;
  weft::Buffer<float> arrays_;
};

TEST_CASE("particles per second" * doctest::skip(!weft::measuring())) {
  for (const unsigned n : {1u << 25, 1u << 22}) {
    Box box(n);
    const auto seconds = weft::side_by_side(
        11, [&] { box.in_two(); }, [&] { box.in_one(); }, [&] { box.in_arrays(); },
        [&] { box.in_fours(); }, [&] { box.copy(); });
    const char* const series[] = {"as written", "one kernel", "arrays", "arrays, 16 bytes", "copy"};
    for (int i = 0; i < 5; ++i)
      weft::report({series[i], 1.0 * n, "particles", 1e-9 * n / seconds[i], "G particles/s"});
    if (n < 1u << 25) continue;
    CHECK(seconds[0] > 1.4 * seconds[1]);
    CHECK(seconds[1] > 1.5 * seconds[2]);
    CHECK(seconds[2] > 0.95 * seconds[3]);
    CHECK(seconds[3] < 1.2 * seconds[4]);
  }
}

TEST_CASE("whatever the number of particles, each version moves them as the host does") {
  for (const unsigned n : {1u, 3u, 31u, 257u, 1023u, 4098u}) {
    CAPTURE(n);
    Box two(n), one(n), three(n);
    const std::vector<float> after_1 = two.expected(1), after_3 = two.expected(3);
    one.in_one();
    CHECK(one.places_in_structures() == after_1);
    three.in_arrays();
    CHECK(three.places_in_arrays() == after_1);
    for (int step = 0; step < 3; ++step) two.in_two();
    CHECK(two.places_in_structures() == after_3);
    for (int step = 0; step < 2; ++step) three.in_fours();
    CHECK(three.places_in_arrays() == after_3);
  }
}

TEST_CASE("sectors per request: 32 among structures, 4 in arrays, 16 with 16 bytes per lane") {
  Box box(1 << 12);
  const std::array<loom::Seen, 4> seen = {loom::observe([&] { box.in_two(); }), loom::observe([&] { box.in_one(); }),
                                          loom::observe([&] { box.in_arrays(); }),
                                          loom::observe([&] { box.in_fours(); })};
  const double sectors[] = {32, 32, 4, 16}, requests[] = {15, 9, 9, 9.0 / 4};
  const char* const names[] = {"as written", "one kernel", "arrays", "arrays, 16 bytes"};
  std::puts("version | requests per 32 particles | sectors per request | sectors per particle");
  for (int i = 0; i < 4; ++i) {
    CHECK(seen[i].global_loads.sectors_per_request() == sectors[i]);
    CHECK(seen[i].global_stores.sectors_per_request() == sectors[i]);
    const double all = 1.0 * (seen[i].global_loads.requests + seen[i].global_stores.requests);
    CHECK(all / (1 << 7) == requests[i]);
    std::printf("%s | %g | %g | %g\n", names[i], all / (1 << 7), sectors[i],
                all * sectors[i] / (1 << 12));
  }
}
