// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 cf1bafcfee30adab6ed36d494cb150081969e949]
#include <cmath>
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/merge-path.cuh"

template <class T>
__global__ void by_thread(weft::Csr<T> a, const T* x, T* y) {
  const std::size_t row = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  T sum = 0;
  for (unsigned k = a.start[row]; k < a.start[row + 1]; ++k) sum += a.value[k] * x[a.column[k]];
  y[row] = sum;
}

template <class T>
__global__ void by_warp(weft::Csr<T> a, const T* x, T* y) {
  const std::size_t row = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  if (row >= a.rows) return;  // the whole warp
  T sum = 0;
  for (unsigned k = a.start[row] + threadIdx.x % 32; k < a.start[row + 1]; k += 32)
    sum += a.value[k] * x[a.column[k]];
  sum = weft::join_warp(sum, weft::Sum<T>{});
  if (threadIdx.x % 32 == 0) y[row] = sum;
}

enum Way { thread, warp, path };

template <class T>
std::vector<T> product(Way way, const weft::Coo<T>& a, const std::vector<T>& x,
                       loom::Seen* seen = nullptr) {
  const weft::CsrMatrix<T> matrix(a);
  const weft::Buffer<T> in(x);
  weft::Buffer<T> out(std::vector<T>(a.rows, NAN));
  weft::PathProduct<T> by_merge_path(matrix);
  const auto launch = [&] {
    const unsigned threads = way == warp ? a.rows * 32 : a.rows;
    if (way == path) by_merge_path(matrix.view(), in.data(), out.data());
    else if (way == warp) by_warp<<<(threads + 255) / 256, 256>>>(matrix.view(), in.data(), out.data());
    else by_thread<<<(threads + 255) / 256, 256>>>(matrix.view(), in.data(), out.data());
  };
  if (seen) *seen = loom::observe(launch);
  else launch();
  weft::check(cudaGetLastError());
  return out.to_host();
}

std::vector<float> integers(std::size_t count) {
  std::mt19937 bits(3);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(static_cast<int>(bits() % 9) - 4);
  return values;
}

// A matrix with given lengths of rows.
weft::Coo<float> with_rows(const std::vector<unsigned>& lengths, unsigned columns) {
  weft::Coo<float> a{static_cast<unsigned>(lengths.size()), columns, {}, {}, {}};
  for (unsigned i = 0; i < a.rows; ++i)
    for (unsigned k = 0; k < lengths[i]; ++k) a.add(i, k, static_cast<float>(1 + (i + k) % 7));
  return a;
}

TEST_CASE("all three give the host's numbers, whatever the lengths of rows") {
  std::vector<weft::Coo<float>> matrices = {
      with_rows({0}, 1), with_rows({1}, 1), with_rows({0, 0, 3, 0}, 5), with_rows({9000}, 9000),
      with_rows({5, 0, 5000, 0, 0, 1, 2000, 3, 0}, 5000), weft::plate_matrix<float>(23),
      weft::band_matrix<float>(300, 3), weft::power_law_matrix<float>(8)};
  std::vector<unsigned> empty(5000);
  empty[2500] = 2;
  matrices.push_back(with_rows(empty, 2));
  for (const weft::Coo<float>& a : matrices) {
    const std::vector<float> x = integers(a.columns);
    const std::vector<double> expected = multiply(a, x);
    for (const Way way : {thread, warp, path}) {
      const std::vector<float> found = product(way, a, x);
      CHECK(std::equal(found.begin(), found.end(), expected.begin()));
    }
  }
}

TEST_CASE("with real numbers, each sum is within the bound of its length") {
  weft::Coo<float> a = weft::power_law_matrix<float>(9);
  std::mt19937 bits(5);
  const auto real = [&] { return static_cast<float>(bits() >> 8) * 0x1p-24f - 0.5f; };
  for (float& value : a.value) value = real();
  std::vector<float> x(a.columns);
  for (float& value : x) value = real();
  weft::Coo<float> sizes = a;
  std::vector<float> x_sizes = x;
  for (float& value : sizes.value) value = std::abs(value);
  for (float& value : x_sizes) value = std::abs(value);
  const std::vector<double> expected = multiply(a, x), largest = multiply(sizes, x_sizes);
  const std::vector<unsigned> start = a.starts();
  for (const Way way : {thread, warp, path}) {
    const std::vector<float> found = product(way, a, x);
    for (unsigned i = 0; i < a.rows; ++i) {
      const double mu = (start[i + 1] - start[i]) * 0x1p-24;
      CHECK(std::abs(found[i] - expected[i]) <= mu / (1 - mu) * largest[i]);
    }
  }
}

TEST_CASE("a thread per row has the work of the longest row, and the path divides it evenly") {
  const weft::Coo<float> plate = weft::plate_matrix<float>(48), law = weft::power_law_matrix<float>(11);
  std::puts("matrix | kernel | threads | as many would share it equally | work per nonzero");
  double work[2][3];
  const char* const names[] = {"thread per row", "warp per row", "merge path"};
  for (const weft::Coo<float>* a : {&plate, &law}) {
    loom::Seen seen[3];
    for (const Way way : {thread, warp, path}) {
      product(way, *a, integers(a->columns), &seen[way]);
      const std::size_t steps = a->rows + a->nonzeros();
      const std::size_t threads = way == thread ? a->rows
                                  : way == warp ? 32 * a->rows
                                                : (steps + 1791) / 1792 * 256;
      work[a == &law][way] =
          static_cast<double>(seen[way].division.entered) / static_cast<double>(a->nonzeros());
      std::printf("%s | %s | %zu | %.0f | %.1f\n", a == &plate ? "plate" : "power law", names[way],
                  threads, seen[way].division.threads(), work[a == &law][way]);
    }
#ifdef __LOOM__
    if (a == &law) {
      const double mean = static_cast<double>(a->nonzeros()) / a->rows;
      CHECK(seen[thread].division.threads() < 2 * a->rows * mean / a->longest_row());
      CHECK(seen[path].division.threads() > 20 * seen[thread].division.threads());
      CHECK(a->longest_row() > 20 * mean);
    } else {
      CHECK(seen[thread].division.threads() > 0.9 * a->rows);
      CHECK(work[0][warp] > 10 * work[0][thread]);
      CHECK(work[0][path] > 5 * work[0][thread]);
    }
    const std::size_t blocks = (a->rows + a->nonzeros() + weft::path_tile - 1) / weft::path_tile;
    CHECK(seen[path].division.threads() > 0.9 * weft::path_threads * blocks);
    CHECK(seen[warp].division.threads() > 0.5 * 32 * a->rows);
    if (a == &law) CHECK(std::abs(work[0][path] / work[1][path] - 1) < 0.2);
#endif
  }
}
