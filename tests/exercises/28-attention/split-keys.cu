#include <doctest/doctest.h>

#include "support.hpp"

#include "28-attention/split-keys.hpp"

#include <cstdlib>

constexpr unsigned d = 64;

struct Problem {
  unsigned heads, keys;
  std::vector<float> q, k, v;

  Problem(unsigned heads_, unsigned keys_, float size = 1)
      : heads(heads_), keys(keys_), q(random_values<float>(heads_ * d, 1)), k(random_values<float>(std::size_t{heads_} * keys_ * d, 2)),
        v(random_values<float>(std::size_t{heads_} * keys_ * d, 3)) {
    for (float& value : q) value *= size;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += static_cast<float>(i % d) * 0.1f;  // so that columns differ
  }
  std::vector<float> expected() const {
    std::vector<float> all;
    std::vector<double> weights(keys);
    for (std::size_t head = 0; head < heads; ++head) {
      double largest = -INFINITY, sum = 0;
      for (std::size_t j = 0; j < keys; ++j) {
        weights[j] = 0;
        for (unsigned c = 0; c < d; ++c) weights[j] += static_cast<double>(q[head * d + c]) * k[(head * keys + j) * d + c] / 8;
        largest = std::max(largest, weights[j]);
      }
      for (double& weight : weights) sum += weight = std::exp(weight - largest);
      for (unsigned c = 0; c < d; ++c) {
        double mean = 0;
        for (std::size_t j = 0; j < keys; ++j) mean += weights[j] / sum * v[(head * keys + j) * d + c];
        all.push_back(static_cast<float>(mean));
      }
    }
    return all;
  }
};

// The arrays have guards, and the workspace has exactly the requested size.
struct OnDevice {
  DeviceArray<float> q, k, v, o, space;
  explicit OnDevice(const Problem& of)
      : q(of.q), k(of.k), v(of.v), o(of.q.size()), space(space_for(of.heads, of.keys)) {}
  std::vector<float> run(const Problem& of) {
    attend_one(q.data(), k.data(), v.data(), o.data(), of.heads, of.keys, space.data());
    require_success(cudaGetLastError());
    require_success(cudaDeviceSynchronize());
    CHECK(o.written_around() == "");
    CHECK(space.written_around() == "");
    return o.read();
  }
};

std::string wrong_in(const Problem& problem) { return difference(OnDevice(problem).run(problem), problem.expected(), 2e-5); }

TEST_CASE("a few keys") {
  CHECK(wrong_in({1, 1}) == "");
  CHECK(wrong_in({1, 3, 4}) == "");
  CHECK(wrong_in({2, 33}) == "");
}

TEST_CASE("any number of heads and keys") {
  CHECK(wrong_in({3, 257, 3}) == "");
  CHECK(wrong_in({5, 511}) == "");
  CHECK(wrong_in({1, 2049, 3}) == "");
}

TEST_CASE("scores that are far from 0, and rise or fall with the keys") {
  for (const float step : {0.05f, -0.05f}) {
    Problem problem(2, 1500, 10);
    for (std::size_t head = 0; head < 2; ++head)
      for (std::size_t j = 0; j < 1500; ++j) problem.k[(head * 1500 + j) * d] = step * static_cast<float>(j);
    problem.q[0] = problem.q[d] = 30;
    CAPTURE(step);
    CHECK(wrong_in(problem) == "");
  }
}

TEST_CASE("the keys of a head are divided among blocks, and the keys of a block among threads") {
  const Problem problem(1, 4096);
  OnDevice memory(problem);
  CHECK(too_serial({.threads = 200, .blocks = 8}, [&] { memory.run(problem); }) == "");
}

TEST_CASE("the same bits on every run") {
  const Problem problem(3, 1000);
  OnDevice memory(problem);
  const auto first = memory.run(problem);
  for (int run = 0; run < 2; ++run) {
#ifdef __LOOM__
    setenv("LOOM_BLOCK_ORDER", run == 0 ? "reversed" : "shuffled:7", 1);
#endif
    CHECK(memory.run(problem) == first);
  }
}

#ifdef __LOOM__
TEST_CASE("each key and each value is loaded once") {
  const Problem problem(2, 1000);
  OnDevice memory(problem);
  const auto seen = loom::observe([&] { memory.run(problem); });
  const std::size_t once = 2 * 4 * problem.k.size();
  CHECK(seen.global_loads.bytes >= once);
  CHECK(seen.global_loads.bytes <= once + once / 10);
}
#endif
