// Tangled from chapters/18-streams-and-many-gpus.md. Edit there. [sha1 a25f2e1d5b1dad7d3ba85f42e765d134d19e826d]
#include <bit>
#include <cstdint>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/pinned.cuh"
#include "common/ranks.cuh"
#include "common/slab.cuh"

struct Planes {  // in pinned memory: what goes down and up, and what comes from there
  weft::Pinned<float> down, up, from_below, from_above;
  explicit Planes(std::size_t size) : down(size), up(size), from_below(size), from_above(size) {}
};

// To whom we send, MPI_PROC_NULL if to nobody, which MPI takes as nothing to do.
struct Neighbours {
  int below, above;
  explicit Neighbours(weft::Rank rank)
      : below(rank.number > 0 ? rank.number - 1 : MPI_PROC_NULL),
        above(rank.number + 1 < rank.count ? rank.number + 1 : MPI_PROC_NULL) {}
};

void swap_planes(const Neighbours& to, const float* down, const float* up, float* from_below,
                 float* from_above, std::size_t size) {
  const int count = static_cast<int>(size);
  MPI_Sendrecv(down, count, MPI_FLOAT, to.below, 0, from_above, count, MPI_FLOAT, to.above, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(up, count, MPI_FLOAT, to.above, 1, from_below, count, MPI_FLOAT, to.below, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void step(weft::Slab& slab, Planes& planes, const Neighbours& to, bool direct) {
  slab.sweep(true, nullptr, nullptr);  // the edges first, the interior beside them
  const cudaStream_t stream = slab.edge_stream();
  float* const lowest = slab.new_plane(1);
  float* const highest = slab.new_plane(slab.count());
  float* const below = slab.new_plane(0);
  float* const above = slab.new_plane(slab.count() + 1);
  const auto copy = [&](float* into, const float* from) {
    weft::check(cudaMemcpyAsync(into, from, planes.up.bytes(), cudaMemcpyDefault, stream));
  };
  if (direct) {
    weft::check(cudaStreamSynchronize(stream));  // MPI knows nothing of streams
    swap_planes(to, lowest, highest, below, above, planes.up.size());
  } else {
    copy(planes.down.data(), lowest);
    copy(planes.up.data(), highest);
    weft::check(cudaStreamSynchronize(stream));
    swap_planes(to, planes.down.data(), planes.up.data(), planes.from_below.data(),
                planes.from_above.data(), planes.up.size());
    if (to.below != MPI_PROC_NULL) copy(below, planes.from_below.data());
    if (to.above != MPI_PROC_NULL) copy(above, planes.from_above.data());
  }
  slab.turn();
}

// What a step of n³ points a rank takes, until the last rank is done with a hundred of them.
double milliseconds_a_step(weft::Rank rank, int device, std::size_t n, bool direct) {
  const weft::Shape shape{n, n, n};
  weft::Slab slab(device, shape, std::vector<float>(shape.size(), 1.0f), {1, n - 2});
  Planes planes(shape.plane());
  double start = 0;
  for (int i = -20; i < 100; ++i) {
    if (i == 0) {
      slab.wait();
      MPI_Barrier(MPI_COMM_WORLD);
      start = MPI_Wtime();
    }
    step(slab, planes, Neighbours(rank), direct);
  }
  slab.wait();
  MPI_Barrier(MPI_COMM_WORLD);
  return 1e3 * (MPI_Wtime() - start) / 100;
}

void measure(weft::Rank rank, int device) {
  for (const std::size_t n : {64, 128, 256, 384, 512})
    for (const bool direct : {false, true}) {
      if (direct && !weft::takes_device_memory()) continue;
      const double took = milliseconds_a_step(rank, device, n, direct);
      const std::string ranks = std::to_string(rank.count) + (direct ? ", direct" : ", staged");
      if (rank.number == 0)
        weft::report({"ranks: " + ranks, 1.0 * n, "points a side", took, "ms a step"});
    }
}

TEST_CASE("the bits do not depend on the number of processes") {
  weft::in_ranks([](weft::Rank rank) {
    const std::vector<int> devices = weft::all_devices();
    const int device = devices[weft::place_here() % devices.size()];
    const weft::Shape shape{17, 9, 37};
    std::mt19937 numbers(18);
    std::vector<float> start(shape.size());
    for (float& value : start) value = static_cast<float>(numbers() >> 8) * 0x1p-24f;

    const weft::Part part = weft::part_of(shape.planes, rank.count, rank.number);
    weft::Slab slab(device, shape, start, part);
    Planes planes(shape.plane());
    for (int i = 0; i < 8; ++i) step(slab, planes, Neighbours(rank), weft::takes_device_memory());

    std::vector<float> mine;
    slab.append_to(mine);
    const std::vector<float> whole = weft::swept_on_host(shape, start, 8);
    const auto first = whole.begin() + part.first * shape.plane();
    CHECK(std::equal(mine.begin(), mine.end(), first, first + part.count * shape.plane()));

    std::uint32_t bits = 0, all = 0;
    for (std::size_t i = 0; i < mine.size(); ++i)
      bits ^= std::bit_cast<std::uint32_t>(mine[i]) * static_cast<std::uint32_t>(
                  2 * (part.first * shape.plane() + i) + 1);
    MPI_Reduce(&bits, &all, 1, MPI_UINT32_T, MPI_BXOR, 0, MPI_COMM_WORLD);
    if (rank.number == 0) std::printf("all bits together: %08x\n", all);
    if (weft::measuring()) measure(rank, device);
  });
}
