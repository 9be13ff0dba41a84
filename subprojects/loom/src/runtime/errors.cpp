// What has gone wrong, and what it is called.
#include <utility>

#include "cuda_runtime_api.h"
#include "runtime/context.hpp"

namespace loom::runtime {

namespace {

thread_local cudaError_t last_error = cudaSuccess;

constexpr char unknown_code[] = "unrecognized error code";

}  // namespace

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

cudaError_t exchange_last_error(cudaError_t error) { return std::exchange(last_error, error); }

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaPeekAtLastError() { return last_error; }

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
