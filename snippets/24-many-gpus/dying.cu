// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 3d6293c8714d913a6ca6496ba62fb933a5d8d1bb]
#include <doctest/doctest.h>

#include "common/ranks.cuh"

TEST_CASE("two ranks wait at a barrier that the third never reaches") {
  weft::in_ranks([](weft::Rank rank) {
    if (rank.number == rank.count - 1) throw std::runtime_error("not enough memory for its planes");
    MPI_Barrier(MPI_COMM_WORLD);
  });
}
