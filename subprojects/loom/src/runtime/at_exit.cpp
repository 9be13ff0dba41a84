#include "runtime/at_exit.hpp"

#include <algorithm>
#include <mutex>
#include <system_error>
#include <thread>

#include "engine/engine.hpp"
#include "engine/thread_context.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {
namespace {

// Memory that was the program's own and that kernels may reach.
bool some_is_registered() {
  return std::ranges::any_of(context().allocations, [](const auto& owned) { return owned.second.origin == Origin::registered; });
}

}  // namespace

void run_pending_at_exit() {
  // Where kernels are not watched there is nothing to be told; and a kernel may end the program itself.
  if (!instrumented || current_thread()) return;
  {
    const Lock lock(context().mutex, std::try_to_lock);    // a signal may have ended the program in the midst of a call
    const Queue& queue = context().queue;
    if (!lock || queue.works() || queue.finished(queue.newest()) || some_is_registered()) return;
  }
  nobody_listens();
  try {
    std::thread([] {                                    // for what the calling thread had of its own is gone
      Lock lock(context().mutex);
      context().queue.run_what_is_of_device(lock);
    }).join();
  } catch (const std::system_error&) {                  // the system allows no more threads
  }
}

}  // namespace loom::runtime
