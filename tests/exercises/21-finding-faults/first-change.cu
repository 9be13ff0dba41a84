#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "21-finding-faults/first-change.hpp"

__global__ void store(unsigned* place, unsigned bits) { *place = bits; }

// Late enough that a host that does not wait sees the old value.
__global__ void store_late(unsigned* place, unsigned bits) {
  unsigned x = bits;
  for (int k = 0; k < 2'000; ++k) x = x * 1664525u + 1013904223u;
  *place = x == 0 ? bits + 1 : bits;
}

struct Watched {
  DeviceArray<unsigned> words{std::vector<unsigned>{7, 8, 9, 10}};
  unsigned* word(int k) { return words.data() + k; }
  std::size_t first(const Steps& steps, std::size_t bytes = sizeof(unsigned)) { return first_change(word(1), bytes, steps); }
};

TEST_CASE("the step that changes the value is found, and later ones are not run") {
  for (std::size_t culprit = 0; culprit < 4; ++culprit) {
    Watched watched;
    int runs = 0;
    Steps steps;
    for (std::size_t k = 0; k < 4; ++k) steps.push_back([&, k] {
      ++runs;
      store<<<1, 1>>>(watched.word(k == culprit ? 1 : 0), 100);
    });
    CAPTURE(culprit);
    CHECK(watched.first(steps) == culprit);
    CHECK(runs == static_cast<int>(culprit) + 1);
  }
}

TEST_CASE("if no step changes it, the result is the number of steps") {
  Watched watched;
  const auto beside = [&] {
    store<<<1, 1>>>(watched.word(0), 1);
    store<<<1, 1>>>(watched.word(2), 1);
  };
  CHECK(watched.first({beside, beside, beside}) == 3);
  CHECK(watched.first({}) == 0);
  CHECK(watched.first({[&] { store<<<1, 1>>>(watched.word(1), 5); }}, 0) == 1);  // no bytes are watched
}

TEST_CASE("the same value, written again, is not a change") {
  Watched watched;
  CHECK(watched.first({[&] { store<<<1, 1>>>(watched.word(1), 8); }, [&] { store<<<1, 1>>>(watched.word(1), 6); }}) == 1);
}

TEST_CASE("bits are compared, not numbers") {
  const auto set = [](Watched& watched, unsigned bits) { return [&watched, bits] { store<<<1, 1>>>(watched.word(1), bits); }; };
  for (const auto& [before, after] : {std::pair{0x00000000u, 0x80000000u}, std::pair{0x7fc00000u, 0x7fc00001u}}) {
    Watched watched;
    set(watched, before)();
    require_success(cudaDeviceSynchronize());
    CHECK(watched.first({set(watched, before), set(watched, after)}) == 1);
  }
}

TEST_CASE("every watched byte counts, and none besides") {
  Watched watched;
  CHECK(watched.first({[&] { store<<<1, 1>>>(watched.word(0), 1); }, [&] { store<<<1, 1>>>(watched.word(2), 9 | 1u << 31); }}, 8) == 1);
  CHECK(first_change(watched.word(1), 3, {[&] { store<<<1, 1>>>(watched.word(1), 8 | 1u << 31); }}) == 1);
}

TEST_CASE("a value that changes and changes back is noticed at the first change") {
  Watched watched;
  CHECK(watched.first({[&] { store<<<1, 1>>>(watched.word(0), 1); }, [&] { store<<<1, 1>>>(watched.word(1), 1); },
                       [&] { store<<<1, 1>>>(watched.word(1), 8); }}) == 1);
}

TEST_CASE("a step may work in any stream, and is waited for") {
  Watched watched;
  cudaStream_t stream = nullptr;
  require_success(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(watched.first({[&] { store_late<<<1, 1, 0, stream>>>(watched.word(1), 5); }, [] {}}) == 0);
  // What was queued before the first step belongs to none of them.
  store_late<<<1, 1, 0, stream>>>(watched.word(1), 6);
  CHECK(watched.first({[] {}, [&] { store<<<1, 1, 0, stream>>>(watched.word(1), 7); }}) == 1);
  require_success(cudaStreamDestroy(stream));
}

TEST_CASE("an error of a step is thrown before the next step") {
  Watched watched;
  int runs = 0;
  const Steps steps{[&] { ++runs; }, [&] { ++runs; store<<<1, 4'096>>>(watched.word(1), 1); }, [&] { ++runs; }};
  bool thrown = false;
  try {
    watched.first(steps);
  } catch (const weft::CudaError& error) {
    thrown = error.code != cudaSuccess;
  }
  CHECK(thrown);
  CHECK(runs == 2);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("an older error belongs to none of the steps") {
  Watched watched;
  CHECK(cudaSetDevice(4'711) != cudaSuccess);
  std::size_t found = 4'711;
  try {
    found = watched.first({[&] { store<<<1, 1>>>(watched.word(1), 1); }});
  } catch (const weft::CudaError&) {
  }
  CHECK(found == 0);
}
