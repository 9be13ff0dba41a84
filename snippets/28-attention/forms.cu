// Tangled from chapters/28-attention.md. Edit there. [sha1 496fd011a21ce16883cf1b70f7bcff4fece88b84]
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/attention.cuh"
#include "common/measure.cuh"
#include "common/timer.cuh"

static const weft::NeedsHopper hopper;

using weft::Bf16, weft::Heads;

// The larger of two errors; infinity, and for good, if one of them is NaN.
double worse(double a, double b) { return b <= a ? a : b >= a ? b : INFINITY; }

// The results of one query, and bounds for their errors.
struct Exact {
  std::vector<double> mean, bound;
};

template <int d>
Exact attend_exactly(const Heads& of, const std::vector<Bf16>& q, const std::vector<Bf16>& k,
                     const std::vector<Bf16>& v, int head, int query) {
  const auto at = [](const std::vector<Bf16>& x, std::size_t row, int c) { return double{__bfloat162float(x[row * d + c])}; };
  const std::size_t row = std::size_t(head) * of.queries + query, first = std::size_t(of.serving(head)) * of.keys;
  const int n = of.visible(query);
  std::vector<double> scores(n);
  double largest = -INFINITY, smallest = INFINITY, products = 0, sum = 0;
  for (int j = 0; j < n; ++j) {
    double magnitude = 0;
    for (int c = 0; c < d; ++c) {
      const double product = at(q, row, c) * at(k, first + j, c) / std::sqrt(1.0 * d);
      scores[j] += product;
      magnitude += std::abs(product);
    }
    largest = std::max(largest, scores[j]);
    smallest = std::min(smallest, scores[j]);
    products = std::max(products, magnitude);
  }
  for (double& score : scores) sum += score = std::exp(score - largest);
  constexpr double u = 0x1p-24, eta = 0x1p-22, log2_of_e = 1.442695, ln2 = 0.693147;
  const double range = n > 0 ? (largest - smallest) * log2_of_e : 0, tiles = n / 32 + 1;
  const double relative = 2 * d * u * products + 8 * ln2 * (range + 16) * u + 2 * (tiles + 1) * (eta + u) + 0x1p-8 + 2 * (n + 2) * u;
  Exact exact{std::vector<double>(d), std::vector<double>(d)};
  for (int c = 0; c < d; ++c) {
    double magnitude = 0;
    for (int j = 0; j < n; ++j) {
      exact.mean[c] += scores[j] / sum * at(v, first + j, c);
      magnitude += scores[j] / sum * std::abs(at(v, first + j, c));
    }
    exact.bound[c] = 1.01 * (relative * magnitude + 0x1p-8 * std::abs(exact.mean[c]));
  }
  return exact;
}

// Of every `step`-th query.
template <int d, class Inputs>
std::vector<Exact> attend_exactly(const Heads& of, const Inputs& in, int step = 1) {
  std::vector<Exact> rows;
  for (int row = 0; row < of.heads * of.queries; row += step)
    rows.push_back(attend_exactly<d>(of, in.q, in.k, in.v, row / of.queries, row % of.queries));
  return rows;
}

// The largest error, as a share of its bound.
double largest_share(const std::vector<Exact>& exact, const std::vector<Bf16>& o, int step = 1) {
  double share = 0;
  for (std::size_t row = 0; row < exact.size(); ++row)
    for (std::size_t c = 0, d = exact[row].mean.size(); c < d; ++c) {
      const double error = std::abs(__bfloat162float(o[row * step * d + c]) - exact[row].mean[c]);
      share = worse(share, error == 0 ? 0 : error / exact[row].bound[c]);
    }
  return share;
}

std::vector<Bf16> random_bf16(std::size_t count, unsigned seed, float size) {
  std::mt19937 bits(seed);
  std::vector<Bf16> numbers(count);
  for (Bf16& x : numbers) x = __float2bfloat16(size * (static_cast<float>(bits() >> 8) * 0x1p-23f - 1));
  return numbers;
}

template <int d>
struct Inputs {
  std::vector<Bf16> q, k, v;
  weft::Buffer<Bf16> on_q, on_k, on_v;
  explicit Inputs(const Heads& of, float size = 2)
      : q(random_bf16(std::size_t(of.heads) * of.queries * d, 1, size)), k(random_bf16(std::size_t(of.of_keys) * of.keys * d, 2, size)),
        v(random_bf16(k.size(), 3, 1)), on_q(q), on_k(k), on_v(v) {}
};

struct Step {
  std::string name;
  std::function<void()> run;
};

// 16,384 tokens, as texts of this length, with 2,048 elements for each token in all heads together.
template <int d>
Heads tokens(int length, bool causal) {
  const int heads = 16384 / length * (2048 / d);
  return {heads, heads, length, length, causal};
}

template <int d>
void race(const Heads& of, const Inputs<d>& in, weft::Buffer<Bf16>& o, const std::vector<Step>& steps) {
  const double operations = 4.0 * of.heads * of.queries * of.keys * d / (of.causal ? 2 : 1);
  const int times = std::max(1, static_cast<int>(2e12 / operations));
  std::vector<std::vector<double>> seconds(steps.size());
  for (int round = -1; round < 7; ++round)
    for (std::size_t i = 0; i < steps.size(); ++i) {
      weft::Timer timer;
      for (int t = 0; t < times; ++t) steps[i].run();
      const double took = timer.seconds();
      if (round >= 0) seconds[i].push_back(took);
    }
  const int sample = of.heads * of.queries / 61;
  const auto exact = attend_exactly<d>(of, in, sample);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    o.copy_from(std::vector<Bf16>(o.size(), __float2bfloat16(NAN)));
    steps[i].run();
    CAPTURE(steps[i].name);
    CHECK(largest_share(exact, o.to_host(), sample) <= 1);
    std::nth_element(seconds[i].begin(), seconds[i].begin() + 3, seconds[i].end());
    weft::report({steps[i].name, 1.0 * of.queries, "rows", 1e-12 * times * operations / seconds[i][3], "TFLOP/s"});
  }
}

TEST_CASE("16,384 tokens are 16 heads of 16,384 rows, or 32 with half of the elements") {
  CHECK(tokens<128>(16384, false).heads == 16);
  CHECK(tokens<64>(16384, false).heads == 32);
  CHECK(tokens<128>(512, false).heads == 512);
}

template <int d>
void race_last(int length, bool causal, const char* name) {
  const Heads of = tokens<d>(length, causal);
  const Inputs<d> in(of, 1);
  weft::Buffer<Bf16> o(in.q.size());
  const weft::AttentionByGroups<weft::Alternating<d>> attend(in.on_q.data(), in.on_k.data(), in.on_v.data(), o.data(), of);
  race<d>(of, in, o, {{name, attend}});
}

TEST_CASE("the last step in four forms" * doctest::skip(!weft::measuring())) {
  for (int length = 512; length <= 16384; length *= 2) {
    race_last<128>(length, false, "d = 128");
    race_last<128>(length, true, "d = 128, causal");
    race_last<64>(length, false, "d = 64");
    race_last<64>(length, true, "d = 64, causal");
  }
}
