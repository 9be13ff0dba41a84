// cuBLAS-Xt against plain loops, with operands in the host's memory and in the device's, and what it answers to bad arguments.
// prints: create: 0
// prints: settings: 0 1024 0 0
// prints: without devices: 1
// prints: devices: 0
// prints: block: 7 7 0 0 64
// prints: pinning: 7 0 0
// prints: ratio: 0 0 15 15 7 7
// prints: boards: 0 1
// prints: gemm: 7 7 0 0
// prints: others: 7 7 7 7 7
// prints: cuBLAS-Xt: 80 cases, 0 failures
// prints: end: 0
// prints: no such device: 1
// prints: null: 7 1 1 7 7 1 7 7 7 7
#include "reference.h"

#include <cublasXt.h>

#if !defined(CUBLAS_API_H_) || !defined(CUBLAS_V2_H_) || !defined(CUBLAS_XT_H_)
#error "other headers look for these"
#endif

#define OF_FOUR_XT(routine)                                                                   \
  template <class T, class... A>                                                              \
  cublasStatus_t routine(A... a) {                                                            \
    if constexpr (std::is_same_v<T, float>) return cublasXtS##routine(own(a)...);             \
    else if constexpr (std::is_same_v<T, double>) return cublasXtD##routine(own(a)...);       \
    else if constexpr (std::is_same_v<T, Complex>) return cublasXtC##routine(own(a)...);      \
    else return cublasXtZ##routine(own(a)...);                                                \
  }
#define OF_COMPLEX_XT(routine)                                                                \
  template <class T, class... A>                                                              \
  cublasStatus_t routine(A... a) {                                                            \
    if constexpr (std::is_same_v<T, Complex>) return cublasXtC##routine(own(a)...);           \
    else return cublasXtZ##routine(own(a)...);                                                \
  }
OF_FOUR_XT(gemm)
OF_FOUR_XT(symm)
OF_FOUR_XT(syrk)
OF_FOUR_XT(syr2k)
OF_FOUR_XT(syrkx)
OF_FOUR_XT(trmm)
OF_FOUR_XT(trsm)
OF_FOUR_XT(spmm)
OF_COMPLEX_XT(hemm)
OF_COMPLEX_XT(herk)
OF_COMPLEX_XT(her2k)
OF_COMPLEX_XT(herkx)

cublasXtHandle_t handle;
constexpr int m = 37, n = 53, k = 29;

template <class T>
struct Host {
  int leading;
  std::vector<T> memory;

  Host(const Dense& a, const Place& place, int leading) : leading(leading), memory(size_t(leading) * a.columns, nan_of<T>()) {
    put(a, place);
  }
  void put(const Dense& a, const Place& place) {
    for (int j = 0; j < a.columns; ++j)
      for (int i = 0; i < a.rows; ++i)
        if (const long at = place(i, j); at >= 0) memory[size_t(at)] = narrow<T>(a(i, j));
  }
};

template <class T>
void expect_host(const char* what, cublasStatus_t status, const Host<T>& before, const std::vector<T>& got, const Dense& result,
                 const Place& place, double units = 64) {
  Host<T> expected = before;
  expected.put(result, place);
  compare(title<T>(what), status, got, expected.memory, units);
}

template <class T>
void test() {
  const T alpha = narrow<T>({2, -1}), beta = narrow<T>({1, 1});
  const Real<T> real_alpha = 2, real_beta = 3;
  const Dense a = random_matrix<T>(m, k), b = random_matrix<T>(k, n), c = random_matrix<T>(m, n), square = random_matrix<T>(m, m);
  const Place place = full(m + 2);
  const Host<T> A(a, full(m + 1), m + 1), B(b, full(k + 3), k + 3), C(c, place, m + 2);
  Host<T> out = C;
  auto status = gemm<T>(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, A.memory.data(), A.leading, B.memory.data(), B.leading,
                        &beta, out.memory.data(), out.leading);
  expect_host("gemm", status, C, out.memory, Wide(alpha) * (a * b) + Wide(beta) * c, place);

  const Dense d = random_matrix<T>(m, n);
  const Host<T> D(d, full(m), m);
  for (auto uplo : halves) {
    const Host<T> S(square, halved(uplo, m + 1), m + 1);
    const Dense symmetric = mirrored(uplo, square, false), hermitian = mirrored(uplo, square, true);
    out = C;
    status = symm<T>(handle, CUBLAS_SIDE_LEFT, uplo, m, n, &alpha, S.memory.data(), S.leading, D.memory.data(), m, &beta,
                     out.memory.data(), out.leading);
    expect_host("symm", status, C, out.memory, Wide(alpha) * (symmetric * d) + Wide(beta) * c, place);

    std::vector<T> AP(size_t(m) * (m + 1) / 2);
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < m; ++i)
        if (const long at = packed(uplo, m)(i, j); at >= 0) AP[size_t(at)] = narrow<T>(square(i, j));
    out = C;
    status =
        spmm<T>(handle, CUBLAS_SIDE_LEFT, uplo, m, n, &alpha, AP.data(), D.memory.data(), m, &beta, out.memory.data(), out.leading);
    expect_host("spmm", status, C, out.memory, Wide(alpha) * (symmetric * d) + Wide(beta) * c, place);

    const Dense other = random_matrix<T>(m, k);
    const Host<T> O(other, full(m + 1), m + 1), before(square, halved(uplo, m + 2), m + 2);
    const Place half_place = halved(uplo, m + 2);
    out = before;
    status = syrk<T>(handle, uplo, CUBLAS_OP_N, m, k, &alpha, A.memory.data(), A.leading, &beta, out.memory.data(), out.leading);
    expect_host("syrk", status, before, out.memory, Wide(alpha) * (a * op(CUBLAS_OP_T, a)) + Wide(beta) * square, half_place);
    out = before;
    status = syr2k<T>(handle, uplo, CUBLAS_OP_N, m, k, &alpha, A.memory.data(), A.leading, O.memory.data(), O.leading, &beta,
                      out.memory.data(), out.leading);
    expect_host("syr2k", status, before, out.memory,
                Wide(alpha) * (a * op(CUBLAS_OP_T, other) + other * op(CUBLAS_OP_T, a)) + Wide(beta) * square, half_place);
    out = before;
    status = syrkx<T>(handle, uplo, CUBLAS_OP_N, m, k, &alpha, A.memory.data(), A.leading, O.memory.data(), O.leading, &beta,
                      out.memory.data(), out.leading);
    expect_host("syrkx", status, before, out.memory, Wide(alpha) * (a * op(CUBLAS_OP_T, other)) + Wide(beta) * square, half_place);
    if constexpr (is_complex<T>) {
      out = C;
      status = hemm<T>(handle, CUBLAS_SIDE_LEFT, uplo, m, n, &alpha, S.memory.data(), S.leading, D.memory.data(), m, &beta,
                       out.memory.data(), out.leading);
      expect_host("hemm", status, C, out.memory, Wide(alpha) * (hermitian * d) + Wide(beta) * c, place);
      const Host<T> real_diagonal(hermitian, half_place, m + 2);
      out = real_diagonal;
      status = herk<T>(handle, uplo, CUBLAS_OP_N, m, k, &real_alpha, A.memory.data(), A.leading, &real_beta, out.memory.data(),
                       out.leading);
      expect_host("herk", status, real_diagonal, out.memory, 2.0 * (a * op(CUBLAS_OP_C, a)) + 3.0 * hermitian, half_place);
      out = real_diagonal;
      status = her2k<T>(handle, uplo, CUBLAS_OP_N, m, k, &alpha, A.memory.data(), A.leading, O.memory.data(), O.leading, &real_beta,
                        out.memory.data(), out.leading);
      expect_host(
          "her2k", status, real_diagonal, out.memory,
          Wide(alpha) * (a * op(CUBLAS_OP_C, other)) + std::conj(Wide(alpha)) * (other * op(CUBLAS_OP_C, a)) + 3.0 * hermitian,
          half_place);
      out = real_diagonal;
      const T whole = narrow<T>(2);
      status = herkx<T>(handle, uplo, CUBLAS_OP_N, m, k, &whole, A.memory.data(), A.leading, A.memory.data(), A.leading, &real_beta,
                        out.memory.data(), out.leading);
      expect_host("herkx", status, real_diagonal, out.memory, 2.0 * (a * op(CUBLAS_OP_C, a)) + 3.0 * hermitian, half_place);
    }

    Dense triangle = 1 / 64.0 * kept(square, halved(uplo, m));
    for (int i = 0; i < m; ++i) triangle(i, i) = i % 2 ? 2 : -1;
    const Host<T> R(triangle, halved(uplo, m), m);
    out = C;
    status = trmm<T>(handle, CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, n, &alpha, R.memory.data(), m,
                     D.memory.data(), m, out.memory.data(), out.leading);
    expect_host("trmm", status, C, out.memory, Wide(alpha) * (triangle * d), place);
    Host<T> X(triangle * d, full(m), m);
    status = trsm<T>(handle, CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, n, &alpha, R.memory.data(), m,
                     X.memory.data(), m);
    expect_host("trsm", status, X, X.memory, Wide(alpha) * d, full(m), 2048);
  }

  // Operands of the device, and of both.
  const Buffer<T> on_device(size_t(m + 1) * k, a, full(m + 1));
  Buffer<T> result(size_t(m) * n, c, full(m));
  status = gemm<T>(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, on_device.device, m + 1, B.memory.data(), B.leading, &beta,
                   result.device, m);
  expect(title<T>("gemm on the device"), status, result, Wide(alpha) * (a * b) + Wide(beta) * c, full(m), 64);
}

void line(const char* what, std::initializer_list<int> statuses) {
  std::printf("%s:", what);
  for (int status : statuses) std::printf(" %d", status);
  std::printf("\n");
}

void test_statuses() {
  int device[1] = {0}, number = -7;
  cublasXtPinnedMemMode_t mode;
  std::vector<float> a(64, 1), b(64, 1), c(64, 1);
  const float one = 1, zero = 0;
  const auto multiply = [&](cublasXtHandle_t h, cublasOperation_t how, size_t rows, size_t lda, size_t depth) {
    return int(cublasXtSgemm(h, how, CUBLAS_OP_N, rows, 4, depth, &one, a.data(), lda, b.data(), 5, &zero, c.data(), 3));
  };
  line("create", {cublasXtCreate(&handle)});
  line("settings", {cublasXtGetBlockDim(handle, &number), number, cublasXtGetPinningMemMode(handle, &mode), mode});
  line("without devices", {multiply(handle, CUBLAS_OP_N, 3, 3, 5)});
  line("devices", {cublasXtDeviceSelect(handle, 1, device)});
  line("block", {cublasXtSetBlockDim(handle, 0), cublasXtSetBlockDim(handle, -1), cublasXtSetBlockDim(handle, 64),
                 cublasXtGetBlockDim(handle, &number), number});
  line("pinning",
       {cublasXtSetPinningMemMode(handle, cublasXtPinnedMemMode_t(7)), cublasXtSetPinningMemMode(handle, CUBLASXT_PINNING_ENABLED),
        cublasXtSetPinningMemMode(handle, CUBLASXT_PINNING_DISABLED)});
  line("ratio", {cublasXtSetCpuRatio(handle, CUBLASXT_GEMM, CUBLASXT_FLOAT, 2.f),
                 cublasXtSetCpuRatio(handle, CUBLASXT_GEMM, CUBLASXT_FLOAT, -0.5f),
                 cublasXtSetCpuRatio(handle, CUBLASXT_SYRK, CUBLASXT_FLOAT, 0.25f),
                 cublasXtSetCpuRatio(handle, CUBLASXT_SYRK, CUBLASXT_FLOAT, 0),
                 cublasXtSetCpuRatio(handle, cublasXtBlasOp_t(77), CUBLASXT_FLOAT, 0),
                 cublasXtSetCpuRatio(handle, CUBLASXT_GEMM, cublasXtOpType_t(77), 0)});
  number = 0;  // cuBLAS adds to what is there
  line("boards", {cublasXtGetNumBoards(1, device, &number), number});
  line("gemm", {multiply(handle, cublasOperation_t(7), 3, 3, 5), multiply(handle, CUBLAS_OP_N, 3, 2, 5),
                multiply(handle, CUBLAS_OP_N, 0, 3, 5), multiply(handle, CUBLAS_OP_N, 3, 3, 0)});
  line("others",
       {cublasXtSspmm(handle, cublasSideMode_t(7), CUBLAS_FILL_MODE_UPPER, 3, 4, &one, a.data(), b.data(), 3, &zero, c.data(), 3),
        cublasXtSspmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, 3, 4, &one, a.data(), b.data(), 2, &zero, c.data(), 3),
        cublasXtStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 4, &one, a.data(), 2,
                      b.data(), 3),
        cublasXtStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_FULL, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 4, &one, a.data(), 3,
                      b.data(), 3),
        cublasXtSsyrk(handle, CUBLAS_FILL_MODE_FULL, CUBLAS_OP_N, 3, 4, &one, a.data(), 3, &zero, c.data(), 3)});
  cudaGetLastError();
}

// Null pointers, and a device that is not there: the last things a program should try.
void test_nothings() {
  cublasXtHandle_t other;
  int device[1] = {0}, wrong[1] = {77}, number = -7;
  cublasXtCreate(&other);
  line("no such device", {cublasXtDeviceSelect(other, 1, wrong) != CUBLAS_STATUS_SUCCESS});
#ifdef __LOOM__  // cuBLAS crashes here
  line("null", {cublasXtCreate(nullptr), cublasXtDestroy(nullptr), cublasXtDeviceSelect(nullptr, 1, device),
                cublasXtDeviceSelect(other, 1, nullptr), cublasXtDeviceSelect(other, 0, device), cublasXtSetBlockDim(nullptr, 64),
                cublasXtGetBlockDim(other, nullptr), cublasXtGetPinningMemMode(other, nullptr), cublasXtMaxBoards(nullptr),
                cublasXtGetNumBoards(1, nullptr, &number)});
#endif
  cudaGetLastError();
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  test_statuses();
  test<float>();
  test<double>();
  test<Complex>();
  test<DoubleComplex>();
  section("cuBLAS-Xt");
  line("end", {cublasXtDestroy(handle)});
  test_nothings();
}
