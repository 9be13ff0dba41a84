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
  const auto longest = std::max({stages.in, stages.work, stages.out});
  const auto others = stages.in + stages.work + stages.out - longest;
  if (others > 0) {
    const double best = std::sqrt(others / latency);  // infinite without latency
    pieces = static_cast<unsigned>(std::clamp(best, 1.0, static_cast<double>(most)));
    if (pieces < most && predicted(stages, latency, pieces + 1) < predicted(stages, latency, pieces)) ++pieces;
  }
  // your code ends
  return pieces;
}
