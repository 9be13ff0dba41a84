// The batched routines of cuBLAS and the factorisations against plain loops.
// prints: gemm, gemv, trsm in batches: 256 cases, 0 failures
// prints: LU: 96 cases, 0 failures
// prints: QR: 24 cases, 0 failures
#include <algorithm>

#include "reference.h"

OF_FOUR(gemmBatched)
OF_FOUR(gemmStridedBatched)
OF_FOUR(gemvBatched)
OF_FOUR(gemvStridedBatched)
OF_FOUR(trsmBatched)
OF_FOUR(getrfBatched)
OF_FOUR(getrsBatched)
OF_FOUR(getriBatched)
OF_FOUR(matinvBatched)
OF_FOUR(geqrfBatched)
OF_FOUR(gelsBatched)

cublasHandle_t handle;
constexpr int batch = 3;

// Several matrices in one memory, one behind the other, and the array that points to them, last one first.
template <class T>
struct Batch {
  int rows, columns, leading;
  std::vector<Dense> dense;
  Buffer<T> buffer;
  T** pointers = nullptr;

  Batch(int rows, int columns, int leading, bool usable = true)
      : rows(rows), columns(columns), leading(leading), buffer(size_t(leading) * columns * batch) {
    std::vector<T*> host;
    for (int i = 0; i < batch; ++i) {
      dense.push_back(random_matrix<T>(rows, columns));
      host.push_back(buffer.device + stride() * (batch - 1 - i));
    }
    cudaMalloc(reinterpret_cast<void**>(&pointers), sizeof(T*) * batch);
    cudaMemcpy(pointers, host.data(), sizeof(T*) * batch, cudaMemcpyHostToDevice);
    if (usable) fill([](Dense d, int) { return d; });
    buffer.upload();
  }
  ~Batch() { cudaFree(pointers); }

  long stride() const { return long(leading) * columns; }
  Place place(int i) const {
    return [step = leading, offset = stride() * (batch - 1 - i)](int r, int c) { return offset + long(c) * step + r; };
  }
  template <class Change>
  void fill(Change change) {
    for (int i = 0; i < batch; ++i) {
      dense[i] = change(dense[i], i);
      buffer.put(dense[i], place(i));
    }
    buffer.upload();
  }
  std::vector<Dense> read() const {
    const std::vector<T> all = buffer.download();
    std::vector<Dense> matrices;
    for (int i = 0; i < batch; ++i) {
      Dense a(rows, columns);
      for (int c = 0; c < columns; ++c)
        for (int r = 0; r < rows; ++r) a(r, c) = all[size_t(place(i)(r, c))];
      matrices.push_back(a);
    }
    return matrices;
  }
};

template <class T, class Result>
void expect_batch(const std::string& what, cublasStatus_t status, Batch<T>& batched, Result result, double units = 64) {
  for (int i = 0; i < batch; ++i) batched.buffer.put(result(i), batched.place(i));
  compare(what, status, batched.buffer.download(), batched.buffer.host, units);
}

constexpr int m = 13, n = 9, k = 7;

template <class T>
void test_products() {
  for (auto transa : operations)
    for (auto transb : operations)
      for (auto [a, b] : {factors[0], factors[2]})
        for (bool strided : {false, true}) {
          const T alpha = narrow<T>({a, a}), beta = narrow<T>({b, 0 - b});
          const bool plain_a = transa == CUBLAS_OP_N, plain_b = transb == CUBLAS_OP_N;
          const Batch<T> A(plain_a ? m : k, plain_a ? k : m, m + 3), B(plain_b ? k : n, plain_b ? n : k, n + 3);
          Batch<T> C(m, n, m + 1, b != 0);
          const auto last = [](const Batch<T>& of) { return of.buffer.device + of.stride() * (batch - 1); };
          const auto status =
              strided ? gemmStridedBatched<T>(handle, transa, transb, m, n, k, &alpha, last(A), A.leading, -A.stride(), last(B),
                                              B.leading, -B.stride(), &beta, last(C), C.leading, -C.stride(), batch)
                      : gemmBatched<T>(handle, transa, transb, m, n, k, &alpha, A.pointers, A.leading, B.pointers, B.leading, &beta,
                                       C.pointers, C.leading, batch);
          expect_batch(title<T>("gemm batched", transa, transb), status, C, [&](int i) {
            return Wide(alpha) * (op(transa, A.dense[i]) * op(transb, B.dense[i])) + Wide(beta) * C.dense[i];
          });
        }
  for (auto trans : operations)
    for (bool strided : {false, true}) {
      const T alpha = narrow<T>({2, -1}), beta = narrow<T>({1, 1});
      const bool plain = trans == CUBLAS_OP_N;
      const Batch<T> A(m, n, m + 2), x(plain ? n : m, 1, m);
      Batch<T> y(plain ? m : n, 1, m);
      const auto last = [](const Batch<T>& of) { return of.buffer.device + of.stride() * (batch - 1); };
      const auto status =
          strided ? gemvStridedBatched<T>(handle, trans, m, n, &alpha, last(A), A.leading, -A.stride(), last(x), 1, -x.stride(),
                                          &beta, last(y), 1, -y.stride(), batch)
                  : gemvBatched<T>(handle, trans, m, n, &alpha, A.pointers, A.leading, x.pointers, 1, &beta, y.pointers, 1, batch);
      expect_batch(title<T>("gemv batched", trans), status, y,
                   [&](int i) { return Wide(alpha) * (op(trans, A.dense[i]) * x.dense[i]) + Wide(beta) * y.dense[i]; });
    }
}

// With alpha 0 neither A nor x is read: nothing has been written there.
template <class T>
void test_products_without_product() {
  const T alpha = narrow<T>(0);
  T* nothing = nullptr;
  T** nothings = nullptr;
  cudaMalloc(&nothing, sizeof(T) * m * n);
  cudaMallocManaged(&nothings, sizeof(T*) * batch);
  std::fill(nothings, nothings + batch, nothing);
  for (auto trans : operations)
    for (double b : {0.0, 2.0})
      for (bool strided : {false, true}) {
        const T beta = narrow<T>({b, -b});
        Batch<T> y(trans == CUBLAS_OP_N ? m : n, 1, m, b != 0);
        const auto status =
            strided ? gemvStridedBatched<T>(handle, trans, m, n, &alpha, nothing, m, 0, nothing, 1, 0, &beta, y.buffer.device, 1, y.stride(), batch)
                    : gemvBatched<T>(handle, trans, m, n, &alpha, nothings, m, nothings, 1, &beta, y.pointers, 1, batch);
        expect_batch(title<T>("gemv batched without a product", trans), status, y, [&](int i) { return Wide(beta) * y.dense[i]; });
      }
  cudaFree(nothing);
  cudaFree(nothings);
}

Dense dominant(Dense a, int = 0) {
  for (int i = 0; i < a.rows && i < a.columns; ++i) a(i, i) += 40.0 - 3 * i;
  return a;
}

template <class T>
void test_triangular() {
  for (auto side : sides)
    for (auto uplo : halves)
      for (auto trans : operations) {
        if (side == CUBLAS_SIDE_RIGHT && trans == CUBLAS_OP_T) continue;
        const int order = side == CUBLAS_SIDE_LEFT ? m : n;
        Batch<T> A(order, order, order + 1);
        A.fill([&](Dense a, int) { return kept(dominant(a), halved(uplo, order)); });
        Batch<T> B(m, n, m + 2);
        const std::vector<Dense> x = B.dense;
        std::vector<Dense> image;
        for (int i = 0; i < batch; ++i)
          image.push_back(side == CUBLAS_SIDE_LEFT ? op(trans, A.dense[i]) * x[i] : x[i] * op(trans, A.dense[i]));
        B.fill([&](Dense, int i) { return image[i]; });
        const T alpha = narrow<T>(1);
        const auto status = trsmBatched<T>(handle, side, uplo, trans, CUBLAS_DIAG_NON_UNIT, m, n, &alpha, A.pointers, A.leading,
                                           B.pointers, B.leading, batch);
        expect_batch(title<T>("trsm batched", side, uplo, trans), status, B, [&](int i) { return x[i]; }, 1024);
      }
}

// The matrix whose factors these are.
Dense recomposed(const Dense& factors, const int* pivots) {
  const int n = factors.rows;
  Dense lower(n, n), upper(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      lower(i, j) = i == j ? 1.0 : i > j ? factors(i, j) : 0;
      upper(i, j) = i <= j ? factors(i, j) : 0;
    }
  Dense product = lower * upper;
  for (int i = n - 1; pivots && i >= 0; --i)
    for (int j = 0; j < n; ++j) std::swap(product(i, j), product(pivots[i] - 1, j));
  return product;
}

template <class T>
void test_lu(bool pivoting) {
  Batch<T> A(n, n, n + 2);
  if (pivoting) A.fill([](Dense a, int) { return a + 0.125 * random_matrix<T>(n, n); });
  else A.fill(dominant);
  int *pivots, *info;
  cudaMalloc(reinterpret_cast<void**>(&pivots), sizeof(int) * n * batch);
  cudaMalloc(reinterpret_cast<void**>(&info), sizeof(int) * batch);
  int* const given = pivoting ? pivots : nullptr;
  auto status = getrfBatched<T>(handle, n, A.pointers, A.leading, given, info, batch);
  std::vector<int> p(n * batch), codes(batch, -7);
  if (pivoting) cudaMemcpy(p.data(), pivots, sizeof(int) * p.size(), cudaMemcpyDeviceToHost);
  cudaMemcpy(codes.data(), info, sizeof(int) * batch, cudaMemcpyDeviceToHost);
  const std::vector<Dense> factored = A.read();
  for (int i = 0; i < batch; ++i) {
    if (codes[i] != 0) fail("getrf", "info", codes[i]);
    compare_dense<T>(title<T>("getrf"), status, recomposed(factored[i], pivoting ? &p[i * n] : nullptr), A.dense[i], 4096);
  }

  for (auto trans : operations) {
    const int wanted = 4;
    Batch<T> B(n, wanted, n + 1);
    const std::vector<Dense> x = B.dense;
    int code = -7;
    B.fill([&](Dense, int i) { return op(trans, A.dense[i]) * x[i]; });
    status = getrsBatched<T>(handle, trans, n, wanted, A.pointers, A.leading, given, B.pointers, B.leading, &code, batch);
    if (code != 0) fail("getrs", "info", code);
    expect_batch(title<T>("getrs", trans), status, B, [&](int i) { return x[i]; }, 1 << 17);
  }
  Dense identity(n, n);
  for (int i = 0; i < n; ++i) identity(i, i) = 1;
  Batch<T> inverse(n, n, n + 1, false);
  status = getriBatched<T>(handle, n, A.pointers, A.leading, given, inverse.pointers, inverse.leading, info, batch);
  std::vector<Dense> inverted = inverse.read();
  for (int i = 0; i < batch; ++i) compare_dense<T>(title<T>("getri"), status, inverted[i] * A.dense[i], identity, 1 << 17);

  Batch<T> again(n, n, n + 2), into(n, n, n + 1, false);
  again.fill(dominant);
  status = matinvBatched<T>(handle, n, again.pointers, again.leading, into.pointers, into.leading, info, batch);
  inverted = into.read();
  for (int i = 0; i < batch; ++i) compare_dense<T>(title<T>("matinv"), status, inverted[i] * again.dense[i], identity, 4096);
  cudaFree(pivots);
  cudaFree(info);
}

// Q R from Householder's vectors below R: each v has a one in front, and the step is 1 - tau v vᴴ.
Dense recomposed(const Dense& factors, const Dense& tau) {
  Dense product = kept(factors, halved(CUBLAS_FILL_MODE_UPPER, factors.rows));
  for (int s = factors.columns - 1; s >= 0; --s) {
    Dense v(factors.rows, 1);
    for (int i = s; i < factors.rows; ++i) v(i, 0) = i == s ? 1.0 : factors(i, s);
    product = product + -tau(s, 0) * (v * (op(CUBLAS_OP_C, v) * product));
  }
  return product;
}

template <class T>
void test_qr() {
  Batch<T> A(m, n, m + 2), tau(n, 1, n, false);
  int info = -7;
  auto status = geqrfBatched<T>(handle, m, n, A.pointers, A.leading, tau.pointers, &info, batch);
  if (info != 0) fail("geqrf", "info", info);
  const std::vector<Dense> factored = A.read(), steps = tau.read();
  for (int i = 0; i < batch; ++i) compare_dense<T>(title<T>("geqrf"), status, recomposed(factored[i], steps[i]), A.dense[i], 256);

  Batch<T> system(m, n, m + 2), right(m, 2, m + 1);
  system.fill(dominant);
  int* codes;
  cudaMalloc(reinterpret_cast<void**>(&codes), sizeof(int) * batch);
  status = gelsBatched<T>(handle, CUBLAS_OP_N, m, n, 2, system.pointers, system.leading, right.pointers, right.leading, &info,
                          codes, batch);
  if (info != 0) fail("gels", "info", info);
  const std::vector<Dense> solutions = right.read();
  for (int i = 0; i < batch; ++i) {
    // What remains is orthogonal to the columns.
    Dense x(n, 2);
    for (int c = 0; c < 2; ++c)
      for (int r = 0; r < n; ++r) x(r, c) = solutions[i](r, c);
    const Dense remainder = right.dense[i] + -1.0 * (system.dense[i] * x);
    compare_dense<T>(title<T>("gels"), status, op(CUBLAS_OP_C, system.dense[i]) * remainder, Dense(n, 2), 4096);
  }
  cudaFree(codes);
}

int main() {
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  for_all_types([](auto type) { test_products<decltype(type)>(); });
  for_all_types([](auto type) { test_products_without_product<decltype(type)>(); });
  for_all_types([](auto type) { test_triangular<decltype(type)>(); });
  section("gemm, gemv, trsm in batches");
  for (bool pivoting : {true, false}) for_all_types([=](auto type) { test_lu<decltype(type)>(pivoting); });
  section("LU");
  for_all_types([](auto type) { test_qr<decltype(type)>(); });
  section("QR");
  cublasDestroy(handle);
}
