// From a launch expression to the stream it runs in.
#include <memory>
#include <utility>

#include "core/engine.hpp"
#include "core/submit.hpp"
#include "runtime/arena.hpp"
#include "runtime/context.hpp"
#include "runtime/kernels.hpp"

namespace loom {

namespace {

using namespace runtime;

bool within(dim3 size, unsigned x, unsigned y, unsigned z) {
  return size.x >= 1 && size.x <= x && size.y >= 1 && size.y <= y && size.z >= 1 && size.z <= z;
}

// What a GPU would say of the launch's shape.
cudaError_t check(const Launch& launch) {
  if (!within(launch.grid, table::grid_x, table::grid_y, table::grid_z)) return cudaErrorInvalidConfiguration;
  if (!within(launch.block, table::block_x, table::block_y, table::block_z)) return cudaErrorInvalidConfiguration;
  if (std::uint64_t{launch.block.x} * launch.block.y * launch.block.z > table::threads_per_block)
    return cudaErrorInvalidConfiguration;
  if (launch.dynamic_shared > largest_dynamic_shared(launch.kernel)) return cudaErrorInvalidValue;
  return cudaSuccess;
}

}  // namespace

void submit(Launch launch, cudaStream_t handle) {
  call([&](Lock&) {
    if (const cudaError_t error = check(launch)) return error;
    CUstream_st* const stream = find_stream(handle);
    if (!stream || stream->device != current_device().number) return cudaErrorInvalidResourceHandle;
    launch.number = ++context().launches;
    enqueue(*stream, [queued = std::make_shared<const Launch>(std::move(launch))](cudaError_t) {
      const Arena::Opened opened;
      return run(*queued);
    });
    return cudaSuccess;
  });
}

}  // namespace loom
