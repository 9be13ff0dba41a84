// Puts the lanes of a warp back together.
//
// loom runs threads one after another, so what a warp does together comes as 32 streams of steps. Each stream is the path of
// one lane through the code, basic block by basic block, with its accesses. They are run again side by side as a GPU runs lanes that
// have diverged: those deepest in calls first, of these those at the lowest address of code, where they wait for the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "observe/rules.hpp"

namespace loom::observing {

struct Step {
  enum class Kind : std::uint8_t { block, access, meeting };

  std::uintptr_t pc = 0;
  std::uintptr_t value = 0;                   // an access: its address; a meeting: the mask of lanes that meet
  std::uint32_t path = 0;                     // the calls that led here
  std::uint16_t depth = 0;                    // how many they are
  std::uint8_t bytes = 0;
  Operation operation = Operation::load;
  Kind kind = Kind::block;
};

// What a warp did.
class WarpListener {
 public:
  virtual ~WarpListener() = default;
  virtual void entered(std::uint32_t mask) = 0;                           // a basic block
  virtual void requested(const Request&, std::uintptr_t pc) = 0;
};

// The steps of one warp that are yet to be put together.
class WarpStreams {
 public:
  void add(unsigned lane, const Step& step) { streams_[lane].steps.push_back(step); }
  // The lanes of the mask stand still until all of them have come this far.
  void meet(std::uint32_t mask);

  std::size_t length(unsigned lane) const { return streams_[lane].steps.size() - streams_[lane].done; }
  // The lanes with steps left.
  std::uint32_t busy() const;

  // Runs the streams until all are empty, or one of an `open` lane is: what that lane will do next is not known yet.
  void run(std::uint32_t open, WarpListener&);
  void clear();

 private:
  struct Stream {
    std::vector<Step> steps;
    std::size_t done = 0;

    bool empty() const { return done == steps.size(); }
    const Step& next() const { return steps[done]; }
  };

  bool part_meetings();
  std::uint32_t next_group(std::uint32_t candidates) const;
  void perform(std::uint32_t group, WarpListener&);
  void forget_done();

  std::array<Stream, lanes> streams_;
};

}  // namespace loom::observing
