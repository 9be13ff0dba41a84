// Exercise "Which limit applies?": what its test calls.
#pragma once

// Of one launch of a kernel, or of one iteration of a program. Shares are of the peak, from 0 to 1; NaN if one was not measured.
struct Profile {
  double wall;     // seconds from the beginning to the end, on the host's clock
  double kernels;  // seconds during which at least one kernel ran
  double dram;     // share of the bandwidth of DRAM
  double l2;       // share of the bandwidth of the L2 cache
  double issue;    // share of the cycles in which a scheduler issues
  double pipe;     // share of the busiest arithmetic pipe
};

enum class Limit { host, memory, arithmetic, latency, unknown };

Limit diagnose(const Profile& profile);
