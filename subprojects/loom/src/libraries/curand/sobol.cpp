// A quasirandom generator fills memory dimension by dimension: first all points' first coordinates, then all second ones.
#include <type_traits>

#include "libraries/curand/directions.hpp"
#include "libraries/curand/sequence.hpp"
#include "loom/random/distributions.h"
#include "loom/random/poisson.h"

namespace loom::generators {

namespace {

template <class State>
class Sobol final : public Sequence {
 public:
  Sobol(const Settings& settings, bool is_scrambled)
      : dimensions_(settings.dimensions), is_scrambled_(is_scrambled), points_(settings.offset) {}

  void bits(std::span<unsigned> out) override {
    if constexpr (std::is_same_v<Word, unsigned>) fill(out, [](State& state) { return curand(&state); });
  }
  void bits(std::span<unsigned long long> out) override {
    if constexpr (std::is_same_v<Word, unsigned long long>) fill(out, [](State& state) { return curand(&state); });
  }
  void uniform(std::span<float> out) override {
    fill(out, [](State& state) { return curand_uniform(&state); });
  }
  void uniform(std::span<double> out) override {
    fill(out, [](State& state) { return curand_uniform_double(&state); });
  }
  void normal(std::span<float> out) override {
    fill(out, [](State& state) { return curand_normal(&state); });
  }
  void normal(std::span<double> out) override {
    fill(out, [](State& state) { return curand_normal_double(&state); });
  }
  void poisson(std::span<unsigned> out, double mean) override {
    fill(out, [mean](State& state) { return curand_poisson(&state, mean); });
  }

 private:
  using Word = decltype(curand(static_cast<State*>(nullptr)));

  template <class T, class Draw>
  void fill(std::span<T> out, Draw draw) {
    const std::size_t points = out.size() / dimensions_;
    const auto& all = is_scrambled_ ? scrambled_directions() : directions();
    for (unsigned dimension = 0; dimension < dimensions_; ++dimension) {
      State state = at_point(all[dimension], is_scrambled_ ? scramble_constants()[dimension] : 0);
      for (T& element : out.subspan(dimension * points, points)) element = draw(state);
    }
    points_ += points;
  }

  State at_point(const Directions& directions, unsigned long long constant) const {
    constexpr unsigned unused = 64 - 8 * sizeof(Word);
    Word words[8 * sizeof(Word)];
    for (std::size_t bit = 0; bit < std::size(words); ++bit) words[bit] = static_cast<Word>(directions[bit] >> unused);
    State state;
    random::begin<Word>(&state, words, static_cast<Word>(constant >> unused), static_cast<Word>(points_));
    return state;
  }

  unsigned dimensions_;
  bool is_scrambled_;
  unsigned long long points_;        // done
};

}  // namespace

std::unique_ptr<Sequence> make_sobol(const Settings& settings) {
  if (settings.type == CURAND_RNG_QUASI_SOBOL64 || settings.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64)
    return std::make_unique<Sobol<curandStateSobol64>>(settings, settings.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64);
  return std::make_unique<Sobol<curandStateSobol32>>(settings, settings.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
}

}  // namespace loom::generators
