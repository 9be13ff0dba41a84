// Thrust's random numbers: its own distributions over the engines of the standard library.
#pragma once

#include <cmath>
#include <iostream>
#include <random>

#include "thrust/version.h"

namespace thrust {
namespace random {

using std::linear_congruential_engine;
using std::minstd_rand;
using std::minstd_rand0;
using std::subtract_with_carry_engine;
using default_random_engine = minstd_rand;

template <class Type = double>
class uniform_real_distribution {
 public:
  using result_type = Type;
  explicit uniform_real_distribution(Type a = 0, Type b = 1) : a_(a), b_(b) {}
  template <class Engine>
  Type operator()(Engine& engine) const {
    const Type unit = static_cast<Type>(engine() - Engine::min()) / (Type(1) + static_cast<Type>(Engine::max() - Engine::min()));
    return unit * (b_ - a_) + a_;
  }
  void reset() {}
  Type a() const { return a_; }
  Type b() const { return b_; }

 private:
  Type a_, b_;
};

template <class Type = int>
class uniform_int_distribution {
 public:
  using result_type = Type;
  explicit uniform_int_distribution(Type a = 0, Type b = std::numeric_limits<Type>::max()) : a_(a), b_(b) {}
  template <class Engine>
  Type operator()(Engine& engine) const {
    return static_cast<Type>(uniform_real_distribution<double>(static_cast<double>(a_), static_cast<double>(b_) + 1)(engine));
  }
  void reset() {}
  Type a() const { return a_; }
  Type b() const { return b_; }

 private:
  Type a_, b_;
};

// By the inverse of the error function, as in Thrust's device code.
template <class Type = double>
class normal_distribution {
 public:
  using result_type = Type;
  explicit normal_distribution(Type mean = 0, Type deviation = 1) : mean_(mean), deviation_(deviation) {}
  template <class Engine>
  Type operator()(Engine& engine) const {
    constexpr auto range = Engine::max() - Engine::min();
    const Type step = static_cast<Type>(1.0 / static_cast<double>(range));
    auto number = engine() - Engine::min();
    Type root = static_cast<Type>(-1.4142135623730950488);
    if (number > range / 2) {
      number = range - number;
      root = -root;
    }
    return mean_ + deviation_ * root * static_cast<Type>(::erfcinv(static_cast<double>(2 * (static_cast<Type>(number) * step + step / 2))));
  }
  void reset() {}
  Type mean() const { return mean_; }
  Type stddev() const { return deviation_; }

 private:
  Type mean_, deviation_;
};

}  // namespace random

using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust
