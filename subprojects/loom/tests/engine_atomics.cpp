// Atomic functions: exact results, exact edge cases, and announced as what they are.
#include "cuda_bf16.h"
#include "loom/device.h"

#include <doctest/doctest.h>

#include <climits>
#include <cstring>

#include "engine_fixture.hpp"

extern "C" {
unsigned __tsan_atomic32_load(const volatile void*, int);
void __tsan_atomic32_store(volatile void*, unsigned, int);
unsigned __tsan_atomic32_fetch_add(volatile void*, unsigned, int);
}

using fixture::heard;
using fixture::run_kernel;

namespace {

// What one call in one thread leaves behind, and what it answered.
template <class T, class Call>
std::pair<T, T> once(T before, Call call) {
  T value = before, answer{};
  run_kernel(1, 1, [&] { answer = call(&value); });
  return {answer, value};
}

}  // namespace

TEST_CASE("threads of many blocks lose no update") {
  int count = 0;
  unsigned long long wide = 0;
  float sum = 0;
  double exact = 0;
  unsigned bits = 0;
  int least = INT_MAX, most = INT_MIN;
  run_kernel(64, 128, [&] {
    const int i = static_cast<int>(blockIdx.x * 128 + threadIdx.x);
    atomicAdd(&count, 1);
    atomicAdd(&wide, 1ull << 33);
    atomicAdd(&sum, 0.5f);
    atomicAdd(&exact, 0.25);
    atomicOr(&bits, 1u << i % 32);
    atomicMin(&least, i - 100);
    atomicMax(&most, i);
  }, 4);
  CHECK(count == 8192);
  CHECK(wide == 8192ull << 33);
  CHECK(sum == 4096.0f);
  CHECK(exact == 2048.0);
  CHECK(bits == 0xffffffff);
  CHECK(least == -100);
  CHECK(most == 8191);
}

TEST_CASE("every function answers what was there before") {
  CHECK(once(5, [](int* p) { return atomicAdd(p, 3); }) == std::pair(5, 8));
  CHECK(once(INT_MAX, [](int* p) { return atomicAdd(p, 1); }) == std::pair(INT_MAX, INT_MIN));
  CHECK(once(5u, [](unsigned* p) { return atomicSub(p, 6u); }) == std::pair(5u, UINT_MAX));
  CHECK(once(1.5f, [](float* p) { return atomicExch(p, -2.0f); }) == std::pair(1.5f, -2.0f));
  CHECK(once(-1, [](int* p) { return atomicMin(p, -7); }) == std::pair(-1, -7));
  CHECK(once(1ull, [](unsigned long long* p) { return atomicMax(p, ~0ull); }) == std::pair(1ull, ~0ull));
  CHECK(once(6, [](int* p) { return atomicAnd(p, 3); }) == std::pair(6, 2));
  CHECK(once(6u, [](unsigned* p) { return atomicXor(p, 5u); }) == std::pair(6u, 3u));
}

TEST_CASE("atomicInc and atomicDec wrap at the bound") {
  CHECK(once(2u, [](unsigned* p) { return atomicInc(p, 3); }) == std::pair(2u, 3u));
  CHECK(once(3u, [](unsigned* p) { return atomicInc(p, 3); }) == std::pair(3u, 0u));
  CHECK(once(9u, [](unsigned* p) { return atomicInc(p, 3); }) == std::pair(9u, 0u));
  CHECK(once(2u, [](unsigned* p) { return atomicDec(p, 3); }) == std::pair(2u, 1u));
  CHECK(once(0u, [](unsigned* p) { return atomicDec(p, 3); }) == std::pair(0u, 3u));
  CHECK(once(9u, [](unsigned* p) { return atomicDec(p, 3); }) == std::pair(9u, 3u));
}

TEST_CASE("compare and swap replaces only what it expected") {
  CHECK(once(4, [](int* p) { return atomicCAS(p, 4, 9); }) == std::pair(4, 9));
  CHECK(once(4, [](int* p) { return atomicCAS(p, 5, 9); }) == std::pair(4, 4));
  using Short = unsigned short;
  CHECK(once<Short>(4, [](Short* p) { return atomicCAS(p, Short(4), Short(9)); }) == std::pair<Short, Short>(4, 9));
}

TEST_CASE("vectors of floats are added element by element") {
  alignas(16) float4 wide{1, 2, 3, 4}, before{};
  alignas(8) float2 pair{};
  run_kernel(8, 32, [&] {
    atomicAdd(&pair, float2{1, 0.5f});
    if (threadIdx.x == 0 && blockIdx.x == 0) before = atomicAdd_block(&wide, float4{10, 20, 30, 40});
  });
  CHECK(pair.x == 256);
  CHECK(pair.y == 128);
  CHECK(before.z == 3);
  CHECK(wide.w == 44);
}

TEST_CASE("numbers of 16 bits are added, and rounded, where they lie; both halves of a pair") {
  struct {
    __half half = 2048.0f, beside = 7.0f;
    __half2 pair{0.0f, 0.0f};
    __nv_bfloat16 brain = 256.0f;
    __nv_bfloat162 brains{1.0f, -0.0f};
  } memory;
  __half before;
  run_kernel(1, 1, [&] {
    before = atomicAdd(&memory.half, __half(3.0f));     // 2051 lies between 2050 and 2052: the even one
    atomicAdd(&memory.beside, __half(65504.0f));
    atomicAdd(&memory.brain, __nv_bfloat16(1.0f));
    atomicAdd(&memory.brains, __nv_bfloat162(0x1p-8f, -0.0f));
  });
  CHECK(static_cast<float>(before) == 2048);
  CHECK(static_cast<float>(memory.half) == 2052);
  CHECK(static_cast<float>(memory.beside) == 65504);
  CHECK(static_cast<float>(memory.brain) == 256);
  CHECK(__low2float(memory.brains) == 1);
  CHECK(__bfloat16_as_ushort(__high2bfloat16(memory.brains)) == 0x8000);
  std::vector<unsigned> bytes;
  for (const auto& access : heard().accesses) bytes.push_back(static_cast<unsigned>(access.bytes));
  CHECK(bytes == std::vector<unsigned>{2, 2, 2, 4});
  run_kernel(16, 64, [&] { atomicAdd(&memory.pair, __half2(1.0f, -2.0f)); });
  CHECK(memory.pair == __half2(1024.0f, -2048.0f));
}

TEST_CASE("sixteen bytes are compared, swapped and exchanged as one") {
  struct alignas(16) Wide {
    unsigned long long low, high;
    bool operator==(const Wide&) const = default;
  };
  Wide value{0, 0};
  run_kernel(16, 32, [&] {
    for (Wide seen{0, 0};;) {
      const Wide old = atomicCAS(&value, seen, Wide{seen.low + 1, seen.high + 2});
      if (old == seen) break;
      seen = old;
    }
  }, 2);
  CHECK(value == Wide{512, 1024});
  Wide old{};
  run_kernel(1, 1, [&] { old = atomicExch_system(&value, Wide{7, 8}); });
  CHECK(old == Wide{512, 1024});
  CHECK(value == Wide{7, 8});
  CHECK(heard().accesses.at(0).bytes == 16);
}

TEST_CASE("what an atomic access orders, and among whom, is announced") {
  using loom::AtomicKind, loom::Order, loom::Scope;
  int value = 0;
  run_kernel(1, 1, [&] {
    atomicAdd(&value, 1);
    atomicAdd_block(&value, 1);
    atomicExch_system(&value, 1);
    __tsan_atomic32_load(&value, __ATOMIC_ACQUIRE);
    __tsan_atomic32_store(&value, 3, __ATOMIC_RELEASE);
    __tsan_atomic32_fetch_add(&value, 3, __ATOMIC_SEQ_CST);
    __threadfence_block();
    __threadfence();
    __threadfence_system();
  });
  std::vector<loom::Atomicity> said;
  for (const auto& access : heard().accesses) said.push_back(access.atomicity);
  CHECK(said == std::vector<loom::Atomicity>{{AtomicKind::update, Order::relaxed, Scope::device},
                                             {AtomicKind::update, Order::relaxed, Scope::block},
                                             {AtomicKind::exchange, Order::relaxed, Scope::system},
                                             {AtomicKind::load, Order::acquire, Scope::system},
                                             {AtomicKind::store, Order::release, Scope::system},
                                             {AtomicKind::update, Order::sequential, Scope::system}});
  CHECK(heard().fences == std::vector<Scope>{Scope::block, Scope::device, Scope::system});
}

TEST_CASE("an update is announced once, as atomic, with its width and the line that makes it") {
  double value = 0;
  run_kernel(1, 1, [&] { atomicAdd(&value, 1.0); });
  REQUIRE(heard().accesses.size() == 1);
  CHECK(heard().accesses[0].kind == loom::AccessKind::atomic);
  CHECK(heard().accesses[0].bytes == 8);
  CHECK(heard().accesses[0].address == reinterpret_cast<std::uintptr_t>(&value));
}
