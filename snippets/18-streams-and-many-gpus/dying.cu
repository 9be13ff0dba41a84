// Tangled from chapters/18-streams-and-many-gpus.md. Edit there. [sha1 94e332f45c2523b178067629a355084dd68eff9e]
#include <doctest/doctest.h>

#include "common/ranks.cuh"

TEST_CASE("two ranks wait at a barrier for one that does not come") {
  weft::in_ranks([](weft::Rank rank) {
    if (rank.number == rank.count - 1) throw std::runtime_error("no room for its planes");
    MPI_Barrier(MPI_COMM_WORLD);
  });
}
