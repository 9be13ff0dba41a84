// Exercise "The best number of pieces": the minimum of a pipeline's model.
#include <algorithm>
#include <cmath>

struct Stages {
  double in, work, out;  // seconds
};

// The seconds that the chapter's model gives for this number of pieces.
inline double predicted(const Stages& stages, double latency, unsigned pieces) {
  const double longest = std::max({stages.in, stages.work, stages.out});
  const double others = stages.in + stages.work + stages.out - longest;
  return longest + others / pieces + latency * pieces;
}

// The number of pieces, from 1 to `most`, for which the model gives the least time; of equal ones the smaller.
inline unsigned best_pieces(const Stages& stages, double latency, unsigned most) {
  unsigned pieces = 1;
  // your code begins
  // your code ends
  return pieces;
}
