#include "runtime/queue.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/pending.hpp"
#include "engine/thread_context.hpp"
#include "report/report.hpp"
#include "runtime/arena.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {

std::uint64_t Queue::push(Task task) {
  task.number = ++pushed_;
  tasks_.push_back(std::move(task));
  pending.asked = pushed_;
  return pushed_;
}

void Queue::run_until(Lock& lock, std::uint64_t target) {
  std::optional<Arena::Opened> opened;           // from one piece of the device's work to the next
  while (!finished(target)) {
    if (running_) {
      idle_.wait(lock);
      continue;
    }
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    if (task.kind != Work::of_device) opened.reset();
    else if (!opened && task.number < target) opened.emplace();
    cudaError_t& fault = context().devices[task.device].fault;
    const cudaError_t fault_before = fault;
    cudaError_t outcome = cudaSuccess;
    if (fault_before == cudaSuccess || task.kind == Work::callback || goes_on_after_faults()) {
      running_ = task.kind;
      pending.current = task.number;
      lock.unlock();
      outcome = task.work(fault_before);
      lock.lock();
      pending.current = 0;
      running_.reset();
    } else if (instrumented && task.kind == Work::of_device) {
      work_was_dropped();
    }
    const bool told_of = outcome == cudaErrorIllegalAddress || outcome == cudaErrorMisalignedAddress;
    if (fault == cudaSuccess && !(instrumented && told_of && goes_on_after_faults())) fault = outcome;
    finished_ = task.number;
    pending.done = task.number;
    idle_.notify_all();
  }
}

void Queue::run_what_is_of_device(Lock& lock) {
  const auto first = std::find_if(tasks_.begin(), tasks_.end(), [](const Task& task) { return task.kind != Work::of_device; });
  if (first != tasks_.begin()) run_until(lock, std::prev(first)->number);
}

}  // namespace loom::runtime
