// Tangled from chapters/28-attention.md. Edit there. [sha1 514fc6db218eecd3f1f249b199a878cf9338aba9]
// Sums of powers relative to a reference that may rise, for softmax and attention.
#pragma once

#include "common/reduce.cuh"

namespace weft {

// 2^x by the special function unit. Results below the smallest normal number are zero.
inline __device__ float exp2_of(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
}

// A sum of powers 2^(t - reference). Without any power, the reference is minus infinity.
struct Powers {
  float reference = -INFINITY, sum = 0;

  // What is subtracted from exponents: never an infinity, since −∞ − (−∞) is not a number.
  __device__ float base() const { return reference == -INFINITY ? 0.0f : reference; }
  // Raises the reference, and returns the factor for everything that was relative to the old one.
  __device__ float raise(float to) {
    const float before = reference;
    reference = fmaxf(reference, to);
    const float factor = exp2_of(before - base());
    sum *= factor;
    return factor;
  }
};

struct JoinPowers {
  using Value = Powers;
  __device__ static Powers identity() { return {}; }
  __device__ Powers operator()(Powers a, Powers b) const {
    a.raise(b.reference);
    b.raise(a.reference);
    a.sum += b.sum;
    return a;
  }
};

}  // namespace weft
