// What cuBLAS answers to arguments that it does not take, and what it does in the corners: n = 0, alpha = 0, increments of zero,
// NaN among what is compared. The lines below are what cuBLAS 13.1 printed on an H200.
// prints: create, destroy: 7 1 0
// prints: version: 0 1 0 13 7
// prints: pointer mode: 0 0 7 1 7
// prints: atomics: 0 0 7
// prints: math: 0 0 7 0 0
// prints: multiprocessors: 7 7 0 0
// prints: -1: unrecognized status, unrecognized status
// prints: 0: CUBLAS_STATUS_SUCCESS, success
// prints: 1: CUBLAS_STATUS_NOT_INITIALIZED, the library was not initialized
// prints: 2: unrecognized status, unrecognized status
// prints: 3: CUBLAS_STATUS_ALLOC_FAILED, the resource allocation failed
// prints: 4: unrecognized status, unrecognized status
// prints: 5: unrecognized status, unrecognized status
// prints: 6: unrecognized status, unrecognized status
// prints: 7: CUBLAS_STATUS_INVALID_VALUE, an unsupported value or parameter was passed to the function
// prints: 8: CUBLAS_STATUS_ARCH_MISMATCH, the function requires an architectural feature absent from the device
// prints: 9: unrecognized status, unrecognized status
// prints: 10: unrecognized status, unrecognized status
// prints: 11: CUBLAS_STATUS_MAPPING_ERROR, an access to GPU memory space failed
// prints: 12: unrecognized status, unrecognized status
// prints: 13: CUBLAS_STATUS_EXECUTION_FAILED, the function failed to launch on the GPU
// prints: 14: CUBLAS_STATUS_INTERNAL_ERROR, an internal operation failed
// prints: 15: CUBLAS_STATUS_NOT_SUPPORTED, the requested functionality is not supported
// prints: 16: CUBLAS_STATUS_LICENSE_ERROR, the license check failed
// prints: set vector: 0 11 0 7 7 7 11 11 0 0 7
// prints: set matrix: 0 11 11 7 7 7 11 11
// prints: axpy: 1 0 0
// prints: axpy: 2 3 4 5 5 6
// prints: axpy: 5 5 5 5 5 6
// prints: axpy: 11 2 3 4 5 6
// prints: axpy, alpha 0: 1 2 3 4
// prints: copy: 5 3 1 4 5 6
// prints: copy: 1 1 1 4 5 6
// prints: scal: 0 0 0
// prints: scal: 1 2 3 4
// prints: scal by 0: nan nan
// prints: dot: 0 0 0 0 0 10 0 20
// prints: nrm2: 0 0 0 0 0 0
// prints: asum: 0 0 0 0 0 0
// prints: amax: 0 0 0 0 0 0 0 0
// prints: amax, amin: 2 5
// prints: amax, amin: 2 1
// prints: amax, amin: 3 2
// prints: amax, amin: 1 1
// prints: nrm2 5e+30
// prints: nrm2 5e-30
// prints: nrm2 inf
// prints: nrm2 nan
// prints: nrm2 inf
// prints: rot: 0
// prints: rotg 3 4: 5 1.66667 0.6 0.8
// prints: rotg 4 3: 5 0.6 0.8 0.6
// prints: rotg -3 -4: -5 1.66667 0.6 0.8
// prints: rotg 0 2: 2 1 0 1
// prints: rotg 2 0: 2 0 1 0
// prints: rotg 0 0: 0 0 1 0
// prints: rotg -4 3: -5 -0.6 0.8 -0.6
// prints: rotg 3 -4: -5 -1.66667 -0.6 0.8
// prints: rotg 3e+30 4e+30: 5e+30 1.66667 0.6 0.8
// prints: rotg 1e-30 -2e-30: -2.23607e-30 -2.23607 -0.447214 0.894427
// prints: crotg: 5.19615 1.73205, 4 -2, 0.57735, 0.57735 0.57735
// prints: crotg: 1 2, 1 2, 0, 1 0
// prints: crotg: 1 2, 0 0, 1, 0 0
// prints: crotg: 0 0, 0 0, 0, 1 0
// prints: crotg: -7.3024 -2.43413, 0.5 7, 0.410824, -0.3492 0.842189
// prints: rotmg: 1.56098 0.780488 5.125, 1 0.375 9 9 0.75
// prints: rotmg: 1.56098 0.780488 5.125, 0 9 -0.75 0.375 9
// prints: rotmg: 0 0 0, -1 0 0 0 0
// prints: rotmg: 1 0 3, -2 9 9 9 9
// prints: rotmg: 1 2 3, -2 9 9 9 9
// prints: rotmg: 2 0 4, 1 0 9 9 0.75
// prints: rotmg: 0 0 0, -1 0 0 0 0
// prints: rotmg: 596.046 0.0167772 12288, -1 4096 -0.000325521 5.46133e-16 0.000244141
// prints: rotmg: 0.0142448 0.00142448 0.00086263, -1 0.000244141 -0.000325521 3.25521e-05 0.000244141
// prints: rotmg: 2 1 4, 1 0 9 9 0
// prints: rotmg: 2.78261 -1.3913 2.875, 0 9 -0.75 -0.375 9
// prints: rotmg: 59.6046 0.00167772 8192, -1 2.048e-19 -0.000244141 4096 1.2207e-07
// prints: gemv: 7 0 0 7 0 0 0
// prints: gemv, n 0: 1 2 3
// prints: gemv, alpha 0: 2 4 6
// prints: gbmv: 7 7 7 0 7 0
// prints: symv: 7 7 7 7
// prints: sbmv, spmv: 7 7 7 7
// prints: trsv: 7 7 7 7 7 7 7
// prints: tbmv, tbsv, tpmv, tpsv: 7 7 7 7 7
// prints: ger, syr: 7 7 7 7 7 7 7 7 7 7
// prints: her, alpha 0: 1 5 2 6 3 7 4 8
// prints: her: 3 0 2 6 7 7 12 0
// prints: gemm: 1 7 7 7 7 7 7 7 7 7 7 7 0 7
// prints: gemm, k 0: 2 4 6 8
// prints: gemm, alpha 0: 4 8 12 16
// prints: syrk: 7 7 0 7 7 7 7
// prints: syrk C, herk T and kin: 0 0 0 0 0 0
// prints: syrk C: 5 -2
// prints: herk T: 15 0
// prints: syr2k C: 10 -4
// prints: her2k T: 30 0
// prints: symm: 7 7 7 7 7
// prints: trsm: 7 7 7 7 7 7 7
// prints: trsm, alpha 0: 0
// prints: trmm: 7 7
// prints: trmm, alpha 0: 0 0 0 0
// prints: herk, alpha 0, beta 1: 1 5 2 6 3 7 4 8
// prints: herk, k 0, beta 2: 2 0 2 6 6 14 8 0
// prints: herkx: -8 0 -10 29 3 7 5 0
// prints: geam: 0 0 7 7 7 7 7 7
// prints: dgmm: 0 7 7 0 7
// prints: tpttr, trttp: 7 7 7 7 7
// prints: getrf: 7 7 7 0 0
// prints: getrs: 7 -5 7 -1 7 -2 7 -3 7 -8
// prints: getri: 7 7 7 7
// prints: matinv: 7 7 7 7
// prints: geqrf: 7 -1 7 -2 7 -4 7 -7
// prints: gels: 15 0 15 0 7 -2 7 -5 7 -7 7 -1
// prints: batches: 7 0 7 7 7 7
// prints: GemmEx takes HHH
// prints: GemmEx takes HHH HHS BBB BBS SSS CCC iiS ccC
// prints: GemmEx takes HHH HHS BBB BBS SSS CCC iiS ccC
// prints: GemmEx takes HHH HHS BBB BBS SSS CCC iiS ccC
// prints: GemmEx takes DDD ZZZ
// prints: GemmEx takes iij
// prints: SgemmEx takes HHH HHS BBB BBS SSS iiS
// prints: CgemmEx takes CCC ccC
// prints: Nrm2Ex takes HHS BBS SSS DDD CSS ZDD
// prints: AsumEx takes HSS BSS SSS DDD CSC ZDZ
// prints: ScalEx takes SHS SBS SSS DDD CCC ZZZ
// prints: AxpyEx takes SHS SBS SSS DDD CCC ZZZ
// prints: DotEx takes HHS BBS SSS DDD CCC ZZZ
// prints: RotEx takes HHS BBS SSS DDD CSC CCC ZDZ ZZZ
// prints: CopyEx takes HHH BBH SSH DDH CCH ZZH
// prints: end: 0 0
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <vector>

#include <cublas_v2.h>

constexpr auto N = CUBLAS_OP_N, T = CUBLAS_OP_T, H = CUBLAS_OP_C, conjugate = CUBLAS_OP_CONJG, no_op = cublasOperation_t(7);
constexpr auto up = CUBLAS_FILL_MODE_UPPER, low = CUBLAS_FILL_MODE_LOWER, both = CUBLAS_FILL_MODE_FULL,
               no_half = cublasFillMode_t(7);
constexpr auto left = CUBLAS_SIDE_LEFT, right = CUBLAS_SIDE_RIGHT, no_side = cublasSideMode_t(7);
constexpr auto general = CUBLAS_DIAG_NON_UNIT;
constexpr auto no_diagonal = cublasDiagType_t(7);
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

float one = 1, zero = 0, two = 2;
cuComplex complex_one{1, 0};
cublasHandle_t h;

float* device(std::vector<float> values) {
  values.resize(values.size() + 256);
  void* memory;
  cudaMalloc(&memory, values.size() * sizeof(float));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  return static_cast<float*>(memory);
}
cuComplex* complex(float* p) { return reinterpret_cast<cuComplex*>(p); }

void line(const char* what, std::initializer_list<int> statuses) {
  std::printf("%s:", what);
  for (int status : statuses) std::printf(" %d", status);
  std::printf("\n");
}

void show(const char* what, const float* at, int n) {
  std::vector<float> values(n);
  cudaMemcpy(values.data(), at, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%s:", what);
  for (float value : values) std::printf(" %g", std::isnan(value) ? std::abs(value) : value);
  std::printf("\n");
}

// A vector 1, 2, 3, … and one of NaN.
std::vector<float> ramp() {
  std::vector<float> values(1024);
  for (int i = 0; i < 1024; ++i) values[i] = float(i + 1);
  return values;
}

void helpers(float* A) {
  int number = 0;
  line("create, destroy", {cublasCreate(nullptr), cublasDestroy(nullptr), cublasCreate(&h)});
  line("version", {cublasGetVersion(h, &number), number == CUBLAS_VERSION, cublasGetProperty(MAJOR_VERSION, &number), number,
                   cublasGetProperty(libraryPropertyType(7), &number)});
  cublasPointerMode_t pointer_mode;
  cublasAtomicsMode_t atomics;
  cublasMath_t math;
  line("pointer mode", {cublasGetPointerMode(h, &pointer_mode), pointer_mode, cublasSetPointerMode(h, cublasPointerMode_t(7)),
                        cublasGetPointerMode(nullptr, &pointer_mode), cublasGetPointerMode(h, nullptr)});
  line("atomics", {cublasGetAtomicsMode(h, &atomics), atomics, cublasSetAtomicsMode(h, cublasAtomicsMode_t(7))});
  line("math", {cublasGetMathMode(h, &math), math, cublasSetMathMode(h, cublasMath_t(999)), cublasSetMathMode(h, cublasMath_t(18)),
                cublasSetMathMode(h, CUBLAS_DEFAULT_MATH)});
  line("multiprocessors", {cublasSetSmCountTarget(h, -1), cublasSetSmCountTarget(h, 100000), cublasSetSmCountTarget(h, 4),
                           cublasSetSmCountTarget(h, 0)});
  for (int i = -1; i < 17; ++i)
    std::printf("%d: %s, %s\n", i, cublasGetStatusName(cublasStatus_t(i)), cublasGetStatusString(cublasStatus_t(i)));
  float v[64] = {};
  line("set vector", {cublasSetVector(4, 4, v, 1, A, 1), cublasSetVector(-1, 4, v, 1, A, 1), cublasSetVector(0, 4, v, 1, A, 1),
                      cublasSetVector(4, 0, v, 1, A, 1), cublasSetVector(4, 4, v, 0, A, 1), cublasSetVector(4, 4, v, 1, A, -1),
                      cublasSetVector(4, 4, nullptr, 1, A, 1), cublasSetVector(4, 4, v, 1, nullptr, 1),
                      cublasSetVector(4, 4, v, 2, A, 3), cublasGetVector(4, 4, A, 2, v, 3), cublasGetVector(4, 4, A, 0, v, 3)});
  line("set matrix",
       {cublasSetMatrix(3, 4, 4, v, 3, A, 3), cublasSetMatrix(3, 4, 4, v, 2, A, 3), cublasSetMatrix(3, 4, 4, v, 3, A, 2),
        cublasSetMatrix(-3, 4, 4, v, 3, A, 3), cublasSetMatrix(0, 4, 4, v, 0, A, 0), cublasSetMatrix(3, 4, 0, v, 3, A, 3),
        cublasGetMatrix(3, 4, 4, A, 3, v, 2), cublasSetMatrixAsync(3, 4, 4, v, 2, A, 3, 0)});
  cudaGetLastError();
}

void level1(float* X, float* Y) {
  const auto again = [&] { cudaMemcpy(Y, X, 64 * sizeof(float), cudaMemcpyDeviceToDevice); };
  float* const nothing = device(std::vector<float>(64, nan_value));
  line("axpy",
       {cublasSaxpy(nullptr, 4, &one, X, 1, Y, 1), cublasSaxpy(h, 0, &one, X, 1, Y, 1), cublasSaxpy(h, -1, &one, X, 1, Y, 1)});
  for (auto [incx, incy] : {std::pair(0, 1), std::pair(-1, 1), std::pair(1, 0)}) {
    again();
    cublasSaxpy(h, 4, &one, X, incx, Y, incy);
    show("axpy", Y, 6);
  }
  again();
  cublasSaxpy(h, 4, &zero, nothing, 1, Y, 1);
  show("axpy, alpha 0", Y, 4);
  cublasScopy(h, 3, X, -2, Y, 1);
  show("copy", Y, 6);
  cublasScopy(h, 3, X, 0, Y, 1);
  show("copy", Y, 6);
  again();
  line("scal", {cublasSscal(h, 3, &two, Y, -1), cublasSscal(h, 3, &two, Y, 0), cublasSscal(h, -3, &two, Y, 1)});
  show("scal", Y, 4);
  cublasSscal(h, 3, &zero, nothing, 1);
  show("scal by 0", nothing, 2);
  float r = -7;
  int i = -7;
  line("dot", {cublasSdot(h, 0, X, 1, Y, 1, &r), int(r), cublasSdot(h, -1, X, 1, Y, 1, &r), int(r),
               cublasSdot(h, 4, X, 0, X, 1, &r), int(r), cublasSdot(h, 4, X, -1, X, 1, &r), int(r)});
  line("nrm2", {cublasSnrm2(h, 0, X, 1, &r), int(r), cublasSnrm2(h, 4, X, 0, &r), int(r), cublasSnrm2(h, 4, X, -1, &r), int(r)});
  line("asum", {cublasSasum(h, 0, X, 1, &r), int(r), cublasSasum(h, 4, X, 0, &r), int(r), cublasSasum(h, 4, X, -1, &r), int(r)});
  line("amax", {cublasIsamax(h, 0, X, 1, &i), i, cublasIsamax(h, 4, X, 0, &i), i, cublasIsamax(h, 4, X, -1, &i), i,
                cublasIsamax(h, -1, X, 1, &i), i});
  for (auto values :
       {std::vector<float>{1, -5, 5, 2, 0, 0}, {1, -5, 5, nan_value, 2}, {nan_value, 1, 3, -3}, {nan_value, nan_value}}) {
    float* const x = device(values);
    const int n = int(values.size());
    int largest = -7, smallest = -7;
    cublasIsamax(h, n, x, 1, &largest);
    cublasIsamin(h, n, x, 1, &smallest);
    line("amax, amin", {largest, smallest});
  }
  for (auto values : {std::vector<float>{3e30f, 4e30f}, {3e-30f, 4e-30f}, {INFINITY, 1}, {nan_value, 1}, {nan_value, INFINITY}}) {
    r = -7;
    cublasSnrm2(h, 2, device(values), 1, &r);
    std::printf("nrm2 %g\n", std::abs(r));
  }
  line("rot", {cublasSrot(h, -1, X, 1, Y, 1, &one, &one)});
}

void rotations() {
  const float pairs[][2] = {{3, 4}, {4, 3}, {-3, -4}, {0, 2}, {2, 0}, {0, 0}, {-4, 3}, {3, -4}, {3e30f, 4e30f}, {1e-30f, -2e-30f}};
  for (auto& pair : pairs) {
    float a = pair[0], b = pair[1], c = 9, s = 9;
    cublasSrotg(h, &a, &b, &c, &s);
    std::printf("rotg %g %g: %g %g %g %g\n", pair[0], pair[1], a, b, c, s);
  }
  const cuComplex complex_pairs[][2] = {
      {{3, 1}, {4, -2}}, {{0, 0}, {1, 2}}, {{1, 2}, {0, 0}}, {{0, 0}, {0, 0}}, {{-3, -1}, {0.5f, 7}}};
  for (auto& pair : complex_pairs) {
    cuComplex a = pair[0], b = pair[1], s{9, 9};
    float c = 9;
    cublasCrotg(h, &a, &b, &c, &s);
    std::printf("crotg: %g %g, %g %g, %g, %g %g\n", a.x, a.y, b.x, b.y, c, s.x, s.y);
  }
  const float given[][4] = {{1, 2, 3, 4}, {2, 1, 4, 3}, {-1, 2, 3, 4}, {1, 0, 3, 4}, {1, 2, 3, 0}, {0, 2, 3, 4}, {1, -2, 3, 4},
                            {1e10f, 1e-9f, 3, 4}, {1e-9f, 1e-10f, 3, 4}, {1, 2, 0, 4}, {2, -1, 4, 3}, {1e-10f, 1e9f, 1e-3f, 2}};
  for (auto& g : given) {
    float d1 = g[0], d2 = g[1], x = g[2], y = g[3], p[5] = {9, 9, 9, 9, 9};
    cublasSrotmg(h, &d1, &d2, &x, &y, p);
    std::printf("rotmg: %g %g %g, %g %g %g %g %g\n", d1, d2, x, p[0], p[1], p[2], p[3], p[4]);
  }
}

void level2(float* A, float* X, float* Y) {
  const auto gemv = [&](auto op, int m, int n, int lda, int incx, int incy) {
    return int(cublasSgemv(h, op, m, n, &one, A, lda, X, incx, &one, Y, incy));
  };
  line("gemv", {gemv(no_op, 3, 4, 3, 1, 1), gemv(conjugate, 3, 4, 3, 1, 1), gemv(N, -1, 4, 3, 1, 1), gemv(N, 3, 4, 2, 1, 1),
                gemv(N, 3, 4, 3, 0, 1), gemv(N, 3, 4, 3, 1, 0), gemv(N, 0, 4, 0, 1, 1)});
  const std::vector<float> values = ramp();
  const auto again = [&] { cudaMemcpy(Y, values.data(), 64 * sizeof(float), cudaMemcpyHostToDevice); };
  float* const nothing = device(std::vector<float>(64, nan_value));
  again();
  cublasSgemv(h, N, 3, 0, &one, A, 3, X, 1, &two, Y, 1);
  show("gemv, n 0", Y, 3);
  cublasSgemv(h, N, 3, 4, &zero, nothing, 3, nothing, 1, &two, Y, 1);
  show("gemv, alpha 0", Y, 3);
  const auto gbmv = [&](int kl, int ku, int lda, int incx) {
    return int(cublasSgbmv(h, N, 3, 4, kl, ku, &one, A, lda, X, incx, &one, Y, 1));
  };
  line("gbmv", {gbmv(-1, 1, 3, 1), gbmv(1, -1, 3, 1), gbmv(1, 1, 2, 1), gbmv(1, 1, 3, 1), gbmv(1, 1, 3, 0), gbmv(9, 9, 19, 1)});
  const auto symv = [&](auto uplo, int n, int lda) { return int(cublasSsymv(h, uplo, n, &one, A, lda, X, 1, &one, Y, 1)); };
  line("symv", {symv(both, 3, 3), symv(no_half, 3, 3), symv(up, -1, 3), symv(up, 3, 2)});
  line("sbmv, spmv",
       {cublasSsbmv(h, up, 3, -1, &one, A, 3, X, 1, &one, Y, 1), cublasSsbmv(h, up, 3, 1, &one, A, 1, X, 1, &one, Y, 1),
        cublasSspmv(h, both, 3, &one, A, X, 1, &one, Y, 1), cublasSspmv(h, up, 3, &one, A, X, 0, &one, Y, 1)});
  const auto trsv = [&](auto uplo, auto op, auto diag, int n, int lda, int incx) {
    return int(cublasStrsv(h, uplo, op, diag, n, A, lda, Y, incx));
  };
  line("trsv", {trsv(both, N, general, 3, 3, 1), trsv(up, no_op, general, 3, 3, 1), trsv(up, conjugate, general, 3, 3, 1),
                trsv(up, N, no_diagonal, 3, 3, 1), trsv(up, N, general, -1, 3, 1), trsv(up, N, general, 3, 2, 1),
                trsv(up, N, general, 3, 3, 0)});
  line("tbmv, tbsv, tpmv, tpsv",
       {cublasStbmv(h, up, N, general, 3, -1, A, 3, Y, 1), cublasStbmv(h, up, N, general, 3, 1, A, 1, Y, 1),
        cublasStbsv(h, up, N, general, 3, 1, A, 1, Y, 1), cublasStpsv(h, up, N, general, 3, A, Y, 0),
        cublasStpmv(h, up, N, general, 3, A, Y, 0)});
  line("ger, syr", {cublasSger(h, 3, 4, &one, X, 0, Y, 1, A, 3), cublasSger(h, 3, 4, &one, X, 1, Y, 0, A, 3),
                    cublasSger(h, 3, 4, &one, X, 1, Y, 1, A, 2), cublasSger(h, -3, 4, &one, X, 1, Y, 1, A, 3),
                    cublasSsyr(h, both, 3, &one, X, 1, A, 3), cublasSsyr(h, up, 3, &one, X, 0, A, 3),
                    cublasSsyr(h, up, 3, &one, X, 1, A, 2), cublasSsyr2(h, up, 3, &one, X, 1, Y, 0, A, 3),
                    cublasSspr(h, both, 3, &one, X, 1, A), cublasSspr2(h, up, -3, &one, X, 1, Y, 1, A)});
  float* const z = device({1, 5, 2, 6, 3, 7, 4, 8});
  cublasCher(h, up, 2, &zero, complex(X), 1, complex(z), 2);
  show("her, alpha 0", z, 8);
  cublasCher(h, up, 2, &one, complex(device({1, 1, 2, 2})), 1, complex(z), 2);
  show("her", z, 8);
}

void level3(float* A, float* B, float* C) {
  const auto gemm = [&](auto opa, auto opb, int m, int n, int k, int lda, int ldb, int ldc) {
    return int(cublasSgemm(h, opa, opb, m, n, k, &one, A, lda, B, ldb, &one, C, ldc));
  };
  line("gemm", {cublasSgemm(nullptr, N, N, 3, 4, 5, &one, A, 3, B, 5, &one, C, 3), gemm(no_op, N, 3, 4, 5, 3, 5, 3),
                gemm(conjugate, N, 3, 4, 5, 3, 5, 3), gemm(N, N, -3, 4, 5, 3, 5, 3), gemm(N, N, 3, 4, -5, 3, 5, 3),
                gemm(N, N, 3, 4, 5, 2, 5, 3), gemm(N, N, 3, 4, 5, 3, 4, 3), gemm(N, N, 3, 4, 5, 3, 5, 2),
                gemm(T, T, 3, 4, 5, 4, 4, 3), gemm(T, T, 3, 4, 5, 5, 3, 3), gemm(N, N, 0, 4, 5, 0, 5, 1),
                gemm(N, N, 0, 4, 5, 1, 2, 1), gemm(N, N, 0, 4, 5, 1, 5, 1), gemm(N, N, 3, 4, 0, 3, 0, 3)});
  const std::vector<float> values = ramp();
  float* const nothing = device(std::vector<float>(64, nan_value));
  cudaMemcpy(C, values.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
  cublasSgemm(h, N, N, 3, 4, 0, &one, A, 3, B, 1, &two, C, 3);
  show("gemm, k 0", C, 4);
  cublasSgemm(h, N, N, 3, 4, 5, &zero, nothing, 3, nothing, 5, &two, C, 3);
  show("gemm, alpha 0", C, 4);
  const auto syrk = [&](auto uplo, auto op, int k, int lda, int ldc) {
    return int(cublasSsyrk(h, uplo, op, 3, k, &one, A, lda, &one, C, ldc));
  };
  line("syrk", {syrk(both, N, 4, 3, 3), syrk(no_half, N, 4, 3, 3), syrk(up, H, 4, 4, 3), syrk(up, no_op, 4, 4, 3),
                syrk(up, N, 4, 2, 3), syrk(up, N, 4, 3, 2), syrk(up, N, -4, 3, 3)});
  cuComplex *a = complex(A), *b = complex(B), *c = complex(C);
  line("syrk C, herk T and kin",
       {cublasCsyrk(h, up, H, 3, 4, &complex_one, a, 4, &complex_one, c, 3), cublasCherk(h, up, T, 3, 4, &one, a, 4, &one, c, 3),
        cublasCsyr2k(h, up, H, 3, 4, &complex_one, a, 4, b, 4, &complex_one, c, 3),
        cublasCher2k(h, up, T, 3, 4, &complex_one, a, 4, b, 4, &one, c, 3),
        cublasCherkx(h, up, T, 3, 4, &complex_one, a, 4, b, 4, &one, c, 3),
        cublasCsyrkx(h, up, H, 3, 4, &complex_one, a, 4, b, 4, &complex_one, c, 3)});
  {
    float *x = device({1, 2, 3, -1}), *y = device({0, 0});
    cublasCsyrk(h, up, H, 1, 2, &complex_one, complex(x), 2, &complex_one, complex(y), 1);
    show("syrk C", y, 2);
    y = device({0, 0});
    cublasCherk(h, up, T, 1, 2, &one, complex(x), 2, &one, complex(y), 1);
    show("herk T", y, 2);
    y = device({0, 0});
    cublasCsyr2k(h, up, H, 1, 2, &complex_one, complex(x), 2, complex(x), 2, &complex_one, complex(y), 1);
    show("syr2k C", y, 2);
    y = device({0, 0});
    cublasCher2k(h, up, T, 1, 2, &complex_one, complex(x), 2, complex(x), 2, &one, complex(y), 1);
    show("her2k T", y, 2);
  }
  const auto symm = [&](auto side, auto uplo, int lda, int ldb) {
    return int(cublasSsymm(h, side, uplo, 3, 4, &one, A, lda, B, ldb, &one, C, 3));
  };
  line("symm",
       {symm(no_side, up, 3, 3), symm(left, both, 3, 3), symm(left, up, 2, 3), symm(right, up, 3, 3), symm(left, up, 3, 2)});
  const auto trsm = [&](auto side, auto uplo, auto op, auto diag, int lda, int ldb) {
    return int(cublasStrsm(h, side, uplo, op, diag, 3, 4, &one, A, lda, C, ldb));
  };
  line("trsm", {trsm(no_side, up, N, general, 3, 3), trsm(left, both, N, general, 3, 3), trsm(left, up, no_op, general, 3, 3),
                trsm(left, up, N, no_diagonal, 3, 3), trsm(left, up, N, general, 2, 3), trsm(left, up, N, general, 3, 2),
                trsm(right, up, N, general, 3, 3)});
  cudaMemcpy(C, values.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
  line("trsm, alpha 0", {cublasStrsm(h, left, up, N, general, 3, 4, &zero, A, 3, C, 3)});
  line("trmm", {cublasStrmm(h, left, up, N, general, 3, 4, &one, A, 3, B, 3, C, 2),
                cublasStrmm(h, left, both, N, general, 3, 4, &one, A, 3, B, 3, C, 3)});
  cublasStrmm(h, left, up, N, general, 3, 4, &zero, A, 3, B, 3, C, 3);
  show("trmm, alpha 0", C, 4);
  float* const z = device({1, 5, 2, 6, 3, 7, 4, 8});
  cublasCherk(h, up, N, 2, 2, &zero, a, 2, &one, complex(z), 2);
  show("herk, alpha 0, beta 1", z, 8);
  cublasCherk(h, up, N, 2, 0, &one, a, 2, &two, complex(z), 2);
  show("herk, k 0, beta 2", z, 8);
  float* const w = device({1, 5, 2, 6, 3, 7, 4, 8});
  cuComplex imaginary{0, 1};
  cublasCherkx(h, low, N, 2, 2, &imaginary, complex(device({1, 2, 3, 4, 5, 6, 7, 8})), 2, complex(device({1, 1, 0, 3, 2, 1, 4, 4})),
               2, &zero, complex(w), 2);
  show("herkx", w, 8);
}

void extensions(float* A, float* B, float* C) {
  const auto geam = [&](auto opa, int m, const float* a, int lda, int ldc) {
    return int(cublasSgeam(h, opa, N, m, 4, &one, a, lda, &one, B, 4, C, ldc));
  };
  line("geam", {geam(N, 3, A, 3, 3), geam(N, 3, C, 3, 3), geam(T, 3, C, 4, 3), geam(N, 3, C, 4, 3), geam(N, 3, A, 2, 3),
                geam(N, 3, A, 3, 2), geam(conjugate, 3, A, 3, 3), geam(N, -3, A, 3, 3)});
  const auto dgmm = [&](auto side, int m, int lda, int incx) { return int(cublasSdgmm(h, side, m, 4, A, lda, B, incx, C, 3)); };
  line("dgmm", {dgmm(left, 3, 3, 1), dgmm(no_side, 3, 3, 1), dgmm(left, 3, 2, 1), dgmm(left, 3, 3, 0), dgmm(left, -3, 3, 1)});
  line("tpttr, trttp", {cublasStpttr(h, up, 3, A, C, 2), cublasStpttr(h, both, 3, A, C, 3), cublasStpttr(h, up, -3, A, C, 3),
                        cublasStrttp(h, up, 3, A, 2, C), cublasStrttp(h, both, 3, A, 3, C)});
  void *memory, *numbers;
  cudaMalloc(&memory, sizeof(float*));
  cudaMalloc(&numbers, 64 * sizeof(int));
  float* const matrix = device({0, 2, 4, 1, 3, 5, 2, 2, 9});
  cudaMemcpy(memory, &matrix, sizeof(float*), cudaMemcpyHostToDevice);
  auto* const q = static_cast<float**>(memory);
  auto* const p = static_cast<int*>(numbers);
  int* const codes = p + 32;
  int i = 0;
  line("getrf", {cublasSgetrfBatched(h, -3, q, 3, p, codes, 1), cublasSgetrfBatched(h, 3, q, 2, p, codes, 1),
                 cublasSgetrfBatched(h, 3, q, 3, p, codes, -1), cublasSgetrfBatched(h, 3, q, 3, p, codes, 0),
                 cublasSgetrfBatched(h, 3, q, 3, p, codes, 1)});
  line("getrs",
       {cublasSgetrsBatched(h, N, 3, 2, q, 2, p, q, 3, &i, 1), i, cublasSgetrsBatched(h, no_op, 3, 2, q, 3, p, q, 3, &i, 1), i,
        cublasSgetrsBatched(h, N, -3, 2, q, 3, p, q, 3, &i, 1), i, cublasSgetrsBatched(h, N, 3, -2, q, 3, p, q, 3, &i, 1), i,
        cublasSgetrsBatched(h, N, 3, 2, q, 3, p, q, 2, &i, 1), i});
  line("getri", {cublasSgetriBatched(h, 3, q, 2, p, q, 3, codes, 1), cublasSgetriBatched(h, 3, q, 3, p, q, 2, codes, 1),
                 cublasSgetriBatched(h, -3, q, 3, p, q, 3, codes, 1), cublasSgetriBatched(h, 3, q, 3, p, q, 3, codes, -1)});
  line("matinv", {cublasSmatinvBatched(h, 33, q, 33, q, 33, codes, 1), cublasSmatinvBatched(h, 3, q, 2, q, 3, codes, 1),
                  cublasSmatinvBatched(h, -3, q, 3, q, 3, codes, 1), cublasSmatinvBatched(h, 3, q, 3, q, 3, codes, -1)});
  line("geqrf", {cublasSgeqrfBatched(h, -3, 2, q, 3, q, &i, 1), i, cublasSgeqrfBatched(h, 3, -2, q, 3, q, &i, 1), i,
                 cublasSgeqrfBatched(h, 3, 2, q, 2, q, &i, 1), i, cublasSgeqrfBatched(h, 3, 2, q, 3, q, &i, -1), i});
  line("gels",
       {cublasSgelsBatched(h, T, 3, 2, 1, q, 3, q, 3, &i, codes, 1), i, cublasSgelsBatched(h, N, 2, 3, 1, q, 3, q, 3, &i, codes, 1),
        i, cublasSgelsBatched(h, N, 3, 2, -1, q, 3, q, 3, &i, codes, 1), i,
        cublasSgelsBatched(h, N, 3, 2, 1, q, 2, q, 3, &i, codes, 1), i, cublasSgelsBatched(h, N, 3, 2, 1, q, 3, q, 2, &i, codes, 1),
        i, cublasSgelsBatched(h, N, -3, 2, 1, q, 3, q, 3, &i, codes, 1), i});
  line("batches", {cublasSgemmBatched(h, N, N, 3, 4, 5, &one, q, 3, q, 5, &one, q, 3, -1),
                   cublasSgemmBatched(h, N, N, 3, 4, 5, &one, q, 3, q, 5, &one, q, 3, 0),
                   cublasSgemmBatched(h, N, N, 3, 4, 5, &one, q, 2, q, 5, &one, q, 3, 1),
                   cublasSgemmStridedBatched(h, N, N, 3, 4, 5, &one, A, 3, 0, B, 5, 0, &one, C, 3, 12, -2),
                   cublasStrsmBatched(h, left, up, N, general, 3, 4, &one, q, 3, q, 3, -1),
                   cublasStrsmBatched(h, left, up, N, general, 3, 4, &one, q, 2, q, 3, 1)});
}

// The combinations of types that a routine takes, of all there are of these.
constexpr cudaDataType types[] = {CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F, CUDA_C_32F,
                                  CUDA_C_64F, CUDA_R_8I,   CUDA_R_32I, CUDA_C_8I,  CUDA_C_16F};
constexpr const char* letters[] = {"H", "B", "S", "D", "C", "Z", "i", "j", "c", "h"};
template <class Call>
void combinations(const char* routine, Call call) {
  std::printf("%s takes", routine);
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < 10; ++b)
      for (int c = 0; c < 10; ++c)
        if (call(types[a], types[b], types[c]) == CUBLAS_STATUS_SUCCESS) std::printf(" %s%s%s", letters[a], letters[b], letters[c]);
  std::printf("\n");
}

void typed(float* A, float* B, float* C) {
  cudaMemset(A, 0, 1024);
  cudaMemset(B, 0, 1024);
  cudaMemset(C, 0, 1024);
  double z[4] = {};
  for (auto compute : {CUBLAS_COMPUTE_16F, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUBLAS_COMPUTE_32F_FAST_TF32,
                       CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_32I})
    combinations("GemmEx", [&](auto a, auto b, auto c) {
      return cublasGemmEx(h, N, N, 4, 4, 4, z, A, a, 4, B, b, 4, z, C, c, 4, compute, CUBLAS_GEMM_DEFAULT);
    });
  const auto* f = reinterpret_cast<float*>(z);
  const auto* g = reinterpret_cast<cuComplex*>(z);
  combinations("SgemmEx", [&](auto a, auto b, auto c) { return cublasSgemmEx(h, N, N, 4, 4, 4, f, A, a, 4, B, b, 4, f, C, c, 4); });
  combinations("CgemmEx", [&](auto a, auto b, auto c) { return cublasCgemmEx(h, N, N, 4, 4, 4, g, A, a, 4, B, b, 4, g, C, c, 4); });
  combinations("Nrm2Ex", [&](auto a, auto b, auto c) { return cublasNrm2Ex(h, 4, A, a, 1, z, b, c); });
  combinations("AsumEx", [&](auto a, auto b, auto c) { return cublasAsumEx(h, 4, A, a, 1, z, b, c); });
  combinations("ScalEx", [&](auto a, auto b, auto c) { return cublasScalEx(h, 4, z, a, A, b, 1, c); });
  combinations("AxpyEx", [&](auto a, auto b, auto c) { return cublasAxpyEx(h, 4, z, a, A, b, 1, B, b, 1, c); });
  combinations("DotEx", [&](auto a, auto b, auto c) { return cublasDotEx(h, 4, A, a, 1, B, a, 1, z, b, c); });
  combinations("RotEx", [&](auto a, auto b, auto c) { return cublasRotEx(h, 4, A, a, 1, B, a, 1, z, z, b, c); });
  combinations("CopyEx", [&](auto a, auto b, auto c) {
    return c == types[0] ? cublasCopyEx(h, 4, A, a, 1, B, b, 1) : CUBLAS_STATUS_NOT_SUPPORTED;
  });
}

int main() {
  float *A = device(ramp()), *B = device(ramp()), *C = device(ramp()), *X = device(ramp()), *Y = device(ramp());
  helpers(A);
  level1(X, Y);
  rotations();
  level2(A, X, Y);
  level3(A, B, C);
  extensions(A, B, C);
  typed(A, B, C);
  line("end", {cudaDeviceSynchronize(), cublasDestroy(h)});
}
