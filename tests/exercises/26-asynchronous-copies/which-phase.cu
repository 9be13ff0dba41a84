#include <doctest/doctest.h>

#include "support.hpp"

#include "26-asynchronous-copies/which-phase.hpp"

std::string steps(unsigned stages, std::size_t first, std::size_t count) {
  std::string words;
  for (std::size_t k = first; k < first + count; ++k) {
    const Step step = step_of(k, stages);
    words += std::to_string(step.stage) + ":" + std::to_string(step.full) + std::to_string(step.empty) + " ";
  }
  return words;
}

TEST_CASE("the first use of each stage") { CHECK(steps(4, 0, 4) == "0:01 1:01 2:01 3:01 "); }

TEST_CASE("stages are used again, in turn") {
  CHECK(steps(2, 0, 6) == "0:01 1:01 0:10 1:10 0:01 1:01 ");
  CHECK(steps(4, 3, 6) == "3:01 0:10 1:10 2:10 3:10 0:01 ");
}

TEST_CASE("any number of stages") {
  CHECK(steps(1, 0, 4) == "0:01 0:10 0:01 0:10 ");
  CHECK(steps(3, 1, 6) == "1:01 2:01 0:10 1:10 2:10 0:01 ");
  CHECK(steps(5, 9, 3) == "4:10 0:01 1:01 ");
}

TEST_CASE("iterations beyond 32 bits") {
  CHECK(steps(3, std::size_t{3} << 33, 1) == "0:01 ");
  CHECK(steps(2, (std::size_t{1} << 32) + 2, 1) == "0:10 ");
  CHECK(steps(3, (std::size_t{1} << 32) + 1, 1) == "2:10 ");
}

// Barriers that only count, for a producer and a consumer that take every possible lead.
TEST_CASE("a producer never overtakes, and both get to the end") {
  for (const unsigned stages : {1u, 2u, 3u, 4u}) {
    std::vector<unsigned> full(stages, 0), empty(stages, 0);  // phases that have ended
    const auto has_ended = [](unsigned phases, unsigned parity) { return phases % 2 != parity; };
    std::size_t produced = 0, consumed = 0;
    for (unsigned turn = 0; turn < 200; ++turn) {
      const Step next = step_of(produced, stages);
      REQUIRE(next.stage < stages);
      if ((turn / 7 % 2 == 0) && has_ended(empty[next.stage], next.empty)) {
        ++full[next.stage];
        ++produced;
      }
      const Step last = step_of(consumed, stages);
      REQUIRE(last.stage < stages);
      if (turn % 3 != 0 && has_ended(full[last.stage], last.full)) {
        ++empty[last.stage];
        ++consumed;
      }
      REQUIRE(consumed <= produced);
      REQUIRE(produced <= consumed + stages);
    }
    CHECK(consumed > 50);
  }
}
