// What a generator yields, in the order of its output.
#pragma once

#include <memory>
#include <span>

#include "curand.h"

namespace loom::generators {

// Each call goes on where the one before has ended.
class Sequence {
 public:
  virtual ~Sequence() = default;

  virtual void bits(std::span<unsigned>) = 0;
  // 64-bit quasirandom generators alone.
  virtual void bits(std::span<unsigned long long>) {}
  // In (0, 1]
  virtual void uniform(std::span<float>) = 0;
  virtual void uniform(std::span<double>) = 0;
  // Of mean 0 and deviation 1
  virtual void normal(std::span<float>) = 0;
  virtual void normal(std::span<double>) = 0;
  virtual void poisson(std::span<unsigned>, double mean) = 0;
};

struct Settings {
  curandRngType_t type = CURAND_RNG_PSEUDO_XORWOW;
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned long long seed = 0;
  unsigned long long offset = 0;
  unsigned dimensions = 1;
};

// A type that loom has.
std::unique_ptr<Sequence> make_sequence(const Settings&);

// One for each generator, from offset on.
std::unique_ptr<Sequence> make_xorwow(const Settings&);
std::unique_ptr<Sequence> make_mrg32k3a(const Settings&);
std::unique_ptr<Sequence> make_philox(const Settings&);
std::unique_ptr<Sequence> make_mt19937(const Settings&);
std::unique_ptr<Sequence> make_sobol(const Settings&);

}  // namespace loom::generators
