// Exercise "How many blocks are resident?": occupancy by a few divisions.
#include <algorithm>

#include "02-device-properties/resident-blocks.hpp"

// How many blocks of `threads` threads fit, each thread with `registers` (1 or more) and each block with `shared_bytes`.
int resident_blocks(const Multiprocessor& sm, int threads, int registers, int shared_bytes) {
  int blocks = 0;
  // your code begins
  // your code ends
  return blocks;
}
