// Routines that are told the types of their operands as numbers. Each has a list of the combinations it takes.
#pragma once

#include "libraries/cublas/batched.hpp"
#include "libraries/cublas/rotations.hpp"
#include "library_types.h"

namespace loom::cublas {

template <class T> inline constexpr cudaDataType code = cudaDataType(-1);
template <> inline constexpr cudaDataType code<Half> = CUDA_R_16F;
template <> inline constexpr cudaDataType code<BFloat16> = CUDA_R_16BF;
template <> inline constexpr cudaDataType code<float> = CUDA_R_32F;
template <> inline constexpr cudaDataType code<double> = CUDA_R_64F;
template <> inline constexpr cudaDataType code<std::complex<float>> = CUDA_C_32F;
template <> inline constexpr cudaDataType code<std::complex<double>> = CUDA_C_64F;
template <> inline constexpr cudaDataType code<std::int8_t> = CUDA_R_8I;
template <> inline constexpr cudaDataType code<std::int32_t> = CUDA_R_32I;
template <> inline constexpr cudaDataType code<ComplexInt8> = CUDA_C_8I;

// A combination of types.
template <class... Ts>
struct Types {
  static bool are(std::initializer_list<cudaDataType> asked) {
    return std::ranges::equal(asked, std::initializer_list<cudaDataType>{code<Ts>...});
  }
};

// Calls with the requested combination.
template <class Call, class... Combinations>
cublasStatus_t choose(cublasHandle_t handle, std::initializer_list<cudaDataType> asked, Call call, Combinations...) {
  if (const auto bad = check(handle, {})) return bad;
  cublasStatus_t status = CUBLAS_STATUS_NOT_SUPPORTED;
  static_cast<void>(((Combinations::are(asked) && (status = call(Combinations{}), true)) || ...));
  return status;
}

template <class T>
const T* as(const void* at) { return static_cast<const T*>(at); }
template <class T>
T* as(void* at) { return static_cast<T*>(at); }

using ComplexFloat = std::complex<float>;
using ComplexDouble = std::complex<double>;

// Level 1

inline cublasStatus_t nrm2Ex(cublasHandle_t handle, Size n, const void* x, cudaDataType xType, Size incx, void* result,
                             cudaDataType resultType, cudaDataType executionType) {
  return choose(handle, {xType, resultType, executionType}, [=]<class X, class R, class E>(Types<X, R, E>) {
    using Compute = std::conditional_t<is_complex<X>, X, E>;
    return nrm2_as<Compute>(handle, n, as<X>(x), incx, as<R>(result));
  }, Types<Half, Half, float>{}, Types<BFloat16, BFloat16, float>{}, Types<float, float, float>{}, Types<double, double, double>{},
     Types<ComplexFloat, float, float>{}, Types<ComplexDouble, double, double>{});
}

inline cublasStatus_t asumEx(cublasHandle_t handle, Size n, const void* x, cudaDataType xType, Size incx, void* result,
                             cudaDataType resultType, cudaDataType executionType) {
  return choose(handle, {xType, resultType, executionType}, [=]<class X, class R, class E>(Types<X, R, E>) {
    return asum_as<E>(handle, n, as<X>(x), incx, as<R>(result));
  }, Types<Half, float, float>{}, Types<BFloat16, float, float>{}, Types<float, float, float>{}, Types<double, double, double>{},
     Types<ComplexFloat, float, ComplexFloat>{}, Types<ComplexDouble, double, ComplexDouble>{});
}

template <bool conjugated>
cublasStatus_t dot_typed(cublasHandle_t handle, Size n, const void* x, cudaDataType xType, Size incx, const void* y,
                         cudaDataType yType, Size incy, void* result, cudaDataType resultType, cudaDataType executionType) {
  return choose(handle, {xType, yType, resultType, executionType}, [=]<class X, class E>(Types<X, X, X, E>) {
    return dot_as<conjugated, E>(handle, n, as<X>(x), incx, as<X>(y), incy, as<X>(result));
  }, Types<Half, Half, Half, float>{}, Types<BFloat16, BFloat16, BFloat16, float>{}, Types<float, float, float, float>{},
     Types<double, double, double, double>{}, Types<ComplexFloat, ComplexFloat, ComplexFloat, ComplexFloat>{},
     Types<ComplexDouble, ComplexDouble, ComplexDouble, ComplexDouble>{});
}
inline constexpr auto dotEx = dot_typed<false>;
inline constexpr auto dotcEx = dot_typed<true>;

inline cublasStatus_t scalEx(cublasHandle_t handle, Size n, const void* alpha, cudaDataType alphaType, void* x, cudaDataType xType,
                             Size incx, cudaDataType executionType) {
  return choose(handle, {alphaType, xType, executionType}, [=]<class A, class X>(Types<A, X, A>) {
    return scal(handle, n, as<A>(alpha), as<X>(x), incx);
  }, Types<float, Half, float>{}, Types<float, BFloat16, float>{}, Types<float, float, float>{}, Types<double, double, double>{},
     Types<ComplexFloat, ComplexFloat, ComplexFloat>{}, Types<ComplexDouble, ComplexDouble, ComplexDouble>{});
}

inline cublasStatus_t axpyEx(cublasHandle_t handle, Size n, const void* alpha, cudaDataType alphaType, const void* x,
                             cudaDataType xType, Size incx, void* y, cudaDataType yType, Size incy, cudaDataType executionType) {
  return choose(handle, {alphaType, xType, yType, executionType}, [=]<class A, class X>(Types<A, X, X, A>) {
    return axpy_as<A>(handle, n, as<A>(alpha), as<X>(x), incx, as<X>(y), incy);
  }, Types<float, Half, Half, float>{}, Types<float, BFloat16, BFloat16, float>{}, Types<float, float, float, float>{},
     Types<double, double, double, double>{}, Types<ComplexFloat, ComplexFloat, ComplexFloat, ComplexFloat>{},
     Types<ComplexDouble, ComplexDouble, ComplexDouble, ComplexDouble>{});
}

// Those of one type.
template <class Call>
cublasStatus_t of_one_type(cublasHandle_t handle, cudaDataType type, Call call) {
  return choose(handle, {type}, call, Types<Half>{}, Types<BFloat16>{}, Types<float>{}, Types<double>{}, Types<ComplexFloat>{},
                Types<ComplexDouble>{});
}

inline cublasStatus_t copyEx(cublasHandle_t handle, Size n, const void* x, cudaDataType xType, Size incx, void* y,
                             cudaDataType yType, Size incy) {
  if (xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
  return of_one_type(handle, xType, [=]<class X>(Types<X>) { return copy(handle, n, as<X>(x), incx, as<X>(y), incy); });
}

inline cublasStatus_t swapEx(cublasHandle_t handle, Size n, void* x, cudaDataType xType, Size incx, void* y, cudaDataType yType,
                             Size incy) {
  if (xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
  return of_one_type(handle, xType, [=]<class X>(Types<X>) { return swap(handle, n, as<X>(x), incx, as<X>(y), incy); });
}

template <class I>
cublasStatus_t iamaxEx(cublasHandle_t handle, Size n, const void* x, cudaDataType xType, Size incx, I* result) {
  return of_one_type(handle, xType, [=]<class X>(Types<X>) { return amax(handle, n, as<X>(x), incx, result); });
}

template <class I>
cublasStatus_t iaminEx(cublasHandle_t handle, Size n, const void* x, cudaDataType xType, Size incx, I* result) {
  return of_one_type(handle, xType, [=]<class X>(Types<X>) { return amin(handle, n, as<X>(x), incx, result); });
}

inline cublasStatus_t rotEx(cublasHandle_t handle, Size n, void* x, cudaDataType xType, Size incx, void* y, cudaDataType yType,
                            Size incy, const void* c, const void* s, cudaDataType csType, cudaDataType executiontype) {
  return choose(handle, {xType, yType, csType, executiontype}, [=]<class X, class C, class E>(Types<X, X, C, E>) {
    return rot_as<E>(handle, n, as<X>(x), incx, as<X>(y), incy, as<C>(c), as<C>(s));
  }, Types<Half, Half, Half, float>{}, Types<BFloat16, BFloat16, BFloat16, float>{}, Types<float, float, float, float>{},
     Types<double, double, double, double>{}, Types<ComplexFloat, ComplexFloat, float, ComplexFloat>{},
     Types<ComplexFloat, ComplexFloat, ComplexFloat, ComplexFloat>{}, Types<ComplexDouble, ComplexDouble, double, ComplexDouble>{},
     Types<ComplexDouble, ComplexDouble, ComplexDouble, ComplexDouble>{});
}

inline cublasStatus_t rotmEx(cublasHandle_t handle, Size n, void* x, cudaDataType xType, Size incx, void* y, cudaDataType yType,
                             Size incy, const void* param, cudaDataType paramType, cudaDataType executiontype) {
  return choose(handle, {xType, yType, paramType, executiontype}, [=]<class X, class E>(Types<X, X, X, E>) {
    return rotm_as<E>(handle, n, as<X>(x), incx, as<X>(y), incy, as<X>(param));
  }, Types<Half, Half, Half, float>{}, Types<BFloat16, BFloat16, BFloat16, float>{}, Types<float, float, float, float>{},
     Types<double, double, double, double>{});
}

inline cublasStatus_t rotgEx(cublasHandle_t handle, void* a, void* b, cudaDataType abType, void* c, void* s, cudaDataType csType,
                             cudaDataType executiontype) {
  return choose(handle, {abType, csType, executiontype}, [=]<class X>(Types<X, X, X>) {
    return rotg(handle, as<X>(a), as<X>(b), as<X>(c), as<X>(s));
  }, Types<float, float, float>{}, Types<double, double, double>{});
}

inline cublasStatus_t rotmgEx(cublasHandle_t handle, void* d1, cudaDataType d1Type, void* d2, cudaDataType d2Type, void* x1,
                              cudaDataType x1Type, const void* y1, cudaDataType y1Type, void* param, cudaDataType paramType,
                              cudaDataType executiontype) {
  return choose(handle, {d1Type, d2Type, x1Type, y1Type, paramType, executiontype}, [=]<class X>(Types<X, X, X, X, X, X>) {
    return rotmg(handle, as<X>(d1), as<X>(d2), as<X>(x1), as<X>(y1), as<X>(param));
  }, Types<float, float, float, float, float, float>{}, Types<double, double, double, double, double, double>{});
}

// Products. Elements of A and B are X, those of C are Z, alpha and beta are S, and T is what is computed in.

// Integers are computed in double, which holds their products exactly, and wrap around as integers do.
template <class Z, class T>
Z narrowed(T value) {
  if constexpr (std::is_integral_v<Z>) return static_cast<Z>(static_cast<std::int64_t>(value));
  else return static_cast<Z>(value);
}

template <class T, class X, class Z>
void multiply_typed(const Memory& memory, const Product<T>& product, const char* const (&names)[3], T alpha, const X* A, const X* B,
                    T beta, Z* C) {
  const bool multiplies = alpha != T(0) && product.k > 0;
  product.look(memory, multiplies, beta != T(0), names, A, B, C);
  if constexpr (std::is_same_v<X, T> && std::is_same_v<Z, T>) return product.compute(alpha, A, B, beta, C);
  const Shape a = multiplies ? product.a() : Shape{0, 0}, b = multiplies ? product.b() : Shape{0, 0};
  const std::vector<T> wide_a = gathered<T>(A, a, product.lda), wide_b = gathered<T>(B, b, product.ldb);
  std::vector<T> sum(static_cast<std::size_t>(product.m * product.n));
  Product<T> dense = product;
  dense.lda = std::max<Size>(1, product.a().rows);
  dense.ldb = std::max<Size>(1, product.b().rows);
  dense.ldc = product.m;
  if (multiplies) dense.compute(alpha, wide_a.data(), wide_b.data(), T(0), sum.data());
  for (Size j = 0; j < product.n; ++j)
    for (Size i = 0; i < product.m; ++i) {
      Z& element = C[j * product.ldc + i];
      const T before = beta == T(0) ? T(0) : beta * static_cast<T>(element);
      element = narrowed<Z>(sum[static_cast<std::size_t>(j * product.m + i)] + before);
    }
}

// What a compute type stands for. Programs also pass a data type of that size.
inline cudaDataType computed_in(cublasComputeType_t type) {
  switch (static_cast<int>(type)) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
    case CUDA_R_32F:
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9: return CUDA_R_32F;
    case CUDA_R_64F:
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT: return CUDA_R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
    default: return cudaDataType(-1);
  }
}

// Calls with the types of A and B, of C, of alpha and beta, and of the computation.
template <class Call>
cublasStatus_t choose_product(cublasHandle_t handle, cudaDataType a, cudaDataType b, cudaDataType c, cublasComputeType_t type,
                              Call call) {
  const auto with = [&]<class X, class Y, class Z, class E>(Types<X, Y, Z, E>) {
    using Compute = std::conditional_t<is_complex<Z>, Z, std::conditional_t<std::is_same_v<E, std::int32_t>, double,
                    std::conditional_t<std::is_same_v<E, Half>, float, E>>>;
    return call(Types<X, Z, std::conditional_t<is_complex<Z>, Z, E>, Compute>{});
  };
  return choose(handle, {a, b, c, computed_in(type)}, with, Types<Half, Half, Half, Half>{}, Types<Half, Half, Half, float>{},
                Types<Half, Half, float, float>{}, Types<BFloat16, BFloat16, BFloat16, float>{},
                Types<BFloat16, BFloat16, float, float>{}, Types<float, float, float, float>{},
                Types<std::int8_t, std::int8_t, float, float>{}, Types<ComplexFloat, ComplexFloat, ComplexFloat, float>{},
                Types<ComplexInt8, ComplexInt8, ComplexFloat, float>{}, Types<double, double, double, double>{},
                Types<ComplexDouble, ComplexDouble, ComplexDouble, double>{},
                Types<std::int8_t, std::int8_t, std::int32_t, std::int32_t>{});
}

inline cublasStatus_t gemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, Size k,
                             const void* alpha, const void* A, cudaDataType Atype, Size lda, const void* B, cudaDataType Btype,
                             Size ldb, const void* beta, void* C, cudaDataType Ctype, Size ldc, cublasComputeType_t computeType,
                             cublasGemmAlgo_t) {
  return choose_product(handle, Atype, Btype, Ctype, computeType, [=]<class X, class Z, class S, class T>(Types<X, Z, S, T>) {
    const Product<T> product{transa, transb, m, n, k, lda, ldb, ldc};
    if (const auto bad = product.check_arguments(handle, alpha, beta)) return bad;
    if (product.is_empty()) return CUBLAS_STATUS_SUCCESS;
    return submit(handle, [=, alpha = Scalar(handle, "alpha", as<S>(alpha)),
                           beta = Scalar(handle, "beta", as<S>(beta))](const Memory& memory) {
      multiply_typed(memory, product, {"A", "B", "C"}, static_cast<T>(alpha.in(memory)), as<X>(A), as<X>(B),
                     static_cast<T>(beta.in(memory)), as<Z>(C));
    });
  });
}

inline cublasStatus_t gemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m,
                                           Size n, Size k, const void* alpha, const void* A, cudaDataType Atype, Size lda,
                                           long long strideA, const void* B, cudaDataType Btype, Size ldb, long long strideB,
                                           const void* beta, void* C, cudaDataType Ctype, Size ldc, long long strideC,
                                           Size batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t) {
  return choose_product(handle, Atype, Btype, Ctype, computeType, [=]<class X, class Z, class S, class T>(Types<X, Z, S, T>) {
    const Product<T> product{transa, transb, m, n, k, lda, ldb, ldc};
    if (const auto bad = product.check_arguments(handle, alpha, beta)) return bad;
    if (const auto bad = check(handle, {{is_count(batchCount), "batchCount"}})) return bad;
    if (product.is_empty()) return CUBLAS_STATUS_SUCCESS;
    return submit(handle, [=, alpha = Scalar(handle, "alpha", as<S>(alpha)),
                           beta = Scalar(handle, "beta", as<S>(beta))](const Memory& memory) {
      for (Size i = 0; i < batchCount; ++i)
        multiply_typed(memory, product, {"A", "B", "C"}, static_cast<T>(alpha.in(memory)), as<X>(A) + i * strideA,
                       as<X>(B) + i * strideB, static_cast<T>(beta.in(memory)), as<Z>(C) + i * strideC);
    });
  });
}

inline cublasStatus_t gemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n,
                                    Size k, const void* alpha, const void* const* Aarray, cudaDataType Atype, Size lda,
                                    const void* const* Barray, cudaDataType Btype, Size ldb, const void* beta, void* const* Carray,
                                    cudaDataType Ctype, Size ldc, Size batchCount, cublasComputeType_t computeType,
                                    cublasGemmAlgo_t) {
  return choose_product(handle, Atype, Btype, Ctype, computeType, [=]<class X, class Z, class S, class T>(Types<X, Z, S, T>) {
    const Product<T> product{transa, transb, m, n, k, lda, ldb, ldc};
    if (const auto bad = product.check_arguments(handle, alpha, beta)) return bad;
    if (const auto bad = check(handle, {{is_count(batchCount), "batchCount"}})) return bad;
    if (product.is_empty() || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
    return submit(handle, [=, alpha = Scalar(handle, "alpha", as<S>(alpha)),
                           beta = Scalar(handle, "beta", as<S>(beta))](const Memory& memory) {
      pointers(memory, "Aarray", Aarray, batchCount);
      pointers(memory, "Barray", Barray, batchCount);
      pointers(memory, "Carray", Carray, batchCount);
      for (Size i = 0; i < batchCount; ++i)
        multiply_typed(memory, product, {"Aarray", "Barray", "Carray"}, static_cast<T>(alpha.in(memory)), as<X>(Aarray[i]),
                       as<X>(Barray[i]), static_cast<T>(beta.in(memory)), as<Z>(Carray[i]));
    });
  });
}

// The products of halves that have their type in their name.
inline cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, Size k,
                           const Half* alpha, const Half* A, Size lda, const Half* B, Size ldb, const Half* beta, Half* C, Size ldc) {
  return gemmEx(handle, transa, transb, m, n, k, alpha, A, CUDA_R_16F, lda, B, CUDA_R_16F, ldb, beta, C, CUDA_R_16F, ldc,
                CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

inline cublasStatus_t gemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, Size k,
                                  const Half* alpha, const Half* const* Aarray, Size lda, const Half* const* Barray, Size ldb,
                                  const Half* beta, Half* const* Carray, Size ldc, Size batchCount) {
  return gemmBatchedEx(handle, transa, transb, m, n, k, alpha, reinterpret_cast<const void* const*>(Aarray), CUDA_R_16F, lda,
                       reinterpret_cast<const void* const*>(Barray), CUDA_R_16F, ldb, beta, reinterpret_cast<void* const*>(Carray),
                       CUDA_R_16F, ldc, batchCount, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

inline cublasStatus_t gemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n,
                                         Size k, const Half* alpha, const Half* A, Size lda, long long strideA, const Half* B,
                                         Size ldb, long long strideB, const Half* beta, Half* C, Size ldc, long long strideC,
                                         Size batchCount) {
  return gemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, CUDA_R_16F, lda, strideA, B, CUDA_R_16F, ldb, strideB,
                              beta, C, CUDA_R_16F, ldc, strideC, batchCount, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

// The same with alpha and beta of a type that the name tells.
inline cublasStatus_t sgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, Size k,
                              const float* alpha, const void* A, cudaDataType Atype, Size lda, const void* B, cudaDataType Btype,
                              Size ldb, const float* beta, void* C, cudaDataType Ctype, Size ldc) {
  if (Ctype == CUDA_C_32F) return CUBLAS_STATUS_NOT_SUPPORTED;
  return gemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, CUBLAS_COMPUTE_32F,
                CUBLAS_GEMM_DEFAULT);
}

inline cublasStatus_t cgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Size m, Size n, Size k,
                              const ComplexFloat* alpha, const void* A, cudaDataType Atype, Size lda, const void* B,
                              cudaDataType Btype, Size ldb, const ComplexFloat* beta, void* C, cudaDataType Ctype, Size ldc) {
  if (Ctype != CUDA_C_32F) return CUBLAS_STATUS_NOT_SUPPORTED;
  return gemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, CUBLAS_COMPUTE_32F,
                CUBLAS_GEMM_DEFAULT);
}
inline constexpr auto cgemm3mEx = cgemmEx;

inline cublasStatus_t cherkEx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k,
                              const float* alpha, const void* A, cudaDataType Atype, Size lda, const float* beta, void* C,
                              cudaDataType Ctype, Size ldc) {
  return choose(handle, {Atype, Ctype}, [=]<class X>(Types<X, X>) {
    return herk(handle, uplo, trans, n, k, alpha, as<X>(A), lda, beta, as<X>(C), ldc);
  }, Types<ComplexFloat, ComplexFloat>{});
}
inline constexpr auto cherk3mEx = cherkEx;

inline cublasStatus_t csyrkEx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k,
                              const ComplexFloat* alpha, const void* A, cudaDataType Atype, Size lda, const ComplexFloat* beta,
                              void* C, cudaDataType Ctype, Size ldc) {
  return choose(handle, {Atype, Ctype}, [=]<class X>(Types<X, X>) {
    return syrk(handle, uplo, trans, n, k, alpha, as<X>(A), lda, beta, as<X>(C), ldc);
  }, Types<ComplexFloat, ComplexFloat>{});
}
inline constexpr auto csyrk3mEx = csyrkEx;

}  // namespace loom::cublas
