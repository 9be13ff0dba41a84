#include <doctest/doctest.h>

#include "support.hpp"

#include <bit>

#include "19-sparse-matrices/next-frontier.hpp"

using Graph = weft::Coo<float>;

Graph graph_of(unsigned vertices, const std::vector<weft::Edge>& edges) {
  std::vector<weft::Edge> both;
  for (const auto& [a, b] : edges) both.push_back({a, b}), both.push_back({b, a});
  std::sort(both.begin(), both.end());
  both.erase(std::unique(both.begin(), both.end()), both.end());
  return weft::matrix_of<float>(vertices, both);
}

// Makes one level and checks it. `found` lists vertices that have been appended to the next frontier before.
std::vector<unsigned> level(const Graph& graph, const std::vector<unsigned>& frontier, std::vector<unsigned>& parent,
                            const std::vector<unsigned>& found, unsigned blocks) {
  const std::vector<unsigned> start = graph.starts();
  std::vector<unsigned> before{0};
  for (const unsigned v : frontier) before.push_back(before.back() + start[v + 1] - start[v]);
  std::vector<unsigned> room = found;
  room.resize(graph.rows, none);
  const weft::CsrMatrix<float> matrix(graph);
  DeviceArray<unsigned> now(frontier), sums(before), of(parent), next(room);
  DeviceArray<unsigned> count(std::vector<unsigned>{static_cast<unsigned>(found.size())});
  next_frontier<<<blocks, 128>>>(matrix.view(), now.data(), sums.data(), static_cast<unsigned>(frontier.size()), of.data(), next.data(),
                                 count.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(next.written_around() == "");
  CHECK(of.written_around() == "");

  // Which vertices have to be found.
  std::vector<char> in_frontier(graph.rows), expected(graph.rows);
  for (const unsigned v : frontier) in_frontier[v] = true;
  for (std::size_t k = 0; k < graph.nonzeros(); ++k)
    if (in_frontier[graph.row[k]] && parent[graph.column[k]] == none) expected[graph.column[k]] = true;
  std::vector<unsigned> result = next.read();
  const unsigned in_all = count.read()[0];
  const auto size = static_cast<unsigned>(std::count(expected.begin(), expected.end(), true) + found.size());
  CHECK(in_all == size);
  if (in_all != size) return {};
  result.resize(size);
  CHECK(std::equal(found.begin(), found.end(), result.begin()));
  std::vector<unsigned> sorted(result.begin() + static_cast<std::ptrdiff_t>(found.size()), result.end()), wanted;
  std::sort(sorted.begin(), sorted.end());
  for (unsigned v = 0; v < graph.rows; ++v)
    if (expected[v]) wanted.push_back(v);
  CHECK(difference(sorted, wanted) == "");
  if (sorted != wanted) return {};

  // Their parents are neighbours in the frontier, and all other parents are what they were.
  const std::vector<unsigned> after = of.read();
  unsigned changed = 0, wrong = 0;
  for (unsigned v = 0; v < graph.rows; ++v) {
    if (!expected[v]) {
      changed += after[v] != parent[v];
      continue;
    }
    const auto* const first = graph.column.data() + start[v];
    const auto* const last = graph.column.data() + start[v + 1];
    wrong += after[v] >= graph.rows || !in_frontier[after[v]] || std::find(first, last, after[v]) == last;
  }
  CHECK(changed == 0);
  CHECK(wrong == 0);
  parent = after;
  return result;
}

std::vector<unsigned> parents_of(const Graph& graph, const std::vector<unsigned>& frontier) {
  std::vector<unsigned> parent(graph.rows, none);
  for (const unsigned v : frontier) parent[v] = v;
  return parent;
}

// A hub with many leaves, and a frontier of the hub and other vertices, each of which has one neighbour.
struct Star {
  explicit Star(unsigned leaves) {
    std::vector<weft::Edge> edges;
    for (unsigned leaf = 1; leaf <= leaves; ++leaf) edges.push_back({0, leaf});
    for (unsigned i = 0; i < 500; ++i) edges.push_back({leaves + 1 + i, leaves + 501 + i});
    for (unsigned i = 0; i < 500; ++i) frontier.push_back(leaves + 1 + i);
    frontier.insert(frontier.begin() + 200, 0);
    graph = graph_of(leaves + 1001, edges);
  }
  Graph graph;
  std::vector<unsigned> frontier;
};

TEST_CASE("a small graph, level by level") {
  const Graph graph = graph_of(7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 3}, {5, 6}});
  for (const unsigned blocks : {1u, 3u}) {
    std::vector<unsigned> frontier{0}, parent = parents_of(graph, frontier);
    for (int i = 0; i < 3; ++i) {
      frontier = level(graph, frontier, parent, {}, blocks);
      if (frontier.empty()) break;
    }
    CHECK(parent[4] == 3);
    CHECK(parent[6] == none);
  }
}

TEST_CASE("vertices without edges in the frontier") {
  const Graph graph = graph_of(12, {{2, 5}, {2, 6}, {3, 6}, {9, 10}});
  for (const std::vector<unsigned>& frontier : {std::vector<unsigned>{0, 1, 2, 4, 7, 3, 8, 11}, {0, 1, 9}, {2, 0, 1}, {0}, {0, 1, 4}}) {
    std::vector<unsigned> parent = parents_of(graph, frontier);
    level(graph, frontier, parent, {}, 2);
  }
}

TEST_CASE("what has been appended before is kept") {
  const Graph graph = graph_of(12, {{2, 5}, {2, 6}, {3, 6}, {9, 10}});
  std::vector<unsigned> parent = parents_of(graph, {2, 3, 10, 9});
  level(graph, {3, 2}, parent, {10, 9, 1}, 1);
}

TEST_CASE("Kronecker graphs, level by level, any grid") {
  for (const unsigned scale : {4u, 9u}) {
    const Graph graph = graph_of(1u << scale, weft::rmat_edges(scale));
    for (const unsigned blocks : {1u, 2u, 30u}) {
      std::vector<unsigned> frontier{3}, parent = parents_of(graph, frontier);
      for (int i = 0; i < 9 && !frontier.empty(); ++i) frontier = level(graph, frontier, parent, {}, blocks);
    }
  }
}

TEST_CASE("several threads find one vertex, and one of them appends it") {
  std::vector<weft::Edge> edges;
  std::vector<unsigned> frontier;
  for (unsigned v = 1; v < 700; ++v) edges.push_back({v, 0}), frontier.push_back(v);
  const Graph graph = graph_of(700, edges);
  std::vector<unsigned> parent = parents_of(graph, frontier);
  CHECK(level(graph, frontier, parent, {}, 6).size() == 1);
}

// Equal shares, and no more than a binary search per edge: each of its steps is three basic blocks or so.
void check_shares(const Graph& graph, const std::vector<unsigned>& frontier) {
  const std::vector<unsigned> start = graph.starts();
  std::uint64_t edges = 0;
  for (const unsigned v : frontier) edges += start[v + 1] - start[v];
  std::vector<unsigned> parent = parents_of(graph, frontier);
  const std::uint64_t steps = 10 * std::bit_width(frontier.size()) * edges;
  CHECK(too_serial({.threads = 600, .blocks = 6, .steps = steps}, [&] { level(graph, frontier, parent, {}, 8); }) == "");
}

TEST_CASE("the work is shared where degrees are equal") {
  const Graph graph = weft::plate_matrix<float>(60);
  std::vector<unsigned> frontier;
  for (unsigned v = 0; v < graph.rows; v += 2) frontier.push_back(v);
  check_shares(graph, frontier);
}

TEST_CASE("the work is shared where one vertex has nearly all edges") {
  const Star star(20'000);
  check_shares(star.graph, star.frontier);
}
