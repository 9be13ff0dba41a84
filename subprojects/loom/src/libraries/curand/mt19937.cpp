// The Mersenne Twister in its own order. cuRAND deals it out to threads that begin 2^1000 steps apart, so its order is another one.
#include <random>

#include "libraries/curand/sequence.hpp"
#include "loom/random/convert.h"

namespace loom::generators {

namespace {

class Mt19937 final : public Sequence {
 public:
  explicit Mt19937(const Settings& settings) : engine_(static_cast<std::mt19937::result_type>(settings.seed & 0xffffffff)) {}

  void bits(std::span<unsigned> out) override {
    for (unsigned& element : out) element = word();
  }
  void uniform(std::span<float> out) override {
    for (float& element : out) element = random::uniform(word());
  }
  void uniform(std::span<double> out) override {
    for (double& element : out) element = random::uniform_double(word());
  }
  void normal(std::span<float> out) override {
    for (float& element : out) element = random::inverse_normal(word());
  }
  void normal(std::span<double> out) override {
    for (double& element : out) element = random::inverse_normal_double(word());
  }
  void poisson(std::span<unsigned> out, double mean) override {
    for (unsigned& element : out) element = random::inverse_poisson(random::open_uniform(word()), mean);
  }

 private:
  unsigned word() { return static_cast<unsigned>(engine_()); }

  std::mt19937 engine_;
};

}  // namespace

std::unique_ptr<Sequence> make_mt19937(const Settings& settings) { return std::make_unique<Mt19937>(settings); }

}  // namespace loom::generators
