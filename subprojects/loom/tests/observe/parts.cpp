// The parts of observation: how streams of lanes are put together, and what a request costs.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <bit>
#include <string>
#include <vector>

#include "observe/merge.hpp"
#include "observe/rules.hpp"

using namespace loom::observing;

namespace {

// What a warp did, as text: "b2" a basic block with two lanes, "7:3" a request at pc 7 by lanes 0 and 1.
struct RecordedWarp final : WarpListener {
  void entered(std::uint32_t mask) override { text += "b" + std::to_string(std::popcount(mask)) + " "; }
  void requested(const Request& request, std::uintptr_t pc) override {
    text += std::to_string(pc) + ":" + std::to_string(request.mask) + " ";
  }
  std::string text;
};

Step block(std::uintptr_t pc) { return {.pc = pc, .kind = Step::Kind::block}; }
Step access(std::uintptr_t pc, std::uint32_t path = 0, std::uint16_t depth = 0) {
  return {.pc = pc, .path = path, .depth = depth, .bytes = 4, .kind = Step::Kind::access};
}

std::string together(WarpStreams& streams, std::uint32_t open = 0) {
  RecordedWarp recorded;
  streams.run(open, recorded);
  return recorded.text;
}

Request request(Operation operation, std::uint32_t bytes, std::uint32_t mask, std::uintptr_t stride) {
  Request request{operation, bytes, mask, {}};
  for (unsigned lane = 0; lane < lanes; ++lane) request.address[lane] = 0x1000 + lane * stride;
  return request;
}

constexpr std::uint32_t all = 0xffffffff;

}  // namespace

TEST_CASE("lanes at one place act together") {
  WarpStreams streams;
  for (unsigned lane : {0u, 1u, 5u}) {
    streams.add(lane, block(1));
    streams.add(lane, access(2));
  }
  CHECK(together(streams) == "b3 2:35 ");
  CHECK(streams.busy() == 0);
}

TEST_CASE("a lane that leaves a loop waits after it for those with more iterations") {
  WarpStreams streams;
  for (unsigned lane : {0u, 1u})
    for (unsigned trip = 0; trip <= lane; ++trip) streams.add(lane, access(2));
  for (unsigned lane : {0u, 1u}) streams.add(lane, access(9));
  CHECK(together(streams) == "2:3 2:2 9:3 ");
}

TEST_CASE("a lane that skips part of a loop meets the others at its end") {
  WarpStreams streams;
  for (int trip = 0; trip < 2; ++trip) {
    streams.add(0, block(1));
    streams.add(0, access(2));
    streams.add(0, block(3));
    streams.add(1, block(1));
    streams.add(1, block(3));
  }
  CHECK(together(streams) == "b2 2:1 b2 b2 2:1 b2 ");
}

TEST_CASE("the deepest in calls go first, and calls from two places are two") {
  WarpStreams streams;
  streams.add(0, access(50, 111, 1));
  streams.add(1, access(50, 222, 1));
  streams.add(2, access(3));
  for (unsigned lane : {0u, 1u, 2u}) streams.add(lane, access(8));
  CHECK(together(streams) == "50:1 50:2 3:4 8:7 ");
}

TEST_CASE("lanes that meet stand still until all have come") {
  WarpStreams streams;
  streams.add(0, access(9));
  streams.add(1, access(2));
  streams.meet(0b11);
  streams.add(0, access(4));
  streams.add(1, access(4));
  streams.add(2, access(6));
  CHECK(together(streams) == "2:2 6:4 9:1 4:3 ");
}

TEST_CASE("what an open lane will do is waited for") {
  WarpStreams streams;
  streams.add(0, access(5));
  streams.add(0, access(6));
  streams.add(1, access(5));
  CHECK(together(streams, 0b11) == "5:3 ");
  CHECK(streams.busy() == 0b01);
  streams.add(1, access(6));
  CHECK(together(streams, 0b11) == "6:3 ");
}

TEST_CASE("sectors of loads and stores") {
  CHECK(global_cost(request(Operation::load, 4, all, 4)).sectors == 4);
  CHECK(global_cost(request(Operation::load, 4, all, 0)).sectors == 1);
  CHECK(global_cost(request(Operation::store, 16, all, 16)).sectors == 16);
  CHECK(global_cost(request(Operation::load, 4, 0x80000001, 4)).sectors == 2);
  CHECK(global_cost(request(Operation::load, 4, all, 2)).bytes == 66);
}

TEST_CASE("atomics at one address take turns") {
  CHECK(global_cost(request(Operation::atomic, 4, all, 4)).sectors == 4);
  CHECK(global_cost(request(Operation::atomic, 4, all, 0)).sectors == 32);
  CHECK(shared_cost(request(Operation::atomic, 4, all, 0)).wavefronts == 32);
  CHECK(shared_cost(request(Operation::compare_and_swap, 4, all, 0)).wavefronts == 64);
  CHECK(shared_cost(request(Operation::compare_and_swap, 4, all, 0)).conflicts == 31);
}

TEST_CASE("wavefronts and conflicts") {
  CHECK(shared_cost(request(Operation::load, 4, all, 128)).wavefronts == 32);
  CHECK(shared_cost(request(Operation::load, 8, all, 128)).conflicts == 30);
  CHECK(shared_cost(request(Operation::load, 16, all, 128)).conflicts == 28);
  CHECK(shared_cost(request(Operation::load, 16, all, 0)).wavefronts == 2);
  CHECK(shared_cost(request(Operation::store, 16, all, 0)).wavefronts == 4);
  CHECK(shared_cost(request(Operation::load, 16, 0x0000ffff, 16)).wavefronts == 2);
}
