// What the compiler's hooks announce, and what they keep to themselves.
#include "loom/device.h"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <tuple>
#include <utility>
#include <vector>

#include "engine_fixture.hpp"

using loom::AccessKind;
using fixture::heard;
using fixture::run_kernel;

namespace {

alignas(16) char memory[64];

using Event = std::tuple<AccessKind, std::uintptr_t, std::uint32_t>;

std::vector<Event> events() {
  std::vector<Event> events;
  for (const auto& access : heard().accesses)
    events.emplace_back(access.kind, access.address - reinterpret_cast<std::uintptr_t>(memory), access.bytes);
  return events;
}

}  // namespace

TEST_CASE("each hook announces its kind and width") {
  run_kernel(1, 1, [] {
    __tsan_read1(memory + 1);
    __tsan_write2(memory + 2);
    __tsan_read4(memory + 4);
    __tsan_write8(memory + 8);
    __tsan_read16(memory + 16);
    __tsan_volatile_read4(memory + 4);
    __tsan_volatile_write8(memory + 8);
  });
  CHECK(events() == std::vector<Event>{{AccessKind::read, 1, 1},
                                       {AccessKind::write, 2, 2},
                                       {AccessKind::read, 4, 4},
                                       {AccessKind::write, 8, 8},
                                       {AccessKind::read, 16, 16},
                                       {AccessKind::volatile_read, 4, 4},
                                       {AccessKind::volatile_write, 8, 8}});
}

TEST_CASE("the announced address of code lies in the function that accesses") {
  run_kernel(1, 1, [] { __tsan_read4(memory); });
  REQUIRE(heard().accesses.size() == 1);
  const std::uintptr_t pc = heard().accesses[0].pc;
  CHECK(pc != 0);
}

TEST_CASE("a struct is announced whole where it is aligned, else in pieces that are") {
  run_kernel(1, 1, [] {
    __tsan_read_range(memory, 12);
    __tsan_write_range(memory + 4, 8);
    __tsan_read_range(memory + 32, 32);
  });
  CHECK(events() == std::vector<Event>{{AccessKind::read, 0, 12},
                                       {AccessKind::write, 4, 4},
                                       {AccessKind::write, 8, 4},
                                       {AccessKind::read, 32, 32}});
}

TEST_CASE("a copy as wide as a register is announced in pieces as wide as its address allows") {
  run_kernel(1, 1, [] {
    volatile std::size_t four = 4, eight = 8, sixteen = 16;
    memset(memory + 1, 0, four);
    memset(memory + 4, 0, eight);
    memset(memory + 24, 0, sixteen);
    memset(memory + 48, 0, sixteen);
  });
  CHECK(events() == std::vector<Event>{{AccessKind::write, 1, 1}, {AccessKind::write, 2, 1}, {AccessKind::write, 3, 1},
                                       {AccessKind::write, 4, 1}, {AccessKind::write, 4, 4}, {AccessKind::write, 8, 4},
                                       {AccessKind::write, 24, 8}, {AccessKind::write, 32, 8}, {AccessKind::write, 48, 16}});
}

TEST_CASE("structs and copies are handled word by word, or announced where one of the words is not") {
  static std::vector<std::uintptr_t> asked;
  const auto handles = [](const loom::Thread&, std::uintptr_t address, std::uintptr_t) {
    asked.push_back(address - reinterpret_cast<std::uintptr_t>(memory));
    return address != reinterpret_cast<std::uintptr_t>(memory + 48);
  };
  loom::FastPath fast_path;
  fast_path.handles[false][2] = fast_path.handles[true][2] = handles;
  const fixture::Handled handled(fast_path);
  asked.clear();
  run_kernel(1, 1, [] {
    volatile std::size_t eight = 8;
    __tsan_read_range(memory + 4, 12);
    memset(memory + 16, 0, eight);
    __tsan_read_range(memory + 1, 12);           // no words
    __tsan_read_range(memory, 10);
  });
  CHECK(asked == std::vector<std::uintptr_t>{4, 8, 12, 16, 20});
  CHECK(events() == std::vector<Event>{{AccessKind::read, 1, 12}, {AccessKind::read, 0, 10}});

  asked.clear();
  run_kernel(1, 1, [] { __tsan_write_range(memory + 44, 12); });
  CHECK(asked == std::vector<std::uintptr_t>{44, 48});
  CHECK(events() == std::vector<Event>{{AccessKind::write, 44, 12}});
}

TEST_CASE("an access that is a struct, or a piece of one, and no other, says how far that goes") {
  class Asking final : public loom::Check {
   public:
    loom::Verdict access(const loom::Thread&, const loom::Access& access) override {
      const loom::Range whole = access.whole;
      heard.emplace_back(whole.first == 0 ? 0 : whole.first - reinterpret_cast<std::uintptr_t>(memory), whole.last - whole.first);
      return loom::Verdict::proceed;
    }
    std::vector<std::pair<std::uintptr_t, std::uintptr_t>> heard;
  };
  Asking check;
  loom::add_check(check);
  run_kernel(1, 1, [] {
    volatile std::size_t eight = 8;
    __tsan_read_range(memory + 12, 8);
    __tsan_read4(memory + 12);
    __tsan_write_range(memory, 12);
    memset(memory + 12, 0, eight);
  }, 1);
  CHECK(check.heard == std::vector<std::pair<std::uintptr_t, std::uintptr_t>>{{12, 8}, {12, 8}, {0, 0}, {0, 12}, {0, 0}, {0, 0}});
  check.heard.clear();
  fixture::object_to(memory + 16, loom::Verdict::illegal_address);
  run_kernel(1, 1, [] { __tsan_read_range(memory + 12, 8); }, 1);
  run_kernel(1, 1, [] { __tsan_read4(memory + 12); }, 1);
  CHECK(check.heard.back() == std::pair<std::uintptr_t, std::uintptr_t>{0, 0});
  loom::remove_check(check);
}

TEST_CASE("a thread's own stack is its own affair, another thread's is not") {
  int* shared = nullptr;
  run_kernel(1, 2, [&] {
    int local = 0;
    __tsan_write4(&local);
    if (threadIdx.x == 0) shared = &local;
    __syncthreads();
    if (threadIdx.x == 1) __tsan_read4(shared);
    __syncthreads();
  });
  REQUIRE(heard().accesses.size() == 1);
  CHECK(heard().accesses[0].rank == 1);
}

TEST_CASE("copying and filling are announced too, and happen") {
  run_kernel(1, 1, [] {
    char local[8];
    volatile std::size_t eight = 8;  // not known to the compiler, which would do without the call
    memcpy(local, memory + 8, eight);
    memmove(memory + 16, local, eight);
    memset(memory + 32, 7, 3 * eight);
  });
  CHECK(events() == std::vector<Event>{{AccessKind::read, 8, 8}, {AccessKind::write, 16, 8}, {AccessKind::write, 32, 24}});
  CHECK(memory[32] == 7);
  CHECK(memory[55] == 7);
}

TEST_CASE("the host is not listened to") {
  run_kernel(1, 1, [] {});
  __tsan_write4(memory);
  __tsan_func_entry(nullptr);
  __tsan_func_exit();
  CHECK(heard().accesses.empty());
}

TEST_CASE("every check hears of an access before it happens, and one that objects prevents it") {
  fixture::object_to(memory + 4, loom::Verdict::illegal_address);
  bool reached = false;
  CHECK(run_kernel(2, 32, [&] {
    if (threadIdx.x == 3) {
      __tsan_write4(memory + 4);
      reached = true;
    }
  }, 1).error == cudaErrorIllegalAddress);
  CHECK_FALSE(reached);

  fixture::object_to(memory + 8, loom::Verdict::misaligned_address);
  CHECK(run_kernel(1, 1, [] { __tsan_read4(memory + 8); }).error == cudaErrorMisalignedAddress);
}

namespace {

// What a listener hears of the path of each thread.
class Path final : public loom::PathListener {
 public:
  Path() { loom::follow(this); }
  ~Path() override { loom::follow(nullptr); }
  void enters(const loom::Thread& thread, std::uintptr_t) override { heard_ += "e" + std::to_string(thread.rank) + " "; }
  void calls(const loom::Thread& thread, std::uintptr_t pc) override {
    heard_ += "c" + std::to_string(thread.rank) + ":" + std::to_string(pc) + " ";
  }
  void returns(const loom::Thread& thread) override { heard_ += "r" + std::to_string(thread.rank) + " "; }
  const std::string& heard() const { return heard_; }

 private:
  std::string heard_;
};

}  // namespace

TEST_CASE("the path of each thread can be followed, and only in kernels") {
  const auto kernel = [] {
    __sanitizer_cov_trace_pc();
    __tsan_func_entry(reinterpret_cast<void*>(77));
    __sanitizer_cov_trace_pc();
    __tsan_func_exit();
  };
  {
    const Path path;
    run_kernel(1, 2, kernel);
    kernel();
    CHECK(path.heard() == "e0 c0:77 e0 r0 e1 c1:77 e1 r1 ");
  }
  run_kernel(1, 2, kernel);
}

TEST_CASE("who follows a path hears of all of it, though others look at a kernel that takes long") {
  class Counter final : public loom::PathListener {
   public:
    Counter() { loom::follow(this); }
    ~Counter() override { loom::follow(nullptr); }
    void enters(const loom::Thread&, std::uintptr_t) override { ++entered; }
    void calls(const loom::Thread&, std::uintptr_t) override { ++called; }
    void returns(const loom::Thread&) override { ++returned; }
    long entered = 0, called = 0, returned = 0;
  };
  Counter counter;
  long times = 0;
  run_kernel(1, 1, [&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(700);
    for (; std::chrono::steady_clock::now() < end; ++times) {
      __tsan_func_entry(reinterpret_cast<void*>(77));
      __sanitizer_cov_trace_pc();
      __tsan_func_exit();
    }
  });
  CHECK(counter.entered == times);
  CHECK(counter.called == times);
  CHECK(counter.returned == times);
}

TEST_CASE("a check can be taken away again") {
  class Counter final : public loom::Check {
   public:
    loom::Verdict access(const loom::Thread&, const loom::Access&) override {
      ++heard;
      return loom::Verdict::proceed;
    }
    int heard = 0;
  };
  Counter counter;
  loom::add_check(counter);
  run_kernel(1, 1, [] { __tsan_read4(memory); });
  loom::remove_check(counter);
  run_kernel(1, 1, [] { __tsan_read4(memory); });
  CHECK(counter.heard == 1);
}
