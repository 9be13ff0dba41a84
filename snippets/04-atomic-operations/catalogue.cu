// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 89618c026542784170d722f93b0a9373a1475157]
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// Performs one operation on each cell, and notes what it returned.
__device__ void perform(unsigned* cells, unsigned* returned) {
  unsigned i = 0;
  const auto note = [&](unsigned old) { returned[i++] = old; };
  note(atomicAdd(&cells[i], 5u));
  note(atomicSub(&cells[i], 5u));
  note(atomicExch(&cells[i], 5u));
  note(atomicMin(&cells[i], 5u));
  note(atomicMax(&cells[i], 5u));
  note(atomicInc(&cells[i], 9u));
  note(atomicInc(&cells[i], 9u));
  note(atomicInc(&cells[i], 9u));
  note(atomicDec(&cells[i], 9u));
  note(atomicDec(&cells[i], 9u));
  note(atomicDec(&cells[i], 9u));
  note(atomicCAS(&cells[i], 7u, 5u));
  note(atomicCAS(&cells[i], 8u, 5u));
  note(atomicAnd(&cells[i], 0b0110u));
  note(atomicOr(&cells[i], 0b0110u));
  note(atomicXor(&cells[i], 0b0110u));
}

__global__ void in_global(unsigned* cells, unsigned* returned) { perform(cells, returned); }

__global__ void in_shared(unsigned* cells, unsigned* returned) {
  __shared__ unsigned mine[16];
  for (unsigned i = 0; i < 16; ++i) mine[i] = cells[i];
  perform(mine, returned);
  for (unsigned i = 0; i < 16; ++i) cells[i] = mine[i];
}

struct Row {
  std::string operation;
  unsigned before, after;
};

const std::vector<Row> rows = {
    {"atomicAdd(p, 5)", 7, 12},        {"atomicSub(p, 5)", 2, 4294967293},
    {"atomicExch(p, 5)", 7, 5},        {"atomicMin(p, 5)", 7, 5},
    {"atomicMax(p, 5)", 7, 7},         {"atomicInc(p, 9)", 8, 9},
    {"atomicInc(p, 9)", 9, 0},         {"atomicInc(p, 9)", 12, 0},
    {"atomicDec(p, 9)", 8, 7},         {"atomicDec(p, 9)", 0, 9},
    {"atomicDec(p, 9)", 12, 9},        {"atomicCAS(p, 7, 5)", 7, 5},
    {"atomicCAS(p, 8, 5)", 7, 7},      {"atomicAnd(p, 0b0110)", 0b0011, 0b0010},
    {"atomicOr(p, 0b0110)", 0b0011, 7}, {"atomicXor(p, 0b0110)", 0b0011, 5},
};

TEST_CASE("each operation writes what the table says, and returns what was there") {
  std::vector<unsigned> before;
  for (const Row& row : rows) before.push_back(row.before);
  for (const auto kernel : {in_global, in_shared}) {
    weft::Buffer<unsigned> cells(before);
    weft::Buffer<unsigned> returned(std::vector<unsigned>(rows.size(), 4711));
    kernel<<<1, 1>>>(cells.data(), returned.data());
    weft::check(cudaGetLastError());
    const std::vector<unsigned> after = cells.to_host();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(rows[i].operation);
      CHECK(after[i] == rows[i].after);
    }
    CHECK(returned.to_host() == before);
  }
}
