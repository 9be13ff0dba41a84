#include "engine/grid.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "engine/cluster.hpp"
#include "engine/thread_context.hpp"
#include "report/report.hpp"

namespace loom {
namespace {

using clock = std::chrono::steady_clock;
using Moment = std::atomic<clock::rep>;

void is_now(Moment& moment) { moment.store(clock::now().time_since_epoch().count(), std::memory_order_relaxed); }

std::chrono::nanoseconds since(const Moment& moment) {
  return clock::now() - clock::time_point{clock::duration{moment.load(std::memory_order_relaxed)}};
}

}  // namespace

// In $LOOM_TIMEOUT seconds, if set.
std::chrono::milliseconds patience() {
  const char* asked = std::getenv("LOOM_TIMEOUT");
  const double seconds = asked ? std::atof(asked) : 0;
  return std::chrono::milliseconds(static_cast<long>(1000 * (seconds > 0 ? seconds : 10)));
}

Grid::Grid(const Launch& launch)
    : launch_(launch),
      blocks_(count_of(launch.grid)),
      barrier_(blocks_),
      last_progress_(clock::now().time_since_epoch().count()),
      last_change_(last_progress_.load()) {}

std::optional<std::uint64_t> Grid::take() {
  if (fails()) return std::nullopt;
  const std::uint64_t next = next_.load(std::memory_order_relaxed);
  if (next >= blocks_) return std::nullopt;
  // An addition that others could see in the midst waits until all is written that the last block wrote.
  const std::uint64_t turn = shared_ ? next_.fetch_add(1, std::memory_order_relaxed) : next;
  if (!shared_) next_.store(turn + 1, std::memory_order_relaxed);
  return turn < blocks_ ? std::optional(turn) : std::nullopt;
}

void Grid::fails(std::uint64_t turn) {
  std::uint64_t lowest = failed_.load();
  while (turn < lowest && !failed_.compare_exchange_weak(lowest, turn)) {
  }
  barrier_.call_off();
  const std::lock_guard lock(mutex_);
  for (const auto& [number, cluster] : clusters_)
    if (number >= turn / count_of(launch_.cluster)) cluster->call_off();
}

std::shared_ptr<Cluster> Grid::cluster_of(std::uint64_t turn) {
  const auto blocks = static_cast<unsigned>(count_of(launch_.cluster));
  if (blocks == 1) return nullptr;
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Cluster>& cluster = clusters_[turn / blocks];
  if (!cluster) cluster = std::make_shared<Cluster>(turn / blocks, blocks);
  if (failed_.load() / blocks <= turn / blocks) cluster->call_off();      // some of its blocks will never begin
  return cluster;
}

void Grid::leaves(std::uint64_t turn, Cluster* cluster) {
  if (launch_.cooperative) barrier_.leaves();
  if (!cluster || !cluster->leave(static_cast<unsigned>(turn % cluster->blocks()))) return;
  const std::lock_guard lock(mutex_);
  clusters_.erase(cluster->number());
}

BarrierOutcome Grid::meet() {
  const BarrierOutcome outcome = barrier_.arrive([&] {
    for (Check* check : checks) check->grid_barrier(launch_);
  });
  progresses();
  return outcome;
}

void Grid::ends(BlockResult result) {
  const std::lock_guard lock(mutex_);
  kept_ += result.printed.size();
  results_.push_back(std::move(result));
  if (kept_ > 4 * most_printed) cut();
}

// What does not fit after the output of the first blocks is not printed, whatever the unfinished blocks print.
void Grid::cut() {
  std::sort(results_.begin(), results_.end(), [](const BlockResult& a, const BlockResult& b) { return a.turn < b.turn; });
  kept_ = 0;
  for (BlockResult& result : results_) {
    const std::size_t room = most_printed - kept_;
    if (result.printed.size() > room) {
      result.printed.resize(room);
      result.printed.shrink_to_fit();
      is_cut_ = true;
    }
    kept_ += result.printed.size();
  }
}

void Grid::cannot_begin(Fault fault) { results_.push_back({0, {}, {}, std::move(fault)}); }

void Grid::progresses() { is_now(last_progress_); }
void Grid::changes() { is_now(last_change_); }

std::chrono::nanoseconds Grid::stands_still() {
  look_for_begun_blocks();
  return since(last_progress_);
}

std::chrono::nanoseconds Grid::unchanged() {
  look_for_begun_blocks();
  return since(last_change_);
}

// A thread that begins a block does not read the clock, because that may take longer than the block itself.
void Grid::look_for_begun_blocks() {
  const std::uint64_t begun = next_.load(std::memory_order_relaxed);
  if (seen_to_begin_.exchange(begun, std::memory_order_relaxed) == begun) return;
  progresses();
  changes();
}

cudaError_t Grid::conclude(bool heard) {
  cut();
  const std::uint64_t last = failed_.load();
  const Fault* fault = nullptr;
  for (const BlockResult& result : results_) {
    if (result.turn > last) break;
    if (heard) std::fwrite(result.printed.data(), 1, result.printed.size(), stdout);
    std::fwrite(result.complained.data(), 1, result.complained.size(), stderr);
    if (result.fault) fault = &*result.fault;
  }
  if (heard && is_cut_)
    std::fprintf(stderr, "loom: kernel %s printed more than %zu bytes, and the rest is lost, because a GPU's buffer is that large\n",
                 launch_.kernel.c_str(), most_printed);
  print_findings();
  if (!fault) return cudaSuccess;
  kernel_failed();
  if (!fault->sentence.empty()) std::fprintf(stderr, "loom: %s\n", fault->sentence.c_str());
  return fault->error;
}

}  // namespace loom
