// Work that has been asked for and not yet done.
//
// All streams of all devices share one queue, in the order of the calls that filled it. Nothing in it runs until someone
// waits for it, or calls of the host in it are due; then everything up to the awaited piece runs, in order. Every dependency that
// streams and events can express points backwards in this order, so it is one that a GPU could have chosen too, and it is the same
// in every run.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "cuda_runtime_api.h"

namespace loom::runtime {

using Lock = std::unique_lock<std::mutex>;

// `with_host_memory`: a copy from or to memory that only the host knows.
// `callback`: a host function that runs also when the device has failed.
enum class Work : std::uint8_t { of_device, with_host_memory, host_function, callback };

constexpr bool is_call_of_host(Work work) { return work == Work::host_function || work == Work::callback; }

struct Task {
  std::uint64_t number = 0;
  int device = 0;
  Work kind = Work::of_device;
  std::function<cudaError_t(cudaError_t)> work;     // is told how the device has failed, and answers its own fault
};

// All members are called with the runtime's lock held. It is released while a task runs.
class Queue {
 public:
  // The numbers of tasks count from 1.
  std::uint64_t push(Task);
  std::uint64_t newest() const { return pushed_; }
  bool finished(std::uint64_t task) const { return task <= finished_; }
  std::uint64_t newest_finished() const { return finished_; }
  bool works() const { return running_.has_value(); }
  bool calls_host() const { return running_ && is_call_of_host(*running_); }

  // Runs everything up to this task, or waits for the thread that does.
  void run_until(Lock&, std::uint64_t task);
  // Runs what comes before the first piece that is not the device's alone.
  void run_what_is_of_device(Lock&);

 private:
  std::deque<Task> tasks_;
  std::uint64_t pushed_ = 0;
  std::uint64_t finished_ = 0;
  std::optional<Work> running_;
  std::condition_variable idle_;
};

}  // namespace loom::runtime
