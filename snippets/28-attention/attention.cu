// Tangled from chapters/28-attention.md. Edit there. [sha1 1a50b10fe819124915d83cf665fcdc70c87a27ab]
#include <algorithm>
#include <cmath>
#include <cstdio>
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

// Odd lengths, masks, shared keys, more queries than keys.
const Heads cases[] = {{1, 1, 1, 200, true},   {2, 1, 3, 65, false},   {1, 1, 129, 127, false},
                       {1, 1, 140, 140, true}, {2, 2, 40, 100, true}, {1, 1, 150, 30, true}};

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

template <int d>
std::vector<Step> all_steps(const Inputs<d>& in, weft::Buffer<Bf16>& out, const Heads& of) {
  const Bf16 *q = in.on_q.data(), *k = in.on_k.data(), *v = in.on_v.data();
  Bf16* const o = out.data();
  return {{"mma.sync", [=] { weft::attend_by_warps<d>(q, k, v, o, of); }},
          {"one consumer", weft::AttentionByGroups<weft::OneGroup<d>>(q, k, v, o, of)},
          {"two consumers", weft::AttentionByGroups<weft::TwoGroups<d>>(q, k, v, o, of)},
          {"overlapped", weft::AttentionByGroups<weft::Overlapped<d>>(q, k, v, o, of)},
          {"slack", weft::AttentionByGroups<weft::Slack<d>>(q, k, v, o, of)},
          {"alternating", weft::AttentionByGroups<weft::Alternating<d>>(q, k, v, o, of)}};
}

template <int d>
double steps_share(const Heads& of, float size) {
  const Inputs<d> in(of, size);
  weft::Buffer<Bf16> o(in.q.size());
  const auto exact = attend_exactly<d>(of, in);
  double largest = 0;
  for (const Step& step : all_steps<d>(in, o, of)) {
    o.copy_from(std::vector<Bf16>(o.size(), __float2bfloat16(NAN)));
    step.run();
    const double share = largest_share(exact, o.to_host());
    CAPTURE(step.name);
    CHECK(share <= 1);
    largest = worse(largest, share);
  }
  return largest;
}

TEST_CASE("every step is within the bound in all cases") {
  double largest = 0;
  for (const Heads& of : cases) largest = std::max(largest, steps_share<64>(of, 2));
  largest = std::max({largest, steps_share<128>({1, 1, 33, 65, false}, 0.1f), steps_share<128>({1, 1, 70, 300, true}, 10)});
  std::printf("largest error: %.2f of its bound\n", largest);
}

TEST_CASE("a reference is raised if a single row of the warp needs it") {
  constexpr int d = 64;
  const Heads of{1, 1, 16, 200, false};
  for (const std::size_t query : {0u, 8u, 13u}) {
    Inputs<d> in(of);
    for (std::size_t i = 0; i < in.q.size(); ++i) in.q[i] = __float2bfloat16(i / d == query ? 16 : 0);
    for (std::size_t i = 0; i < in.k.size(); ++i) in.k[i] = __float2bfloat16(i / d < 128 ? 0 : 4);
    in.on_q.copy_from(in.q);
    in.on_k.copy_from(in.k);
    weft::Buffer<Bf16> o(in.q.size());
    all_steps<d>(in, o, of).back().run();  // the powers of the second tile would overflow
    CHECK(largest_share(attend_exactly<d>(of, in), o.to_host()) <= 1);
  }
}

TEST_CASE("what is hidden from a whole block is not touched") {
  constexpr int d = 64, rows = 200;
  const Heads of{1, 1, rows, rows, true};
  Inputs<d> in(of);
  for (std::size_t i = 128 * d; i < in.v.size(); ++i) in.v[i] = __float2bfloat16(NAN);
  in.on_v.copy_from(in.v);
  weft::Buffer<Bf16> o(in.q.size());
  for (const Step& step : all_steps<d>(in, o, of)) {
    step.run();
    const auto found = o.to_host();
    int numbers = 0;
    for (std::size_t i = 0; i < 128 * d; ++i) numbers += !std::isnan(__bfloat162float(found[i]));
    CAPTURE(step.name);
    CHECK(numbers == 128 * d);
  }
}

TEST_CASE("the steps compared" * doctest::skip(!weft::measuring())) {
  for (int length = 512; length <= 16384; length *= 2) {
    const Heads of = tokens<128>(length, false);
    const Inputs<128> in(of, 1);
    weft::Buffer<Bf16> o(in.q.size());
    race<128>(of, in, o, all_steps<128>(in, o, of));
  }
}
