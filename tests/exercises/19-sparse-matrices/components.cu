#include <doctest/doctest.h>

#include "support.hpp"

#include <numeric>

#include "19-sparse-matrices/components.hpp"

using Edges = std::vector<weft::Edge>;

weft::Coo<float> graph_of(unsigned vertices, const Edges& edges) {
  weft::Coo<float> graph{vertices, vertices, {}, {}, {}};
  Edges both;
  for (const auto& [a, b] : edges) both.push_back({a, b}), both.push_back({b, a});
  std::sort(both.begin(), both.end());
  for (const auto& [a, b] : both) graph.add(a, b, 1);  // repeated edges and loops stay
  return graph;
}

std::vector<unsigned> expected(unsigned vertices, const Edges& edges) {
  std::vector<unsigned> parent(vertices);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](unsigned v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& [a, b] : edges) {
    const unsigned low = std::min(root(a), root(b)), high = std::max(root(a), root(b));
    parent[high] = low;
  }
  for (unsigned v = 0; v < vertices; ++v) parent[v] = root(v);
  return parent;
}

struct Cost {
  std::uint64_t launches = 0, bytes_to_host = 0;
};

Cost check(unsigned vertices, const Edges& edges) {
  const weft::CsrMatrix<float> matrix(graph_of(vertices, edges));
  DeviceArray<unsigned> label(vertices);
  const auto launches = launches_seen(), bytes = bytes_to_host();
  components(matrix.view(), label.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  const Cost cost{launches_seen().value_or(0) - launches.value_or(0), bytes_to_host().value_or(0) - bytes.value_or(0)};
  CHECK(difference(label.read(), expected(vertices, edges)) == "");
  CHECK(label.written_around() == "");
  return cost;
}

std::vector<unsigned> shuffled(unsigned count) {
  std::mt19937 bits(9);
  std::vector<unsigned> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (unsigned i = count - 1; i > 0; --i) std::swap(order[i], order[bits() % (i + 1)]);
  return order;
}

// A path that visits all vertices in this order.
Edges path(const std::vector<unsigned>& order) {
  Edges edges;
  for (std::size_t i = 1; i < order.size(); ++i) edges.push_back({order[i - 1], order[i]});
  return edges;
}

TEST_CASE("a small graph of three components") { check(7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 3}, {5, 6}}); }

TEST_CASE("without edges, each vertex is a component") {
  check(1, {});
  check(300, {});
}

TEST_CASE("loops and repeated edges change nothing") {
  check(1, {{0, 0}});
  check(6, {{2, 2}, {5, 1}, {1, 5}, {5, 1}, {3, 3}, {3, 4}});
}

TEST_CASE("the smallest vertex of a component is at its end, in its middle, anywhere") {
  check(9, path({8, 7, 6, 5, 4, 3}));
  check(9, path({8, 5, 2, 6, 7}));
  check(9, {{8, 7}, {7, 6}, {8, 1}, {0, 5}, {5, 3}});
}

// A square plate, and edges from each row's end to the next row's beginning.
Edges plate(unsigned width) {
  Edges edges;
  for (unsigned i = 0; i + width < width * width; ++i) edges.push_back({i, i + width});
  for (unsigned i = 0; i + 1 < width * width; ++i) edges.push_back({i, i + 1});
  return edges;
}

TEST_CASE("Kronecker graphs and a plate") {
  check(64, weft::rmat_edges(6, 1));
  check(2048, weft::rmat_edges(11, 1));
  check(1024, weft::rmat_edges(10, 16));
  check(1600, plate(40));
}

// Two children for each vertex: short ways, so that this is over soon even if labels spread from neighbour to neighbour.
Edges tree(unsigned vertices) {
  Edges edges;
  for (unsigned v = 1; v < vertices; ++v) edges.push_back({(v - 1) / 2, v});
  return edges;
}

// The first path with too many launches ends the case: one launch per vertex takes seconds.
TEST_CASE("a path of 1,500 vertices takes at most 200 launches") {
  std::vector<unsigned> order(1500);
  std::iota(order.begin(), order.end(), 0u);
  REQUIRE(check(1500, path(order)).launches <= 200);
  std::reverse(order.begin(), order.end());
  REQUIRE(check(1500, path(order)).launches <= 200);
  REQUIRE(check(1500, path(shuffled(1500))).launches <= 200);
}

TEST_CASE("the host does not do the work") { CHECK(check(1500, tree(1500)).bytes_to_host <= 4000); }

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 900, .blocks = 7}, [] { check(3600, tree(3600)); }) == "");
}

TEST_CASE("all memory is returned") {
  check(100, {{1, 2}});  // the first launch may keep some
  const auto before = bytes_in_use();
  check(100, {{1, 2}});
  CHECK(bytes_in_use() == before);
}
