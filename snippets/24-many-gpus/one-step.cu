// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 d7fa4535055aedc357f88a54d6552b657f3e5d08]
#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/slab.cuh"

TEST_CASE("one step of two slabs of five planes") {
  const std::vector<int> devices = weft::all_devices();
  const weft::Shape shape{12, 3, 32};
  std::vector<float> start(shape.size());
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = static_cast<float>(i % 7);
  weft::Slabs slabs({devices.front(), devices.back()}, shape, start);
#ifdef __LOOM__
  const loom::Seen seen = loom::observe([&] { slabs.step(); });  // of both devices together
  CHECK(seen.global_stores.bytes == 10 * 3 * 32 * sizeof(float));  // each plane once
#else
  slabs.step();
#endif
  CHECK(slabs.to_host() == weft::swept_on_host(shape, start, 1));
}
