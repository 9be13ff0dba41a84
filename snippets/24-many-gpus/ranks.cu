// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 451f2a29f3533aa6c60bfca7cce3f8a38dd5a619]
#include <bit>
#include <cstdint>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "common/clock.cuh"
#include "common/measure.cuh"
#include "common/nccl.cuh"
#include "common/pinned.cuh"
#include "common/ranks.cuh"
#include "common/slab.cuh"

// The planes of an exchange, `size` numbers each: two edges to send, two halos to fill.
struct Planes {
  const float *down, *up;
  float *from_below, *from_above;
  std::size_t size;
};

// The ranks to which we send; for MPI_PROC_NULL, MPI does nothing.
struct Neighbours {
  int below, above;
  explicit Neighbours(weft::Rank rank)
      : below(rank.number > 0 ? rank.number - 1 : MPI_PROC_NULL),
        above(rank.number + 1 < rank.count ? rank.number + 1 : MPI_PROC_NULL) {}
};

void send_and_receive(const Neighbours& to, const Planes& p) {
  const int count = static_cast<int>(p.size);
  MPI_Sendrecv(p.down, count, MPI_FLOAT, to.below, 0, p.from_above, count, MPI_FLOAT, to.above, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(p.up, count, MPI_FLOAT, to.above, 1, p.from_below, count, MPI_FLOAT, to.below, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

struct Directly {  // MPI reads and writes the device's memory
  void operator()(const Neighbours& to, const Planes& device, cudaStream_t edges) {
    weft::check(cudaStreamSynchronize(edges));  // MPI does not know about streams
    send_and_receive(to, device);
  }
};

struct Staged {  // through pinned memory
  weft::Pinned<float> down, up, from_below, from_above;
  explicit Staged(std::size_t size) : down(size), up(size), from_below(size), from_above(size) {}
  void operator()(const Neighbours& to, const Planes& device, cudaStream_t edges) {
    const auto copy = [&](float* into, const float* from) {
      weft::check(cudaMemcpyAsync(into, from, down.bytes(), cudaMemcpyDefault, edges));
    };
    copy(down.data(), device.down);
    copy(up.data(), device.up);
    weft::check(cudaStreamSynchronize(edges));
    send_and_receive(to, {down.data(), up.data(), from_below.data(), from_above.data(), down.size()});
    if (to.below != MPI_PROC_NULL) copy(device.from_below, from_below.data());
    if (to.above != MPI_PROC_NULL) copy(device.from_above, from_above.data());
  }
};

#ifdef NCCL_MAJOR
class ByNccl {
 public:
  explicit ByNccl(weft::Rank rank) {
    ncclUniqueId job;
    if (rank.number == 0) weft::check(ncclGetUniqueId(&job));
    MPI_Bcast(&job, sizeof job, MPI_BYTE, 0, MPI_COMM_WORLD);
    weft::check(ncclCommInitRank(communicator_.out(), rank.count, job, rank.number));
  }
  void operator()(const Neighbours& to, const Planes& device, cudaStream_t edges) {
    const auto swap_with = [&](int neighbour, const float* edge, float* halo) {
      if (neighbour == MPI_PROC_NULL) return;
      weft::check(ncclSend(edge, device.size, ncclFloat, neighbour, communicator_, edges));
      weft::check(ncclRecv(halo, device.size, ncclFloat, neighbour, communicator_, edges));
    };
    weft::check(ncclGroupStart());
    swap_with(to.below, device.down, device.from_below);
    swap_with(to.above, device.up, device.from_above);
    weft::check(ncclGroupEnd());
  }

 private:
  weft::Owner<ncclComm_t, ncclCommDestroy> communicator_;
};
#endif

template <class Way>
void step(weft::Slab& slab, std::size_t plane, const Neighbours& to, Way& exchange) {
  slab.sweep(true, nullptr, nullptr);  // the edges first, the interior at the same time
  exchange(to,
           {slab.new_plane(1), slab.new_plane(slab.count()), slab.new_plane(0),
            slab.new_plane(slab.count() + 1), plane},
           slab.edge_stream());
  slab.turn();
}

// Time that the exchange adds to a sweep of one cube per rank, until the last rank is done.
void measure(weft::Rank rank, int device) {
  for (const std::size_t n : {64, 128, 256, 384, 512}) {
    const weft::Shape shape{n, n, n};
    weft::Slab slab(device, shape, std::vector<float>(shape.size(), 1.0f), {1, n - 2});
    const auto seconds = [&](const auto& one_step) {
      return weft::by_the_clock(9, [&] {
        for (int i = 0; i < 20; ++i) one_step();
        slab.wait();
        MPI_Barrier(MPI_COMM_WORLD);
      }) / 20;
    };
    const double alone = seconds([&] {
      slab.sweep(false, nullptr, nullptr);
      slab.turn();
    });
    const auto report = [&](const char* how, auto way) {
      const double more = seconds([&] { step(slab, shape.plane(), Neighbours(rank), way); }) - alone;
      if (rank.number == 0)
        weft::report({"ranks: " + std::to_string(rank.count) + how, 1.0 * n, "points per side",
                      1e6 * more, "µs per step"});
    };
    report(", staged", Staged(shape.plane()));
    if (weft::takes_device_memory()) report(", direct", Directly{});
#ifdef NCCL_MAJOR
    report(", NCCL", ByNccl(rank));
#endif
  }
}

TEST_CASE("the bits depend neither on the number of processes nor on the exchange") {
  weft::in_ranks([](weft::Rank rank) {
    const std::vector<int> devices = weft::all_devices();
    const int device = devices[weft::place_here() % devices.size()];
    const weft::Shape shape{17, 9, 37};
    std::mt19937 numbers(18);
    std::vector<float> start(shape.size());
    for (float& value : start) value = static_cast<float>(numbers() >> 8) * 0x1p-24f;

    const weft::Part part = weft::part_of(shape.planes, rank.count, rank.number);
    const auto swept = [&](auto way) {
      weft::Slab slab(device, shape, start, part);
      for (int i = 0; i < 8; ++i) step(slab, shape.plane(), Neighbours(rank), way);
      std::vector<float> mine;
      slab.append_to(mine);
      return mine;
    };
    const std::vector<float> mine = swept(Staged(shape.plane()));
    const std::vector<float> whole = weft::swept_on_host(shape, start, 8);
    const auto first = whole.begin() + part.first * shape.plane();
    CHECK(std::equal(mine.begin(), mine.end(), first, first + part.count * shape.plane()));
    if (weft::takes_device_memory()) CHECK(swept(Directly{}) == mine);
#ifdef NCCL_MAJOR
    if (devices.size() >= static_cast<std::size_t>(rank.count)) CHECK(swept(ByNccl(rank)) == mine);
#endif

    std::uint32_t bits = 0, all = 0;
    for (std::size_t i = 0; i < mine.size(); ++i)
      bits ^= std::bit_cast<std::uint32_t>(mine[i]) * static_cast<std::uint32_t>(
                  2 * (part.first * shape.plane() + i) + 1);
    MPI_Reduce(&bits, &all, 1, MPI_UINT32_T, MPI_BXOR, 0, MPI_COMM_WORLD);
    if (rank.number == 0) std::printf("all bits together: %08x\n", all);
    if (weft::measuring()) measure(rank, device);
  });
}
