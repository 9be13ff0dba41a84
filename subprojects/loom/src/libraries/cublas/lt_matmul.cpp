// cuBLASLt's handles and its product. A handle is one of cuBLAS, which programs take it for, too.
#include <utility>

#include "cublasLt.h"
#include "libraries/cublas/lt_epilogue.hpp"

namespace loom::cublas::lt {
namespace {

cublasHandle_t handle_of(cublasLtHandle_t handle) { return reinterpret_cast<cublasHandle_t>(handle); }

struct Matmul {
  Description how;
  Layout a, b, c, d;

  Size m() const { return static_cast<Size>(d.rows); }
  Size n() const { return static_cast<Size>(d.columns); }
  Size k() const { return static_cast<Size>(how.transa == CUBLAS_OP_N ? a.columns : a.rows); }
};

Shape shape(const Layout& layout) { return {static_cast<Size>(layout.rows), static_cast<Size>(layout.columns)}; }

// Rows that lie one behind the other are columns of the transposed matrix.
Area area(const Layout& layout) {
  const Shape of = shape(layout);
  return layout.order == CUBLASLT_ORDER_ROW ? matrix(of.columns, of.rows, layout.leading) : matrix(of.rows, of.columns, layout.leading);
}

Size index(const Layout& layout, Size i, Size j) {
  return layout.order == CUBLASLT_ORDER_ROW ? i * layout.leading + j : j * layout.leading + i;
}

bool is_layout(const Layout& layout) {
  const Shape of = shape(layout);
  return is_count(of.rows) && is_count(of.columns) && (layout.order == CUBLASLT_ORDER_COL || layout.order == CUBLASLT_ORDER_ROW) &&
         is_leading(layout.leading, layout.order == CUBLASLT_ORDER_ROW ? of.columns : of.rows) && layout.batch_count >= 1;
}

// By columns, without gaps.
template <class T, class X>
std::vector<T> dense(const Layout& layout, const X* at) {
  const Shape of = shape(layout);
  std::vector<T> elements;
  elements.reserve(static_cast<std::size_t>(of.rows * of.columns));
  for (Size j = 0; j < of.columns; ++j)
    for (Size i = 0; i < of.rows; ++i) elements.push_back(static_cast<T>(at[index(layout, i, j)]));
  return elements;
}

cublasStatus_t check_arguments(cublasHandle_t handle, const Matmul& matmul) {
  const Description& how = matmul.how;
  const auto batched_alike = [&](const Layout& layout) { return layout.batch_count == matmul.d.batch_count; };
  const bool same_as_d = matmul.c.rows == matmul.d.rows && matmul.c.columns == matmul.d.columns;
  const Shape a = stored(how.transa, matmul.m(), matmul.k()), b = stored(how.transb, matmul.k(), matmul.n());
  const auto is = [](const Layout& layout, const Shape& of) { return shape(layout).rows == of.rows && shape(layout).columns == of.columns; };
  const bool bends_sharply = how.epilogue & (relu | relu_back);
  const bool has_aux = how.aux && how.aux_leading >= matmul.m() && how.aux_leading % (bends_sharply ? 128 : 8) == 0;
  return check(handle, {{is_operation(how.transa), "computeDesc: TRANSA"},
                        {is_operation(how.transb), "computeDesc: TRANSB"},
                        {is_epilogue(how.epilogue), "computeDesc: EPILOGUE"},
                        {how.pointer_mode == CUBLASLT_POINTER_MODE_HOST || how.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE, "computeDesc: POINTER_MODE"},
                        {is_layout(matmul.a) && is(matmul.a, a) && batched_alike(matmul.a), "Adesc"},
                        {is_layout(matmul.b) && is(matmul.b, b) && batched_alike(matmul.b), "Bdesc"},
                        {is_layout(matmul.c) && same_as_d && batched_alike(matmul.c), "Cdesc"},
                        {is_layout(matmul.d), "Ddesc"},
                        {!uses_bias(how.epilogue) || how.bias, "computeDesc: BIAS_POINTER"},
                        {!(how.epilogue & aux) || has_aux, "computeDesc: EPILOGUE_AUX_POINTER or EPILOGUE_AUX_LD"}});
}

// Calls with the types of A and B, of C and D, of alpha and beta, and of the computation.
template <class Call>
cublasStatus_t choose_types(cublasHandle_t handle, const Matmul& matmul, Call call) {
  const Description& how = matmul.how;
  if (const auto bad = check_arguments(handle, matmul)) return bad;
  if (matmul.d.type != matmul.c.type || how.transc != CUBLAS_OP_N) return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool changes = how.epilogue != CUBLASLT_EPILOGUE_DEFAULT;
  const auto is_kind = [](std::int32_t type) { return type < 0 || is_real_number(cudaDataType(type)); };
  if (changes && !(is_real_number(matmul.d.type) && is_kind(how.bias_type) && is_kind(how.aux_type))) return CUBLAS_STATUS_NOT_SUPPORTED;
  return choose_product(handle, matmul.a.type, matmul.b.type, matmul.c.type, how.compute_type,
                        [&]<class X, class Z, class S, class T>(Types<X, Z, S, T> types) {
                          return how.scale_type == code<S> ? call(types) : CUBLAS_STATUS_NOT_SUPPORTED;
                        });
}

template <class T, class X, class Z>
void multiply(const Memory& memory, const Matmul& matmul, T alpha, const X* A, const X* B, T beta, const Z* C, Z* D, Size batch) {
  const Size m = matmul.m(), n = matmul.n(), k = matmul.k();
  const bool multiplies = alpha != T(0) && k > 0, sums = matmul.how.epilogue & (sums_a | sums_b);
  std::vector<T> a, b, d(static_cast<std::size_t>(m * n));
  if (multiplies || sums) {
    a = dense<T>(matmul.a, memory.reads("A", A + batch * matmul.a.batch_offset, area(matmul.a)));
    b = dense<T>(matmul.b, memory.reads("B", B + batch * matmul.b.batch_offset, area(matmul.b)));
  }
  if (multiplies)
    Product<T>{matmul.how.transa, matmul.how.transb, m, n, k, std::max<Size>(1, shape(matmul.a).rows), std::max<Size>(1, shape(matmul.b).rows), m}
        .compute(alpha, a.data(), b.data(), T(0), d.data());
  if (beta != T(0)) {
    const std::vector<T> c = dense<T>(matmul.c, memory.reads("C", C + batch * matmul.c.batch_offset, area(matmul.c)));
    for (std::size_t i = 0; i < d.size(); ++i) d[i] += beta * c[i];
  }
  if constexpr (std::is_floating_point_v<T>) {
    const Epilogue<T> epilogue(memory, matmul.how, matmul.d.type, m, n, batch);
    epilogue.finish(d);
    if (sums) epilogue.sum_factors(a, b, k);
  }
  Z* const to = memory.writes("D", D + batch * matmul.d.batch_offset, area(matmul.d));
  for (Size j = 0; j < n; ++j)
    for (Size i = 0; i < m; ++i) to[index(matmul.d, i, j)] = narrowed<Z>(d[static_cast<std::size_t>(j * m + i)]);
}

}  // namespace
}  // namespace loom::cublas::lt

using namespace loom::cublas;
using namespace loom::cublas::lt;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* lightHandle) {
  if (!lightHandle) return CUBLAS_STATUS_INVALID_VALUE;
  auto made = std::make_shared<cublasContext>();
  *lightHandle = reinterpret_cast<cublasLtHandle_t>(made.get());
  add_handle(std::move(made));
  return CUBLAS_STATUS_SUCCESS;
}

// Like the library, waits for what the device has been given.
cublasStatus_t cublasLtDestroy(cublasLtHandle_t lightHandle) {
  return entry("cublasLtDestroy", nullptr, [&] {
    if (const auto bad = check(handle_of(lightHandle), {})) return bad;
    cudaDeviceSynchronize();
    remove_handle(handle_of(lightHandle));
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t operationDesc, cublasLtMatrixLayout_t Adesc,
                                              cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
                                              cublasLtMatmulPreference_t preference, int requestedAlgoCount,
                                              cublasLtMatmulHeuristicResult_t heuristicResultsArray[], int* returnAlgoCount) {
  return entry("cublasLtMatmulAlgoGetHeuristic", nullptr, [&] {
    const cublasHandle_t handle = handle_of(lightHandle);
    if (const auto bad = check(handle, {{operationDesc && Adesc && Bdesc && Cdesc && Ddesc && preference, "that describes the product"},
                                        {requestedAlgoCount > 0, "requestedAlgoCount"},
                                        {heuristicResultsArray && returnAlgoCount, "that takes the answer"}}))
      return bad;
    *returnAlgoCount = 0;
    const Matmul matmul{held<Description>(operationDesc), held<Layout>(Adesc), held<Layout>(Bdesc), held<Layout>(Cdesc), held<Layout>(Ddesc)};
    if (const auto bad = choose_types(handle, matmul, [](auto) { return CUBLAS_STATUS_SUCCESS; })) return bad;
    heuristicResultsArray[0] = {};
    heuristicResultsArray[0].state = CUBLAS_STATUS_SUCCESS;
    heuristicResultsArray[0].wavesCount = 1;
    *returnAlgoCount = 1;
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t computeDesc, const void* alpha, const void* A,
                              cublasLtMatrixLayout_t Adesc, const void* B, cublasLtMatrixLayout_t Bdesc, const void* beta, const void* C,
                              cublasLtMatrixLayout_t Cdesc, void* D, cublasLtMatrixLayout_t Ddesc, const cublasLtMatmulAlgo_t*, void*, size_t,
                              cudaStream_t stream) {
  return entry("cublasLtMatmul", __builtin_return_address(0), [&] {
    const cublasHandle_t handle = handle_of(lightHandle);
    if (const auto bad = check(handle, {{computeDesc && Adesc && Bdesc && Cdesc && Ddesc, "that describes the product"},
                                        {alpha != nullptr, "alpha"},
                                        {beta != nullptr, "beta"}}))
      return bad;
    const Matmul matmul{held<Description>(computeDesc), held<Layout>(Adesc), held<Layout>(Bdesc), held<Layout>(Cdesc), held<Layout>(Ddesc)};
    return choose_types(handle, matmul, [&]<class X, class Z, class S, class T>(Types<X, Z, S, T>) {
      if (matmul.m() == 0 || matmul.n() == 0) return CUBLAS_STATUS_SUCCESS;
      cublasContext here;
      here.device = handle->device;
      here.stream = stream;
      here.pointer_mode = cublasPointerMode_t(matmul.how.pointer_mode);
      return submit(&here, [=, alpha = Scalar(&here, "alpha", as<S>(alpha)), beta = Scalar(&here, "beta", as<S>(beta))](const Memory& memory) {
        for (Size batch = 0; batch < matmul.d.batch_count; ++batch)
          multiply(memory, matmul, static_cast<T>(alpha.in(memory)), as<X>(A), as<X>(B), static_cast<T>(beta.in(memory)), as<Z>(C), as<Z>(D), batch);
      });
    });
  });
}

}  // extern "C"
