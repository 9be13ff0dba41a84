// Level 3 of cuBLAS against plain loops: all types, all ways to turn, halves, sides and diagonals, on awkward shapes.
// prints: gemm: 180 cases, 0 failures
// prints: gemm3m: 90 cases, 0 failures
// prints: symm, hemm: 120 cases, 0 failures
// prints: syrk, herk: 120 cases, 0 failures
// prints: syr2k, her2k: 120 cases, 0 failures
// prints: syrkx, herkx: 120 cases, 0 failures
// prints: trmm, trsm: 320 cases, 0 failures
// prints: geam, dgmm, tpttr, trttp: 148 cases, 0 failures
// prints: device pointers: 4 cases, 0 failures
#include "reference.h"

OF_FOUR(gemm)
OF_FOUR(symm)
OF_FOUR(syrk)
OF_FOUR(syr2k)
OF_FOUR(syrkx)
OF_FOUR(trmm)
OF_FOUR(trsm)
OF_FOUR(geam)
OF_FOUR(dgmm)
OF_FOUR(tpttr)
OF_FOUR(trttp)
OF_COMPLEX(gemm3m)
OF_COMPLEX(hemm)
OF_COMPLEX(herk)
OF_COMPLEX(her2k)
OF_COMPLEX(herkx)

constexpr int m = 37, n = 53, k = 29;
cublasHandle_t handle;

// A matrix as it is stored, and what a routine is told of it.
template <class T>
struct Stored {
  Dense dense;
  int leading;
  Buffer<T> buffer;

  Stored(int rows, int columns, int spare, bool usable = true)
      : dense(random_matrix<T>(rows, columns)), leading(rows + spare), buffer(size_t(leading) * columns) {
    if (usable) buffer.put(dense, full(leading));
    buffer.upload();
  }
};

template <class T>
Stored<T> turned(cublasOperation_t how, int rows, int columns, int spare) {
  return how == CUBLAS_OP_N ? Stored<T>(rows, columns, spare) : Stored<T>(columns, rows, spare);
}

template <class T, class Routine>
void test_gemm(const char* name, Routine routine) {
  for (auto transa : operations)
    for (auto transb : operations)
      for (auto [a, b] : factors) {
        const T alpha = narrow<T>({a, a}), beta = narrow<T>({b, 0 - b});
        const Stored<T> A = turned<T>(transa, m, k, 3), B = turned<T>(transb, k, n, 5);
        Stored<T> C(m, n, 2, b != 0);
        const auto status = routine(transa, transb, &alpha, A, B, &beta, C);
        expect(title<T>(name, transa, transb), status, C.buffer,
               Wide(alpha) * (op(transa, A.dense) * op(transb, B.dense)) + Wide(beta) * C.dense, full(C.leading), 64);
      }
}

template <class T>
void test_gemm() {
  test_gemm<T>("gemm", [](auto transa, auto transb, const T* alpha, auto& A, auto& B, const T* beta, auto& C) {
    return gemm<T>(handle, transa, transb, m, n, k, alpha, A.buffer.device, A.leading, B.buffer.device, B.leading, beta,
                   C.buffer.device, C.leading);
  });
}

template <class T>
void test_gemm3m() {
  test_gemm<T>("gemm3m", [](auto transa, auto transb, const T* alpha, auto& A, auto& B, const T* beta, auto& C) {
    return gemm3m<T>(handle, transa, transb, m, n, k, alpha, A.buffer.device, A.leading, B.buffer.device, B.leading, beta,
                     C.buffer.device, C.leading);
  });
}

template <class T>
void test_symm(bool hermitian) {
  for (auto side : sides)
    for (auto uplo : halves)
      for (auto [a, b] : factors) {
        const T alpha = narrow<T>({a, a}), beta = narrow<T>({b, 0 - b});
        const int order = side == CUBLAS_SIDE_LEFT ? m : n, lda = order + 3;
        const Dense whole = mirrored(uplo, random_matrix<T>(order, order), hermitian);
        const Buffer<T> A(size_t(lda) * order, whole, halved(uplo, lda));
        const Stored<T> B(m, n, 1);
        Stored<T> C(m, n, 2, b != 0);
        cublasStatus_t status;
        const auto call = [&](auto routine) {
          return routine(handle, side, uplo, m, n, &alpha, A.device, lda, B.buffer.device, B.leading, &beta, C.buffer.device,
                         C.leading);
        };
        if constexpr (is_complex<T>)
          status = hermitian ? call([](auto... p) { return hemm<T>(p...); }) : call([](auto... p) { return symm<T>(p...); });
        else status = call([](auto... p) { return symm<T>(p...); });
        const Dense product = side == CUBLAS_SIDE_LEFT ? whole * B.dense : B.dense * whole;
        expect(title<T>(hermitian ? "hemm" : "symm", side, uplo), status, C.buffer, Wide(alpha) * product + Wide(beta) * C.dense,
               full(C.leading), 64);
      }
}

enum class Rank { k, twice_k, kx };

// C = alpha op(A) op'(B) + beta C in all its variants, one half of it.
template <class T, Rank rank, bool hermitian>
void test_rank() {
  using Alpha = std::conditional_t<hermitian && rank == Rank::k, Real<T>, T>;
  using Beta = std::conditional_t<hermitian, Real<T>, T>;
  const cublasOperation_t back = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  for (auto uplo : halves)
    for (auto trans : {CUBLAS_OP_N, back})
      for (auto [a, b] : factors) {
        const Alpha alpha = narrow<Alpha>({a, a});
        const Beta beta = narrow<Beta>({b, 0 - b});
        const int ldc = n + 2;
        const Stored<T> A = turned<T>(trans, n, k, 3), B = turned<T>(trans, n, k, 1);
        const Dense before = hermitian ? mirrored(uplo, random_matrix<T>(n, n), true) : random_matrix<T>(n, n);
        Buffer<T> C(size_t(ldc) * n);
        if (b != 0) C.put(before, halved(uplo, ldc));
        C.upload();
        const Dense x = op(trans, A.dense), y = op(trans, B.dense);
        Dense product = rank == Rank::k ? x * op(back, x) : x * op(back, y);
        product = Wide(alpha) * product;
        if (rank == Rank::twice_k) product = product + (hermitian ? std::conj(Wide(alpha)) : Wide(alpha)) * (y * op(back, x));
        Dense sum = product + Wide(beta) * before;
        if (hermitian) sum = mirrored(uplo, sum, true);
        const T* const of_a = A.buffer.device;
        const T* const of_b = B.buffer.device;
        cublasStatus_t status;
        if constexpr (rank == Rank::k && hermitian)
          status = herk<T>(handle, uplo, trans, n, k, &alpha, of_a, A.leading, &beta, C.device, ldc);
        if constexpr (rank == Rank::k && !hermitian)
          status = syrk<T>(handle, uplo, trans, n, k, &alpha, of_a, A.leading, &beta, C.device, ldc);
        if constexpr (rank == Rank::twice_k && hermitian)
          status = her2k<T>(handle, uplo, trans, n, k, &alpha, of_a, A.leading, of_b, B.leading, &beta, C.device, ldc);
        if constexpr (rank == Rank::twice_k && !hermitian)
          status = syr2k<T>(handle, uplo, trans, n, k, &alpha, of_a, A.leading, of_b, B.leading, &beta, C.device, ldc);
        if constexpr (rank == Rank::kx && hermitian)
          status = herkx<T>(handle, uplo, trans, n, k, &alpha, of_a, A.leading, of_b, B.leading, &beta, C.device, ldc);
        if constexpr (rank == Rank::kx && !hermitian)
          status = syrkx<T>(handle, uplo, trans, n, k, &alpha, of_a, A.leading, of_b, B.leading, &beta, C.device, ldc);
        const char* const names[] = {"rank k", "rank 2k", "rank kx"};
        expect(title<T>(names[int(rank)], uplo, trans) + (hermitian ? " hermitian" : ""), status, C, sum, halved(uplo, ldc), 64);
      }
}

template <Rank rank>
void test_rank() {
  test_rank<float, rank, false>();
  test_rank<double, rank, false>();
  test_rank<Complex, rank, false>();
  test_rank<DoubleComplex, rank, false>();
  test_rank<Complex, rank, true>();
  test_rank<DoubleComplex, rank, true>();
}

// A well-conditioned triangle: a solution is checked by multiplying back.
template <class T>
Dense random_triangle(int order, cublasFillMode_t uplo) {
  Dense a = 1 / 64.0 * kept(random_matrix<T>(order, order), halved(uplo, order));
  for (int i = 0; i < order; ++i) a(i, i) = i % 2 ? 2 : -1;
  return a;
}

template <class T>
void test_triangular() {
  for (auto side : sides)
    for (auto uplo : halves)
      for (auto trans : operations)
        for (auto diag : diagonals) {
          const int order = side == CUBLAS_SIDE_LEFT ? m : n, lda = order + 3;
          const Dense given = random_triangle<T>(order, uplo),
                      a = op(trans, diag == CUBLAS_DIAG_UNIT ? unit_diagonal(given) : given);
          const Place place = diag == CUBLAS_DIAG_UNIT ? without_diagonal(halved(uplo, lda)) : halved(uplo, lda);
          const Buffer<T> A(size_t(lda) * order, given, place);
          const T alpha = narrow<T>({2, -1});
          const Stored<T> B(m, n, 1);
          const Dense product = side == CUBLAS_SIDE_LEFT ? a * B.dense : B.dense * a;

          Stored<T> C(m, n, 2, false);
          auto status = trmm<T>(handle, side, uplo, trans, diag, m, n, &alpha, A.device, lda, B.buffer.device, B.leading,
                                C.buffer.device, C.leading);
          expect(title<T>("trmm", side, uplo, trans, diag), status, C.buffer, Wide(alpha) * product, full(C.leading), 64);

          Stored<T> in_place(m, n, 2);
          const Dense image = side == CUBLAS_SIDE_LEFT ? a * in_place.dense : in_place.dense * a;
          status = trmm<T>(handle, side, uplo, trans, diag, m, n, &alpha, A.device, lda, in_place.buffer.device, in_place.leading,
                           in_place.buffer.device, in_place.leading);
          expect(title<T>("trmm in place", side, uplo, trans, diag), status, in_place.buffer, Wide(alpha) * image,
                 full(in_place.leading), 64);

          Buffer<T> X(size_t(C.leading) * n, product, full(C.leading));
          status = trsm<T>(handle, side, uplo, trans, diag, m, n, &alpha, A.device, lda, X.device, C.leading);
          expect(title<T>("trsm", side, uplo, trans, diag), status, X, Wide(alpha) * B.dense, full(C.leading), 2048);
        }
  for (auto uplo : halves)
    for (auto side : sides)
      for (auto diag : diagonals) {
        const T zero{};
        const Buffer<T> A(size_t(n) * n);
        Buffer<T> B(size_t(m) * n, Dense(m, n), full(m));
        const auto status = trsm<T>(handle, side, uplo, CUBLAS_OP_N, diag, m, n, &zero, A.device, n, B.device, m);
        expect(title<T>("trsm by zero", side, uplo, diag), status, B, Dense(m, n), full(m));
      }
}

template <class T>
void test_extensions() {
  for (auto transa : operations)
    for (auto transb : operations)
      for (auto [a, b] : {factors[0], factors[1], factors[3]}) {
        const T alpha = narrow<T>({a, a}), beta = narrow<T>({b, 0 - b});
        const Stored<T> A = turned<T>(transa, m, n, 3), B = turned<T>(transb, m, n, 1);
        Stored<T> C(m, n, 2, false);
        const auto status = geam<T>(handle, transa, transb, m, n, &alpha, A.buffer.device, A.leading, &beta, B.buffer.device,
                                    B.leading, C.buffer.device, C.leading);
        expect(title<T>("geam", transa, transb), status, C.buffer,
               Wide(alpha) * op(transa, A.dense) + Wide(beta) * op(transb, B.dense), full(C.leading));
      }
  for (auto side : sides)
    for (int increment : {1, 2, -3}) {
      const int length = side == CUBLAS_SIDE_LEFT ? m : n;
      const Stored<T> A(m, n, 3);
      const Dense x = random_matrix<T>(length, 1);
      const Buffer<T> X(size_t(length) * std::abs(increment), x, vector(length, increment));
      Stored<T> C(m, n, 2, false);
      const auto status = dgmm<T>(handle, side, m, n, A.buffer.device, A.leading, X.device, increment, C.buffer.device, C.leading);
      Dense product = A.dense;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) product(i, j) *= x(side == CUBLAS_SIDE_LEFT ? i : j, 0);
      expect(title<T>("dgmm", side), status, C.buffer, product, full(C.leading));
    }
  for (auto uplo : halves) {
    const Dense a = random_matrix<T>(n, n);
    const Buffer<T> AP(size_t(n) * (n + 1) / 2, a, packed(uplo, n));
    Buffer<T> A(size_t(n + 3) * n);
    A.upload();
    auto status = tpttr<T>(handle, uplo, n, AP.device, A.device, n + 3);
    expect(title<T>("tpttr", uplo), status, A, a, halved(uplo, n + 3));
    Buffer<T> back(AP.host.size());
    back.upload();
    status = trttp<T>(handle, uplo, n, A.device, n + 3, back.device);
    expect(title<T>("trttp", uplo), status, back, a, packed(uplo, n));
  }
}

// alpha and beta on the device are read when the stream has come so far.
template <class T>
void test_device_pointers() {
  const Stored<T> A(m, k, 0), B(k, n, 0);
  Stored<T> C(m, n, 0, false);
  Buffer<T> numbers(2);
  numbers.host = {narrow<T>(3), narrow<T>(0)};
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cublasSetStream(handle, stream);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cudaMemcpyAsync(numbers.device, numbers.host.data(), 2 * sizeof(T), cudaMemcpyHostToDevice, stream);
  const auto status = gemm<T>(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, numbers.device, A.buffer.device, m, B.buffer.device, k,
                              numbers.device + 1, C.buffer.device, m);
  cudaStreamSynchronize(stream);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cublasSetStream(handle, nullptr);
  cudaStreamDestroy(stream);
  expect(title<T>("gemm with device pointers"), status, C.buffer, 3.0 * (A.dense * B.dense), full(m), 64);
}

int main() {
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  for_all_types([](auto type) { test_gemm<decltype(type)>(); });
  section("gemm");
  test_gemm3m<Complex>();
  test_gemm3m<DoubleComplex>();
  section("gemm3m");
  for_all_types([](auto type) { test_symm<decltype(type)>(false); });
  test_symm<Complex>(true);
  test_symm<DoubleComplex>(true);
  section("symm, hemm");
  test_rank<Rank::k>();
  section("syrk, herk");
  test_rank<Rank::twice_k>();
  section("syr2k, her2k");
  test_rank<Rank::kx>();
  section("syrkx, herkx");
  for_all_types([](auto type) { test_triangular<decltype(type)>(); });
  section("trmm, trsm");
  for_all_types([](auto type) { test_extensions<decltype(type)>(); });
  section("geam, dgmm, tpttr, trttp");
  for_all_types([](auto type) { test_device_pointers<decltype(type)>(); });
  section("device pointers");
  cublasDestroy(handle);
}
