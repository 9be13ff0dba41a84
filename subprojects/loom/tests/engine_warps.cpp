// Shuffles, votes and matches, against what the programming guide says of them.
#include "loom/device.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>

#include "engine_fixture.hpp"

using fixture::heard;
using fixture::run_kernel;

constexpr unsigned all = 0xffffffff;

TEST_CASE("a shuffle fetches the value of the lane it names") {
  std::array<int, 32> got{};
  run_kernel(1, 32, [&] { got[threadIdx.x] = __shfl_sync(all, static_cast<int>(threadIdx.x) * 10, (static_cast<int>(threadIdx.x) + 5) % 32); });
  for (int i = 0; i < 32; ++i) CHECK(got[i] == (i + 5) % 32 * 10);
}

TEST_CASE("shuffles stay within segments of their width") {
  for (int width : {2, 4, 8, 16, 32}) {
    std::array<std::array<int, 4>, 32> got{};
    run_kernel(1, 32, [&] {
      const int self = static_cast<int>(threadIdx.x);
      got[self][0] = __shfl_sync(all, self, 3, width);
      got[self][1] = __shfl_up_sync(all, self, 1, width);
      got[self][2] = __shfl_down_sync(all, self, 3, width);
      got[self][3] = __shfl_xor_sync(all, self, 1, width);
    });
    for (int i = 0; i < 32; ++i) {
      const int first = i / width * width, place = i % width;
      CHECK(got[i][0] == first + 3 % width);
      CHECK(got[i][1] == (place >= 1 ? i - 1 : i));
      CHECK(got[i][2] == (place + 3 < width ? i + 3 : i));
      CHECK(got[i][3] == (i ^ 1));
    }
  }
}

TEST_CASE("an exchange across the segment's end keeps the lane's own value") {
  std::array<int, 32> got{};
  run_kernel(1, 32, [&] { got[threadIdx.x] = __shfl_xor_sync(all, static_cast<int>(threadIdx.x), 8, 8); });
  // A lane may read from a lower segment, not from a higher one.
  for (int i = 0; i < 32; ++i) CHECK(got[i] == ((i ^ 8) < i ? i ^ 8 : i));
}

TEST_CASE("shuffles carry every type whole") {
  bool same = true;
  run_kernel(1, 32, [&] {
    const unsigned t = threadIdx.x;
    const int next = static_cast<int>((t + 1) % 32);
    same &= __shfl_sync(all, 0.1 * t, next) == 0.1 * static_cast<unsigned>(next);
    same &= __shfl_sync(all, 0.1f * static_cast<float>(t), next) == 0.1f * static_cast<float>(next);
    same &= __shfl_sync(all, -(1ll << 40) * t, next) == -(1ll << 40) * next;
    same &= __shfl_sync(all, ~0ull - t, next) == ~0ull - static_cast<unsigned>(next);
  });
  CHECK(same);
}

TEST_CASE("a sum over a warp by shuffles is the same in every lane, in every iteration") {
  bool right = true;
  run_kernel(2, 96, [&] {
    for (unsigned round = 0; round < 20; ++round) {
      unsigned sum = threadIdx.x % 32 + round;
      for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(all, sum, step);
      right &= sum == 496 + 32 * round;
    }
  }, 1);
  CHECK(right);
}

TEST_CASE("votes and matches see the lanes of the mask that are alive") {
  bool right = true;
  CHECK(run_kernel(1, 32, [&] {
    const unsigned t = threadIdx.x;
    if (t >= 24) return;
    right &= __ballot_sync(all, t % 2) == 0x00aaaaaa;
    right &= __any_sync(all, t == 23) == 1 && __any_sync(all, 0) == 0;
    right &= __all_sync(all, t < 24) == 1 && __all_sync(all, t != 5) == 0;
    right &= __match_any_sync(all, t / 8) == 0xffu << t / 8 * 8;
    int same = 0;
    right &= __match_all_sync(all, t < 24, &same) != 0 && same == 1;
    right &= __match_all_sync(all, t, &same) == 0 && same == 0;
  }).error == cudaSuccess);
  CHECK(right);
}

TEST_CASE("halves of a warp that have diverged shuffle independently") {
  std::array<unsigned, 32> got{};
  CHECK(run_kernel(1, 32, [&] {
    const unsigned t = threadIdx.x;
    if (t < 16)
      got[t] = __shfl_sync(0x0000ffff, t, 3);
    else
      got[t] = __shfl_sync(0xffff0000, t, 30);
  }).error == cudaSuccess);
  for (unsigned t = 0; t < 32; ++t) CHECK(got[t] == (t < 16 ? 3 : 30));
}

TEST_CASE("a shuffle from a lane that takes no part gets no value, and the checks hear of it") {
  std::array<int, 32> got{};
  CHECK(run_kernel(1, 32, [&] {
    const int t = static_cast<int>(threadIdx.x);
    if (t < 4) got[threadIdx.x] = __shfl_down_sync(0xf, t, 1);
  }).error == cudaSuccess);
  CHECK(got[2] == 3);
  CHECK(got[3] == -1);
  REQUIRE(heard().wrong_masks.size() == 1);
  const auto& [rank, wrong] = heard().wrong_masks[0];
  CHECK(rank == 3);
  CHECK(wrong.fault == loom::WrongMask::Fault::source_absent);
  CHECK(wrong.mask == 0xf);
  CHECK(wrong.lanes == 1u << 4);
}

TEST_CASE("a shuffle is not a barrier for memory") {
  run_kernel(1, 32, [] { __shfl_sync(all, 1, 0); });
  CHECK(heard().warp_masks.empty());
  CHECK_FALSE(heard().meetings.empty());
}

TEST_CASE("the active mask includes the lanes that reach the call together") {
  std::array<unsigned, 40> whole{}, third{};
  run_kernel(1, 40, [&] {
    const unsigned t = threadIdx.x;
    whole[t] = __activemask();
    if (t % 3 == 0) third[t] = __activemask();
    __syncthreads();
  });
  for (unsigned t = 0; t < 40; ++t) {
    CHECK(whole[t] == (t < 32 ? 0xffffffff : 0xff));
    if (t % 3 == 0) CHECK(third[t] == (t < 32 ? 0x49249249 : 0x92));
  }
}

TEST_CASE("lanes that ask for the active mask do not wait for one that spins, or that has left") {
  int go = 0;
  unsigned mask = 0;
  CHECK(run_kernel(1, 32, [&] {
    const unsigned t = threadIdx.x;
    if (t > 20) return;
    if (t == 20)
      while (atomicAdd(&go, 0) == 0) {
      }
    else
      mask = __activemask();
    if (t == 3) atomicExch(&go, 1);
  }).error == cudaSuccess);
  CHECK(mask == 0xfffff);
}

TEST_CASE("lanes reduce what they bring, by mask") {
  bool right = true;
  CHECK(run_kernel(1, 32, [&] {
    const unsigned t = threadIdx.x;
    const unsigned mask = t < 8 ? 0xff : 0xffffff00;
    const unsigned sum = t < 8 ? 28 : 468;
    right &= __reduce_add_sync(mask, t) == sum;
    right &= __reduce_add_sync(mask, -static_cast<int>(t)) == -static_cast<int>(sum);
    right &= __reduce_min_sync(mask, static_cast<int>(t) - 10) == (t < 8 ? -10 : -2);
    right &= __reduce_max_sync(mask, static_cast<int>(t) - 40) == (t < 8 ? -33 : -9);
    right &= __reduce_min_sync(mask, t - 10) == (t < 8 ? unsigned(-10) : 0u);
    right &= __reduce_max_sync(mask, t - 10) == (t < 8 ? unsigned(-3) : unsigned(-1));
    right &= __reduce_and_sync(mask, t | 64) == 64;
    right &= __reduce_or_sync(mask, t) == (t < 8 ? 7u : 31u);
    right &= __reduce_xor_sync(mask, t + 1) == (t < 8 ? 8u : 40u);
  }).error == cudaSuccess);
  CHECK(right);
}
