#include "runtime/arena.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "engine/shared.hpp"
#include "runtime/device_table.hpp"

namespace loom::runtime {

namespace {

// Several times what the devices have, so that freed addresses rest before they are used again.
constexpr std::size_t address_space = 4 * device_count * table::global_memory;

// Before each allocation: wide enough that an access which misses by an element or a row of a tile hits nothing.
constexpr std::size_t redzone = 2 * table::allocation_alignment;

constexpr std::size_t round_up(std::size_t bytes, std::size_t multiple) {
  return (bytes + multiple - 1) / multiple * multiple;
}

struct sigaction previous_handler;

// The host followed a device pointer. Says so and leaves the rest to the previous handler of the signal.
void on_segmentation_fault(int, siginfo_t* info, void*) {
  if (Arena::instance().holds(info->si_addr)) {
    constexpr char sentence[] =
        "loom: host code follows a pointer to device memory, which only kernels can do; copy the data with cudaMemcpy, "
        "or allocate it with cudaMallocManaged\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
  }
  sigaction(SIGSEGV, &previous_handler, nullptr);
}

// Puts the explanation before the handler in place. Not once for all: test frameworks set and restore handlers of their own.
void explain_host_accesses() {
  struct sigaction action {}, current {};
  sigaction(SIGSEGV, nullptr, &current);
  if (current.sa_sigaction == on_segmentation_fault) return;
  action.sa_sigaction = on_segmentation_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &previous_handler);
}

}  // namespace

Arena& Arena::instance() {
  static Arena& arena = *new Arena;    // outlives the destructors of static objects
  return arena;
}

Arena::Arena() : ranges_(address_space) {
  void* const memory =
      mmap(nullptr, address_space, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(stderr, "loom: this process may not reserve %zu GiB of address space, which the devices need; raise "
                         "`ulimit -v`\n", address_space / table::GiB);
    std::abort();
  }
  // Opening and closing takes as long as there are pages. Where the system has none this large, it stays with small ones.
  madvise(memory, address_space, MADV_HUGEPAGE);
  base_ = static_cast<std::byte*>(memory);
}

void* Arena::reserve(std::size_t bytes) {
  std::optional<std::size_t> start;
  {
    const std::lock_guard lock(mutex_);
    start = ranges_.take(redzone + round_up(bytes, table::allocation_alignment));
  }
  if (!start) return nullptr;
  explain_host_accesses();
  return base_ + *start + redzone;
}

void* Arena::allocate(std::size_t bytes) {
  void* const memory = reserve(bytes);
  if (!memory) return nullptr;
  const Opened opened;
  std::memset(memory, poison, bytes);
  return memory;
}

void Arena::release(void* memory) {
  const std::lock_guard lock(mutex_);
  const auto start = static_cast<std::size_t>(static_cast<std::byte*>(memory) - base_) - redzone;
  const std::size_t end = start + ranges_.give_back(start);
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t first = round_up(start, page), last = end / page * page;
  if (first < last) madvise(base_ + first, last - first, MADV_DONTNEED);
}

bool Arena::holds(const void* memory) const {
  const auto* const at = static_cast<const std::byte*>(memory);
  return at >= base_ && at < base_ + address_space;
}

void Arena::protect(int protection) const {
  if (mprotect(base_, address_space, protection) == 0) return;
  std::perror("loom: the devices' memory cannot be opened");
  std::abort();
}

Arena::Opened::Opened() {
  Arena& arena = instance();
  const std::lock_guard lock(arena.mutex_);
  if (arena.open_++ == 0) arena.protect(PROT_READ | PROT_WRITE);
}

Arena::Opened::~Opened() {
  Arena& arena = instance();
  const std::lock_guard lock(arena.mutex_);
  if (--arena.open_ == 0) arena.protect(PROT_NONE);
}

}  // namespace loom::runtime
