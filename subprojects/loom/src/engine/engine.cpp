#include "engine/engine.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstdio>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "engine/grid.hpp"
#include "engine/hang_monitor.hpp"
#include "engine/pending.hpp"
#include "engine/signals.hpp"
#include "engine/thread_context.hpp"
#include "engine/workers.hpp"

namespace loom {

constinit Checks checks;
constinit std::atomic<PathListener*> path_listener = nullptr;
constinit HostListener* host_listener = nullptr;
constinit Pending pending;

namespace {

std::mutex one_launch_at_a_time;
std::atomic<bool> heard = true;

struct Substitute {
  FastPath fast_path;
  std::vector<const Check*> instead_of;
};
constinit Substitute substitute;

void sort_out_who_is_told() {
  const auto concerned = [](const Check* check) { return instrumented || !check->needs_accesses(); };
  checks.told = static_cast<unsigned>(std::copy_if(checks.added, checks.added + checks.count, checks.list, concerned) - checks.list);
  *std::copy_if(checks.begin(), checks.end(), checks.following, [](const Check* check) { return check->follows_blocks(); }) = nullptr;
}

void sort_out_who_watches() {
  for (const bool misaligned : {false, true}) {
    Check** last = checks.watching[misaligned];
    for (Check* check : checks)
      if (told(check->hears(), misaligned)) *last++ = check;
    *last = nullptr;
    if (!misaligned)
      checks.fast_path = std::ranges::equal(std::span(checks.watching[false], last), substitute.instead_of) ? substitute.fast_path : FastPath{};
  }
}

}  // namespace

void add_check(Check& check) {
  const std::lock_guard lock(one_launch_at_a_time);
  if (checks.count == Checks::most) {
    std::fprintf(stderr, "loom: more than %u checks; raise Checks::most in engine/thread_context.hpp.\n", Checks::most);
    std::abort();
  }
  checks.added[checks.count++] = &check;
  sort_out_who_is_told();
  sort_out_who_watches();
}

void handle_by(const FastPath& fast_path, std::vector<const Check*> instead_of) {
  const std::lock_guard lock(one_launch_at_a_time);
  substitute = {fast_path, std::move(instead_of)};
  sort_out_who_watches();
}

void remove_check(Check& check) {
  const std::lock_guard lock(one_launch_at_a_time);
  checks.count = static_cast<unsigned>(std::remove(checks.added, checks.added + checks.count, &check) - checks.added);
  sort_out_who_is_told();
  sort_out_who_watches();
}

namespace {

template <class Event>
void announce_to_all(Event event) {
  for (Check* const check : std::span(checks.added, checks.count)) event(*check);
}

}  // namespace

void announce_copy(const Area& to, const Area& from, const HostCall& call) {
  announce_to_all([&](Check& check) { check.memory_copied(to, from, call); });
}

void announce_set(const Area& area, const HostCall& call) {
  announce_to_all([&](Check& check) { check.memory_set(area, call); });
}

void announce_freed(const Allocation& allocation, FreedBy how) {
  announce_to_all([&](Check& check) { check.memory_freed(allocation, how); });
}

void announce_program_end() {
  for (Check* check : checks) check->program_ends();
}

void follow(PathListener* listener) {
  const std::lock_guard lock(one_launch_at_a_time);
  look_beside(listener);
}

void nobody_listens() { heard = false; }

void listen_to_host(HostListener& listener) { host_listener = &listener; }

const Thread* current_thread() { return here.thread; }

bool on_own_stack(std::uintptr_t address) { return here.on_stack(address); }

namespace {

unsigned cores() {
  const char* asked = std::getenv("LOOM_CORES");
  const int number = asked ? std::atoi(asked) : 0;
  if (number > 0) return static_cast<unsigned>(number);
  static const unsigned all = std::max(1u, std::thread::hardware_concurrency());   // which asks the system each time
  return all;
}

}  // namespace

cudaError_t run(const Launch& launch) {
  const std::lock_guard lock(one_launch_at_a_time);

  sort_out_who_is_told();
  for (Check* check : checks) check->launch_begins(launch);
  sort_out_who_watches();          // which some know only now
  Grid grid(launch);
  {
    const SignalHandlers handlers;
    const MonitoredLaunch monitored;
    // Of these none can do without the others.
    const std::uint64_t together = launch.cooperative ? grid.blocks() : count_of(launch.cluster);
    const std::uint64_t at_once = std::max(together, std::min<std::uint64_t>(cores(), grid.blocks()));
    if (Workers::instance().add(grid, at_once - 1) || together == 1)
      run_blocks(grid);
    else
      grid.cannot_begin({cudaErrorLaunchOutOfResources,
                         "kernel " + launch.kernel + ": each of the " + std::to_string(together) + " blocks of a " +
                         (launch.cooperative ? "cooperative launch" : "cluster") + " needs a thread of the operating system, which allows "
                                                                                   "no more. Launch fewer blocks."});
    Workers::instance().wait();
  }
  for (Check* check : checks) check->launch_ends(launch);
  return grid.conclude(heard);
}

}  // namespace loom
