// Levels 1 and 2 of cuBLAS against plain loops: all types, increments of either sign, all ways to store and to turn.
// prints: level 1: 210 cases, 0 failures
// prints: results on the device: 4 cases, 0 failures
// prints: gemv, gbmv: 720 cases, 0 failures
// prints: symv, hemv and their packed and banded kin: 420 cases, 0 failures
// prints: trmv, trsv and their packed and banded kin: 864 cases, 0 failures
// prints: ger, syr, her and their kin: 144 cases, 0 failures
#include "reference.h"

OF_FOUR(axpy)
OF_FOUR(copy)
OF_FOUR(swap)
OF_FOUR(scal)
OF_FOUR(rot)
OF_REAL(dot)
OF_REAL(rotm)
OF_COMPLEX(dotu)
OF_COMPLEX(dotc)
OF_FOUR(gemv)
OF_FOUR(gbmv)
OF_FOUR(symv)
OF_FOUR(trmv)
OF_FOUR(tbmv)
OF_FOUR(tpmv)
OF_FOUR(trsv)
OF_FOUR(tbsv)
OF_FOUR(tpsv)
OF_FOUR(syr)
OF_FOUR(syr2)
OF_REAL(sbmv)
OF_REAL(spmv)
OF_REAL(ger)
OF_REAL(spr)
OF_REAL(spr2)
OF_COMPLEX(hemv)
OF_COMPLEX(hbmv)
OF_COMPLEX(hpmv)
OF_COMPLEX(geru)
OF_COMPLEX(gerc)
OF_COMPLEX(her)
OF_COMPLEX(hpr)
OF_COMPLEX(her2)
OF_COMPLEX(hpr2)

// Those whose names tell the type in their own way.
#define OTHERWISE_NAMED(routine, s, d, c, z)                                          \
  template <class T, class... A>                                                      \
  cublasStatus_t routine(A... a) {                                                    \
    if constexpr (std::is_same_v<T, float>) return s(own(a)...);                      \
    else if constexpr (std::is_same_v<T, double>) return d(own(a)...);                \
    else if constexpr (std::is_same_v<T, Complex>) return c(own(a)...);               \
    else return z(own(a)...);                                                         \
  }
OTHERWISE_NAMED(amax, cublasIsamax, cublasIdamax, cublasIcamax, cublasIzamax)
OTHERWISE_NAMED(amin, cublasIsamin, cublasIdamin, cublasIcamin, cublasIzamin)
OTHERWISE_NAMED(asum, cublasSasum, cublasDasum, cublasScasum, cublasDzasum)
OTHERWISE_NAMED(nrm2, cublasSnrm2, cublasDnrm2, cublasScnrm2, cublasDznrm2)
OTHERWISE_NAMED(scal_by_real, cublasSscal, cublasDscal, cublasCsscal, cublasZdscal)
OTHERWISE_NAMED(rot_by_real, cublasSrot, cublasDrot, cublasCsrot, cublasZdrot)

cublasHandle_t handle;
constexpr int increments[] = {1, 2, -3};

template <class T>
struct Vector {
  int n, increment;
  Dense dense;
  Buffer<T> buffer;

  Vector(int n, int increment, bool usable = true)
      : n(n), increment(increment), dense(random_matrix<T>(n, 1)), buffer(size_t(n) * std::abs(increment)) {
    if (usable) buffer.put(dense, place());
    buffer.upload();
  }
  Place place() const { return vector(n, increment); }
};

// A number that a routine answers. By reference: the routine is called among these arguments.
template <class T>
void expect_number(const std::string& what, cublasStatus_t status, const T& got, Wide expected) {
  using Number = std::conditional_t<std::is_same_v<T, int>, float, T>;
  compare<Number>(what, status, {Number(got)}, {narrow<Number>(expected)});
}

template <class T>
void test_reductions(int n, int increment) {
  const Vector<T> x(n, increment);
  Real<T> sum = -7, norm = -7;
  int largest = -7, smallest = -7;
  double expected_sum = 0, expected_norm = 0;
  int at_largest = 0, at_smallest = 0;
  const auto size = [&](int i) { return std::abs(x.dense(i, 0).real()) + std::abs(x.dense(i, 0).imag()); };
  for (int i = 0; i < n; ++i) {
    expected_sum += size(i);
    expected_norm += std::norm(x.dense(i, 0));
    if (size(i) > size(at_largest)) at_largest = i;
    if (size(i) < size(at_smallest)) at_smallest = i;
  }
  expect_number(title<T>("asum"), asum<T>(handle, n, x.buffer.device, increment, &sum), sum, expected_sum);
  expect_number(title<T>("nrm2"), nrm2<T>(handle, n, x.buffer.device, increment, &norm), norm, std::sqrt(expected_norm));
  expect_number(title<T>("amax"), amax<T>(handle, n, x.buffer.device, increment, &largest), largest, at_largest + 1);
  expect_number(title<T>("amin"), amin<T>(handle, n, x.buffer.device, increment, &smallest), smallest, at_smallest + 1);
}

template <class T>
void test_level1(int n) {
  for (int incx : increments) {
    const T alpha = narrow<T>({2, -1});
    const Real<T> half = Real<T>(0.5), c = Real<T>(0.6), real_s = Real<T>(0.8);
    if (incx > 0) {
      test_reductions<T>(n, incx);
      Vector<T> x(n, incx), z(n, incx);
      expect(title<T>("scal"), scal<T>(handle, n, &alpha, x.buffer.device, incx), x.buffer, Wide(alpha) * x.dense, x.place());
      expect(title<T>("scal by real"), scal_by_real<T>(handle, n, &half, z.buffer.device, incx), z.buffer, 0.5 * z.dense,
             z.place());
    }
    const int incy = incx == 1 ? -2 : 1;
    const Vector<T> x(n, incx);
    Vector<T> y(n, incy), z(n, incy, false);
    expect(title<T>("axpy"), axpy<T>(handle, n, &alpha, x.buffer.device, incx, y.buffer.device, incy), y.buffer,
           Wide(alpha) * x.dense + y.dense, y.place());
    expect(title<T>("copy"), copy<T>(handle, n, x.buffer.device, incx, z.buffer.device, incy), z.buffer, x.dense, z.place());

    Vector<T> one(n, incx), other(n, incy);
    const auto swapped = swap<T>(handle, n, one.buffer.device, incx, other.buffer.device, incy);
    expect(title<T>("swap"), swapped, one.buffer, other.dense, one.place());
    expect(title<T>("swap"), swapped, other.buffer, one.dense, other.place());

    for (bool real : {true, false}) {
      Vector<T> a(n, incx), b(n, incy);
      const T s = real ? T(real_s) : narrow<T>({0.64, -0.48});
      const auto status = real ? rot_by_real<T>(handle, n, a.buffer.device, incx, b.buffer.device, incy, &c, &real_s)
                               : rot<T>(handle, n, a.buffer.device, incx, b.buffer.device, incy, &c, &s);
      expect(title<T>("rot"), status, a.buffer, Wide(c) * a.dense + Wide(s) * b.dense, a.place());
      expect(title<T>("rot"), status, b.buffer, Wide(c) * b.dense + -std::conj(Wide(s)) * a.dense, b.place());
    }

    const Vector<T> v(n, incy);
    T dot_result = -7;
    Wide plain = 0, conjugated = 0;
    for (int i = 0; i < n; ++i) {
      plain += x.dense(i, 0) * v.dense(i, 0);
      conjugated += std::conj(x.dense(i, 0)) * v.dense(i, 0);
    }
    if constexpr (is_complex<T>) {
      expect_number(title<T>("dotu"), dotu<T>(handle, n, x.buffer.device, incx, v.buffer.device, incy, &dot_result), dot_result,
                    plain);
      expect_number(title<T>("dotc"), dotc<T>(handle, n, x.buffer.device, incx, v.buffer.device, incy, &dot_result), dot_result,
                    conjugated);
    } else {
      expect_number(title<T>("dot"), dot<T>(handle, n, x.buffer.device, incx, v.buffer.device, incy, &dot_result), dot_result,
                    plain);
      for (T flag : {T(-2), T(-1), T(0), T(1)}) {
        const T param[] = {flag, 2, 3, 5, 7};
        const double h[4] = {flag == 0 || flag == -2 ? 1.0 : 2,
                             flag == -2  ? 0.0
                             : flag == 1 ? -1
                                         : 3,
                             flag == -2  ? 0.0
                             : flag == 1 ? 1
                                         : 5,
                             flag == 0 || flag == -2 ? 1.0 : 7};
        Vector<T> a(n, incx), b(n, incy);
        const auto status = rotm<T>(handle, n, a.buffer.device, incx, b.buffer.device, incy, &param[0]);
        expect(title<T>("rotm"), status, a.buffer, Wide(h[0]) * a.dense + Wide(h[2]) * b.dense, a.place());
        expect(title<T>("rotm"), status, b.buffer, Wide(h[1]) * a.dense + Wide(h[3]) * b.dense, b.place());
      }
    }
  }
}

// A result in the device's memory is there when the stream has come so far, and is an operand for what follows.
template <class T>
void test_device_results() {
  const Vector<T> x(257, 1);
  Vector<T> y(257, 1);
  Buffer<Real<T>> norm(1);
  norm.upload();
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  nrm2<T>(handle, 257, x.buffer.device, 1, norm.device);
  const auto status = scal_by_real<T>(handle, 257, norm.device, y.buffer.device, 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  double square = 0;
  for (int i = 0; i < 257; ++i) square += std::norm(x.dense(i, 0));
  expect(title<T>("nrm2, scal"), status, y.buffer, std::sqrt(square) * y.dense, y.place());
}

constexpr int m = 37, n = 53, kl = 3, ku = 5;

template <class T>
void test_general() {
  for (auto trans : operations)
    for (auto [a, b] : factors)
      for (int incx : increments)
        for (int incy : {1, -2})
          for (bool banded : {false, true}) {
            const T alpha = narrow<T>({a, a}), beta = narrow<T>({b, 0 - b});
            const int lda = (banded ? kl + ku + 1 : m) + 2;
            const Place place = banded ? band(kl, ku, lda) : full(lda);
            const Dense dense = kept(random_matrix<T>(m, n), place);
            const Buffer<T> A(size_t(lda) * n, dense, place);
            const Vector<T> x(trans == CUBLAS_OP_N ? n : m, incx);
            Vector<T> y(trans == CUBLAS_OP_N ? m : n, incy, b != 0);
            const auto status =
                banded ? gbmv<T>(handle, trans, m, n, kl, ku, &alpha, A.device, lda, x.buffer.device, incx, &beta, y.buffer.device,
                                 incy)
                       : gemv<T>(handle, trans, m, n, &alpha, A.device, lda, x.buffer.device, incx, &beta, y.buffer.device, incy);
            expect(title<T>(banded ? "gbmv" : "gemv", trans), status, y.buffer,
                   Wide(alpha) * (op(trans, dense) * x.dense) + Wide(beta) * y.dense, y.place(), 64);
          }
}

enum class Storage { whole, packed, banded };
constexpr Storage storages[] = {Storage::whole, Storage::packed, Storage::banded};
constexpr int k = 4;

int leading(Storage storage) { return storage == Storage::banded ? k + 3 : n + 2; }
Place half_place(Storage storage, cublasFillMode_t uplo) {
  if (storage == Storage::packed) return packed(uplo, n);
  return storage == Storage::banded ? half_band(uplo, k, leading(storage)) : halved(uplo, leading(storage));
}
size_t half_size(Storage storage) { return storage == Storage::packed ? size_t(n) * (n + 1) / 2 : size_t(leading(storage)) * n; }

template <class T>
void test_symmetric(Storage storage, bool hermitian) {
  for (auto uplo : halves)
    for (auto [a, b] : factors)
      for (int incx : increments) {
        const int incy = incx == 1 ? -2 : 1, lda = leading(storage);
        const T alpha = narrow<T>({a, a}), beta = narrow<T>({b, 0 - b});
        const Place place = half_place(storage, uplo);
        const Dense whole = mirrored(uplo, kept(random_matrix<T>(n, n), place), hermitian);
        const Buffer<T> A(half_size(storage), whole, place);
        const Vector<T> x(n, incx);
        Vector<T> y(n, incy, b != 0);
        T *const px = x.buffer.device, *const py = y.buffer.device;
        cublasStatus_t status;
        if constexpr (is_complex<T>) {
          if (!hermitian) status = symv<T>(handle, uplo, n, &alpha, A.device, lda, px, incx, &beta, py, incy);
          else if (storage == Storage::whole) status = hemv<T>(handle, uplo, n, &alpha, A.device, lda, px, incx, &beta, py, incy);
          else if (storage == Storage::packed) status = hpmv<T>(handle, uplo, n, &alpha, A.device, px, incx, &beta, py, incy);
          else status = hbmv<T>(handle, uplo, n, k, &alpha, A.device, lda, px, incx, &beta, py, incy);
        } else {
          if (storage == Storage::whole) status = symv<T>(handle, uplo, n, &alpha, A.device, lda, px, incx, &beta, py, incy);
          else if (storage == Storage::packed) status = spmv<T>(handle, uplo, n, &alpha, A.device, px, incx, &beta, py, incy);
          else status = sbmv<T>(handle, uplo, n, k, &alpha, A.device, lda, px, incx, &beta, py, incy);
        }
        expect(title<T>(hermitian ? "hemv" : "symv", uplo), status, y.buffer,
               Wide(alpha) * (whole * x.dense) + Wide(beta) * y.dense, y.place(), 64);
      }
}

template <class T>
void test_triangular(Storage storage) {
  for (auto uplo : halves)
    for (auto trans : operations)
      for (auto diag : diagonals)
        for (int incx : increments) {
          const int lda = leading(storage);
          const Place place = half_place(storage, uplo);
          Dense given = 1 / 64.0 * kept(random_matrix<T>(n, n), place);
          for (int i = 0; i < n; ++i) given(i, i) = i % 2 ? 2 : -1;
          const bool unit = diag == CUBLAS_DIAG_UNIT;
          const Dense a = op(trans, unit ? unit_diagonal(given) : given);
          const Buffer<T> A(half_size(storage), given, unit ? without_diagonal(place) : place);
          Vector<T> x(n, incx);
          const Dense image = a * x.dense;
          T* const px = x.buffer.device;
          cublasStatus_t status;
          if (storage == Storage::whole) status = trmv<T>(handle, uplo, trans, diag, n, A.device, lda, px, incx);
          else if (storage == Storage::packed) status = tpmv<T>(handle, uplo, trans, diag, n, A.device, px, incx);
          else status = tbmv<T>(handle, uplo, trans, diag, n, k, A.device, lda, px, incx);
          expect(title<T>("trmv", uplo, trans, diag), status, x.buffer, image, x.place(), 64);

          x.buffer.put(image, x.place());
          x.buffer.upload();
          if (storage == Storage::whole) status = trsv<T>(handle, uplo, trans, diag, n, A.device, lda, px, incx);
          else if (storage == Storage::packed) status = tpsv<T>(handle, uplo, trans, diag, n, A.device, px, incx);
          else status = tbsv<T>(handle, uplo, trans, diag, n, k, A.device, lda, px, incx);
          expect(title<T>("trsv", uplo, trans, diag), status, x.buffer, x.dense, x.place(), 2048);
        }
}

template <class T>
void test_outer_products() {
  const int lda = m + 3;
  for (int incx : increments) {
    const int incy = incx == 1 ? -2 : 1;
    const T alpha = narrow<T>({2, -1});
    const Vector<T> x(m, incx), y(n, incy);
    for (bool conjugated : {false, true}) {
      const Dense before = random_matrix<T>(m, n);
      Buffer<T> A(size_t(lda) * n, before, full(lda));
      cublasStatus_t status;
      if constexpr (is_complex<T>)
        status = conjugated ? gerc<T>(handle, m, n, &alpha, x.buffer.device, incx, y.buffer.device, incy, A.device, lda)
                            : geru<T>(handle, m, n, &alpha, x.buffer.device, incx, y.buffer.device, incy, A.device, lda);
      else status = ger<T>(handle, m, n, &alpha, x.buffer.device, incx, y.buffer.device, incy, A.device, lda);
      const Dense product = x.dense * op(conjugated ? CUBLAS_OP_C : CUBLAS_OP_T, y.dense);
      expect(title<T>("ger"), status, A, Wide(alpha) * product + before, full(lda));
    }
  }
}

template <class T, bool hermitian>
void test_symmetric_products() {
  using Alpha = std::conditional_t<hermitian, Real<T>, T>;
  const cublasOperation_t back = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  for (auto uplo : halves)
    for (int incx : increments)
      for (bool twice : {false, true})
        for (auto storage : {Storage::whole, Storage::packed}) {
          // Complex symmetric matrices have no packed routines.
          if (is_complex<T> && !hermitian && storage == Storage::packed) continue;
          const int incy = incx == 1 ? -2 : 1, lda = leading(storage);
          const Alpha alpha = narrow<Alpha>({2, -1});
          const T factor = narrow<T>({2, -1});
          const Vector<T> x(n, incx), y(n, incy);
          const Dense before = hermitian ? mirrored(uplo, random_matrix<T>(n, n), true) : random_matrix<T>(n, n);
          const Place place = half_place(storage, uplo);
          Buffer<T> A(half_size(storage), before, place);
          T *const px = x.buffer.device, *const py = y.buffer.device;
          cublasStatus_t status;
          const bool is_packed = storage == Storage::packed;
          if constexpr (hermitian) {
            if (twice) status = is_packed ? hpr2<T>(handle, uplo, n, &factor, px, incx, py, incy, A.device)
                                          : her2<T>(handle, uplo, n, &factor, px, incx, py, incy, A.device, lda);
            else
              status = is_packed ? hpr<T>(handle, uplo, n, &alpha, px, incx, A.device)
                                 : her<T>(handle, uplo, n, &alpha, px, incx, A.device, lda);
          } else if constexpr (is_complex<T>) {
            status = twice ? syr2<T>(handle, uplo, n, &factor, px, incx, py, incy, A.device, lda)
                           : syr<T>(handle, uplo, n, &alpha, px, incx, A.device, lda);
          } else {
            if (twice) status = is_packed ? spr2<T>(handle, uplo, n, &factor, px, incx, py, incy, A.device)
                                          : syr2<T>(handle, uplo, n, &factor, px, incx, py, incy, A.device, lda);
            else
              status = is_packed ? spr<T>(handle, uplo, n, &alpha, px, incx, A.device)
                                 : syr<T>(handle, uplo, n, &alpha, px, incx, A.device, lda);
          }
          Dense sum = before + (twice ? Wide(factor) * (x.dense * op(back, y.dense)) : Wide(alpha) * (x.dense * op(back, x.dense)));
          if (twice) sum = sum + (hermitian ? std::conj(Wide(factor)) : Wide(factor)) * (y.dense * op(back, x.dense));
          expect(title<T>(twice ? "syr2" : "syr", uplo), status, A, sum, place);
        }
}

int main() {
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  for_all_types([](auto type) { test_level1<decltype(type)>(257); });
  section("level 1");
  for_all_types([](auto type) { test_device_results<decltype(type)>(); });
  section("results on the device");
  for_all_types([](auto type) { test_general<decltype(type)>(); });
  section("gemv, gbmv");
  for (auto storage : storages) {
    test_symmetric<float>(storage, false);
    test_symmetric<double>(storage, false);
    test_symmetric<Complex>(storage, true);
    test_symmetric<DoubleComplex>(storage, true);
  }
  test_symmetric<Complex>(Storage::whole, false);
  test_symmetric<DoubleComplex>(Storage::whole, false);
  section("symv, hemv and their packed and banded kin");
  for (auto storage : storages) for_all_types([=](auto type) { test_triangular<decltype(type)>(storage); });
  section("trmv, trsv and their packed and banded kin");
  for_all_types([](auto type) { test_outer_products<decltype(type)>(); });
  for_all_types([](auto type) { test_symmetric_products<decltype(type), false>(); });
  test_symmetric_products<Complex, true>();
  test_symmetric_products<DoubleComplex, true>();
  section("ger, syr, her and their kin");
  cublasDestroy(handle);
}
