#include "libraries/cublas/call.hpp"

#include <cstdio>
#include <unordered_map>
#include <utility>

#include "runtime/context.hpp"

// OpenBLAS's own. With one thread the order of its sums, and so the last bit of a result, does not depend on the machine's cores.
extern "C" void openblas_set_num_threads(int);

namespace loom::cublas {

namespace {

thread_local Caller caller;

// Guarded by the runtime's lock.
std::unordered_map<const cublasContext*, std::shared_ptr<cublasContext>>& handles() {
  static auto& handles = *new std::unordered_map<const cublasContext*, std::shared_ptr<cublasContext>>;
  return handles;
}

cublasStatus_t queue(cublasHandle_t handle, Work work, bool wait) {
  if (runtime::forbidden_here()) return CUBLAS_STATUS_EXECUTION_FAILED;
  runtime::Context& context = runtime::context();
  runtime::Lock lock(context.mutex);
  CUstream_st* const stream = handle->stream ? runtime::find_stream(handle->stream) : context.devices[handle->device].legacy;
  if (!stream || context.devices[stream->device].fault) return CUBLAS_STATUS_EXECUTION_FAILED;
  const std::uint64_t task =
      runtime::enqueue(*stream, [work = std::move(work), caller = caller, host_too = handle->is_xt](cudaError_t) {
        return libraries::perform([&] { work(Memory(caller, host_too)); });
      });
  if (!wait) return CUBLAS_STATUS_SUCCESS;
  context.queue.run_until(lock, task);
  return context.devices[stream->device].fault ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}

}  // namespace

Entered::Entered(const char* routine, const void* return_address)
    : outer_(std::exchange(caller, Caller{routine, reinterpret_cast<std::uintptr_t>(return_address)})) {}

Entered::~Entered() { caller = outer_; }

bool is_handle(const cublasContext* handle) {
  const runtime::Lock lock(runtime::context().mutex);
  return handles().contains(handle);
}

void add_handle(std::shared_ptr<cublasContext> handle) {
  openblas_set_num_threads(1);
  const runtime::Lock lock(runtime::context().mutex);
  handle->device = runtime::current_device().number;
  const cublasContext* const added = handle.get();
  handles().emplace(added, std::move(handle));
}

void remove_handle(cublasHandle_t handle) {
  const runtime::Lock lock(runtime::context().mutex);
  handles().erase(handle);
}

cublasStatus_t check(cublasHandle_t handle, std::initializer_list<Rule> rules) {
  if (!is_handle(handle)) {
    std::fprintf(stderr, "loom: %s does nothing: its handle comes from no cublasCreate that succeeded, or was destroyed\n",
                 caller.routine);
    return CUBLAS_STATUS_NOT_INITIALIZED;
  }
  for (const Rule& rule : rules)
    if (!rule.kept) {
      std::fprintf(stderr, "loom: %s does nothing: its argument %s has a value that the routine does not take\n", caller.routine,
                   rule.argument);
      return CUBLAS_STATUS_INVALID_VALUE;
    }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t submit(cublasHandle_t handle, Work work) { return queue(handle, std::move(work), handle->is_xt); }

cublasStatus_t submit_and_wait(cublasHandle_t handle, Work work) { return queue(handle, std::move(work), true); }

}  // namespace loom::cublas
