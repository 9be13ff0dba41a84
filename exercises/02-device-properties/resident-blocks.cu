// Exercise "How many blocks fit?": occupancy by a few divisions.
#include <algorithm>

struct Multiprocessor {
  int threads;                // that it can hold
  int blocks;                 // that it can hold
  int registers;              // in all, a quarter in each of four partitions, allocated to whole warps in units of 256
  int shared_bytes;           // in all
  int reserved_shared_bytes;  // reserved in every block in addition to its own
};

// How many blocks of `threads` threads fit, each thread with `registers` (1 or more) and each block with `shared_bytes`.
int resident_blocks(const Multiprocessor& sm, int threads, int registers, int shared_bytes) {
  int blocks = 0;
  // your code begins
  // your code ends
  return blocks;
}
