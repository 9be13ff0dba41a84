// Exercise "How many blocks are resident?": what its test calls.
#pragma once

struct Multiprocessor {
  int threads;                // that it can hold
  int blocks;                 // that it can hold
  int registers;              // in all, a quarter in each of four partitions, allocated to whole warps in units of 256
  int shared_bytes;           // in all
  int reserved_shared_bytes;  // reserved in every block in addition to its own
};

int resident_blocks(const Multiprocessor& sm, int threads, int registers, int shared_bytes);
