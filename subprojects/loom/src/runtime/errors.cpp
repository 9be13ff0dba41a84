// What has gone wrong, and what it is called.
#include "cuda_runtime_api.h"
#include "runtime/context.hpp"

namespace loom::runtime {

namespace {

thread_local cudaError_t last_error = cudaSuccess;

constexpr char unknown_code[] = "unrecognized error code";

}  // namespace

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

}  // namespace loom::runtime

using namespace loom::runtime;

// A device's fault is every thread's last error and cannot be cleared.
cudaError_t cudaPeekAtLastError() {
  const Lock lock(context().mutex);
  const cudaError_t fault = current_device().fault;
  return fault ? fault : last_error;
}

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  last_error = cudaSuccess;
  return error;
}

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
