#include <doctest/doctest.h>

#include "support.hpp"

#include "30-a-renderer/deep-list.hpp"

// Layers of about this opacity, premultiplied.
std::vector<float> layers_of(std::size_t count, float opacity, std::uint32_t seed) {
  const std::vector<float> random = random_values<float>(4 * count, seed);
  std::vector<float> parts;
  for (std::size_t i = 0; i < count; ++i) {
    const float own = std::min(1.0f, opacity * (0.5f + std::abs(random[4 * i + 3])));
    for (int k = 0; k < 3; ++k) parts.push_back(own * std::abs(random[4 * i + static_cast<unsigned>(k)]));
    parts.push_back(own);
  }
  return parts;
}

std::vector<float> blended(const std::vector<float>& layers) {
  double all[4] = {};
  for (std::size_t i = 0; i < layers.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) all[k] = layers[i + k] + (1 - static_cast<double>(layers[i + 3])) * all[k];
  std::vector<float> parts;
  for (const double part : all) parts.push_back(static_cast<float>(part));
  return parts;
}

std::uint64_t check(const std::vector<float>& layers) {
  DeviceArray<float> given(layers), result(4);
  const auto bytes = bytes_to_host();
  blend({reinterpret_cast<const float4*>(given.data()), layers.size() / 4}, reinterpret_cast<float4*>(result.data()));
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  const std::uint64_t copied = bytes_to_host().value_or(0) - bytes.value_or(0);
  CHECK(difference(result.read(), blended(layers), 1e-5) == "");
  CHECK(result.written_around() == "");
  return copied;
}

TEST_CASE("a few layers, the last one in front") {
  check({0.5f, 0, 0, 0.5f, 0, 0.5f, 0, 0.5f});
  check({0.5f, 0, 0, 0.5f, 0, 0.5f, 0, 0.5f, 0, 0, 0.25f, 0.25f});
  check({0.1f, 0.2f, 0.3f, 0.4f});
  check(layers_of(7, 0.3f, 1));
}

TEST_CASE("no layers") { check({}); }

TEST_CASE("any number of layers, of which each is seen") {
  for (const std::size_t count : {2, 3, 31, 32, 33, 64, 127, 128, 129, 255, 257, 1023, 5000, 31'713, 40'000})
    check(layers_of(count, 1.0f / static_cast<float>(count), static_cast<std::uint32_t>(count)));
}

TEST_CASE("many layers, of which only those in front are seen") {
  for (const std::size_t count : {20'000, 40'000, 70'000}) check(layers_of(count, 0.1f, 6));
}

TEST_CASE("an opaque layer hides all layers behind it") {
  for (const std::size_t at : {0, 1, 77, 499, 1299}) {
    std::vector<float> layers = layers_of(1300, 0.001f, 8);
    for (std::size_t k = 0; k < 4; ++k) layers[4 * at + k] = k < 3 ? 0.25f * static_cast<float>(k) : 1.0f;
    check(layers);
  }
}

TEST_CASE("layers of opacity 1, and of opacity 0") {
  check(layers_of(3000, 2, 9));
  check(std::vector<float>(4 * 3000, 0));
}

TEST_CASE("two colours that lie in turn, and one after the other") {
  for (const std::size_t run : {1, 2, 64, 500}) {
    std::vector<float> layers;
    for (std::size_t i = 0; i < 1000; ++i) {
      const float red = i / run % 2 == 0 ? 0.004f : 0;
      layers.insert(layers.end(), {red, 0.004f - red, 0, 0.004f});
    }
    check(layers);
  }
}

TEST_CASE("the host does not do the work") { CHECK(check(layers_of(20'000, 1e-4f, 3)) <= 64); }

TEST_CASE("many threads in several blocks share the work") {
  const std::vector<float> layers = layers_of(100'000, 1e-5f, 2);
  CHECK(too_serial({.threads = 500, .blocks = 8, .steps = 100'000 * 30}, [&] { check(layers); }) == "");
}

TEST_CASE("all memory is returned") {
  check(layers_of(1000, 0.001f, 4));
  const auto before = bytes_in_use();
  check(layers_of(1000, 0.001f, 4));
  CHECK(bytes_in_use() == before);
}
