// Tangled from chapters/28-attention.md. Edit there. [sha1 17dae6384f975b074c91c6317891953e2da8f0b6]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/attention.cuh"

static const weft::NeedsCapability at_least(8);

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

template <int d>
double share_of_bound(const Heads& of, float size) {
  const Inputs<d> in(of, size);
  weft::Buffer<Bf16> o(std::vector<Bf16>(in.q.size(), __float2bfloat16(NAN)));
  weft::attend_simply<d><<<2, 128>>>(in.on_q.data(), in.on_k.data(), in.on_v.data(), o.data(), of, weft::scale_of(d));
  weft::check(cudaGetLastError());
  return largest_share(attend_exactly<d>(of, in), o.to_host());
}

TEST_CASE("with a mask, the last query sees all keys, and each query before it one key less") {
  const Heads square{1, 1, 5, 5, true}, wide{1, 1, 2, 5, true}, tall{1, 1, 5, 3, true}, open{1, 1, 2, 5, false};
  for (int i = 0; i < 5; ++i) CHECK(square.visible(i) == i + 1);
  CHECK(wide.visible(0) == 4);
  CHECK(wide.visible(1) == 5);
  for (int i = 0; i < 5; ++i) CHECK(tall.visible(i) == std::max(0, i - 1));
  CHECK(open.visible(0) == 5);
}

TEST_CASE("neighbouring heads share keys") {
  const Heads of{6, 2, 1, 1, false};
  for (int head = 0; head < 6; ++head) CHECK(of.serving(head) == (head < 3 ? 0 : 1));
}

TEST_CASE("the simple kernel is within the bound in all cases") {
  double largest = 0;
  for (const Heads& of : cases)
    for (const float size : {0.1f, 2.0f, 10.0f}) {
      const double share = size == 2 ? share_of_bound<128>(of, size) : share_of_bound<64>(of, size);
      CHECK(share <= 1);
      largest = worse(largest, share);
    }
  std::printf("largest error: %.2f of its bound\n", largest);
}
