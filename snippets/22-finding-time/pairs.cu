// Tangled from chapters/22-finding-time.md. Edit there. [sha1 97f9c78d82ac075db0d3db20a7ee217363056727]
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

constexpr unsigned most_per_cell = 64;
using Atom = float4;  // x, y, z; w is not used

__host__ __device__ float squared_distance(Atom a, Atom b) {
  const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

// My atom, and the atoms of its cell.
struct Mine {
  unsigned i, first, count;
  __device__ Mine(unsigned n, unsigned per_cell)
      : i(blockIdx.x * blockDim.x + threadIdx.x),
        first(i / per_cell * per_cell),
        count(i < n ? min(per_cell, n - first) : 0) {}
};

__global__ void as_written(const Atom* atoms, float* energies, unsigned n, unsigned per_cell) {
  const Mine m(n, per_cell);
  if (m.count == 0) return;
  const Atom atom = atoms[m.i];
  unsigned near[most_per_cell], found = 0;
  for (unsigned k = 1; k < m.count; ++k) {
    const unsigned other = m.first + (m.i - m.first + k) % m.count;  // lanes begin apart
    if (squared_distance(atom, atoms[other]) < 0.5) near[found++] = other;
  }
  float energy = 0.0f;
  for (unsigned k = 0; k < found; ++k) {
    const float s = pow(0.04 / (squared_distance(atom, atoms[near[k]]) + 0.01), 3);
    energy += 2.0 * (s * s - s);
  }
  energies[m.i] = energy;
}

__global__ void in_float(const Atom* atoms, float* energies, unsigned n, unsigned per_cell) {
  const Mine m(n, per_cell);
  if (m.count == 0) return;
  const Atom atom = atoms[m.i];
  unsigned near[most_per_cell], found = 0;
  for (unsigned k = 1; k < m.count; ++k) {
    const unsigned other = m.first + (m.i - m.first + k) % m.count;
    if (squared_distance(atom, atoms[other]) < 0.5f) near[found++] = other;
  }
  float energy = 0.0f;
  for (unsigned k = 0; k < found; ++k) {
    const float q = 0.04f / (squared_distance(atom, atoms[near[k]]) + 0.01f), s = q * q * q;
    energy += 2.0f * (s * s - s);
  }
  energies[m.i] = energy;
}

__global__ void no_list(const Atom* atoms, float* energies, unsigned n, unsigned per_cell) {
  const Mine m(n, per_cell);
  if (m.count == 0) return;
  const Atom atom = atoms[m.i];
  float energy = 0.0f;
  for (unsigned k = 1; k < m.count; ++k) {
    const unsigned other = m.first + (m.i - m.first + k) % m.count;
    const float r2 = squared_distance(atom, atoms[other]);
    const float q = 0.04f / (r2 + 0.01f), s = q * q * q;
    energy += r2 < 0.5f ? 2.0f * (s * s - s) : 0.0f;
  }
  energies[m.i] = energy;
}

__global__ void no_remainder(const Atom* atoms, float* energies, unsigned n, unsigned per_cell) {
  const Mine m(n, per_cell);
  if (m.count == 0) return;
  const Atom atom = atoms[m.i];
  float energy = 0.0f;
  unsigned other = m.i;
  for (unsigned k = 1; k < m.count; ++k) {
    if (++other == m.first + m.count) other = m.first;
    const float r2 = squared_distance(atom, atoms[other]);
    const float q = 0.04f / (r2 + 0.01f), s = q * q * q;
    energy += r2 < 0.5f ? 2.0f * (s * s - s) : 0.0f;
  }
  energies[m.i] = energy;
}

__global__ void fast_quotient(const Atom* atoms, float* energies, unsigned n, unsigned per_cell) {
  const Mine m(n, per_cell);
  if (m.count == 0) return;
  const Atom atom = atoms[m.i];
  float energy = 0.0f;
  unsigned other = m.i;
  for (unsigned k = 1; k < m.count; ++k) {
    if (++other == m.first + m.count) other = m.first;
    const float r2 = squared_distance(atom, atoms[other]);
    const float q = __fdividef(0.04f, r2 + 0.01f), s = q * q * q;
    energy += r2 < 0.5f ? 2.0f * (s * s - s) : 0.0f;
  }
  energies[m.i] = energy;
}

__global__ void same_order(const Atom* atoms, float* energies, unsigned n, unsigned per_cell) {
  const Mine m(n, per_cell);
  if (m.count == 0) return;
  const Atom atom = atoms[m.i];
  float energy = 0.0f;
  for (unsigned other = m.first; other < m.first + m.count; ++other) {
    const float r2 = squared_distance(atom, atoms[other]);
    const float q = __fdividef(0.04f, r2 + 0.01f), s = q * q * q;
    energy += r2 < 0.5f && other != m.i ? 2.0f * (s * s - s) : 0.0f;
  }
  energies[m.i] = energy;
}

using Kernel = void (*)(const Atom*, float*, unsigned, unsigned);
const std::pair<const char*, Kernel> kernels[] = {
    {"as written", as_written},     {"float", in_float},             {"no list", no_list},
    {"no remainder", no_remainder}, {"fast quotient", fast_quotient}, {"same order", same_order}};

void run(Kernel kernel, const weft::Buffer<Atom>& atoms, weft::Buffer<float>& energies,
         unsigned per_cell) {
  const auto n = static_cast<unsigned>(atoms.size());
  kernel<<<(n + 255) / 256, 256>>>(atoms.data(), energies.data(), n, per_cell);
  weft::check(cudaGetLastError());
}

// Coordinates are multiples of 1/256, so squares of distances are exact.
std::vector<Atom> random_atoms(unsigned n) {
  std::mt19937 bits(7);
  const auto one = [&] { return static_cast<float>(bits() >> 24) / 256; };
  std::vector<Atom> atoms(n);
  for (Atom& atom : atoms) atom = {one(), one(), one(), 0.0f};
  return atoms;
}

// The largest error, relative to the sum of the absolute values of the terms.
double worst_error(const std::vector<Atom>& atoms, const std::vector<float>& energies,
                   unsigned per_cell, unsigned some) {
  double worst = 0;
  for (unsigned i = 0; i < some; ++i) {
    const unsigned first = i / per_cell * per_cell;
    double energy = 0, magnitude = 1e-30;
    for (unsigned k = first; k < first + per_cell && k < atoms.size(); ++k) {
      const double r2 = squared_distance(atoms[i], atoms[k]);
      if (k == i || r2 >= 0.5) continue;
      const double s = std::pow(0.04 / (r2 + 0.01), 3);
      energy += 2 * (s * s - s);
      magnitude += 2 * (s * s + s);
    }
    worst = std::max(worst, std::abs(energies[i] - energy) / magnitude);
  }
  return worst;
}

TEST_CASE("pairs per second" * doctest::skip(!weft::measuring())) {
  constexpr unsigned per_cell = 64;
  for (const unsigned n : {1u << 22, 1u << 18}) {
    const std::vector<Atom> values = random_atoms(n);
    const weft::Buffer<Atom> atoms(values);
    weft::Buffer<float> energies(n);
    const auto way = [&](int i) { return [&, i] { run(kernels[i].second, atoms, energies, per_cell); }; };
    const auto seconds = weft::side_by_side(9, way(0), way(1), way(2), way(3), way(4), way(5));
    CHECK(worst_error(values, energies.to_host(), per_cell, 10000) < 1e-5);
    for (int i = 0; i < 6; ++i)
      weft::report({kernels[i].first, 1.0 * n, "atoms", 1e-9 * n * (per_cell - 1) / seconds[i],
                    "G pairs/s"});
    if (n < 1u << 22) continue;
    CHECK(seconds[0] > 1.05 * seconds[1]);
    CHECK(seconds[0] < 1.5 * seconds[1]);
    CHECK(seconds[1] > 2 * seconds[2]);
    CHECK(seconds[2] > 1.15 * seconds[3]);
    CHECK(seconds[3] > 1.15 * seconds[4]);
    CHECK(seconds[4] < 1.15 * seconds[5]);
    CHECK(seconds[0] > 6 * seconds[5]);
  }
}

TEST_CASE("each kernel has the energies that the host has in double, to 1/100,000") {
  for (const unsigned n : {1u, 31u, 257u, 1000u})
    for (const unsigned per_cell : {1u, 7u, 64u})
      for (const auto& [name, kernel] : kernels) {
        CAPTURE(name);
        CAPTURE(n);
        CAPTURE(per_cell);
        const std::vector<Atom> values = random_atoms(n);
        const weft::Buffer<Atom> atoms(values);
        weft::Buffer<float> energies(std::vector<float>(n, NAN));
        run(kernel, atoms, energies, per_cell);
        CHECK(worst_error(values, energies.to_host(), per_cell, n) < 1e-5);
      }
}

TEST_CASE("lanes that begin apart request 16 sectors, lanes in the same order one") {
  const weft::Buffer<Atom> atoms(random_atoms(4096));
  weft::Buffer<float> energies(4096);
  const auto apart = loom::observe([&] { run(fast_quotient, atoms, energies, 64); }).global_loads;
  const auto same = loom::observe([&] { run(same_order, atoms, energies, 64); }).global_loads;
  CHECK(apart.requests == 4096 / 32 * (1 + 63));  // its own atom, and the others
  CHECK(same.requests == 4096 / 32 * (1 + 64));
  CHECK(apart.sectors_per_request() >= 16);
  CHECK(apart.sectors_per_request() <= 17);
  CHECK(same.sectors == 4096 / 32 * (16 + 64));
  std::printf("sectors per request: %.1f and %.1f\n", apart.sectors_per_request(),
              same.sectors_per_request());
}
