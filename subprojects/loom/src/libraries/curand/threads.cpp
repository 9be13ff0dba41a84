// XORWOW and MRG32k3a fill memory as a grid of threads, each with a subsequence of its own: element i is of thread i modulo their
// number, and every call goes on with the thread after the last one.
#include <type_traits>
#include <vector>

#include "libraries/curand/sequence.hpp"
#include "loom/random/distributions.h"
#include "loom/random/poisson.h"

namespace loom::generators {

namespace {

constexpr std::size_t legacy_threads = 4096;

template <class State>
struct Grid;

template <>
struct Grid<curandStateXORWOW> {
  static constexpr std::size_t threads = 4096;
  static void to_next_thread(curandStateXORWOW& state) { skipahead_sequence(1, &state); }
};

template <>
struct Grid<curandStateMRG32k3a> {
  static constexpr std::size_t threads = 81920;
  static void to_next_thread(curandStateMRG32k3a& state) { skipahead_subsequence(1, &state); }
};

template <class State>
class Threads final : public Sequence {
 public:
  explicit Threads(const Settings& settings)
      : threads_(settings.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? legacy_threads : Grid<State>::threads),
        is_seeded_(settings.ordering == CURAND_ORDERING_PSEUDO_SEEDED), seed_(settings.seed), offset_(settings.offset),
        next_(offset_ % threads_) {
    random::seed(&start_, seed_);
  }

  void bits(std::span<unsigned> out) override {
    for (unsigned& word : out) word = curand(&next_state());
  }
  void uniform(std::span<float> out) override {
    for (float& number : out) number = curand_uniform(&next_state());
  }
  void uniform(std::span<double> out) override {
    for (double& number : out) number = curand_uniform_double(&next_state());
  }
  // A thread's pair stays together.
  void normal(std::span<float> out) override {
    for (std::size_t i = 0; i + 1 < out.size(); i += 2) {
      const float2 pair = curand_normal2(&next_state());
      out[i] = pair.x;
      out[i + 1] = pair.y;
    }
  }
  void normal(std::span<double> out) override {
    for (std::size_t i = 0; i + 1 < out.size(); i += 2) {
      const double2 pair = curand_normal2_double(&next_state());
      out[i] = pair.x;
      out[i + 1] = pair.y;
    }
  }
  void poisson(std::span<unsigned> out, double mean) override {
    for (unsigned& count : out) count = random::inverse_poisson(random::open_uniform(curand(&next_state())), mean);
  }

 private:
  // Of the thread that draws next. Threads come to life when they first draw, in order.
  State& next_state() {
    while (states_.size() <= next_) states_.push_back(newborn(states_.size()));
    State& state = states_[next_];
    next_ = (next_ + 1) % threads_;
    return state;
  }

  State newborn(std::size_t thread) {
    // With this ordering the threads' seeds differ, and nothing need be skipped.
    constexpr unsigned long long seed_stride = 3133713;
    if (is_seeded_) random::seed(&start_, seed_ + thread * seed_stride);
    else if (thread > 0) Grid<State>::to_next_thread(start_);
    State state = start_;
    skipahead(offset_ / threads_ + (thread < offset_ % threads_), &state);
    return state;
  }

  std::size_t threads_;
  bool is_seeded_;
  unsigned long long seed_;
  unsigned long long offset_;
  std::size_t next_;
  State start_{};                    // of the thread that came to life last, before any offset
  std::vector<State> states_;
};

}  // namespace

std::unique_ptr<Sequence> make_xorwow(const Settings& settings) { return std::make_unique<Threads<curandStateXORWOW>>(settings); }
std::unique_ptr<Sequence> make_mrg32k3a(const Settings& settings) { return std::make_unique<Threads<curandStateMRG32k3a>>(settings); }

}  // namespace loom::generators
