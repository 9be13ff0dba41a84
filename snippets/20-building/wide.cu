// Tangled from chapters/20-building.md. Edit there. [sha1 a6a58f433d70754ea399fd51c67764dc95f58a38]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "20-building/ratios.cuh"
#include "common/buffer.cuh"

constexpr int count = 1024;

template <int Width>
loom::Seen seen_with() {
  std::vector<Pack<Width>> values(count / Width);
  for (auto& pack : values)
    for (float& value : pack.v) value = 3;
  const weft::Buffer<Pack<Width>> x(values), y(values);
  weft::Buffer<Pack<Width>> z(values.size());
  const auto seen = loom::observe(
      [&] { ratios<Width><<<1, 128>>>(x.data(), y.data(), z.data(), z.size()); });
  for (const auto& pack : z.to_host())
    for (const float value : pack.v) CHECK(value == 1);
  return seen;
}

TEST_CASE("packs of four take a quarter of the requests, for the same bytes") {
  const auto one = seen_with<1>(), four = seen_with<4>();
  CHECK(one.global_loads.requests == 4 * four.global_loads.requests);
  CHECK(one.global_loads.sectors == four.global_loads.sectors);
  CHECK(four.global_loads.sectors_per_request() == 16);
  std::printf("requests: %d and %d\n", static_cast<int>(one.global_loads.requests),
              static_cast<int>(four.global_loads.requests));
}
