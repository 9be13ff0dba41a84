#include <doctest/doctest.h>

#include "support.hpp"

#include <ctime>

#include "23-streams-and-graphs/best-pieces.hpp"

static unsigned by_trying(const Stages& stages, double latency, unsigned most) {
  unsigned best = 1;
  for (unsigned pieces = 2; pieces <= most; ++pieces)
    if (predicted(stages, latency, pieces) < predicted(stages, latency, best)) best = pieces;
  return best;
}

TEST_CASE("no number of pieces is better") {
  const Stages several[] = {{0.020, 0.019, 0.021}, {0.010, 0.030, 0.002}, {1e-3, 1e-5, 1e-5}, {3, 1, 2}, {1e-3, 9e-3, 1e-3}};
  for (const Stages& stages : several)
    for (const double latency : {3e-6, 10e-6, 110e-6, 0.7e-3, 0.013})
      for (const unsigned most : {1u, 2u, 7u, 40u, 2'000u}) {
        CAPTURE(stages.in);
        CAPTURE(latency);
        CAPTURE(most);
        CHECK(best_pieces(stages, latency, most) == by_trying(stages, latency, most));
      }
  CHECK(best_pieces({5, 1.05, 1.05}, 1, 9) == 2);  // 1.449 pieces would be best
}

TEST_CASE("of two that are equally good, the smaller") {
  CHECK(best_pieces({8, 1, 1}, 1, 100) == 1);  // 1 and 2 give 11
  CHECK(best_pieces({8, 3, 3}, 1, 100) == 2);  // 2 and 3 give 13
}

TEST_CASE("if a piece has no overhead, as many as are allowed") {
  CHECK(best_pieces({1, 2, 3}, 0, 1'000) == 1'000);
}

TEST_CASE("if nothing can overlap, one piece") {
  CHECK(best_pieces({0, 2, 0}, 1e-6, 1'000) == 1);
  CHECK(best_pieces({0, 2, 0}, 0, 1'000) == 1);
  CHECK(best_pieces({2, 0, 0}, 1, 1) == 1);
}

TEST_CASE("not every number is tried") {
  const std::clock_t start = std::clock();  // processor time, so that other work does not count
  CHECK(best_pieces({1, 2, 3}, 3e-6, 20'000'000) == 1'000);
  CHECK(std::clock() - start < CLOCKS_PER_SEC / 50);
}
