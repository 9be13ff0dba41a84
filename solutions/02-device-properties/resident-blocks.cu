// Exercise "How many blocks are resident?": occupancy by a few divisions.
#include <algorithm>

#include "02-device-properties/resident-blocks.hpp"

// How many blocks of `threads` threads fit, each thread with `registers` (1 or more) and each block with `shared_bytes`.
int resident_blocks(const Multiprocessor& sm, int threads, int registers, int shared_bytes) {
  int blocks = 0;
  // your code begins
  const int warps = (threads + 31) / 32;
  const int registers_a_warp = (registers * 32 + 255) / 256 * 256;
  const int by_threads = sm.threads / 32 / warps;
  const int by_registers = 4 * (sm.registers / 4 / registers_a_warp) / warps;
  const int shared_a_block = shared_bytes + sm.reserved_shared_bytes;
  const int by_shared = shared_a_block > 0 ? sm.shared_bytes / shared_a_block : sm.blocks;
  blocks = std::min({by_threads, sm.blocks, by_registers, by_shared});
  // your code ends
  return blocks;
}
