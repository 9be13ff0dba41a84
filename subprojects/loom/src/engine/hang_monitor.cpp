#include "engine/hang_monitor.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>

#include "engine/block.hpp"
#include "engine/thread_context.hpp"

namespace loom {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds between_looks{250};
// Every block that runs comes to a next basic block in this time, or is looked at another time.
constexpr milliseconds glance{1};
constexpr int most_glances = 100;

std::atomic<std::uint64_t> begun_and_ended{0};   // launches: odd while one is under way

// Puts itself where the hooks look for who follows the threads' paths, and so is called by them at the next basic block; elsewhere it costs
// them nothing.
class HangMonitor final : public PathListener {
 public:
  static HangMonitor& instance() {
    static HangMonitor& monitor = *new HangMonitor;      // its thread works until the process ends
    return monitor;
  }

  void beside(PathListener* other) {
    const std::lock_guard lock(mutex_);
    other_ = other;
    path_listener = looking_ ? this : other_;
  }

  void enters(const Thread& thread, std::uintptr_t pc) override {
    seen_.store(true, std::memory_order_relaxed);
    here.runner->watchdog().look(round_.load(std::memory_order_relaxed), pc);
    if (other_) other_->enters(thread, pc);
  }
  void calls(const Thread& thread, std::uintptr_t pc) override {
    if (other_) other_->calls(thread, pc);
  }
  void returns(const Thread& thread) override {
    if (other_) other_->returns(thread);
  }

 private:
  HangMonitor() {
    try {
      std::thread([this] { serve(); }).detach();
    } catch (const std::system_error&) {         // the system allows no more threads: then there is no monitor
    }
  }

  void serve() {
    for (;;) {
      const std::uint64_t before = begun_and_ended.load();
      std::this_thread::sleep_for(between_looks);
      if (before % 2 == 1 && begun_and_ended.load() == before) look();
    }
  }

  void look() {
    seen_ = false;
    ++round_;
    is_looking(true);
    for (int i = 0; i < most_glances && !seen_; ++i) std::this_thread::sleep_for(glance);
    std::this_thread::sleep_for(glance);         // for the other blocks
    is_looking(false);
  }

  void is_looking(bool looking) {
    const std::lock_guard lock(mutex_);
    looking_ = looking;
    path_listener = looking_ ? this : other_;
  }

  std::mutex mutex_;
  PathListener* other_ = nullptr;
  bool looking_ = false;
  std::atomic<unsigned> round_{0};
  std::atomic<bool> seen_{false};
};

}  // namespace

MonitoredLaunch::MonitoredLaunch() {
  if (instrumented) HangMonitor::instance();
  ++begun_and_ended;
}
MonitoredLaunch::~MonitoredLaunch() { ++begun_and_ended; }

void look_beside(PathListener* other) { HangMonitor::instance().beside(other); }

}  // namespace loom
