// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 69d704a527eca65bb913c00ac22a1f5933752161]
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// The operations of the catalogue, with a suffix: a scope is part of the name, so a macro writes the name.
#define PERFORM_IN(scope)                                             \
  __global__ void perform##scope(unsigned* cells, unsigned* returned) { \
    unsigned i = 0;                                                   \
    const auto note = [&](unsigned old) { returned[i++] = old; };     \
    note(atomicAdd##scope(&cells[i], 5u));                            \
    note(atomicSub##scope(&cells[i], 5u));                            \
    note(atomicExch##scope(&cells[i], 5u));                           \
    note(atomicMin##scope(&cells[i], 5u));                            \
    note(atomicMax##scope(&cells[i], 5u));                            \
    note(atomicInc##scope(&cells[i], 9u));                            \
    note(atomicInc##scope(&cells[i], 9u));                            \
    note(atomicInc##scope(&cells[i], 9u));                            \
    note(atomicDec##scope(&cells[i], 9u));                            \
    note(atomicDec##scope(&cells[i], 9u));                            \
    note(atomicDec##scope(&cells[i], 9u));                            \
    note(atomicCAS##scope(&cells[i], 7u, 5u));                        \
    note(atomicCAS##scope(&cells[i], 8u, 5u));                        \
    note(atomicAnd##scope(&cells[i], 0b0110u));                       \
    note(atomicOr##scope(&cells[i], 0b0110u));                        \
    note(atomicXor##scope(&cells[i], 0b0110u));                       \
  }
PERFORM_IN(_block)
PERFORM_IN(_system)

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

TEST_CASE("all eleven functions do the same in block and system scope") {
  std::vector<unsigned> before;
  for (const Row& row : rows) before.push_back(row.before);
  for (const auto kernel : {perform_block, perform_system}) {
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
