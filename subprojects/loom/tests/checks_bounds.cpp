// Accesses to memory that is not the kernel's.
#include <doctest/doctest.h>

#include <cstdlib>
#include <vector>

#include "checks_fixture.hpp"
#include "engine/engine.hpp"
#include "program/variables.hpp"

using loom::Access;
using loom::AccessKind;
using loom::Reported;
using loom::Space;
using loom::Verdict;
using fixture::contains;
using fixture::far;
using fixture::Held;
using fixture::Kernel;

// To the compiler `__shared__` variables are thread_local. This one is of a template: its symbol comes after all others.
template <class T>
T* tile_of() {
  static thread_local T tile[40];
  return tile;
}

namespace {

struct Tiles { float* tile; int* counts; };
Tiles tiles() {
  static thread_local int counts[10];
  [[gnu::used]] static thread_local char odd[3];   // leaves a gap before what must be aligned
  return {tile_of<float>(), counts};
}

int host_table[4] = {1, 2, 3, 4};
const int constant_table[4] = {1, 2, 3, 4};

struct TestKernel : Kernel {
  explicit TestKernel(std::size_t dynamic_bytes = 256) : Kernel(loom::bounds_check(), 64, dynamic_bytes) {}

  Verdict reads_at(std::uintptr_t at, std::uint32_t bytes = 4) { return access(1, AccessKind::read, at, bytes); }
  Verdict writes_at(std::uintptr_t at, std::uint32_t bytes = 4) { return access(1, AccessKind::write, at, bytes); }

  // What is said of a bad access; empty where it is none.
  std::string of_read(std::uintptr_t at, std::uint32_t bytes = 4) { return said(reads_at(at, bytes)); }
  std::string of_write(std::uintptr_t at, std::uint32_t bytes = 4) { return said(writes_at(at, bytes)); }

 private:
  std::string said(Verdict verdict) {
    const std::vector<Reported> found = ends();
    if (verdict == Verdict::proceed || found.size() != 1 || found[0].kind != "out-of-bounds") return "";
    return found[0].sentence + " / " + found[0].advice;
  }
};

}  // namespace

TEST_CASE("device memory may be used from its first byte to its last") {
  const Held memory(far, 1024, Space::global, "1024 bytes from cudaMalloc");
  TestKernel kernel;
  CHECK(kernel.reads_at(far) == Verdict::proceed);
  CHECK(kernel.writes_at(far + 1020) == Verdict::proceed);
  CHECK(kernel.writes_at(far + 1008, 16) == Verdict::proceed);
  CHECK(kernel.ends().empty());
}

TEST_CASE("past the end and before the start is told in bytes") {
  const Held memory(far, 1024, Space::global, "1024 bytes from cudaMalloc");
  CHECK(contains(TestKernel().of_read(far + 1024), "an access 4 bytes past the end of the 1024 bytes from cudaMalloc"));
  CHECK(contains(TestKernel().of_write(far + 1022), "an access 2 bytes past the end of the 1024 bytes from cudaMalloc"));
  CHECK(contains(TestKernel().of_write(far + 1028, 8), "an access 12 bytes past the end of"));
  CHECK(contains(TestKernel().of_read(far - 4), "an access 4 bytes before the start of the 1024 bytes"));
  CHECK(contains(TestKernel().of_read(far - 1, 1), "an access 1 byte before the start of"));
}

TEST_CASE("a bad access stops the kernel, and says who made it") {
  const Held memory(far, 1024, Space::global, "1024 bytes from cudaMalloc");
  TestKernel kernel;
  CHECK(kernel.writes_at(far + 1024) == Verdict::illegal_address);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].parties.size() == 1);
  CHECK(found[0].parties[0].did == "writes 4 bytes");
  CHECK(found[0].parties[0].thread.x == 1);
}

TEST_CASE("freed memory is named as such") {
  { const Held memory(far, 1024, Space::global, "1024 bytes from cudaMalloc"); }
  CHECK(contains(TestKernel().of_read(far + 8), "freed memory: the 1024 bytes from cudaMalloc"));
}

TEST_CASE("a null pointer is named as such") {
  CHECK(contains(TestKernel().of_read(0), "through a null pointer"));
  CHECK(contains(TestKernel().of_write(40), "through a null pointer, 40 bytes on"));
}

TEST_CASE("constant memory may be read and not written") {
  const Held memory(far, 64, Space::constant, "__constant__ variable weights");
  TestKernel kernel;
  CHECK(kernel.reads_at(far) == Verdict::proceed);
  kernel.ends();
  CHECK(contains(TestKernel().of_write(far), "a write to constant memory, the __constant__ variable weights"));
  CHECK_FALSE(TestKernel().of_read(far + 64).empty());
}

TEST_CASE("shared variables may be used up to their end, and what lies between them not at all") {
  const auto [tile, counts] = tiles();
  TestKernel kernel;
  CHECK(kernel.writes_at(fixture::address(tile)) == Verdict::proceed);
  CHECK(kernel.reads_at(fixture::address(tile + 39)) == Verdict::proceed);
  CHECK(kernel.writes_at(fixture::address(counts + 9)) == Verdict::proceed);
  CHECK(kernel.reads_at(fixture::address(tile)) == Verdict::proceed);
  CHECK(kernel.ends().empty());
  CHECK(kernel.writes_at(fixture::address(tile + 39), 8) == Verdict::illegal_address);
  CHECK(kernel.ends().size() == 1);
  CHECK_FALSE(TestKernel().of_write(fixture::address(tile + 39), 8).empty());
  CHECK_FALSE(TestKernel().of_write(fixture::address(counts + 9), 8).empty());
  const loom::Range all = loom::static_shared();
  CHECK(contains(TestKernel().of_write(all.last), "past the end of"));
  CHECK(contains(TestKernel().of_write(all.first - 4), "4 bytes before the start of"));
  const std::vector<loom::Variable>& variables = loom::shared_variables();
  std::size_t gaps = 0;
  for (std::size_t i = 1; i < variables.size(); ++i) {
    const std::uintptr_t end = variables[i - 1].address + variables[i - 1].bytes;
    if (end >= variables[i].address) continue;
    ++gaps;
    CHECK_FALSE(TestKernel().of_read(all.first + variables[i].address - 1 - variables.front().address, 1).empty());
  }
  CHECK(gaps > 0);
  const loom::Variable& last = loom::shared_variables().back();
  CHECK(contains(TestKernel().of_read(all.last), last.name + ", which has " + std::to_string(last.bytes) + " bytes of shared memory"));
}

TEST_CASE("dynamic shared memory has the size that the launch gave it") {
  TestKernel kernel(1024);
  CHECK(kernel.writes_at(kernel.block().shared_base) == Verdict::proceed);
  CHECK(kernel.writes_at(kernel.block().shared_base + 1020) == Verdict::proceed);
  CHECK(kernel.writes_at(kernel.block().shared_base + 1024) == Verdict::illegal_address);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].sentence, "4 bytes past the end of dynamic shared memory, of which the launch allocates 1024 bytes"));
  CHECK(contains(found[0].advice, "third argument"));

  TestKernel odd(1022);
  CHECK(contains(odd.of_write(odd.block().shared_base + 1020), "2 bytes past the end of dynamic shared memory"));
}

TEST_CASE("kinds of host memory are distinguished: variables, the heap, constants") {
  CHECK(contains(TestKernel().of_read(fixture::address(&host_table[1])), "the host variable host_table"));
  CHECK(contains(TestKernel().of_read(fixture::address(&host_table[1])), "declare it __device__ or pass its value"));
  const std::vector<int> on_heap(16384);      // with its middle far from what the fixture has there
  CHECK(contains(TestKernel().of_write(fixture::address(&on_heap[8192])), "host memory"));
  CHECK(contains(TestKernel().of_write(fixture::address(&on_heap[8192])), "cudaMemcpy"));

  TestKernel kernel;
  CHECK(kernel.reads_at(fixture::address("a literal"), 1) == Verdict::proceed);
  CHECK(kernel.reads_at(fixture::address(&constant_table[3])) == Verdict::proceed);
  CHECK(kernel.ends().empty());
  CHECK(contains(TestKernel().of_write(fixture::address(&constant_table[3])), "a write to the constant constant_table"));
}

TEST_CASE("a local variable of the host is not the kernel's either") {
  int local = 0;
  CHECK(contains(TestKernel().of_read(fixture::address(&local)), "a local variable of the host"));
}

TEST_CASE("a pointer that leads nowhere says so") {
  const Held memory(far, 1024, Space::global, "1024 bytes from cudaMalloc");
  CHECK(contains(TestKernel().of_read(std::uintptr_t{3} << 44), "a pointer that does not point to any allocation"));
  CHECK(contains(TestKernel().of_read(0xffff'ffff'ffff'fff0), "a pointer that does not point to any allocation"));
}
