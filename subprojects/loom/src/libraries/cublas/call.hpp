// The way of a call from the C function to the stream: arguments are looked at now, operands when the stream has come so far.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <new>

#include "cuda_runtime_api.h"
#include "libraries/cublas/memory.hpp"
#include "loom/cublas_types.h"

struct cublasContext {
  int device = 0;
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  int sm_count_target = 0;
  bool is_xt = false;                // operands may be the host's, and every call waits
};

namespace loom::cublas {

// The current C function, which messages name. One lives through every call.
class Entered {
 public:
  Entered(const char* routine, const void* return_address);
  ~Entered();
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  Caller outer_;
};

bool is_handle(const cublasContext*);
// Makes it a handle, of the current device.
void add_handle(std::shared_ptr<cublasContext>);
void remove_handle(cublasHandle_t);

// What must hold of an argument; its name.
struct Rule {
  bool kept;
  const char* argument;
};

// CUBLAS_STATUS_SUCCESS where all rules are kept. Else says which argument is wrong.
cublasStatus_t check(cublasHandle_t, std::initializer_list<Rule>);

using Work = std::function<void(const Memory&)>;

// Queues work in the handle's stream. Does nothing once the device has failed.
cublasStatus_t submit(cublasHandle_t, Work);
cublasStatus_t submit_and_wait(cublasHandle_t, Work);

// A number that the routine is given: from the host when it is called, from the device when the stream has come to it.
template <class T>
class Scalar {
 public:
  Scalar(cublasHandle_t handle, const char* argument, const T* at) : argument_(argument) {
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) on_device_ = at;
    else value_ = *at;
  }
  T in(const Memory& memory) const { return on_device_ ? *memory.reads(argument_, on_device_, {}) : value_; }

 private:
  const char* argument_;
  const T* on_device_ = nullptr;
  T value_{};
};

// Stores what `work` answers: in the host's memory, where the call then waits, or in the device's.
template <class T, class WorkWithAnswer>
cublasStatus_t answer(cublasHandle_t handle, T* result, WorkWithAnswer work) {
  if (const cublasStatus_t bad = check(handle, {{result != nullptr, "result"}})) return bad;
  if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST)
    return submit_and_wait(handle, [=](const Memory& memory) { *result = work(memory); });
  return submit(handle, [=](const Memory& memory) {
    const T value = work(memory);
    *memory.writes("result", result, {}) = value;
  });
}

// What a C function does: names itself, and lets no exception out.
template <class Body>
cublasStatus_t entry(const char* routine, const void* return_address, Body body) {
  const Entered entered(routine, return_address);
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUBLAS_STATUS_ALLOC_FAILED;
  }
}

}  // namespace loom::cublas
