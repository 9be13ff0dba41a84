// Philox fills memory as a grid of threads, each with a subsequence of its own and four elements a draw.
#include <array>
#include <vector>

#include "libraries/curand/sequence.hpp"
#include "loom/random/distributions.h"
#include "loom/random/poisson.h"

namespace loom::generators {

namespace {

constexpr std::size_t threads = 65536;
constexpr unsigned lanes = 4;                    // elements a draw

class Philox final : public Sequence {
 public:
  explicit Philox(const Settings& settings)
      : key_{static_cast<unsigned>(settings.seed), static_cast<unsigned>(settings.seed >> 32)}, lane_(settings.offset % lanes),
        thread_(settings.offset / lanes % threads), spent_(threads, settings.offset / (lanes * threads)) {
    for (std::size_t i = 0; i < thread_; ++i) ++spent_[i];
  }

  void bits(std::span<unsigned> out) override {
    fill(out, 1, [this] {
      const uint4 words = block(0);
      return std::array{words.x, words.y, words.z, words.w};
    });
  }
  void uniform(std::span<float> out) override {
    fill(out, 1, [this] {
      const uint4 words = block(0);
      return std::array{random::uniform(words.x), random::uniform(words.y), random::uniform(words.z), random::uniform(words.w)};
    });
  }
  // A double takes two words, so four of them take two blocks.
  void uniform(std::span<double> out) override {
    fill(out, 2, [this] {
      const uint4 a = block(0), b = block(1);
      return std::array{random::uniform_double(a.x, a.y), random::uniform_double(a.z, a.w), random::uniform_double(b.x, b.y),
                        random::uniform_double(b.z, b.w)};
    });
  }
  void normal(std::span<float> out) override {
    fill(out, 1, [this] {
      const uint4 words = block(0);
      const float2 a = random::normal_pair(words.x, words.y), b = random::normal_pair(words.z, words.w);
      return std::array{a.x, a.y, b.x, b.y};
    });
  }
  void normal(std::span<double> out) override {
    fill(out, 2, [this] {
      const uint4 one = block(0), two = block(1);
      const double2 a = random::normal_pair_double(one.x, one.y, one.z, one.w), b = random::normal_pair_double(two.x, two.y, two.z, two.w);
      return std::array{a.x, a.y, b.x, b.y};
    });
  }
  void poisson(std::span<unsigned> out, double mean) override {
    bits(out);
    for (unsigned& element : out) element = random::inverse_poisson(random::open_uniform(element), mean);
  }

 private:
  // The words of the thread that draws next, `ahead` blocks of four on.
  uint4 block(unsigned ahead) const {
    const unsigned long long at = spent_[thread_] + ahead;
    return random::philox({static_cast<unsigned>(at), static_cast<unsigned>(at >> 32), static_cast<unsigned>(thread_), 0}, key_);
  }

  // A draw may end in the middle; the next call takes up its remaining lanes. It costs its blocks when its last lane is taken.
  template <class T, class Draw>
  void fill(std::span<T> out, unsigned blocks, Draw draw) {
    for (std::size_t i = 0; i < out.size();) {
      const std::array<T, lanes> elements = draw();
      while (lane_ < lanes && i < out.size()) out[i++] = elements[lane_++];
      if (lane_ < lanes) return;
      lane_ = 0;
      spent_[thread_] += blocks;
      thread_ = (thread_ + 1) % threads;
    }
  }

  uint2 key_;
  unsigned lane_;
  std::size_t thread_;
  std::vector<unsigned long long> spent_;        // blocks of four words, by thread
};

}  // namespace

std::unique_ptr<Sequence> make_philox(const Settings& settings) { return std::make_unique<Philox>(settings); }

}  // namespace loom::generators
