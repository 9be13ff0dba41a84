// Exercise "The best number of pieces": what its test calls.
#pragma once

struct Stages {
  double in, work, out;  // seconds
};

double predicted(const Stages& stages, double latency, unsigned pieces);
unsigned best_pieces(const Stages& stages, double latency, unsigned most);
