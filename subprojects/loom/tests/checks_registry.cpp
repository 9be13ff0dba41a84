// The registry of memory, and its record of what has been written.
#include <doctest/doctest.h>

#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#include "checks_fixture.hpp"
#include "memory/registry.hpp"
#include "memory/unwritten_pattern.hpp"

using loom::Allocation;
using loom::Registry;
using loom::Space;
using fixture::far;
using fixture::Held;

namespace {

Registry& registry() { return Registry::instance(); }

}  // namespace

TEST_CASE("an address is found in the allocation that holds it, and nowhere else") {
  const Held a(far, 100), b(far + 256, 1), c(far + 4096, 1 << 20);
  CHECK(registry().find(far - 1) == nullptr);
  REQUIRE(registry().find(far) != nullptr);
  CHECK(registry().find(far)->base == far);
  CHECK(registry().find(far + 99)->base == far);
  CHECK(registry().find(far + 100) == nullptr);
  CHECK(registry().find(far + 255) == nullptr);
  CHECK(registry().find(far + 256)->base == far + 256);
  CHECK(registry().find(far + 257) == nullptr);
  CHECK(registry().find(far + 4096 + (1 << 20) - 1)->base == far + 4096);
  CHECK(registry().find(far + 4096 + (1 << 20)) == nullptr);
}

TEST_CASE("what a thread has found before does not outlive the allocation, nor the lack of it") {
  CHECK(registry().find(far) == nullptr);
  {
    const Held a(far, 64);
    CHECK(registry().find(far) != nullptr);
  }
  CHECK(registry().find(far) == nullptr);
}

TEST_CASE("more allocations than a thread remembers are all found, again and again") {
  std::vector<std::unique_ptr<Held>> held;
  for (std::uintptr_t i = 0; i < 50; ++i) held.push_back(std::make_unique<Held>(far + i * 512, 256));
  for (int round = 0; round < 3; ++round)
    for (std::uintptr_t i = 0; i < 50; ++i) {
      REQUIRE(registry().find(far + i * 512 + 255) != nullptr);
      CHECK(registry().find(far + i * 512 + 255)->base == far + i * 512);
      CHECK(registry().find(far + i * 512 + 256) == nullptr);
    }
}

TEST_CASE("removing what is not there says so") {
  const Held a(far, 64);
  CHECK_FALSE(registry().remove(far + 1));
  CHECK_FALSE(registry().remove(far - 1));
  CHECK(registry().remove(far));
  CHECK_FALSE(registry().remove(far));
}

TEST_CASE("freed memory is still known by name, until its address is used again") {
  { const Held a(far, 64); }
  const auto freed = registry().nearest(far + 10);
  REQUIRE(freed);
  CHECK(freed->base == far);
  CHECK(freed->freed);
  const Held b(far + 32, 8);
  const auto after = registry().nearest(far + 10);
  REQUIRE(after);
  CHECK_FALSE(after->freed);
  CHECK(after->base == far + 32);
}

TEST_CASE("only so many freed records are kept, and the oldest go first") {
  for (std::uintptr_t i = 0; i <= Registry::freed_kept; ++i) Held(far + i * 512, 256);
  CHECK(registry().nearest(far + 512)->base == far + 512);
  const auto oldest = registry().nearest(far);
  CHECK((!oldest || oldest->base != far));
}

TEST_CASE("a record that was freed twice at one address counts by its last death") {
  Held(far, 256);
  Held(far, 256);
  for (std::uintptr_t i = 1; i < Registry::freed_kept; ++i) Held(far + i * 512, 256);
  CHECK(registry().nearest(far)->base == far);
}

TEST_CASE("the nearest allocation may lie on either side") {
  const Held a(far, 100), b(far + 1000, 100);
  CHECK(registry().nearest(far + 110)->base == far);
  CHECK(registry().nearest(far + 990)->base == far + 1000);
  CHECK(registry().nearest(far - 5)->base == far);
  CHECK(registry().nearest(far + 50)->base == far);
}

TEST_CASE("the distance from an allocation is counted in bytes, from either end") {
  const Allocation a{1000, 100, Space::global, "", false, false};
  CHECK(loom::outside(a, 996).before == 4);
  CHECK(loom::outside(a, 1000).before == 0);
  CHECK(loom::outside(a, 1099).past == 0);
  CHECK(loom::outside(a, 1100).past == 1);
}

TEST_CASE("new device memory holds no value; a store gives one to its bytes only") {
  const Held a(far, 10000);
  CHECK(registry().never_written(far, 4));
  registry().mark_written(far + 4, 4);
  CHECK(registry().never_written(far, 4));
  CHECK_FALSE(registry().never_written(far + 4, 4));
  CHECK(registry().never_written(far + 8, 8));
  CHECK_FALSE(registry().never_written(far, 8));
  registry().mark_written(far + 4093, 6);             // across two chunks, at an odd address
  CHECK(registry().never_written(far + 4089, 4));
  CHECK_FALSE(registry().never_written(far + 4093, 1));
  CHECK_FALSE(registry().never_written(far + 4098, 1));
  CHECK(registry().never_written(far + 4099, 1));
  registry().mark_written(far + 8190, 4);             // of a common size, yet across two chunks
  CHECK_FALSE(registry().never_written(far + 8193, 1));
  CHECK(registry().never_written(far + 8194, 1));
  CHECK_FALSE(registry().never_written(far + 8186, 8));
  registry().mark_written(far + 9992, 8);
  CHECK_FALSE(registry().never_written(far + 9999, 1));
}

TEST_CASE("a copy that fills whole chunks marks them and not their neighbours") {
  const Held a(far, 5 * 4096);
  registry().mark_written(far + 4000, 2 * 4096 + 96);
  CHECK(registry().never_written(far + 3996, 4));
  CHECK_FALSE(registry().never_written(far + 4000, 1));
  CHECK_FALSE(registry().never_written(far + 4096, 8));
  CHECK_FALSE(registry().never_written(far + 3 * 4096 - 4, 4));
  CHECK(registry().never_written(far + 3 * 4096, 4096));
  registry().mark_written(far + 4096, 4);             // a store into a chunk that is full already
  CHECK_FALSE(registry().never_written(far + 4096, 4));
}

TEST_CASE("memory that the host can write to, and symbols, count as written") {
  const Held managed(far, 64, Space::managed), symbol(far + 256, 64, Space::symbol);
  CHECK_FALSE(registry().never_written(far, 4));
  CHECK_FALSE(registry().never_written(far + 256, 4));
}

TEST_CASE("memory that the host can write to is unwritten as long as it holds what it was filled with, and is so once") {
  alignas(8) unsigned words[17];
  loom::fill_unwritten(words, sizeof words);
  const Held held(reinterpret_cast<std::uintptr_t>(words), sizeof words, Space::managed);
  const auto unwritten = [&](std::size_t offset, std::size_t bytes) { return registry().take_unwritten(held.base + offset, bytes); };
  CHECK(unwritten(4, 4));
  CHECK_FALSE(unwritten(4, 4));
  CHECK_FALSE(unwritten(0, 4));
  words[3] = 0;
  CHECK_FALSE(unwritten(12, 4));
  CHECK_FALSE(unwritten(8, 4));
  CHECK_FALSE(unwritten(8, 16));
  CHECK(unwritten(16, 16));
  CHECK(unwritten(37, 1));
  reinterpret_cast<char*>(words)[50] ^= 1;
  CHECK_FALSE(unwritten(52, 2));
  CHECK(unwritten(64, 4));
}

TEST_CASE("a copy between device memories carries along what was never written") {
  const Held from(far, 3 * 4096), to(far + (1 << 20), 3 * 4096), symbol(far + (2 << 20), 4096, Space::symbol);
  const std::uintptr_t target = far + (1 << 20);
  registry().mark_written(target, 3 * 4096);
  registry().mark_written(far + 4096, 4096);          // a whole chunk
  registry().mark_written(far + 2 * 4096 + 8, 4);     // and four bytes
  registry().copy_written(target + 16, far, 3 * 4096 - 16);
  CHECK_FALSE(registry().never_written(target, 16));  // before the copied range: as it was
  CHECK(registry().never_written(target + 16, 4096));
  CHECK_FALSE(registry().never_written(target + 16 + 4096, 1));
  CHECK_FALSE(registry().never_written(target + 16 + 2 * 4096 - 1, 1));
  CHECK(registry().never_written(target + 16 + 2 * 4096, 8));
  CHECK_FALSE(registry().never_written(target + 16 + 2 * 4096 + 8, 1));
  registry().copy_written(target, far + (2 << 20), 64);
  CHECK_FALSE(registry().never_written(target + 60, 4));
}

TEST_CASE("a view of a page is out of date when an allocation begins or ends, and when a copy has carried along what was never written") {
  loom::Registry& registry = loom::Registry::instance();
  alignas(4096) static unsigned char bytes[3 * 4096];
  const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(bytes);
  const auto outdated = [&](auto change) {
    const loom::View view = registry.view(base);
    change();
    return view.generation != registry.generation();
  };
  CHECK(outdated([&] { registry.add({base, 4096, loom::Space::global, "one"}); }));
  CHECK(outdated([&] { registry.add({base + 4096, 4096, loom::Space::global, "another"}); }));
  CHECK_FALSE(outdated([&] { registry.mark_filled(base, 4096); }));
  CHECK(loom::InitialisedShadow::all_initialised(registry.view(base).written, 16));
  CHECK(outdated([&] { registry.copy_written(base, base + 4096, 64); }));
  CHECK_FALSE(loom::InitialisedShadow::all_initialised(registry.view(base).written, 16));
  CHECK(loom::InitialisedShadow::all_initialised(registry.view(base).written + 64, 16));
  CHECK(outdated([&] { registry.remove(base + 4096); }));
  registry.forget(base);
}

TEST_CASE("a view of a page reaches as far as its allocation") {
  loom::Registry& registry = loom::Registry::instance();
  alignas(4096) static unsigned char bytes[3 * 4096];
  const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(bytes);
  registry.add({base + 512, 4096, loom::Space::constant, "across two pages"});
  const loom::View first = registry.view(base + 600), second = registry.view(base + 4100), none = registry.view(base + 8192);
  CHECK(first.first == base + 512);
  CHECK(first.bytes == 4096 - 512);
  CHECK_FALSE(first.writable);
  CHECK(second.first == base + 4096);
  CHECK(second.bytes == 512);
  CHECK(none.bytes == 0);
  registry.forget(base + 512);
}

TEST_CASE("a stroke of the host that ends within a word is remembered until the rest is written") {
  const Held memory(far, 2 * 4096);
  using loom::Value;
  const auto value = [&](std::size_t first, std::size_t bytes) { return registry().value(memory.base + first, bytes); };
  registry().mark_filled(memory.base + 4, 4099);
  CHECK(value(4, 4) == Value::there);
  CHECK(value(4092, 4) == Value::there);
  CHECK(value(4100, 4) == Value::cut);
  CHECK(value(4102, 2) == Value::cut);
  CHECK(value(4096, 8) == Value::cut);
  CHECK(value(4096, 16) == Value::cut);
  CHECK(value(4100, 1) == Value::there);
  CHECK(value(4103, 1) == Value::none);
  CHECK(value(4104, 4) == Value::none);
  registry().copy_written(memory.base + 8000, memory.base + 4100, 4);
  CHECK(value(8000, 4) == Value::cut);
  registry().mark_written(memory.base + 4103, 1);
  CHECK(value(4100, 4) == Value::there);
  CHECK(value(4096, 16) == Value::there);

  registry().mark_written(memory.base + 5000, 3);
  registry().mark_filled(memory.base + 6001, 2);        // less than a word: a member, perhaps
  registry().mark_filled(memory.base + 7000, 8);
  CHECK(value(5000, 4) == Value::there);
  CHECK(value(6000, 4) == Value::there);
  CHECK(value(7000, 16) == Value::there);
}

TEST_CASE("a read that reaches into the next chunk looks there too") {
  const Held a(far, 3 * 4096);
  registry().mark_written(far + 4096 - 64, 1);
  CHECK(registry().never_written(far + 4094, 4));
  CHECK(registry().never_written(far + 4090, 8));
  registry().mark_written(far + 4096, 1);
  CHECK_FALSE(registry().never_written(far + 4094, 4));
  CHECK_FALSE(registry().never_written(far + 4090, 8));
}

TEST_CASE("blocks on several OS threads may mark neighbouring bytes at once") {
  constexpr std::uintptr_t chunks = 4096;
  const Held a(far, chunks * 4096);
  std::barrier start(4);
  std::vector<std::thread> threads;
  for (std::uintptr_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      start.arrive_and_wait();
      for (std::uintptr_t chunk = 0; chunk < chunks; ++chunk) registry().mark_written(far + chunk * 4096 + t, 1);
    });
  for (std::thread& thread : threads) thread.join();
  bool all = true;
  for (std::uintptr_t chunk = 0; chunk < chunks; ++chunk)
    for (std::uintptr_t t = 0; t < 4; ++t) all = all && !registry().never_written(far + chunk * 4096 + t, 1);
  CHECK(all);
}
