// What has gone wrong, and what it is called.
#include <cstdint>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "engine/engine.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {

namespace {

thread_local cudaError_t last_error_of_host = cudaSuccess;

// Of a thread of a device, as long as it lives.
struct Noted {
  std::uint64_t launch = 0;
  uint3 block{};
  cudaError_t error = cudaSuccess;
};
thread_local std::vector<Noted> last_errors;      // by rank

cudaError_t& last_error() {
  const Thread* const thread = current_thread();
  if (!thread) return last_error_of_host;
  if (last_errors.size() < thread->block->threads) last_errors.resize(thread->block->threads);
  Noted& noted = last_errors[thread->rank];
  const uint3& block = thread->block->index;
  const std::uint64_t launch = thread->block->launch->number;
  const bool its_own = noted.launch == launch && noted.block.x == block.x && noted.block.y == block.y && noted.block.z == block.z;
  if (!its_own) noted = {launch, block, cudaSuccess};
  return noted.error;
}

constexpr char unknown_code[] = "unrecognized error code";

}  // namespace

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error() = error;
  return error;
}

cudaError_t exchange_last_error(cudaError_t error) { return std::exchange(last_error(), error); }

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaPeekAtLastError() { return last_error(); }

// Clears the note and not the fault: on a device that has failed, the next call notes it again.
cudaError_t cudaGetLastError() { return exchange_last_error(cudaSuccess); }

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define LOOM_ERROR(name, number, description) \
  case name: return #name;
#include "loom/errors.def"
#undef LOOM_ERROR
  }
  return unknown_code;
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define LOOM_ERROR(name, number, description) \
  case name: return description;
#include "loom/errors.def"
#undef LOOM_ERROR
  }
  return unknown_code;
}
