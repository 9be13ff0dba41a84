// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 9ed10108c74269ae74d828077462da0169456c23]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/sparse.cuh"

constexpr unsigned none = ~0u;

struct Frontier {
  unsigned *vertex, *count;
};

// A warp per vertex of the frontier. It claims the neighbours that have no parent.
__global__ void push(weft::Pattern graph, const unsigned* frontier, unsigned count, unsigned* parent,
                     Frontier next) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (warp >= count) return;
  const unsigned me = frontier[warp];
  for (unsigned k = graph.start[me] + threadIdx.x % 32; k < graph.start[me + 1]; k += 32) {
    const unsigned neighbour = graph.column[k];
    if (atomicCAS(&parent[neighbour], none, me) == none)
      next.vertex[atomicAdd(next.count, 1u)] = neighbour;
  }
}

// A thread per vertex without a parent. It looks for a neighbour of the current level.
__global__ void pull(weft::Pattern graph, const unsigned* level, unsigned current, unsigned* parent,
                     Frontier next) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me >= graph.rows || parent[me] != none) return;
  for (unsigned k = graph.start[me]; k < graph.start[me + 1]; ++k) {
    if (level[graph.column[k]] != current) continue;
    parent[me] = graph.column[k];
    next.vertex[atomicAdd(next.count, 1u)] = me;
    return;
  }
}

// After either of them: the level of what was found.
__global__ void mark(const unsigned* found, unsigned count, unsigned* level, unsigned value) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) level[found[i]] = value;
}

class Search {
 public:
  explicit Search(const weft::CsrMatrix<float>& graph)
      : graph_(graph.view()), parent_(graph_.rows), level_(graph_.rows), now_(graph_.rows),
        next_(graph_.rows), count_(1) {}

  // How a level of so many vertices is made: true for pull.
  template <class Pulls>
  void from(unsigned root, Pulls pulls) {
    weft::check(cudaMemset(parent_.data(), 0xff, parent_.size() * sizeof(unsigned)));
    weft::check(cudaMemset(level_.data(), 0xff, level_.size() * sizeof(unsigned)));
    set(parent_.data() + root, root);
    set(level_.data() + root, 0);
    set(now_.data(), root);
    for (unsigned level = 0, count = 1; count > 0; ++level) {
      set(count_.data(), 0);
      const Frontier next{next_.data(), count_.data()};
      if (pulls(count)) pull<<<blocks(graph_.rows), 256>>>(graph_, level_.data(), level, parent_.data(), next);
      else push<<<blocks(32ull * count), 256>>>(graph_, now_.data(), count, parent_.data(), next);
      count = count_.to_host()[0];
      if (count > 0) mark<<<blocks(count), 256>>>(next_.data(), count, level_.data(), level + 1);
      weft::check(cudaGetLastError());
      std::swap(now_, next_);
    }
  }
  std::vector<unsigned> parents() const { return parent_.to_host(); }
  std::vector<unsigned> levels() const { return level_.to_host(); }

 private:
  static unsigned blocks(std::size_t threads) { return static_cast<unsigned>((threads + 255) / 256); }
  static void set(unsigned* to, unsigned value) {
    weft::check(cudaMemcpy(to, &value, sizeof value, cudaMemcpyHostToDevice));
  }
  weft::Csr<float> graph_;
  weft::Buffer<unsigned> parent_, level_, now_, next_, count_;
};

// The number of the first of Graph500's tests that the parents fail, or 0.
int failed_test(unsigned vertices, const std::vector<weft::Edge>& edges, unsigned root,
                const std::vector<unsigned>& parent, const std::vector<unsigned>& level) {
  if (parent[root] != root) return 1;
  for (unsigned v = 0; v < vertices; ++v) {
    unsigned at = v, steps = 0;
    while (parent[at] != none && at != root && steps <= vertices) at = parent[at], ++steps;
    if (parent[v] != none && at != root) return 1;
  }
  for (unsigned v = 0; v < vertices; ++v)
    if (parent[v] != none && (v == root ? level[v] != 0 : level[v] != level[parent[v]] + 1)) return 2;
  for (const auto& [a, b] : edges) {
    if ((parent[a] == none) != (parent[b] == none)) continue;  // a case for test 4
    if (parent[a] != none && std::max(level[a], level[b]) > std::min(level[a], level[b]) + 1) return 3;
  }
  for (const auto& [a, b] : edges)
    if ((parent[a] == none) != (parent[b] == none)) return 4;
  std::vector<char> connected(vertices);
  for (const auto& [a, b] : edges) {
    if (parent[a] == b) connected[a] = true;
    if (parent[b] == a) connected[b] = true;
  }
  for (unsigned v = 0; v < vertices; ++v)
    if (parent[v] != none && v != root && !connected[v]) return 5;
  return 0;
}

// Each edge in both directions, once, without loops.
weft::Coo<float> graph_of(unsigned vertices, const std::vector<weft::Edge>& edges) {
  std::vector<weft::Edge> both;
  for (const auto& [a, b] : edges)
    if (a != b) both.push_back({a, b}), both.push_back({b, a});
  std::sort(both.begin(), both.end());
  both.erase(std::unique(both.begin(), both.end()), both.end());
  return weft::matrix_of<float>(vertices, both);
}

bool always(unsigned) { return true; }
bool never(unsigned) { return false; }
// Pull where the frontier has at least a 32nd of all vertices.
auto by_size(unsigned vertices) {
  return [vertices](unsigned count) { return count >= vertices / 32; };
}

struct Examined {
  std::size_t vertices = 0, push = 0, pull = 0;
};
// The edges that either way examines in each level.
std::vector<Examined> examined(const weft::Coo<float>& graph, const std::vector<unsigned>& level) {
  const std::vector<unsigned> start = graph.starts();
  std::vector<Examined> of;
  for (unsigned current = 0;; ++current) {
    Examined now;
    for (unsigned v = 0; v < graph.rows; ++v) {
      if (level[v] == current) ++now.vertices, now.push += start[v + 1] - start[v];
      if (level[v] <= current) continue;
      for (unsigned k = start[v]; k < start[v + 1]; ++k) {
        ++now.pull;
        if (level[graph.column[k]] == current) break;
      }
    }
    if (now.vertices == 0) return of;
    of.push_back(now);
  }
}

TEST_CASE("push, pull and the choice between them pass the five tests") {
  for (const unsigned scale : {4u, 9u}) {
    const unsigned vertices = 1u << scale;
    const std::vector<weft::Edge> edges = weft::rmat_edges(scale);
    const weft::CsrMatrix<float> graph(graph_of(vertices, edges));
    Search search(graph);
    for (const unsigned root : {0u, 7u, vertices - 1}) {
      std::vector<unsigned> levels;
      const auto check = [&](auto pulls) {
        search.from(root, pulls);
        CHECK(failed_test(vertices, edges, root, search.parents(), search.levels()) == 0);
        if (levels.empty()) levels = search.levels();
        CHECK(search.levels() == levels);  // the parents may differ, the levels may not
      };
      check(never), check(always), check(by_size(vertices));
    }
  }
}

TEST_CASE("each of the five tests refuses the tree that it is meant for") {
  // 0-1-2-3-4 and 0-3, and 5-6 apart
  const std::vector<weft::Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 3}, {5, 6}};
  const std::vector<unsigned> parent = {0, 0, 1, 0, 3, none, none}, level = {0, 1, 2, 1, 2, none, none};
  const auto fails = [&](std::vector<std::array<unsigned, 3>> changes) {
    std::vector<unsigned> p = parent, l = level;
    for (const auto& [v, new_parent, new_level] : changes) p[v] = new_parent, l[v] = new_level;
    return failed_test(7, edges, 0, p, l);
  };
  CHECK(fails({}) == 0);
  CHECK(fails({{2, 3, 2}}) == 0);                // another correct tree
  CHECK(fails({{1, 2, 1}}) == 1);                // a cycle of 1 and 2
  CHECK(fails({{4, 3, 3}}) == 2);                // a level too far
  CHECK(fails({{3, 2, 3}, {4, 3, 4}}) == 3);     // depth first: the edge 0-3 spans three levels
  CHECK(fails({{4, none, none}}) == 4);          // 4 is forgotten
  CHECK(fails({{4, 1, 2}}) == 5);                // there is no edge 1-4
}

TEST_CASE("the largest frontiers are cheaper to pull, the smallest to push") {
  constexpr unsigned scale = 12, vertices = 1u << scale;
  const std::vector<weft::Edge> edges = weft::rmat_edges(scale);
  const weft::Coo<float> graph = graph_of(vertices, edges);
  const weft::CsrMatrix<float> on_device(graph);
  Search search(on_device);
  const std::vector<unsigned> start = graph.starts();
  unsigned root = 0;
  while (start[root + 1] - start[root] != 1) ++root;  // a vertex with one neighbour
  search.from(root, by_size(vertices));
  CHECK(failed_test(vertices, edges, root, search.parents(), search.levels()) == 0);
  std::size_t only_push = 0, only_pull = 0, chosen = 0;
  std::puts("level | frontier | edges by push | edges by pull | chosen");
  const std::vector<Examined> levels = examined(graph, search.levels());
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const auto& [count, push, pull] = levels[level];
    const bool pulls = by_size(vertices)(static_cast<unsigned>(count));
    only_push += push, only_pull += pull, chosen += pulls ? pull : push;
    std::printf("%zu | %zu | %zu | %zu | %s\n", level, count, push, pull, pulls ? "pull" : "push");
  }
  std::printf("all | | %zu | %zu | %zu\n", only_push, only_pull, chosen);
  CHECK(chosen < only_push / 7);
  CHECK(chosen < only_pull / 14);
}

TEST_CASE("traversed edges per second" * doctest::skip(!weft::measuring())) {
  for (unsigned scale = 12; scale <= 20; scale += 2) {
    const unsigned vertices = 1u << scale;
    const std::vector<weft::Edge> edges = weft::rmat_edges(scale);
    const weft::Coo<float> graph = graph_of(vertices, edges);
    const std::vector<unsigned> start = graph.starts();
    const weft::CsrMatrix<float> on_device(graph);
    Search search(on_device);
    double inverse[3] = {};
    unsigned searches = 0;
    for (unsigned root = 0; searches < 16; ++root) {
      if (start[root] == start[root + 1]) continue;
      ++searches;
      const auto seconds = weft::side_by_side(
          3, [&] { search.from(root, never); }, [&] { search.from(root, always); },
          [&] { search.from(root, by_size(vertices)); });
      const std::vector<unsigned> level = search.levels();
      double traversed = 0;
      for (const weft::Edge& edge : edges) traversed += level[edge.from] != none;
      for (int way = 0; way < 3; ++way) inverse[way] += seconds[way] / traversed;
    }
    const char* const names[] = {"push", "pull", "chosen by size"};
    for (int way = 0; way < 3; ++way)
      weft::report({names[way], 1.0 * vertices, "vertices", 1e-9 * searches / inverse[way], "G edges/s"});
  }
}
