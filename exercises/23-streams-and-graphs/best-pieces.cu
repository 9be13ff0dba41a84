// Exercise "The best number of pieces": the minimum of a pipeline's model.
#include <algorithm>
#include <cmath>

#include "23-streams-and-graphs/best-pieces.hpp"

// The seconds that the chapter's model gives for this number of pieces.
double predicted(const Stages& stages, double latency, unsigned pieces) {
  const double longest = std::max({stages.in, stages.work, stages.out});
  const double others = stages.in + stages.work + stages.out - longest;
  return longest + others / pieces + latency * pieces;
}

// The number of pieces, from 1 to `most`, for which the model gives the least time; of equal ones the smaller.
unsigned best_pieces(const Stages& stages, double latency, unsigned most) {
  unsigned pieces = 1;
  // your code begins
  // your code ends
  return pieces;
}
