// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 cdcaea74159cf42c66516e500fa07210ed27853d]
#pragma once

#include "common/check.cuh"

#define OMPI_SKIP_MPICXX 1  // the C interface is enough
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <csignal>
#include <cstdio>
#include <exception>

namespace weft {

struct Rank {
  int number, count;
};

// The index of this process among those of the same computer.
inline int place_here() {
  MPI_Comm here;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int place = 0;
  MPI_Comm_rank(here, &place);
  MPI_Comm_free(&here);
  return place;
}

// May MPI be given pointers to device memory? Queried at run time, because it depends on how MPI was built.
inline bool takes_device_memory() {
#ifdef MPIX_CUDA_AWARE_SUPPORT
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

// Calls work(rank) in each process of the job. An exception in one of them ends the job.
template <class Work>
void in_ranks(Work work) {
  MPI_Init(nullptr, nullptr);
  std::signal(SIGTERM, SIG_DFL);  // by which mpirun ends the other ranks; this is not a failure of theirs
  Rank rank{};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank.number);
  MPI_Comm_size(MPI_COMM_WORLD, &rank.count);
  try {
    work(rank);
  } catch (const std::exception& error) {
    std::printf("rank %d ends the job: %s\n", rank.number, error.what());
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Finalize();
}

}  // namespace weft
