// Thrust's random numbers: its own distributions over the engines of the standard library.
#pragma once

#include <cmath>
#include <random>

#include "thrust/version.h"

namespace thrust {
namespace random {

using std::linear_congruential_engine;
using std::minstd_rand;
using std::minstd_rand0;
using std::subtract_with_carry_engine;
using default_random_engine = minstd_rand;

template <class T = double>
class uniform_real_distribution {
 public:
  using result_type = T;
  explicit uniform_real_distribution(T a = 0, T b = 1) : a_(a), b_(b) {}
  template <class Engine>
  T operator()(Engine& engine) const {
    const T unit = static_cast<T>(engine() - Engine::min()) / (T(1) + static_cast<T>(Engine::max() - Engine::min()));
    return unit * (b_ - a_) + a_;
  }
  void reset() {}
  T a() const { return a_; }
  T b() const { return b_; }

 private:
  T a_, b_;
};

template <class T = int>
class uniform_int_distribution {
 public:
  using result_type = T;
  explicit uniform_int_distribution(T a = 0, T b = std::numeric_limits<T>::max()) : a_(a), b_(b) {}
  template <class Engine>
  T operator()(Engine& engine) const {
    return static_cast<T>(uniform_real_distribution<double>(static_cast<double>(a_), static_cast<double>(b_) + 1)(engine));
  }
  void reset() {}
  T a() const { return a_; }
  T b() const { return b_; }

 private:
  T a_, b_;
};

// By the inverse of the error function, as in Thrust's device code.
template <class T = double>
class normal_distribution {
 public:
  using result_type = T;
  explicit normal_distribution(T mean = 0, T deviation = 1) : mean_(mean), deviation_(deviation) {}
  template <class Engine>
  T operator()(Engine& engine) const {
    constexpr auto range = Engine::max() - Engine::min();
    const T step = static_cast<T>(1.0 / static_cast<double>(range));
    auto number = engine() - Engine::min();
    T root = static_cast<T>(-1.4142135623730950488);
    if (number > range / 2) {
      number = range - number;
      root = -root;
    }
    return mean_ + deviation_ * root * static_cast<T>(::erfcinv(static_cast<double>(2 * (static_cast<T>(number) * step + step / 2))));
  }
  void reset() {}
  T mean() const { return mean_; }
  T stddev() const { return deviation_; }

 private:
  T mean_, deviation_;
};

}  // namespace random

using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust
