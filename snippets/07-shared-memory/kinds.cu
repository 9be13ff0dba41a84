// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 a0f0d053c2dd2e9f65310283b44bc6a896ea553d]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

enum Memory : char { unknown, local, shared, global, constant };

__device__ Memory whereabouts(const void* place) {
  if (__isLocal(place)) return local;
  if (__isShared(place)) return shared;
  if (__isConstant(place)) return constant;
  return __isGlobal(place) ? global : unknown;
}

__constant__ float rate = 1.5f;
__device__ float total;

__global__ void look_around(const float* argument, Memory* found) {
  __shared__ float ours;
  float mine;
  found[0] = whereabouts(&mine);
  found[1] = whereabouts(&ours);
  found[2] = whereabouts(argument);
  found[3] = whereabouts(&total);
  found[4] = whereabouts(&rate);
}

struct Kind {
  Memory memory;
  const char* row;
};

const std::vector<Kind> kinds = {
    {local, "`float mine;` | local, if not in a register | its thread | the thread"},
    {shared, "`__shared__ float ours;` | shared | the threads of its block | the block"},
    {global, "`cudaMalloc` | global | all threads | until `cudaFree`"},
    {global, "`__device__ float total;` | global | all threads | the program"},
    {constant, "`__constant__ float rate;` | constant | all, to read | the program"},
};

TEST_CASE("each declaration names its own memory space") {
  const weft::Buffer<float> argument(1);
  weft::Buffer<Memory> found(std::vector<Memory>(kinds.size(), unknown));
  look_around<<<1, 1>>>(argument.data(), found.data());
  weft::check(cudaGetLastError());
  std::puts("declared by | lives in memory that is | is seen by | lasts as long as");
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    CHECK(found.to_host()[i] == kinds[i].memory);
    std::puts(kinds[i].row);
  }
}
