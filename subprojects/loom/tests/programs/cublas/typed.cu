// Routines of cuBLAS that are told the types of their operands, and those of 16 bits that have them in their names.
// prints: typed products: 19 cases, 0 failures
// prints: typed vectors: 24 cases, 0 failures
// prints: 16 bits by name: 38 cases, 0 failures
#include "reference.h"

#include <cstring>

cublasHandle_t handle;

size_t size_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
    case CUDA_C_8I: return 2;
    case CUDA_R_64F:
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 4;
  }
}
void store(cudaDataType type, void* at, Wide value) {
  const float real = float(value.real());
  const Complex complex(value);
  const int whole = int(value.real());
  const double wide = value.real();
  const __half half(real);
  const __nv_bfloat16 brain(real);
  const signed char bytes[2] = {static_cast<signed char>(value.real()), static_cast<signed char>(value.imag())};
  const void* from = &real;
  if (type == CUDA_R_64F) from = &wide;
  if (type == CUDA_C_32F) from = &complex;
  if (type == CUDA_C_64F) from = &value;
  if (type == CUDA_R_32I) from = &whole;
  if (type == CUDA_R_16F) from = &half;
  if (type == CUDA_R_16BF) from = &brain;
  if (type == CUDA_R_8I || type == CUDA_C_8I) from = bytes;
  std::memcpy(at, from, size_of(type));
}
Wide load(cudaDataType type, const void* at) {
  switch (type) {
    case CUDA_R_16F: return static_cast<float>(*static_cast<const __half*>(at));
    case CUDA_R_16BF: return static_cast<float>(*static_cast<const __nv_bfloat16*>(at));
    case CUDA_R_32I: return *static_cast<const int*>(at);
    case CUDA_R_64F: return *static_cast<const double*>(at);
    case CUDA_C_32F: return *static_cast<const Complex*>(at);
    case CUDA_C_64F: return *static_cast<const DoubleComplex*>(at);
    default: return *static_cast<const float*>(at);
  }
}

// Elements of a type that only the running program knows.
struct Typed {
  cudaDataType type;
  Dense dense;
  void* device = nullptr;

  Typed(cudaDataType type, int rows, int columns) : type(type), dense(rows, columns) {
    const bool complex = type == CUDA_C_32F || type == CUDA_C_64F || type == CUDA_C_8I;
    dense = complex ? random_matrix<Complex>(rows, columns) : random_matrix<float>(rows, columns);
    std::vector<char> bytes(dense.elements.size() * size_of(type));
    for (size_t i = 0; i < dense.elements.size(); ++i) store(type, &bytes[i * size_of(type)], dense.elements[i]);
    cudaMalloc(&device, bytes.size());
    cudaMemcpy(device, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  }
  ~Typed() { cudaFree(device); }
  Dense read() const {
    Dense back = dense;
    std::vector<char> bytes(dense.elements.size() * size_of(type));
    cudaMemcpy(bytes.data(), device, bytes.size(), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < dense.elements.size(); ++i) back.elements[i] = load(type, &bytes[i * size_of(type)]);
    return back;
  }
};

struct Combination {
  cublasComputeType_t compute;
  cudaDataType ab, c, scalar;
};
constexpr Combination combinations[] = {
    {CUBLAS_COMPUTE_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F},    {CUBLAS_COMPUTE_32F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},    {CUBLAS_COMPUTE_32F, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},   {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},     {CUBLAS_COMPUTE_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUBLAS_COMPUTE_32F, CUDA_C_8I, CUDA_C_32F, CUDA_C_32F},     {CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    {CUBLAS_COMPUTE_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},    {CUBLAS_COMPUTE_32I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},
    {CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
};

void test_typed_products() {
  constexpr int rows = 12, columns = 8, depth = 16;
  for (const Combination& types : combinations) {
    Wide alpha = 0, beta = 0;
    store(types.scalar, &alpha, 2);
    store(types.scalar, &beta, 1);
    const Typed A(types.ab, rows, depth), B(types.ab, depth, columns), C(types.c, rows, columns);
    const auto status = cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, columns, depth, &alpha, A.device, types.ab, rows,
                                     B.device, types.ab, depth, &beta, C.device, types.c, rows, types.compute, CUBLAS_GEMM_DEFAULT);
    // bfloat16 has 8 bits: sums beyond 256 are rounded.
    const double units = types.c == CUDA_R_16BF ? 1 << 15 : 64;
    compare_dense<Complex>("GemmEx " + std::to_string(types.ab) + " " + std::to_string(types.c), status, C.read(),
                           2.0 * (A.dense * B.dense) + C.dense, units);
  }
  const float alpha = 2, beta = 0;
  for (auto type : {CUDA_R_16F, CUDA_R_32F}) {
    const Typed A(type, rows, 2 * depth), B(type, depth, 2 * columns), C(CUDA_R_32F, rows, 2 * columns);
    const auto status = cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, columns, depth, &alpha, A.device, type,
                                                   rows, rows * depth, B.device, type, depth, depth * columns, &beta, C.device,
                                                   CUDA_R_32F, rows, rows * columns, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    Dense expected(rows, 2 * columns);
    for (int i = 0; i < 2; ++i)
      for (int c = 0; c < columns; ++c)
        for (int r = 0; r < rows; ++r)
          for (int d = 0; d < depth; ++d)
            expected(r, i * columns + c) += 2.0 * A.dense(r, i * depth + d) * B.dense(d, i * columns + c);
    compare_dense<float>("GemmStridedBatchedEx", status, C.read(), expected, 64);
    const Typed E(CUDA_R_32F, rows, columns);
    const auto old = cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, columns, depth, &alpha, A.device, type, rows, B.device,
                                  type, depth, &beta, E.device, CUDA_R_32F, rows, CUDA_R_32F, CUBLAS_GEMM_DFALT);
    const Typed D(CUDA_R_32F, rows, columns);
    const auto by_name = cublasSgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, columns, depth, &alpha, A.device, type, rows,
                                       B.device, type, depth, &beta, D.device, CUDA_R_32F, rows);
    Dense left(rows, depth), right(depth, columns);
    for (int d = 0; d < depth; ++d) {
      for (int r = 0; r < rows; ++r) left(r, d) = A.dense(r, d);
      for (int c = 0; c < columns; ++c) right(d, c) = B.dense(d, c);
    }
    compare_dense<float>("SgemmEx", by_name, D.read(), 2.0 * (left * right), 64);
    compare_dense<float>("GemmEx as before CUDA 11", old, E.read(), 2.0 * (left * right), 64);
  }
}

// Of matrices side by side the i-th, or the upper rows of it.
Dense part(const Dense& all, int i, int columns, int rows = 0) {
  Dense one(rows ? rows : all.rows, columns);
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < one.rows; ++r) one(r, c) = all(r, i * columns + c);
  return one;
}

// An array on the device that points to the first and the second half of the elements.
template <class T>
T** halves_of(const Typed& typed) {
  T** pointers;
  cudaMallocManaged(&pointers, 2 * sizeof(T*));
  for (int i = 0; i < 2; ++i) pointers[i] = static_cast<T*>(typed.device) + i * typed.dense.rows * typed.dense.columns / 2;
  return pointers;
}

void test_halves() {
  constexpr int m = 12, n = 8, k = 16;
  constexpr auto T = CUBLAS_OP_T, N = CUBLAS_OP_N;
  const __half two(2.0f), one(1.0f);
  for (int form = 0; form < 3; ++form) {
    const Typed A(CUDA_R_16F, k, 2 * m), B(CUDA_R_16F, k, 2 * n), C(CUDA_R_16F, m, 2 * n);
    __half **const a = halves_of<__half>(A), **const b = halves_of<__half>(B), **const c = halves_of<__half>(C);
    const auto status = form == 0   ? cublasHgemm(handle, T, N, m, n, k, &two, *a, k, *b, k, &one, *c, m)
                        : form == 1 ? cublasHgemmBatched(handle, T, N, m, n, k, &two, a, k, b, k, &one, c, m, 2)
                                    : cublasHgemmStridedBatched(handle, T, N, m, n, k, &two, *a, k, m * k, *b, k, k * n, &one, *c, m,
                                                                m * n, 2);
    const Dense got = C.read();
    for (int i = 0; i < 2; ++i) {
      const Dense before = part(C.dense, i, n), product = op(T, part(A.dense, i, m)) * part(B.dense, i, n);
      compare_dense<Complex>("Hgemm", status, part(got, i, n), form == 0 && i == 1 ? before : 2.0 * product + before, 64);
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
  }
}

// A matrix and a vector of 16 bits; the result, too, or a float.
template <class X, class Y, class Batched, class Strided>
void test_vectors_of_16_bits(const std::string& name, cudaDataType type, cudaDataType result, Batched batched, Strided strided) {
  constexpr int leading = 14, rows = 12, columns = 8;
  const float alpha = 2, beta = 1;
  for (const bool transposes : {false, true})
    for (const bool with_strides : {false, true}) {
      const int from = transposes ? rows : columns, to = transposes ? columns : rows;
      const auto trans = transposes ? CUBLAS_OP_T : CUBLAS_OP_N;
      const Typed A(type, leading, 2 * columns), x(type, from, 2), y(result, to, 2);
      X **const a = halves_of<X>(A), **const in = halves_of<X>(x);
      Y** const out = halves_of<Y>(y);
      // Backwards through x: its elements in the opposite order.
      const auto status =
          with_strides ? strided(handle, trans, rows, columns, &alpha, *a, leading, leading * columns, *in, -1, from, &beta, *out, 1,
                                 to, 2)
                       : batched(handle, trans, rows, columns, &alpha, a, leading, in, -1, &beta, out, 1, 2);
      const Dense got = y.read();
      for (int i = 0; i < 2; ++i) {
        Dense backwards(from, 1);
        for (int r = 0; r < from; ++r) backwards(r, 0) = x.dense(from - 1 - r, i);
        const Dense product = op(trans, part(A.dense, i, columns, rows)) * backwards;
        compare_dense<Complex>(name, status, part(got, i, 1), 2.0 * product + part(y.dense, i, 1), result == CUDA_R_16BF ? 1 << 16 : 64);
      }
      cudaFree(a);
      cudaFree(in);
      cudaFree(out);
    }
}

void test_typed_vectors() {
  struct Kind { cudaDataType x, compute, norm; };
  constexpr Kind kinds[] = {{CUDA_R_16F, CUDA_R_32F, CUDA_R_16F}, {CUDA_R_16BF, CUDA_R_32F, CUDA_R_16BF},
                            {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F}, {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
                            {CUDA_C_32F, CUDA_C_32F, CUDA_R_32F}, {CUDA_C_64F, CUDA_C_64F, CUDA_R_64F}};
  constexpr int length = 21;
  for (const Kind& kind : kinds) {
    const std::string name = std::to_string(kind.x);
    const double units = kind.x == CUDA_R_16BF ? 1 << 16 : kind.x == CUDA_R_16F ? 1 << 13 : 16;
    const Typed x(kind.x, length, 1), y(kind.x, length, 1), z(kind.x, length, 1);
    Wide alpha = 0;
    store(kind.compute, &alpha, 3);
    auto status = cublasAxpyEx(handle, length, &alpha, kind.compute, x.device, kind.x, 1, y.device, kind.x, 1, kind.compute);
    compare_dense<Complex>("AxpyEx " + name, status, y.read(), 3.0 * x.dense + y.dense, units);
    status = cublasScalEx(handle, length, &alpha, kind.compute, z.device, kind.x, 1, kind.compute);
    compare_dense<Complex>("ScalEx " + name, status, z.read(), 3.0 * z.dense, units);
    Wide result = 0, expected = 0, square = 0;
    for (int i = 0; i < length; ++i) {
      expected += std::conj(x.dense(i, 0)) * x.dense(i, 0);
      square += std::norm(x.dense(i, 0));
    }
    status = cublasDotcEx(handle, length, x.device, kind.x, 1, x.device, kind.x, 1, &result, kind.x, kind.compute);
    compare<Complex>("DotcEx " + name, status, {Complex(load(kind.x, &result))}, {Complex(expected)}, units);
    const bool complex = kind.norm != kind.x;
    status = cublasNrm2Ex(handle, length, x.device, kind.x, 1, &result, kind.norm, complex ? kind.norm : kind.compute);
    compare<Complex>("Nrm2Ex " + name, status, {Complex(load(kind.norm, &result))}, {Complex(std::sqrt(square))}, units);
  }
}

int main() {
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  test_typed_products();
  section("typed products");
  test_typed_vectors();
  section("typed vectors");
  test_halves();
  test_vectors_of_16_bits<__half, __half>("HSHgemv", CUDA_R_16F, CUDA_R_16F, cublasHSHgemvBatched, cublasHSHgemvStridedBatched);
  test_vectors_of_16_bits<__half, float>("HSSgemv", CUDA_R_16F, CUDA_R_32F, cublasHSSgemvBatched, cublasHSSgemvStridedBatched);
  test_vectors_of_16_bits<__nv_bfloat16, __nv_bfloat16>("TSTgemv", CUDA_R_16BF, CUDA_R_16BF, cublasTSTgemvBatched,
                                                        cublasTSTgemvStridedBatched);
  test_vectors_of_16_bits<__nv_bfloat16, float>("TSSgemv", CUDA_R_16BF, CUDA_R_32F, cublasTSSgemvBatched, cublasTSSgemvStridedBatched);
  section("16 bits by name");
  cublasDestroy(handle);
}
