// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 937c4b3ace626100531a8f399c6772429f625936]
#include <array>
#include <cstdio>
#include <map>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/sparse.cuh"

constexpr unsigned none = ~0u;

__device__ unsigned me() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void multiply_coo(unsigned nonzeros, const unsigned* row, const unsigned* column,
                             const float* value, const float* x, float* y) {
  const unsigned k = me();
  if (k < nonzeros) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

__global__ void multiply_csr(weft::Csr<float> a, const float* x, float* y) {
  const unsigned row = me();
  if (row >= a.rows) return;
  float sum = 0;
  for (unsigned k = a.start[row]; k < a.start[row + 1]; ++k) sum += a.value[k] * x[a.column[k]];
  y[row] = sum;
}

// Slot s of a row is at s * rows + row. Behind its last nonzero, a row has the column `none`.
__global__ void multiply_ell(unsigned rows, unsigned slots, const unsigned* column,
                             const float* value, const float* x, float* y) {
  const unsigned row = me();
  if (row >= rows) return;
  float sum = 0;
  for (unsigned s = 0; s < slots; ++s) {
    const std::size_t k = std::size_t{s} * rows + row;
    if (column[k] == none) break;
    sum += value[k] * x[column[k]];
  }
  y[row] = sum;
}
constexpr unsigned b = 4;  // blocks are b by b, each by rows

__global__ void multiply_blocks(weft::Csr<float> a, const float* x, float* y) {  // a is of blocks
  const unsigned row = me(), block_row = row / b;
  if (block_row >= a.rows) return;
  float sum = 0;
  for (unsigned k = a.start[block_row]; k < a.start[block_row + 1]; ++k)
    for (unsigned c = 0; c < b; ++c)
      sum += a.value[(std::size_t{k} * b + row % b) * b + c] * x[a.column[k] * b + c];
  y[row] = sum;
}

std::vector<float> integers(std::size_t count) {  // small, so that every sum is exact
  std::mt19937 bits(3);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(static_cast<int>(bits() % 9) - 4);
  return values;
}

struct Ell {
  explicit Ell(const weft::Coo<float>& a)
      : slots(a.longest_row()), column(std::size_t{slots} * a.rows, none), value(column.size()) {
    const std::vector<unsigned> start = a.starts();
    for (std::size_t k = 0; k < a.nonzeros(); ++k) {
      const std::size_t to = std::size_t{k - start[a.row[k]]} * a.rows + a.row[k];
      column[to] = a.column[k], value[to] = a.value[k];
    }
  }
  unsigned slots;
  std::vector<unsigned> column;
  std::vector<float> value;
};

struct Blocks {
  explicit Blocks(const weft::Coo<float>& a) : start(a.rows / b + 1) {
    const std::vector<unsigned> starts = a.starts();
    for (unsigned r = 0; r < a.rows / b; ++r) {
      std::map<unsigned, std::array<float, b * b>> row;  // by block column
      for (unsigned k = starts[r * b]; k < starts[r * b + b]; ++k)
        row[a.column[k] / b][a.row[k] % b * b + a.column[k] % b] = a.value[k];
      for (const auto& [at, block] : row) {
        column.push_back(at);
        value.insert(value.end(), block.begin(), block.end());
      }
      start[r + 1] = static_cast<unsigned>(column.size());
    }
  }
  std::vector<unsigned> start, column;
  std::vector<float> value;
};

struct Result {
  std::size_t bytes;
  double sectors;
};
template <class Launch>
double sectors_of(const weft::Coo<float>& a, const std::vector<float>& x, Launch launch) {
  const weft::Buffer<float> in(x);
  weft::Buffer<float> out(std::vector<float>(a.rows, 0.0f));
  const auto seen = loom::observe([&] { launch(in.data(), out.data()); });
  weft::check(cudaGetLastError());
  const std::vector<double> expected = multiply(a, x);
  const std::vector<float> found = out.to_host();
  CHECK(std::equal(found.begin(), found.end(), expected.begin()));
  return seen.global_loads.sectors_per_request();
}

unsigned blocks_for(std::size_t threads) { return static_cast<unsigned>((threads + 127) / 128); }

std::array<Result, 4> formats(const weft::Coo<float>& a) {
  const std::vector<float> x = integers(a.columns);
  const std::size_t nonzeros = a.nonzeros();
  const weft::Buffer<unsigned> row(a.row), column(a.column);
  const weft::Buffer<float> value(a.value);
  const weft::CsrMatrix<float> csr(a);
  const Ell ell(a);
  const weft::Buffer<unsigned> ell_column(ell.column);
  const weft::Buffer<float> ell_value(ell.value);
  const Blocks blocks(a);
  const weft::Buffer<unsigned> block_start(blocks.start), block_column(blocks.column);
  const weft::Buffer<float> block_value(blocks.value);
  return {{{4 * (row.size() + column.size() + value.size()), sectors_of(a, x, [&](const float* in, float* out) {
              multiply_coo<<<blocks_for(nonzeros), 128>>>(static_cast<unsigned>(nonzeros), row.data(),
                                                          column.data(), value.data(), in, out);
            })},
           {csr.bytes(), sectors_of(a, x, [&](const float* in, float* out) {
              multiply_csr<<<blocks_for(a.rows), 128>>>(csr.view(), in, out);
            })},
           {4 * (ell_column.size() + ell_value.size()), sectors_of(a, x, [&](const float* in, float* out) {
              multiply_ell<<<blocks_for(a.rows), 128>>>(a.rows, ell.slots, ell_column.data(),
                                                        ell_value.data(), in, out);
            })},
           {4 * (block_start.size() + block_column.size() + block_value.size()),
            sectors_of(a, x, [&](const float* in, float* out) {
              const weft::Csr<float> view{{a.rows / b, a.columns / b, block_start.data(),
                                           block_column.data()}, block_value.data()};
              multiply_blocks<<<blocks_for(a.rows), 128>>>(view, in, out);
            })}}};
}

TEST_CASE("all formats give the host's product, and each needs the bytes that we count") {
  const weft::Coo<float> matrices[] = {weft::plate_matrix<float>(64), weft::band_matrix<float>(4096, 8),
                                       weft::power_law_matrix<float>(10)};
  const char* const names[] = {"COO", "CSR", "ELL", "blocks of 4 × 4"};
  std::array<std::array<Result, 4>, 3> of{};
  for (int m = 0; m < 3; ++m) {
    of[m] = formats(matrices[m]);
    const std::size_t n = matrices[m].nonzeros(), rows = matrices[m].rows;
    const std::size_t dense_blocks = Blocks(matrices[m]).column.size();
    CHECK(of[m][0].bytes == 12 * n);
    CHECK(of[m][1].bytes == 8 * n + 4 * (rows + 1));
    CHECK(of[m][2].bytes == 8 * rows * matrices[m].longest_row());
    CHECK(of[m][3].bytes == (4 + 4 * b * b) * dense_blocks + 4 * (rows / b + 1));
  }
  std::puts("format | plate | band | power law | sectors per request (plate)");
  for (int f = 0; f < 4; ++f) {
    std::printf("%s", names[f]);
    for (int m = 0; m < 3; ++m)
      std::printf(" | %.1f", static_cast<double>(of[m][f].bytes) /
                                 static_cast<double>(matrices[m].nonzeros()));
    std::printf(" | %.1f\n", of[0][f].sectors);
  }
  CHECK(of[0][2].bytes < of[0][1].bytes);  // the plate: ELL
  CHECK(of[1][3].bytes < of[1][1].bytes);  // the band: blocks
  CHECK(of[2][1].bytes < of[2][0].bytes);  // the power law: CSR
  CHECK(of[2][2].bytes > 10 * of[2][1].bytes);
  CHECK(of[2][3].bytes > 4 * of[2][1].bytes);
  CHECK(of[0][0].sectors < 5);
  CHECK(of[0][2].sectors < 5);
  CHECK(of[0][1].sectors > 2 * of[0][2].sectors);
}
