// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 363a00b9260d189b76753bce25f10febf7bf25f6]
#include "families.cuh"

constexpr int count = 3, order = 4;

// Several matrices of one shape, and on the device the list of their addresses.
template <class T>
struct Batch {
  std::vector<Operand<T>> operands;
  weft::Buffer<T*> list{count};

  Batch(const std::vector<Matrix>& matrices, int leading) {
    std::vector<T*> places;
    for (const Matrix& one : matrices) operands.emplace_back(one, full(leading));
    for (Operand<T>& one : operands) places.push_back(one);
    list.copy_from(places);
  }
  operator T**() { return list.data(); }
};

template <class Make>
std::vector<Matrix> several(Make make) {
  std::vector<Matrix> made;
  for (int i = 0; i < count; ++i) made.push_back(make(i));
  return made;
}

// Far from singular, but with its large elements off the diagonal.
template <class T>
Matrix solvable(int) {
  const Matrix noise = random<T>(order, order);
  return matrix(order, order, [&](int i, int j) {
    return noise(i, j) + (j == (i + 1) % order ? 16.0 : 0.0);
  });
}
const Matrix identity = matrix(order, order, [](int i, int j) { return Number(i == j); });

void compare(Tally& tally, const Matrix& got, const Matrix& wanted) {
  for (std::size_t i = 0; i < wanted.numbers.size(); ++i)
    tally.compare(got.numbers[i], wanted.numbers[i]);
}

template <class T>
Tally products(auto routine) {
  Tally tally{.calls = 1};
  const auto a = several([](int) { return random<T>(order, 3); }),
             b = several([](int) { return random<T>(3, 5); });
  Batch<T> A(a, lda), B(b, ldb), C(several([](int) { return unknown(order, 5); }), ldc);
  const T one = to<T>(1), zero = to<T>(0);
  weft::check(
      routine(blas(), same, same, order, 5, 3, &one, A, lda, B, ldb, &zero, C, ldc, count));
  for (int i = 0; i < count; ++i) C.operands[i].expect(a[i] * b[i], tally);
  return tally;
}

template <class T>
struct ListOfOne : weft::Buffer<T*> {
  explicit ListOfOne(T* place) : weft::Buffer<T*>(std::vector<T*>{place}) {}
  operator T**() { return this->data(); }
};
auto batched_gemm(auto f) {
  return [=](const auto& x) {
    ListOfOne a(x.a), b(x.b), c(x.c);
    return f(blas(), x.op_a, x.op_b, x.m, x.n, x.k, x.alpha, a, lda, b, ldb, x.beta, c, ldc, 1);
  };
}
auto batched_trsm(auto f) {
  return [=](const auto& x) {
    ListOfOne a(x.a), c(x.c);
    return f(blas(), x.side, x.fill, x.op_a, x.diag, x.m, x.n, x.alpha, a, lda, c, ldc, 1);
  };
}

struct Factors {
  Tally factorised, solved, inverted;
};

// P A = L U, then X of A X = B, then the inverse of A.
template <class T>
Factors by_lu(auto getrf, auto getrs, auto getri) {
  Factors found{{64, epsilon<T>, 1}, {64, epsilon<T>, 3}, {64, epsilon<T>, 1}};
  const auto a = several(solvable<T>), x = several([](int) { return random<T>(order, 5); });
  Batch<T> A(a, lda), C(several([](int) { return unknown(order, order); }), ldc);
  weft::Buffer<int> pivots(count * order), info(count);
  int bad = -1;
  weft::check(getrf(blas(), order, A, lda, pivots.data(), info.data(), count));
  for (const Operation which : every) {
    Batch<T> B(several([&](int i) { return op(which, a[i]) * x[i]; }), ldb);
    weft::check(
        getrs(blas(), which, order, 5, A, lda, pivots.data(), B, ldb, &bad, count));
    CHECK(bad == 0);
    for (int m = 0; m < count; ++m) B.operands[m].expect(x[m], found.solved);
  }
  CHECK(info.to_host() == std::vector<int>(count, 0));
  const std::vector<int> swaps = pivots.to_host();
  for (int m = 0; m < count; ++m) {
    const Matrix lu = A.operands[m].now();
    const Matrix l = matrix(order, order, [&](int i, int j) -> Number {
      return i == j ? 1 : i > j ? lu(i, j) : 0;
    });
    const Matrix u =
        matrix(order, order, [&](int i, int j) { return i <= j ? lu(i, j) : 0; });
    Matrix permuted = a[m];
    for (int i = 0; i < order; ++i)
      for (int j = 0; j < order; ++j)
        std::swap(permuted.numbers[j * order + i],
                  permuted.numbers[j * order + swaps[m * order + i] - 1]);
    compare(found.factorised, l * u, permuted);
  }
  weft::check(getri(blas(), order, A, lda, pivots.data(), C, ldc, info.data(), count));
  for (int m = 0; m < count; ++m)
    compare(found.inverted, a[m] * C.operands[m].now(), identity);
  return found;
}

template <class T>
Tally inverses(auto routine) {
  Tally tally{64, epsilon<T>, 1};
  const auto a = several(solvable<T>);
  Batch<T> A(a, lda), C(several([](int) { return unknown(order, order); }), ldc);
  weft::Buffer<int> info(count);
  weft::check(routine(blas(), order, A, lda, C, ldc, info.data(), count));
  for (int m = 0; m < count; ++m) compare(tally, a[m] * C.operands[m].now(), identity);
  return tally;
}

// A = Q R, where Q is a product of reflections I - tau v v', and v stands below the
// diagonal.
template <class T>
Tally by_qr(auto routine) {
  Tally tally{64, epsilon<T>, 1};
  const auto a = several([](int) { return random<T>(5, 3); });
  Batch<T> A(a, lda), tau(several([](int) { return unknown(3, 1); }), 3);
  int bad = -1;
  weft::check(routine(blas(), 5, 3, A, lda, tau, &bad, count));
  CHECK(bad == 0);
  for (int m = 0; m < count; ++m) {
    const Matrix qr = A.operands[m].now(), taus = tau.operands[m].now();
    Matrix product = matrix(5, 3, [&](int i, int j) { return i <= j ? qr(i, j) : 0; });
    for (int k = 2; k >= 0; --k) {
      const Matrix v = matrix(5, 1, [&](int i, int) -> Number {
        return i < k ? 0 : i == k ? 1 : qr(i, k);
      });
      product = product + (-taus(k, 0)) * (v * (op(conjugated, v) * product));
    }
    compare(tally, product, a[m]);
  }
  return tally;
}

// The residual C - A X is orthogonal to every column of A.
template <class T>
Tally least_squares(auto routine) {
  Tally tally{512, epsilon<T>, 1};
  const auto a = several([](int) { return random<T>(5, 3); }),
             c = several([](int) { return random<T>(5, 2); });
  Batch<T> A(a, lda), C(c, ldc);
  weft::Buffer<int> infos(count);
  int bad = -1;
  weft::check(routine(blas(), same, 5, 3, 2, A, lda, C, ldc, &bad, infos.data(), count));
  CHECK(bad == 0);
  for (int m = 0; m < count; ++m) {
    const Matrix all = C.operands[m].now(),
                 x = matrix(3, 2, [&](int i, int j) { return all(i, j); });
    compare(tally, op(conjugated, a[m]) * (a[m] * x + -1.0 * c[m]),
            matrix(3, 2, [](int, int) { return 0; }));
  }
  return tally;
}

TEST_CASE("every routine on batches is correct") {
  std::puts("routines | compute | calls | found");
  row("SgemmBatched, ZgemmBatched", "C ← α op(A) op(B) + β C",
      {products<F>(cublasSgemmBatched), products<Z>(cublasZgemmBatched),
       product<Z>(any_gemm, batched_gemm(cublasZgemmBatched))});
  row("DtrsmBatched, CtrsmBatched", "solves op(A) X = α B or X op(A) = α B",
      {triangle<D>(Do::solve, any_trmm, batched_trsm(cublasDtrsmBatched)),
       triangle<C>(Do::solve, any_trmm, batched_trsm(cublasCtrsmBatched))});
  const Factors real =
      by_lu<D>(cublasDgetrfBatched, cublasDgetrsBatched, cublasDgetriBatched);
  const Factors complex =
      by_lu<C>(cublasCgetrfBatched, cublasCgetrsBatched, cublasCgetriBatched);
  row("DgetrfBatched, CgetrfBatched", "P A = L U", {real.factorised, complex.factorised});
  row("DgetrsBatched, CgetrsBatched", "solves op(A) X = B", {real.solved, complex.solved});
  row("DgetriBatched, CgetriBatched", "A⁻¹ from L U", {real.inverted, complex.inverted});
  row("DmatinvBatched, ZmatinvBatched", "A⁻¹, up to 32 x 32",
      {inverses<D>(cublasDmatinvBatched), inverses<Z>(cublasZmatinvBatched)});
  row("DgeqrfBatched, ZgeqrfBatched", "A = Q R",
      {by_qr<D>(cublasDgeqrfBatched), by_qr<Z>(cublasZgeqrfBatched)});
  row("SgelsBatched, ZgelsBatched", "the X for which C − A X is shortest",
      {least_squares<F>(cublasSgelsBatched), least_squares<Z>(cublasZgelsBatched)});
}

TEST_CASE("a singular matrix is reported in info, not by the status") {
  const Matrix singular =
      matrix(order, order, [](int i, int j) -> Number { return (i + 1) * (j + 1); });
  Batch<D> A(std::vector<Matrix>{identity, singular, identity}, lda);
  weft::Buffer<int> pivots(count * order), info(count);
  CHECK(cublasDgetrfBatched(blas(), order, A, lda, pivots.data(), info.data(), count) ==
        CUBLAS_STATUS_SUCCESS);
  CHECK(info.to_host() == std::vector<int>{0, 2, 0});
  Batch<D> wide(several([](int) { return random<D>(3, 5); }), lda),
      c(several([](int) { return random<D>(5, 1); }), ldc);
  int bad = 0;
  CHECK(cublasDmatinvBatched(blas(), 33, A, lda, A, lda, info.data(), count) !=
        CUBLAS_STATUS_SUCCESS);
  CHECK(cublasDgelsBatched(blas(), same, 3, 5, 1, wide, lda, c, ldc, &bad, nullptr, count) ==
        CUBLAS_STATUS_NOT_SUPPORTED);
}
