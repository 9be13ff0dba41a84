#include "runtime/host_callback_dispatcher.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <thread>

#include "runtime/context.hpp"

namespace loom::runtime {
namespace {

constexpr std::chrono::milliseconds grace{100};

// All members but the first are called with the runtime's lock held.
class HostCallbackDispatcher {
 public:
  static HostCallbackDispatcher& instance() {
    static HostCallbackDispatcher& dispatcher = *new HostCallbackDispatcher;  // its thread works until the process ends
    return dispatcher;
  }

  void dispatch_later(std::uint64_t task) {
    if (dismissed_) return;
    wanted_ = std::max(wanted_, task);
    if (thread_ == std::thread::id{}) {
      std::thread thread([this] { serve(); });
      thread_ = thread.get_id();
      thread.detach();
      std::atexit([] { instance().dismiss(); });
    }
    called_.notify_one();
  }

 private:
  void serve() {
    Lock lock(context().mutex);
    Queue& queue = context().queue;
    for (;;) {
      called_.wait(lock, [&] { return !queue.finished(wanted_); });
      const std::uint64_t due = wanted_;
      lock.unlock();
      std::this_thread::sleep_for(grace);
      lock.lock();
      busy_ = true;
      while (!dismissed_ && !queue.finished(due)) queue.run_until(lock, queue.newest_finished() + 1);
      busy_ = false;
      if (dismissed_) {
        idle_.notify_all();
        return;
      }
    }
  }

  // The program ends: nothing begins any more, and no kernel runs on while its world is taken down.
  void dismiss() {
    Lock lock(context().mutex);
    dismissed_ = true;
    if (std::this_thread::get_id() == thread_) return;    // a host function ends the program
    idle_.wait(lock, [&] { return !busy_ || context().queue.calls_host(); });
  }

  std::uint64_t wanted_ = 0;
  std::thread::id thread_;
  bool busy_ = false, dismissed_ = false;
  std::condition_variable called_, idle_;
};

}  // namespace

void dispatch_later(std::uint64_t task) { HostCallbackDispatcher::instance().dispatch_later(task); }

}  // namespace loom::runtime
