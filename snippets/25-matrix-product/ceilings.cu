// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 56883e8e41a407fbae331da2a28c16d3dd2b9f1d]
#include <cstdio>

#include <doctest/doctest.h>

// A thread owns rows × columns elements and loads `words` words per instruction.
constexpr double issue_ceiling(double rows, double columns, double words) {
  const double multiply_adds = rows * columns, loads = (rows + columns) / words;
  return multiply_adds / (multiply_adds + loads);
}

// A block owns m × n elements: bytes from L2 per cycle and multiprocessor, at the peak.
constexpr double bytes_per_cycle(double m, double n) { return 128 * 4 * (1 / m + 1 / n); }

struct Row {
  double m, n, rows, columns, words;
};

TEST_CASE("larger tiles need fewer loads and fewer bytes") {
  double least = 0, most = 100;
  std::puts("block tile | micro-tile | words per load | issue ceiling | bytes per cycle");
  for (const auto& [m, n, rows, columns, words] :
       {Row{32, 32, 1, 1, 1}, {64, 64, 8, 1, 1}, {128, 128, 8, 8, 1}, {128, 128, 8, 8, 4},
        {128, 256, 16, 8, 4}}) {
    const double issue = issue_ceiling(rows, columns, words), bytes = bytes_per_cycle(m, n);
    CHECK(issue > least);
    CHECK(bytes <= most);
    least = issue;
    most = bytes;
    std::printf("%.0f × %.0f | %.0f × %.0f | %.0f | %.0f %% | %.0f\n", m, n, rows, columns,
                words, 100 * issue, bytes);
  }
}
