// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 a1a3af02cd307a744f034582f5d098542cce03a2]
#pragma once

#include "common/check.cuh"

#include <algorithm>
#include <cmath>

namespace weft {

struct TwoAssets {
  double spot[2], yield[2], volatility[2];
  double correlation, rate, years, strike;
};

constexpr TwoAssets published{{100, 105}, {0.06, 0.09}, {0.11, 0.16}, 0.63, 0.05, 0.5, 98};
constexpr double published_call = 8.0701, published_put = 1.2181;

// The exact price of the call: Simpson's rule over the normal number of the first asset.
inline double call_on_maximum(const TwoAssets& of) {
  const auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const auto& [spot, yield, volatility, correlation, rate, years, strike] = of;
  const double both = volatility[1] * correlation * std::sqrt(years);  // shared with the first
  const double own = volatility[1] * std::sqrt(years * (1 - correlation * correlation));
  const auto forward = [&](int i, double spread) {
    return spot[i] * std::exp((rate - yield[i]) * years - spread * spread / 2);
  };
  constexpr int strips = 20'000;
  double integral = 0;
  for (int i = 0; i <= strips; ++i) {
    const double z = 20.0 * i / strips - 10, spread = volatility[0] * std::sqrt(years);
    const double first = forward(0, spread) * std::exp(spread * z);
    const double second = forward(1, both) * std::exp(both * z);
    const double level = std::max(first, strike), d = std::log(second / level) / own + own / 2;
    const double pays =
        std::max(first - strike, 0.0) + second * below(d) - level * below(d - own);
    integral += (i % strips == 0 ? 1 : i % 2 == 1 ? 4 : 2) * pays * std::exp(-z * z / 2);
  }
  const double density = 1 / std::sqrt(2 * std::acos(-1.0));
  return std::exp(-rate * years) * density * integral * 20.0 / strips / 3;
}

// The price of the better asset itself: a call with a strike of nearly 0.
inline double worth_of_maximum(TwoAssets of) {
  of.strike = 1e-9;
  return call_on_maximum(of);
}

// max(K - M, 0) = max(M - K, 0) + K - M.
inline double put_on_maximum(const TwoAssets& of) {
  return call_on_maximum(of) + std::exp(-of.rate * of.years) * of.strike - worth_of_maximum(of);
}

// The constants of a step of the walk, and of the value at its end.
struct Walk {
  float spot[2], drift[2], spread[2];
  float shared, own;   // parts of the second asset's normal number
  float strike, discount;
  float side;          // 1 for a call, -1 for a put
  unsigned steps;
};
__constant__ Walk walk;

inline void set_walk(const TwoAssets& of, unsigned steps, int side = 1) {
  Walk w{};
  for (int i = 0; i < 2; ++i) {
    const double variance = of.volatility[i] * of.volatility[i], years = of.years / steps;
    w.spot[i] = static_cast<float>(of.spot[i]);
    w.drift[i] = static_cast<float>((of.rate - of.yield[i] - variance / 2) * years);
    w.spread[i] = static_cast<float>(std::sqrt(variance * years));
  }
  w.shared = static_cast<float>(of.correlation);
  w.own = static_cast<float>(std::sqrt(1 - of.correlation * of.correlation));
  w.strike = static_cast<float>(of.strike);
  w.discount = static_cast<float>(std::exp(-of.rate * of.years));
  w.side = static_cast<float>(side);
  w.steps = steps;
  check(cudaMemcpyToSymbol(walk, &w, sizeof w));
}

// The logarithms of the growth of both prices so far.
struct Growth {
  float first = 0, second = 0;

  __device__ void step(float z1, float z2) {
    first += fmaf(walk.spread[0], z1, walk.drift[0]);
    second += fmaf(walk.spread[1], fmaf(walk.shared, z1, walk.own * z2), walk.drift[1]);
  }
  __device__ float largest() const {
    return fmaxf(walk.spot[0] * expf(first), walk.spot[1] * expf(second));
  }
  // The value of the contract today if this is the end.
  __device__ float value() const {
    return walk.discount * fmaxf(walk.side * (largest() - walk.strike), 0.0f);
  }
};

struct Estimate {
  double price, bar;  // the mean, and its standard error
};

inline Estimate estimate(double sum, double squares, double n) {
  const double mean = sum / n, variance = (squares / n - mean * mean) * n / (n - 1);
  return {mean, std::sqrt(std::max(variance, 0.0) / n)};
}

}  // namespace weft
