// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 00a9d0447d8f00d4435ea941064f77c2278a66eb]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/search.cuh"

// Whether the copies divide evenly, and registers and shared memory suffice.
bool fits(const weft::Variant& v) {
  const unsigned b_lanes = v.block_n / 4, registers = v.thread_m * v.thread_n + 2 * (v.thread_m + v.thread_n) + 24;
  return v.threads() % b_lanes == 0 && v.threads() / b_lanes <= v.depth && v.block_m % (v.threads() / 8) == 0 &&
         registers <= std::min(255u, 65536 / (v.threads() * v.blocks)) && v.threads() <= 512 &&
         (v.bytes() + 1024) * v.blocks <= 228 << 10 && v.threads() * v.blocks >= 256;
}

std::vector<weft::Variant> all_variants() {
  std::vector<weft::Variant> found;
  for (const auto& [thread_m, thread_n] : {std::pair{4u, 8u}, {8u, 8u}, {8u, 16u}, {16u, 8u}})
    for (const unsigned lanes_m : {4u, 8u})
      for (const auto& [warps_m, warps_n] : {std::pair{1u, 2u}, {2u, 2u}, {2u, 4u}, {4u, 2u}})
        for (const unsigned depth : {8u, 16u, 32u})
          for (const unsigned stages : {2u, 3u, 4u})
            for (const unsigned blocks : {6u, 4u, 3u, 2u, 1u}) {
              const unsigned warp_m = lanes_m * thread_m, warp_n = 32 / lanes_m * thread_n;
              weft::Variant v{warps_m * warp_m, warps_n * warp_n, depth, warp_m, warp_n, thread_m, thread_n, stages, blocks, true};
              if (!fits(v)) continue;
              found.push_back(v);
              if (thread_m == 8 && stages == 3) {
                v.serpentine = false;
                found.push_back(v);
              }
              break;  // as many blocks as fit
            }
  return found;
}

TEST_CASE("which variants there are") {
  const auto variants = all_variants();
  std::set<std::string> names;
  for (const weft::Variant& v : variants) names.insert(v.name());
  CHECK(names.size() == variants.size());
  CHECK(names.count("weft::Tiling<128, 256, 16, 64, 64, 16, 8, 3, 1, true, 16>") == 1);
  CHECK(names.count("weft::Tiling<32, 128, 16, 32, 64, 8, 8, 3, 6, true, 16>") == 1);
  std::printf("%zu variants\n", variants.size());
}

std::vector<float> random_numbers(std::size_t count, unsigned seed) {  // from -1 to 1
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() >> 8) * 0x1p-23f - 1;
  return numbers;
}
std::vector<float> whole_numbers(std::size_t count, unsigned seed) {  // from -4 to 4
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() % 9) - 4;
  return numbers;
}

// Whether 64 elements of the product of m × k by k × n, here and there, are right.
bool right(std::size_t m, std::size_t k, std::size_t n, const std::vector<float>& a,
           const std::vector<float>& b, const std::vector<float>& c) {
  bool all = true;
  for (std::size_t e = 0; e < 64; ++e) {
    const std::size_t at = e * 2654435761u % (m * n), row = at / n, column = at % n;
    double sum = 0, magnitude = 0;
    for (std::size_t l = 0; l < k; ++l) {
      const double term = 1.0 * a[row * k + l] * b[l * n + column];
      sum += term;
      magnitude += std::abs(term);
    }
    all = all && std::abs(c[at] - sum) <= 1.01 * static_cast<double>(k) * 0x1p-24 * magnitude;
  }
  return all;
}

#ifdef WEFT_SEARCH  // if NVRTC is available
TEST_CASE("all variants on this device" * doctest::skip(!weft::measuring())) {
  constexpr unsigned n = 4096;
  const auto in_a = random_numbers(std::size_t{n} * n, 1), in_b = random_numbers(std::size_t{n} * n, 2);
  const weft::Matrix<float> a(n, n, in_a), b(n, n, in_b);
  weft::Matrix<float> c(n, n), expected(n, n);
  weft::Product()(1.0f, a.view(), b.view(), 0.0f, expected.view());
  CHECK(right(n, n, n, in_a, in_b, expected.to_host()));
  const auto variants = all_variants();
  std::vector<std::string> tilings;
  for (const weft::Variant& v : variants) tilings.push_back(v.name());
  const auto compiled = weft::compile_all(tilings);
  std::map<std::pair<std::string, unsigned>, double> best;  // by micro-tile and columns of a block
  std::vector<std::pair<double, std::size_t>> all;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const weft::Variant& v = variants[i];
    const double rate = weft::rate_of(v, compiled[i], {a.view().data(), b.view().data(), c.view().data(), n, n, n, n, n, n, 1.0f, 0.0f}, expected.view().data());
    CHECK_MESSAGE(rate > 0, v.name() << " is wrong, or does not run");
    double& most = best[{v.micro_tile(), v.block_n}];
    most = std::max(most, rate);
    all.push_back({rate, i});
  }
  std::sort(all.rbegin(), all.rend());
  const auto note = [](const std::string& series, unsigned columns, double rate) {
    weft::report({series, 1.0 * columns, "columns per block", rate, "TFLOP/s"});
  };
  for (const auto& [key, rate] : best) note(key.first, key.second, rate);
  for (std::size_t i = 0; i < 3; ++i) note(variants[all[i].second].in_words(), variants[all[i].second].block_n, all[i].first);
}
#endif
