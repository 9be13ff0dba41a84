#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "engine_fixture.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include <unistd.h>

#include "engine/thread_context.hpp"
#include "launch_function.hpp"

namespace fixture {
namespace {

// Takes what is written to a stream while it lives.
class Capture {
 public:
  explicit Capture(std::FILE* stream) : stream_(stream), file_(std::tmpfile()) {
    std::fflush(stream_);
    before_ = dup(fileno(stream_));
    dup2(fileno(file_), fileno(stream_));
  }
  std::string end() {
    std::fflush(stream_);
    dup2(before_, fileno(stream_));
    close(before_);
    std::string text;
    std::rewind(file_);
    for (int c; (c = std::fgetc(file_)) != EOF;) text.push_back(static_cast<char>(c));
    std::fclose(file_);
    return text;
  }

 private:
  std::FILE* stream_;
  std::FILE* file_;
  int before_;
};

std::map<std::uintptr_t, loom::Verdict> objections;

class Listener final : public loom::Check {
 public:
  void launch_begins(const loom::Launch&) override { note("launch"); }
  void block_begins(const loom::Block& block) override { note("block " + std::to_string(block.index.x)); }
  void block_barrier(const loom::Block& block) override { note("barrier " + std::to_string(block.interval)); }
  void block_ends(const loom::Block& block) override { note("block " + std::to_string(block.index.x) + " ends"); }
  void launch_ends(const loom::Launch&) override { note("launch ends"); }

  loom::Verdict access(const loom::Thread& thread, const loom::Access& access) override {
    const std::lock_guard lock(mutex_);
    if (heard().accesses.size() < 1000) heard().accesses.push_back({access, thread.rank});
    const auto found = objections.find(access.address);
    return found == objections.end() ? loom::Verdict::proceed : found->second;
  }
  void warp_barrier(const loom::Block&, unsigned, std::uint32_t mask) override {
    const std::lock_guard lock(mutex_);
    heard().warp_masks.push_back(mask);
  }
  void warp_meets(const loom::Block&, unsigned, std::uint32_t mask) override {
    const std::lock_guard lock(mutex_);
    heard().meetings.push_back(mask);
  }
  void wrong_mask(const loom::Thread& thread, const loom::WrongMask& wrong) override {
    const std::lock_guard lock(mutex_);
    heard().wrong_masks.emplace_back(thread.rank, wrong);
  }
  void fence(const loom::Thread&, loom::Scope scope, std::uintptr_t) override {
    const std::lock_guard lock(mutex_);
    heard().fences.push_back(scope);
  }
  void cluster_arrives(const loom::Block& block, const loom::Thread* thread, unsigned phase) override {
    note_in_cluster("arrives at " + std::to_string(phase), block, thread);
  }
  void cluster_goes_on(const loom::Block& block, const loom::Thread* thread, unsigned phase) override {
    note_in_cluster("goes on from " + std::to_string(phase), block, thread);
  }
  void cluster_ends(const loom::Block& block) override { note_in_cluster("ends", block, nullptr); }
  void grid_barrier(const loom::Launch&) override {
    const std::lock_guard lock(mutex_);
    ++heard().grid_barriers;
  }
  void divergent_barrier(const loom::Block&, const loom::Divergence& divergence) override {
    const std::lock_guard lock(mutex_);
    heard().divergences.push_back(
        {divergence.waiting->rank, divergence.other->rank, divergence.waiting_pc, divergence.other_pc, divergence.loop});
  }

 private:
  void note(std::string what) {
    const std::lock_guard lock(mutex_);
    heard().order.push_back(std::move(what));
  }
  void note_in_cluster(const std::string& what, const loom::Block& block, const loom::Thread* thread) {
    const std::lock_guard lock(mutex_);
    heard().clusters.push_back(what + ", block " + std::to_string(block.index.x) + (thread ? ", thread " + std::to_string(thread->rank) : ""));
  }

  std::mutex mutex_;
};

Listener& listener(bool listens = true) {
  static Listener listener;
  static bool added = false;
  if (added != listens) listens ? loom::add_check(listener) : loom::remove_check(listener);
  added = listens;
  return listener;
}

}  // namespace

Heard& heard() {
  static Heard heard;
  return heard;
}

Unwatched::Unwatched() { loom::instrumented = false; }
Unwatched::~Unwatched() { loom::instrumented = true; }

Handled::Handled(const loom::FastPath& fast_path) { loom::handle_by(fast_path, {&listener()}); }
Handled::~Handled() { loom::handle_by({}, {}); }

void object_to(const void* address, loom::Verdict verdict) {
  objections[reinterpret_cast<std::uintptr_t>(address)] = verdict;
}

Outcome run_kernel(dim3 grid, dim3 block, std::function<void()> kernel, unsigned cores, std::size_t dynamic_shared) {
  loom::Launch launch;
  launch.grid = grid;
  launch.block = block;
  launch.dynamic_shared = dynamic_shared;
  return run_kernel(std::move(launch), std::move(kernel), cores);
}

Outcome run_kernel(loom::Launch launch, std::function<void()> kernel, unsigned cores) {
  call_in(launch, std::move(kernel));
  return run_kernel(std::move(launch), cores, /*followed=*/true);
}

Outcome run_kernel(loom::Launch launch, unsigned cores, bool followed) {
  listener(followed);
  static std::uint64_t launches = 0;

  heard() = {};
  setenv("LOOM_CORES", std::to_string(cores).c_str(), 1);
  launch.kernel = "simulated";
  launch.file = "simulated.cu";
  launch.line = 7;
  launch.number = ++launches;

  Capture out(stdout), err(stderr);
  const cudaError_t error = loom::run(launch);
  std::string complaints = err.end(), printed = out.end();
  objections.clear();
  return {error, std::move(printed), std::move(complaints)};
}

}  // namespace fixture

int main(int argc, char** argv) {
  __tsan_init();                     // as an instrumented program's constructor does
  return doctest::Context(argc, argv).run();
}
