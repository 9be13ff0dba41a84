// A kernel simulated by hand: the events that a check would hear of, in the order a test wants them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "checks/checks.hpp"
#include "checks/race/record.hpp"
#include "engine/events.hpp"
#include "memory/registry.hpp"
#include "report/json_report.hpp"
#include "report/report.hpp"

namespace fixture {

// Addresses of code that no line is known of, each new one different from all before.
inline std::uintptr_t line() {
  static std::uintptr_t last = reinterpret_cast<std::uintptr_t>(&loom::code_anchor) + (std::uintptr_t{1} << 28);
  return last += 16;
}

template <class T>
std::uintptr_t address(const T* p) { return reinterpret_cast<std::uintptr_t>(p); }

class Kernel {
 public:
  explicit Kernel(loom::Check& check, unsigned threads = 64, std::size_t dynamic_bytes = 0)
      : check_(check), dynamic_((dynamic_bytes + sizeof(Quad) - 1) / sizeof(Quad)), before_(loom::reported().size()) {
    static std::uint64_t launches = 0;
    launch_.kernel = "simulated";
    launch_.file = "some/where/simulated.cu";
    launch_.line = 7;
    launch_.grid = dim3(8);
    launch_.block = dim3(threads);
    launch_.dynamic_shared = dynamic_bytes;
    launch_.number = ++launches;
    block_.launch = &launch_;
    block_.threads = threads;
    block_.shared_base = reinterpret_cast<std::uintptr_t>(dynamic_.data());
    block_.shared_bytes = dynamic_bytes;
    for (unsigned rank = 0; rank < threads; ++rank) threads_.push_back({&block_, {rank, 0, 0}, rank});
    check_.launch_begins(launch_);
    check_.block_begins(block_);
  }

  void shape(dim3 block) { launch_.block = block; }
  void next_block() {
    block_ends();
    next_block_begins();
  }
  void block_ends() { check_.block_ends(block_); }
  void next_block_begins() { block_begins(block_.index.x + 1); }
  void block_begins(unsigned number) {
    block_.index.x = number;
    check_.block_begins(block_);
  }
  void barrier() { check_.block_barrier(block_); }
  void warp_barrier(unsigned warp, std::uint32_t mask = ~0u) { check_.warp_barrier(block_, warp, mask); }

  loom::Verdict access(unsigned thread, loom::AccessKind kind, std::uintptr_t at, std::uint32_t bytes, std::uintptr_t pc = line()) {
    const loom::Access access{at, bytes, kind, pc};
    if (!told(check_.hears(), access.misaligned())) return loom::Verdict::proceed;
    return check_.access(threads_[thread], access);
  }
  template <class T>
  loom::Verdict reads(unsigned thread, const T* at, std::uintptr_t pc = line()) {
    return access(thread, loom::AccessKind::read, address(at), sizeof(T), pc);
  }
  // Announced, then done, as a hook and the code behind it do.
  template <class T>
  loom::Verdict writes(unsigned thread, T* at, T value, std::uintptr_t pc = line()) {
    const loom::Verdict verdict = access(thread, loom::AccessKind::write, address(at), sizeof(T), pc);
    if (verdict == loom::Verdict::proceed) *at = value;
    return verdict;
  }
  template <class T>
  loom::Verdict updates(unsigned thread, const T* at, std::uintptr_t pc = line()) {
    return access(thread, loom::AccessKind::atomic, address(at), sizeof(T), pc);
  }
  template <class T>
  loom::Verdict compares_and_swaps(unsigned thread, const T* at, std::uintptr_t pc = line()) {
    return check_.access(threads_[thread], {address(at), sizeof(T), loom::AccessKind::atomic, pc,
                                            {loom::AtomicKind::update, loom::Order::relaxed, loom::Scope::device, true}});
  }

  // Ends the kernel; what was found in it and never before.
  std::vector<loom::Reported> ends() {
    check_.block_ends(block_);
    check_.launch_ends(launch_);
    loom::print_findings();
    std::vector<loom::Reported> all = loom::reported();
    return {all.begin() + static_cast<std::ptrdiff_t>(before_), all.end()};
  }

  template <class T>
  T* dynamic() { return reinterpret_cast<T*>(dynamic_.data()); }
  const loom::Thread& thread(unsigned rank) const { return threads_[rank]; }
  const loom::Block& block() const { return block_; }
  const loom::Launch& launch() const { return launch_; }

 private:
  struct alignas(16) Quad { unsigned char bytes[16]; };

  loom::Check& check_;
  std::vector<Quad> dynamic_;
  std::size_t before_;
  loom::Launch launch_;
  loom::Block block_;
  std::vector<loom::Thread> threads_;
};

// Addresses that nothing else in the program has, and that are never looked behind.
inline constexpr std::uintptr_t far = std::uintptr_t{1} << 44;

// Memory that the registry knows while this lives.
struct Held {
  Held(std::uintptr_t base, std::size_t bytes, loom::Space space = loom::Space::global, const char* name = "test memory") : base(base) {
    loom::Registry::instance().add({base, bytes, space, name, false, space == loom::Space::managed});
  }
  ~Held() { loom::Registry::instance().remove(base); }
  std::uintptr_t base;
};

// Runs one of the scenarios of checks_report.cpp; the status to exit with.
int run_scenario(const std::string& scenario);

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

}  // namespace fixture
