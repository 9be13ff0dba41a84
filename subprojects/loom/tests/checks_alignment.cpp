// Misaligned accesses.
#include <doctest/doctest.h>

#include <vector>

#include "checks_fixture.hpp"

using loom::AccessKind;
using loom::Reported;
using loom::Verdict;
using fixture::Kernel;

#if defined(__x86_64__)
namespace {

// What follows the announcement of a copy of a float4, and of one of a pair of doubles. The address of that code.
[[gnu::noinline]] std::uintptr_t aligned_copy(void* to, const void* from) {
  std::uintptr_t pc = 0;
  __asm__ volatile("lea 0f(%%rip), %0\n0: mov %1, %1\n movdqa (%1), %%xmm9\n movaps %%xmm9, (%2)"
                   : "=&r"(pc) : "r"(from), "r"(to) : "xmm9", "memory");
  return pc;
}
[[gnu::noinline]] std::uintptr_t unaligned_copy(void* to, const void* from) {
  std::uintptr_t pc = 0;
  __asm__ volatile("lea 0f(%%rip), %0\n0: mov %1, %1\n movdqu (%1), %%xmm9\n movups %%xmm9, (%2)"
                   : "=&r"(pc) : "r"(from), "r"(to) : "xmm9", "memory");
  return pc;
}

}  // namespace
#endif

TEST_CASE("an access of 2, 4, 8 or 16 bytes wants an address that is a multiple of that") {
  Kernel kernel(loom::alignment_check());
  for (std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u})
    for (std::uintptr_t off = 0; off < 16; ++off) {
      if (bytes == 16 && off == 8) continue;
      CAPTURE(bytes);
      CAPTURE(off);
      CHECK((kernel.access(0, AccessKind::read, 4096 + off, bytes) == Verdict::misaligned_address) == (off % bytes != 0));
    }
  kernel.ends();
}

TEST_CASE("a struct of another size may lie anywhere") {
  Kernel kernel(loom::alignment_check());
  CHECK(kernel.access(0, AccessKind::write, 4097, 12) == Verdict::proceed);
  CHECK(kernel.access(0, AccessKind::write, 4100, 32) == Verdict::proceed);
  kernel.ends();
}

TEST_CASE("the sentence says by how much an address is off") {
  Kernel kernel(loom::alignment_check());
  kernel.access(5, AccessKind::write, 4096 + 4, 16);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "misaligned");
  CHECK(found[0].sentence == "an access of 16 bytes at an address that is 4 bytes past a multiple of 16");
  CHECK(found[0].parties[0].did == "writes 16 bytes");
  CHECK(found[0].parties[0].thread.x == 5);
}

#if defined(__x86_64__)   // whose instructions tell the two apart
TEST_CASE("sixteen bytes at a multiple of eight are a fault of a float4 and none of a pair of doubles") {
  alignas(16) char memory[32]{};
  const std::uintptr_t of_quad = aligned_copy(memory, memory + 16);
  const std::uintptr_t of_pair = unaligned_copy(memory, memory + 16);
  Kernel kernel(loom::alignment_check());
  CHECK(kernel.access(0, AccessKind::read, 4096 + 8, 16, of_quad) == Verdict::misaligned_address);
  CHECK(kernel.access(0, AccessKind::read, 4096 + 8, 16, of_pair) == Verdict::proceed);
  kernel.ends();
}
#endif
