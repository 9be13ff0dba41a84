#include "runtime/device_work.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "runtime/arena.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {
namespace {

struct Piece {
  bool at_the_tail;
  uint3 block;                       // that asked
  unsigned rank;                     // of its thread
  std::size_t depth;                 // so many grids of the device's wait for it
  std::function<cudaError_t(cudaError_t)> work;

  auto place() const { return std::tuple(at_the_tail, block.z, block.y, block.x, rank); }
};

// The lock guards it while a grid runs.
struct Family {
  int device = 0;
  std::size_t depth = 0;             // of the grid that runs
  std::vector<Piece> asked;          // for by that grid
  std::vector<Piece> due;            // the next one last
  CUstream_st usual, tail;           // each grid's own streams
};

Family& family() {
  static Family& only = *new Family;
  return only;
}

// Puts what the grid has asked for before everything else. What one thread has asked for is in the order of its calls already.
void make_due() {
  std::vector<Piece>& asked = family().asked;
  std::stable_sort(asked.begin(), asked.end(), [](const Piece& a, const Piece& b) { return a.place() < b.place(); });
  std::move(asked.rbegin(), asked.rend(), std::back_inserter(family().due));
  asked.clear();
}

}  // namespace

cudaError_t run_family(const Launch& launch, int device) {
  const Arena::Opened opened;
  family().device = device;
  family().depth = 0;
  cudaError_t fault = run(launch);
  for (make_due(); fault == cudaSuccess && !family().due.empty(); make_due()) {
    const Piece piece = std::move(family().due.back());
    family().due.pop_back();
    family().depth = piece.depth;
    fault = piece.work(cudaSuccess);
  }
  family().due.clear();
  return fault;
}

int device_of_family() { return family().device; }

CUstream_st* stream_of_grid(cudaStream_t handle) {
  CUstream_st& usual = family().usual;
  usual.device = family().tail.device = family().device;
  if (handle == nullptr || handle == cudaStreamPerThread || handle == cudaStreamFireAndForget) return &usual;
  if (handle == cudaStreamTailLaunch) return &family().tail;
  const auto found = context().streams.find(handle);
  return found != context().streams.end() && found->second->alive && found->second->of_device_code ? found->second.get() : nullptr;
}

bool family_is_full() {
  const std::size_t most = current_device().limits[cudaLimitDevRuntimePendingLaunchCount];
  if (family().depth + family().due.size() + family().asked.size() < most) return false;
  static bool told = false;
  if (!std::exchange(told, true))
    std::fprintf(stderr, "loom: device code launches more than the %zu kernels that may be pending, so launches are refused; "
                         "raise cudaLimitDevRuntimePendingLaunchCount with cudaDeviceSetLimit, or launch fewer.\n", most);
  return true;
}

void put_off(const CUstream_st& stream, std::function<cudaError_t(cudaError_t)> work) {
  const Thread& thread = *current_thread();
  family().asked.push_back({&stream == &family().tail, thread.block->index, thread.rank, family().depth + 1, std::move(work)});
}

}  // namespace loom::runtime
