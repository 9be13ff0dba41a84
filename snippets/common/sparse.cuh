// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 16c54a9a7c8f011a658bb39bf86c7bd3c030d74e]
// Sparse matrices in CSR, and three examples: a plate, a band, a Kronecker graph.
#pragma once

#include "common/buffer.cuh"

#include <algorithm>
#include <compare>
#include <numeric>
#include <random>

namespace weft {

// Which entries are stored: rows + 1 starts, and a column per nonzero.
struct Pattern {
  unsigned rows, columns;
  const unsigned *start, *column;
};

template <class T>
struct Csr : Pattern {
  const T* value;
};

// On the host, sorted by row and column.
template <class T>
struct Coo {
  unsigned rows = 0, columns = 0;
  std::vector<unsigned> row, column;
  std::vector<T> value;

  void add(unsigned i, unsigned k, T v) {
    row.push_back(i), column.push_back(k), value.push_back(v);
  }
  std::size_t nonzeros() const { return value.size(); }

  // Where each row starts, and where the last one ends.
  std::vector<unsigned> starts() const {
    std::vector<unsigned> start(std::size_t{rows} + 1);
    for (const unsigned i : row) ++start[i + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    return start;
  }
  unsigned longest_row() const {
    const std::vector<unsigned> start = starts();
    unsigned longest = 0;
    for (unsigned i = 0; i < rows; ++i) longest = std::max(longest, start[i + 1] - start[i]);
    return longest;
  }
};

// The product on the host, in double.
template <class T>
std::vector<double> multiply(const Coo<T>& a, const std::vector<T>& x) {
  std::vector<double> y(a.rows);
  for (std::size_t k = 0; k < a.nonzeros(); ++k)
    y[a.row[k]] += static_cast<double>(a.value[k]) * static_cast<double>(x[a.column[k]]);
  return y;
}

// Owns a matrix on the device.
template <class T>
class CsrMatrix {
 public:
  explicit CsrMatrix(const Coo<T>& a)
      : rows_(a.rows), columns_(a.columns), start_(a.starts()), column_(a.column), value_(a.value) {}
  Csr<T> view() const { return {{rows_, columns_, start_.data(), column_.data()}, value_.data()}; }
  std::size_t nonzeros() const { return value_.size(); }
  std::size_t bytes() const {
    return start_.size() * sizeof(unsigned) + column_.size() * (sizeof(unsigned) + sizeof(T));
  }

 private:
  unsigned rows_, columns_;
  Buffer<unsigned> start_, column_;
  Buffer<T> value_;
};

// The inner points of a plate, n by n: 4 for a point, -1 for each of its neighbours.
template <class T>
Coo<T> plate_matrix(unsigned n) {
  Coo<T> a{n * n, n * n, {}, {}, {}};
  for (unsigned i = 0; i < n * n; ++i) {
    if (i >= n) a.add(i, i - n, -1);
    if (i % n > 0) a.add(i, i - 1, -1);
    a.add(i, i, 4);
    if (i % n + 1 < n) a.add(i, i + 1, -1);
    if (i + n < n * n) a.add(i, i + n, -1);
  }
  return a;
}

// `half` diagonals on each side of the main one, with small integers.
template <class T>
Coo<T> band_matrix(unsigned n, unsigned half) {
  Coo<T> a{n, n, {}, {}, {}};
  for (unsigned i = 0; i < n; ++i)
    for (unsigned k = i < half ? 0 : i - half; k < n && k <= i + half; ++k)
      a.add(i, k, static_cast<T>(1 + (i + 3 * k) % 5));
  return a;
}

struct Edge {
  unsigned from, to;
  auto operator<=>(const Edge&) const = default;
};

// The edges of a Kronecker graph with 2^scale vertices, as Graph500 specifies it.
inline std::vector<Edge> rmat_edges(unsigned scale, unsigned edges_per_vertex = 16,
                                    unsigned seed = 1) {
  std::mt19937 bits(seed);
  const auto below = [&](double p) { return (bits() >> 8) * 0x1p-24 < p; };
  std::vector<unsigned> label(std::size_t{1} << scale);  // numbers that say nothing about degrees
  std::iota(label.begin(), label.end(), 0u);
  for (std::size_t i = label.size() - 1; i > 0; --i) std::swap(label[i], label[bits() % (i + 1)]);
  std::vector<Edge> edges(label.size() * edges_per_vertex);
  for (Edge& edge : edges) {
    unsigned from = 0, to = 0;
    for (unsigned level = 0; level < scale; ++level) {  // choose a quarter of the matrix
      const bool lower = !below(0.57 + 0.19);
      const bool right = !below(lower ? 0.19 / (0.19 + 0.05) : 0.57 / (0.57 + 0.19));
      from = 2 * from + lower;
      to = 2 * to + right;
    }
    edge = {label[from], label[to]};
  }
  return edges;
}

// Each edge is an entry of 1, and equal edges are one entry, of their number.
template <class T>
Coo<T> matrix_of(unsigned vertices, std::vector<Edge> edges) {
  std::sort(edges.begin(), edges.end());
  Coo<T> a{vertices, vertices, {}, {}, {}};
  for (std::size_t k = 0; k < edges.size(); ++k) {
    if (k > 0 && edges[k] == edges[k - 1]) a.value.back() += 1;
    else a.add(edges[k].from, edges[k].to, 1);
  }
  return a;
}

template <class T>
Coo<T> power_law_matrix(unsigned scale) {
  return matrix_of<T>(1u << scale, rmat_edges(scale));
}

}  // namespace weft
