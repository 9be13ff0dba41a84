// cuBLAS-Xt: the routines of level 3 on operands of the host. loom computes there anyway, so nothing is cut into tiles or copied:
// a handle of cuBLAS-Xt is one of cuBLAS whose operands may be the host's, and whose calls wait.
#include "loom/cublas_xt_types.h"

#include "cuda_runtime_api.h"
#include "libraries/cublas/define.hpp"
#include "libraries/cublas/extensions.hpp"
#include "libraries/cublas/level3.hpp"

struct cublasXtContext : cublasContext {
  bool has_devices = false;
  int block_dim = 1024;
  cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};

namespace loom::cublas {

namespace {

bool is_routine(cublasXtBlasOp_t op, cublasXtOpType_t type) {
  return op >= CUBLASXT_GEMM && op < CUBLASXT_ROUTINE_MAX && type >= CUBLASXT_FLOAT && type <= CUBLASXT_DOUBLECOMPLEX;
}

bool are_devices(int count, const int* devices) {
  int present = 0;
  cudaGetDeviceCount(&present);
  return std::all_of(devices, devices + count, [=](int device) { return device >= 0 && device < present; });
}

// Without devices no routine can run.
template <class Body>
cublasStatus_t with_devices(cublasXtHandle_t handle, Body body) {
  if (is_handle(handle) && !handle->has_devices) return CUBLAS_STATUS_NOT_INITIALIZED;
  return body();
}

// C = alpha A B + beta C with a symmetric A of which one triangle is stored, packed.
template <class T>
cublasStatus_t spmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Size m, Size n, const T* alpha,
                    const T* AP, const T* B, Size ldb, const T* beta, T* C, Size ldc) {
  const Size order = side == CUBLAS_SIDE_LEFT ? m : n;
  if (const auto bad = check(handle, {{is_side(side), "side"}, {is_triangle(uplo), "uplo"}, {is_count(m), "m"}, {is_count(n), "n"},
                                      {AP != nullptr || order == 0, "AP"}}))
    return bad;
  std::vector<T> full(static_cast<std::size_t>(order * order));
  const Size leading = std::max<Size>(1, order);
  over_triangle(uplo, order, leading, [&](Size to, Size from) { full[static_cast<std::size_t>(to)] = AP[from]; });
  return symm(handle, side, uplo, m, n, alpha, full.data(), leading, B, ldb, beta, C, ldc);
}

}  // namespace

}  // namespace loom::cublas

using loom::cublas::check;
using loom::cublas::entry;

extern "C" {

cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  auto made = std::make_shared<cublasXtContext>();
  made->is_xt = true;
  *handle = made.get();
  loom::cublas::add_handle(std::move(made));
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  return entry("cublasXtDestroy", nullptr, [&] {
    if (const auto bad = check(handle, {})) return bad;
    loom::cublas::remove_handle(handle);
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]) {
  return entry("cublasXtDeviceSelect", nullptr, [&] {
    if (const auto bad = check(handle, {{nbDevices > 0, "nbDevices"}, {deviceId != nullptr, "deviceId"}})) return bad;
    if (const auto bad = check(handle, {{loom::cublas::are_devices(nbDevices, deviceId), "deviceId"}})) return bad;
    handle->device = deviceId[0];
    handle->has_devices = true;
    return CUBLAS_STATUS_SUCCESS;
  });
}

// Each device of loom is a board.
cublasStatus_t cublasXtMaxBoards(int* nbGpuBoards) {
  if (!nbGpuBoards) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaGetDeviceCount(nbGpuBoards) ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtGetNumBoards(int nbDevices, int deviceId[], int* nbBoards) {
  if (nbDevices <= 0 || !deviceId || !nbBoards || !loom::cublas::are_devices(nbDevices, deviceId))
    return CUBLAS_STATUS_INVALID_VALUE;
  *nbBoards = nbDevices;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim) {
  return entry("cublasXtSetBlockDim", nullptr, [&] {
    if (const auto bad = check(handle, {{blockDim > 0, "blockDim"}})) return bad;
    handle->block_dim = blockDim;
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* blockDim) {
  return entry("cublasXtGetBlockDim", nullptr, [&] {
    if (const auto bad = check(handle, {{blockDim != nullptr, "blockDim"}})) return bad;
    *blockDim = handle->block_dim;
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  return entry("cublasXtSetPinningMemMode", nullptr, [&] {
    const bool is_mode = mode == CUBLASXT_PINNING_DISABLED || mode == CUBLASXT_PINNING_ENABLED;
    if (const auto bad = check(handle, {{is_mode, "mode"}})) return bad;
    handle->pinning = mode;
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode) {
  return entry("cublasXtGetPinningMemMode", nullptr, [&] {
    if (const auto bad = check(handle, {{mode != nullptr, "mode"}})) return bad;
    *mode = handle->pinning;
    return CUBLAS_STATUS_SUCCESS;
  });
}

// How work is shared with the processor shows only in the time it takes: loom does all of it itself.
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type, void*) {
  return entry("cublasXtSetCpuRoutine", nullptr, [&] {
    return check(handle, {{loom::cublas::is_routine(blasOp, type), "blasOp"}});
  });
}

cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type, float) {
  return entry("cublasXtSetCpuRatio", nullptr, [&] {
    if (const auto bad = check(handle, {{loom::cublas::is_routine(blasOp, type), "blasOp"}})) return bad;
    return blasOp == CUBLASXT_GEMM ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
  });
}

}  // extern "C"

#define LOOM_DEFINE_XT(name, routine, parameters, arguments)                                                   \
  extern "C" cublasStatus_t name parameters {                                                                  \
    return loom::cublas::entry(#name, __builtin_return_address(0), [&] {                                       \
      return loom::cublas::with_devices(handle, [&] { return loom::cublas::routine arguments; });              \
    });                                                                                                        \
  }

using ComplexFloat = std::complex<float>;
using ComplexDouble = std::complex<double>;
LOOM_CUBLAS_LEVEL_3(LOOM_DEFINE_XT, cublasXt, S, cublasXtHandle_t, float, size_t)
LOOM_CUBLAS_LEVEL_3(LOOM_DEFINE_XT, cublasXt, D, cublasXtHandle_t, double, size_t)
LOOM_CUBLAS_LEVEL_3(LOOM_DEFINE_XT, cublasXt, C, cublasXtHandle_t, ComplexFloat, size_t)
LOOM_CUBLAS_LEVEL_3(LOOM_DEFINE_XT, cublasXt, Z, cublasXtHandle_t, ComplexDouble, size_t)
LOOM_CUBLAS_LEVEL_3_COMPLEX(LOOM_DEFINE_XT, cublasXt, C, cublasXtHandle_t, ComplexFloat, float, size_t)
LOOM_CUBLAS_LEVEL_3_COMPLEX(LOOM_DEFINE_XT, cublasXt, Z, cublasXtHandle_t, ComplexDouble, double, size_t)
LOOM_CUBLAS_XT_SPMM(LOOM_DEFINE_XT, S, cublasXtHandle_t, float)
LOOM_CUBLAS_XT_SPMM(LOOM_DEFINE_XT, D, cublasXtHandle_t, double)
LOOM_CUBLAS_XT_SPMM(LOOM_DEFINE_XT, C, cublasXtHandle_t, ComplexFloat)
LOOM_CUBLAS_XT_SPMM(LOOM_DEFINE_XT, Z, cublasXtHandle_t, ComplexDouble)
