// What the tests of cuBLAS share: matrices of complex<double>, plain loops over them, and how a result is compared.
//
// A matrix is stored with rows to spare, and everything that a routine must not look at is NaN. After a call the whole memory is
// compared, so what it must not write is checked too. The programs also build with nvcc, and then test cuBLAS itself.
#pragma once

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <cublas_v2.h>

using Wide = std::complex<double>;
using Complex = std::complex<float>;
using DoubleComplex = std::complex<double>;

template <class T> constexpr bool is_complex = std::is_same_v<T, Complex> || std::is_same_v<T, DoubleComplex>;
template <class T> using Real = std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, Complex>, float, double>;

template <class T>
T narrow(Wide value) {
  if constexpr (is_complex<T>) return T(value);
  else return T(value.real());
}

template <class T>
constexpr T nan_of() {
  if constexpr (is_complex<T>) return {std::numeric_limits<Real<T>>::quiet_NaN(), std::numeric_limits<Real<T>>::quiet_NaN()};
  else return std::numeric_limits<T>::quiet_NaN();
}

// cuBLAS has types of its own for complex numbers.
inline cuComplex* own(Complex* p) { return reinterpret_cast<cuComplex*>(p); }
inline const cuComplex* own(const Complex* p) { return reinterpret_cast<const cuComplex*>(p); }
inline cuDoubleComplex* own(DoubleComplex* p) { return reinterpret_cast<cuDoubleComplex*>(p); }
inline const cuDoubleComplex* own(const DoubleComplex* p) { return reinterpret_cast<const cuDoubleComplex*>(p); }
inline cuComplex** own(Complex** p) { return reinterpret_cast<cuComplex**>(p); }
inline cuDoubleComplex** own(DoubleComplex** p) { return reinterpret_cast<cuDoubleComplex**>(p); }
template <class Other>
Other own(Other other) { return other; }

// routine<T>(…) calls the one for T.
#define OF_FOUR(routine)                                                                      \
  template <class T, class... A>                                                              \
  cublasStatus_t routine(A... a) {                                                            \
    if constexpr (std::is_same_v<T, float>) return cublasS##routine(own(a)...);               \
    else if constexpr (std::is_same_v<T, double>) return cublasD##routine(own(a)...);         \
    else if constexpr (std::is_same_v<T, Complex>) return cublasC##routine(own(a)...);        \
    else return cublasZ##routine(own(a)...);                                                  \
  }
#define OF_REAL(routine)                                                                      \
  template <class T, class... A>                                                              \
  cublasStatus_t routine(A... a) {                                                            \
    if constexpr (std::is_same_v<T, float>) return cublasS##routine(own(a)...);               \
    else return cublasD##routine(own(a)...);                                                  \
  }
#define OF_COMPLEX(routine)                                                                   \
  template <class T, class... A>                                                              \
  cublasStatus_t routine(A... a) {                                                            \
    if constexpr (std::is_same_v<T, Complex>) return cublasC##routine(own(a)...);             \
    else return cublasZ##routine(own(a)...);                                                  \
  }

// A matrix as mathematics has it.
struct Dense {
  int rows, columns;
  std::vector<Wide> elements;

  Dense(int rows, int columns) : rows(rows), columns(columns), elements(size_t(rows) * columns) {}
  Wide& operator()(int i, int j) { return elements[size_t(j) * rows + i]; }
  Wide operator()(int i, int j) const { return elements[size_t(j) * rows + i]; }
};

inline Dense op(cublasOperation_t how, const Dense& a) {
  if (how == CUBLAS_OP_N) return a;
  Dense turned(a.columns, a.rows);
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i) turned(j, i) = how == CUBLAS_OP_C ? std::conj(a(i, j)) : a(i, j);
  return turned;
}

inline Dense operator*(const Dense& a, const Dense& b) {
  Dense c(a.rows, b.columns);
  for (int j = 0; j < b.columns; ++j)
    for (int k = 0; k < a.columns; ++k)
      for (int i = 0; i < a.rows; ++i) c(i, j) += a(i, k) * b(k, j);
  return c;
}

// A factor of zero erases NaN.
inline Dense operator*(Wide factor, Dense a) {
  for (Wide& element : a.elements) element = factor == 0.0 ? 0.0 : factor * element;
  return a;
}

inline Dense operator+(Dense a, const Dense& b) {
  for (size_t i = 0; i < a.elements.size(); ++i) a.elements[i] += b.elements[i];
  return a;
}

// Where element (i, j) lies in memory, or -1 where it is not stored.
using Place = std::function<long(int, int)>;

inline Place full(int leading) { return [=](int i, int j) { return long(j) * leading + i; }; }
inline bool stores(cublasFillMode_t uplo, int i, int j) { return uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j; }
inline Place halved(cublasFillMode_t uplo, int leading) {
  return [=](int i, int j) { return stores(uplo, i, j) ? long(j) * leading + i : -1; };
}
inline Place packed(cublasFillMode_t uplo, int n) {
  return [=](int i, int j) -> long {
    if (!stores(uplo, i, j)) return -1;
    return uplo == CUBLAS_FILL_MODE_UPPER ? i + long(j) * (j + 1) / 2 : i + long(2 * n - j - 1) * j / 2;
  };
}
inline Place band(int kl, int ku, int leading) {
  return [=](int i, int j) { return i - j <= kl && j - i <= ku ? long(j) * leading + ku + i - j : -1; };
}
inline Place half_band(cublasFillMode_t uplo, int k, int leading) {
  return uplo == CUBLAS_FILL_MODE_UPPER ? band(0, k, leading) : band(k, 0, leading);
}
inline Place vector(int n, int increment) {
  return [=](int i, int) { return increment > 0 ? long(i) * increment : long(n - 1 - i) * -increment; };
}

// The unit diagonal of a triangular matrix is not looked at.
inline Place without_diagonal(Place place) {
  return [=](int i, int j) { return i == j ? -1 : place(i, j); };
}

// Small integers, so that sums are exact.
inline double draw() {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return double(state >> 16) / 65536 * 7 - 3;
}
template <class T>
Dense random_matrix(int rows, int columns) {
  Dense a(rows, columns);
  for (Wide& element : a.elements) element = {std::floor(draw()), is_complex<T> ? std::floor(draw()) : 0};
  return a;
}

// Keeps what is stored in such a way; the rest is zero.
inline Dense kept(Dense a, const Place& place) {
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i)
      if (place(i, j) < 0) a(i, j) = 0;
  return a;
}

// The whole of a matrix of which one half is stored.
inline Dense mirrored(cublasFillMode_t uplo, Dense a, bool hermitian) {
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i) {
      if (!stores(uplo, i, j)) a(i, j) = hermitian ? std::conj(a(j, i)) : a(j, i);
      if (i == j && hermitian) a(i, j) = a(i, j).real();
    }
  return a;
}

inline Dense unit_diagonal(Dense a) {
  for (int i = 0; i < a.rows; ++i) a(i, i) = 1;
  return a;
}

// Device memory, NaN where nothing is stored.
template <class T>
struct Buffer {
  std::vector<T> host;
  T* device = nullptr;

  explicit Buffer(size_t count) : host(count, nan_of<T>()) {
    if (cudaMalloc(&device, (count + 1) * sizeof(T)) != cudaSuccess) std::exit(2);
  }
  Buffer(size_t count, const Dense& a, const Place& place) : Buffer(count) {
    put(a, place);
    upload();
  }
  ~Buffer() { cudaFree(device); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void put(const Dense& a, const Place& place) {
    for (int j = 0; j < a.columns; ++j)
      for (int i = 0; i < a.rows; ++i)
        if (const long at = place(i, j); at >= 0) host[size_t(at)] = narrow<T>(a(i, j));
  }
  void upload() { cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice); }
  std::vector<T> download() const {
    std::vector<T> back(host.size());
    cudaMemcpy(back.data(), device, back.size() * sizeof(T), cudaMemcpyDeviceToHost);
    return back;
  }
};

struct Tally {
  int cases = 0, failures = 0;
};
inline Tally tally;

inline void fail(const std::string& what, const char* why, long at = 0, Wide got = 0, Wide expected = 0) {
  if (++tally.failures <= 20)
    std::printf("%s: %s %ld, got (%g, %g), expected (%g, %g)\n", what.c_str(), why, at, got.real(), got.imag(), expected.real(),
                expected.imag());
}

inline bool close(double got, double expected, double tolerance) {
  if (std::isnan(expected)) return std::isnan(got);
  return std::abs(got - expected) <= tolerance * (1 + std::abs(expected));
}

// The tolerance is in units of the type's precision.
template <class T>
void compare(const std::string& what, cublasStatus_t status, const std::vector<T>& got, const std::vector<T>& expected,
             double units = 8) {
  ++tally.cases;
  if (status != CUBLAS_STATUS_SUCCESS) return fail(what, "status", status);
  const double tolerance = units * std::numeric_limits<Real<T>>::epsilon();
  for (size_t i = 0; i < got.size(); ++i) {
    const Wide a = got[i], b = expected[i];
    if (!close(a.real(), b.real(), tolerance) || !close(a.imag(), b.imag(), tolerance)) return fail(what, "element", long(i), a, b);
  }
}

template <class T>
void compare_dense(const std::string& what, cublasStatus_t status, const Dense& got, const Dense& expected, double units) {
  std::vector<T> left, right;
  for (Wide element : got.elements) left.push_back(narrow<T>(element));
  for (Wide element : expected.elements) right.push_back(narrow<T>(element));
  compare(what, status, left, right, units);
}

// The buffer must hold what it was filled with, changed by `result` where that is stored.
template <class T>
void expect(const std::string& what, cublasStatus_t status, Buffer<T>& buffer, const Dense& result, const Place& place,
            double units = 8) {
  buffer.put(result, place);
  compare(what, status, buffer.download(), buffer.host, units);
}

inline std::string letters(cublasOperation_t a) { return a == CUBLAS_OP_N ? "N" : a == CUBLAS_OP_T ? "T" : "C"; }
inline std::string letters(cublasFillMode_t a) { return a == CUBLAS_FILL_MODE_UPPER ? "U" : "L"; }
inline std::string letters(cublasSideMode_t a) { return a == CUBLAS_SIDE_LEFT ? "L" : "R"; }
inline std::string letters(cublasDiagType_t a) { return a == CUBLAS_DIAG_UNIT ? "1" : "D"; }
template <class T>
std::string type_name() {
  return std::is_same_v<T, float> ? "S" : std::is_same_v<T, double> ? "D" : std::is_same_v<T, Complex> ? "C" : "Z";
}
// "C trsm LUN1"
template <class T, class... Modes>
std::string title(const char* routine, Modes... modes) {
  return type_name<T>() + " " + routine + " " + (std::string() + ... + letters(modes));
}

template <class Test>
void for_all_types(Test test) {
  test(float());
  test(double());
  test(Complex());
  test(DoubleComplex());
}

constexpr cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
constexpr cublasFillMode_t halves[] = {CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_LOWER};
constexpr cublasSideMode_t sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};
constexpr cublasDiagType_t diagonals[] = {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};
struct Factors {
  double alpha, beta;
};
// A beta of zero must be (0, 0): with (0, -0), some routines of cuBLAS were seen to multiply the NaN in C by it.
constexpr Factors factors[] = {{2, 0}, {1, 1}, {-1, 2}, {0, 2}, {0, 0}};

// A row of the test's report.
inline void section(const char* name) {
  std::printf("%s: %d cases, %d failures\n", name, tally.cases, tally.failures);
  tally = {};
}
