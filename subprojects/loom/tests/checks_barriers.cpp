// Divergent barriers.
#include <doctest/doctest.h>

#include <vector>

#include "checks_fixture.hpp"

using loom::Divergence;
using loom::Reported;
using fixture::contains;
using fixture::Kernel;

TEST_CASE("threads at two barriers are both named") {
  Kernel kernel(loom::barrier_check());
  const std::uintptr_t here = fixture::line(), there = fixture::line();
  loom::barrier_check().divergent_barrier(kernel.block(), Divergence{&kernel.thread(3), here, &kernel.thread(40), there});
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "divergent-barrier");
  CHECK(found[0].sentence == "threads of one block wait at different barriers");
  REQUIRE(found[0].parties.size() == 2);
  CHECK(found[0].parties[0].thread.x == 3);
  CHECK(found[0].parties[0].did == "waits at a barrier");
  CHECK(found[0].parties[1].thread.x == 40);
  CHECK(found[0].parties[1].did == "waits at another barrier");
  CHECK(found[0].parties[1].place != found[0].parties[0].place);
}

TEST_CASE("a thread that has left is named without a place") {
  Kernel kernel(loom::barrier_check());
  loom::barrier_check().divergent_barrier(kernel.block(), Divergence{&kernel.thread(3), fixture::line(), &kernel.thread(40), 0});
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].sentence, "will never reach"));
  CHECK(found[0].parties[1].place.empty());
  CHECK(found[0].parties[1].did == "has left the kernel without reaching it");
  CHECK(contains(found[0].advice, "instead of returning early"));
}

TEST_CASE("a thread that bypassed a barrier and left is named with the line where it did") {
  Kernel kernel(loom::barrier_check());
  const std::uintptr_t here = fixture::line(), there = fixture::line();
  loom::barrier_check().divergent_barrier(kernel.block(), Divergence{&kernel.thread(3), here, &kernel.thread(40), there, /*went_around=*/true});
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].sentence, "bypassed"));
  CHECK(found[0].parties[1].did == "bypassed it here, and ran to the end of the kernel");
  CHECK(found[0].parties[1].place != found[0].parties[0].place);
  CHECK(contains(found[0].advice, "move __syncthreads() out of it"));
}

TEST_CASE("a lane that left the loop around the barrier is told so") {
  Kernel kernel(loom::barrier_check());
  const std::uintptr_t here = fixture::line(), there = fixture::line();
  loom::barrier_check().divergent_barrier(kernel.block(), Divergence{&kernel.thread(3), here, &kernel.thread(4), there, /*went_around=*/true, /*loop=*/true});
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].sentence, "in a loop that another lane of its warp has left"));
  CHECK(found[0].parties[1].did == "left the loop around it here, and ran to the end of the kernel");
  CHECK(contains(found[0].advice, "the same number of iterations"));
}
