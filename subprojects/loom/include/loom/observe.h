// How launches use memory: requests, sectors, wavefronts, bank conflicts. One interface for both devices: on loom the
// figures come from its instrumentation, on a GPU from the hardware's own counters, read through CUPTI.
//
//   const auto seen = loom::observe([&] { add<<<blocks, 256>>>(a, b, c); });
//   CHECK(seen.global_loads.sectors_per_request() == 4);
//
// Not part of CUDA. nvcc finds this header where Meson copies it, beside libobserve.a, and links that with -lcupti.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace loom {

// A request is one instruction of one warp that reads or writes memory, however many of the warp's 32 lanes take part and
// however wide the access of each is. Local memory, constant memory and textures are not counted.

// Global memory moves in sectors of 32 bytes. These are look-ups in the L1 cache, hits included: what a launch asks for, not what
// comes from DRAM. On a GPU: l1tex__t_requests_pipe_lsu_mem_global_op_*, l1tex__t_sectors_pipe_lsu_mem_global_op_* and
// smsp__sass_data_bytes_mem_global_op_*.
struct GlobalAccesses {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;                  // an atomic's count again where lanes use one address, as they wait for one another
  std::uint64_t bytes = 0;                    // different ones in each request

  // 4 is the least that 32 lanes of 4 bytes each can do with. 0 without requests.
  double sectors_per_request() const { return requests ? static_cast<double>(sectors) / static_cast<double>(requests) : 0; }
  // Of the 32 bytes of a sector, how many are used. 0 without requests.
  double bytes_per_sector() const { return sectors ? static_cast<double>(bytes) / static_cast<double>(sectors) : 0; }
};

// Shared memory serves a request in wavefronts, each of at most one 4-byte word from each of 32 banks. On a GPU:
// smsp__sass_inst_executed_op_shared_*, l1tex__data_pipe_lsu_wavefronts_mem_shared_op_* and
// l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_*.
struct SharedAccesses {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t conflicts = 0;                // the wavefronts that would not be there without bank conflicts

  // At least 1, or 2 and 4 where each lane reads its own 8 and 16 bytes. 0 without requests.
  double wavefronts_per_request() const { return requests ? static_cast<double>(wavefronts) / static_cast<double>(requests) : 0; }
};

// Of atomics, those that give nothing back (reductions) count with those that do.
struct Figures {
  GlobalAccesses global_loads, global_stores, global_atomics;
  SharedAccesses shared_loads, shared_stores, shared_atomics;
};

// What one line of the source contributes.
struct LineFigures : Figures {
  std::string file;                           // without its folder
  unsigned line = 0;
};

// How the work is divided, counted in the basic blocks of the program that threads enter: a loop's body counts once per iteration.
// loom only; 0 on a GPU.
struct Division {
  std::uint64_t entered = 0;                  // by all threads
  std::uint64_t by_busiest_threads = 0;       // by the busiest thread of each launch, added up over launches
  std::uint64_t by_busiest_blocks = 0;        // by the busiest block of each launch, likewise

  // So many threads, or blocks, would share the work equally: 1 if one thread does everything. 0 without launches.
  double threads() const { return by_busiest_threads ? static_cast<double>(entered) / static_cast<double>(by_busiest_threads) : 0; }
  double blocks() const { return by_busiest_blocks ? static_cast<double>(entered) / static_cast<double>(by_busiest_blocks) : 0; }
};

struct Seen : Figures {
  // Lanes, of a warp's 32, that take part on average: on loom in a basic block of the program as written, on a GPU in an
  // instruction of the program as compiled (smsp__thread_inst_executed over smsp__inst_executed). nvcc turns short branches into
  // predicates, which count as taking part, so the two agree only roughly.
  double active_lanes = 0;

  Division division;

  // By file and line. Empty on a GPU, whose counters know no lines.
  std::vector<LineFigures> lines;
};

// Why nothing can be observed, in one sentence: the driver keeps its counters from this user, or the program is built with
// `loomcc --plain`. A test that meets it is to be skipped.
struct CannotObserve : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Waits for earlier work, calls `work` once, waits for what it launched, and tells how those kernels used memory, all together.
// Kernels that other host threads launch meanwhile count too. A kernel that fails is left out; CUDA's error is there to be asked for.
// A GPU runs each kernel several times, as it has few counters, and puts memory back in between; so kernels run one at a time.
// With LOOM_TRACE=file.json in the environment, loom also writes there which lane accessed which address.
// Throws CannotObserve, and what `work` throws; std::logic_error where `work` itself observes.
Seen observe(const std::function<void()>& work);

#ifdef __LOOM__
// Kernels launched so far, on all devices; refused launches do not count.
std::uint64_t launches();

// Bytes that copies have brought from the memory of devices to the host so far.
std::uint64_t bytes_to_host();
#endif

}  // namespace loom
