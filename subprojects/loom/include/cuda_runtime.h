// CUDA 13's runtime API for C++, and in a CUDA file the language too.
#pragma once
#define __CUDA_RUNTIME_H__   // programs ask by this name whether the header is included

#include <utility>

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "library_types.h"
#include "loom/call_site.h"
#include "vector_functions.h"

#if defined(__CUDACC__)
#include "loom/device.h"
#include "loom/device_ptx.h"
#include "loom/kernel_table.h"
#include "loom/launch.h"
#endif

// The wrappers are always inlined, so that a call into the runtime returns to the line that the program wrote.
#define LOOM_WRAPPER [[maybe_unused]] __attribute__((always_inline)) static inline cudaError_t

namespace loom {
// As the C interface takes it, whatever T is, a const type too.
template <class T>
void** untyped(T** pointer) { return (void**)pointer; }
}

// As CUDA 11 had them; there is no log to write.
LOOM_WRAPPER cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, cudaGraphNode_t*, char*, size_t) {
  return ::cudaGraphInstantiate(pGraphExec, graph, 0);
}

LOOM_WRAPPER cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, cudaGraphNode_t* hErrorNode_out,
                                 cudaGraphExecUpdateResult* updateResult_out) {
  cudaGraphExecUpdateResultInfo info{};
  const cudaError_t error = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out) *hErrorNode_out = info.errorNode;
  if (updateResult_out) *updateResult_out = info.result;
  return error;
}

// As CUDA 12 had them, without data of edges.
LOOM_WRAPPER cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies,
                              cudaGraphNodeParams* nodeParams) {
  return ::cudaGraphAddNode(pGraphNode, graph, pDependencies, nullptr, numDependencies, nodeParams);
}

LOOM_WRAPPER cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* numEdges) {
  return ::cudaGraphGetEdges(graph, from, to, nullptr, numEdges);
}

LOOM_WRAPPER cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out,
                                      cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, size_t* numDependencies_out) {
  return ::cudaStreamGetCaptureInfo(stream, captureStatus_out, id_out, graph_out, dependencies_out, nullptr, numDependencies_out);
}

LOOM_WRAPPER cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies, size_t numDependencies,
                                                 unsigned int flags = 0) {
  return ::cudaStreamUpdateCaptureDependencies(stream, dependencies, nullptr, numDependencies, flags);
}

// Memory
template <class T>
LOOM_WRAPPER cudaMalloc(T** devPtr, size_t size, LOOM_CALL_SITE) {
  const ::loom::CallSite site(file, line);
  return ::cudaMalloc(::loom::untyped(devPtr), size);
}

template <class T>
LOOM_WRAPPER cudaMallocPitch(T** devPtr, size_t* pitch, size_t width, size_t height, LOOM_CALL_SITE) {
  const ::loom::CallSite site(file, line);
  return ::cudaMallocPitch(::loom::untyped(devPtr), pitch, width, height);
}

template <class T>
LOOM_WRAPPER cudaMallocFromPoolAsync(T** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream, LOOM_CALL_SITE) {
  const ::loom::CallSite site(file, line);
  return ::cudaMallocFromPoolAsync(::loom::untyped(ptr), size, memPool, stream);
}

template <class T>
LOOM_WRAPPER cudaMallocAsync(T** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream, LOOM_CALL_SITE) {
  const ::loom::CallSite site(file, line);
  return ::cudaMallocFromPoolAsync(::loom::untyped(ptr), size, memPool, stream);
}

template <class T>
LOOM_WRAPPER cudaMallocAsync(T** ptr, size_t size, cudaStream_t stream, LOOM_CALL_SITE) {
  const ::loom::CallSite site(file, line);
  return ::cudaMallocAsync(::loom::untyped(ptr), size, stream);
}

template <class T>
LOOM_WRAPPER cudaMallocManaged(T** devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal, LOOM_CALL_SITE) {
  const ::loom::CallSite site(file, line);
  return ::cudaMallocManaged(::loom::untyped(devPtr), size, flags);
}

LOOM_WRAPPER cudaMallocHost(void** ptr, size_t size, unsigned int flags) { return ::cudaHostAlloc(ptr, size, flags); }

template <class T>
LOOM_WRAPPER cudaMallocHost(T** ptr, size_t size, unsigned int flags = 0, LOOM_CALL_SITE) {
  const ::loom::CallSite site(file, line);
  void** const untyped = ::loom::untyped(ptr);
  return flags == 0 ? ::cudaMallocHost(untyped, size) : ::cudaHostAlloc(untyped, size, flags);
}

template <class T>
LOOM_WRAPPER cudaHostAlloc(T** ptr, size_t size, unsigned int flags, LOOM_CALL_SITE) {
  const ::loom::CallSite site(file, line);
  return ::cudaHostAlloc(::loom::untyped(ptr), size, flags);
}

template <class T>
LOOM_WRAPPER cudaHostGetDevicePointer(T** pDevice, void* pHost, unsigned int flags) {
  return ::cudaHostGetDevicePointer(::loom::untyped(pDevice), pHost, flags);
}

template <class T>
LOOM_WRAPPER cudaStreamAttachMemAsync(cudaStream_t stream, T* devPtr, size_t length = 0,
                                      unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, static_cast<void*>(devPtr), length, flags);
}

// Events
LOOM_WRAPPER cudaEventCreate(cudaEvent_t* event, unsigned int flags) { return ::cudaEventCreateWithFlags(event, flags); }

#if defined(__CUDACC__)

// Symbols: a variable is passed itself, and its address names it.
template <class T>
LOOM_WRAPPER cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count, size_t offset = 0,
                                cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(static_cast<const void*>(&symbol), src, count, offset, kind);
}

template <class T>
LOOM_WRAPPER cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count, size_t offset = 0,
                                     cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), src, count, offset, kind, stream);
}

template <class T>
LOOM_WRAPPER cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                  cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, static_cast<const void*>(&symbol), count, offset, kind);
}

template <class T>
LOOM_WRAPPER cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                       cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, static_cast<const void*>(&symbol), count, offset, kind, stream);
}

template <class T>
LOOM_WRAPPER cudaGetSymbolAddress(void** devPtr, const T& symbol) {
  return ::cudaGetSymbolAddress(devPtr, static_cast<const void*>(&symbol));
}

template <class T>
LOOM_WRAPPER cudaGetSymbolSize(size_t* size, const T& symbol) {
  return ::cudaGetSymbolSize(size, static_cast<const void*>(&symbol));
}

// Kernels
template <class T>
LOOM_WRAPPER cudaLaunchKernel(T* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem = 0,
                              cudaStream_t stream = 0) {
  return ::cudaLaunchKernel(reinterpret_cast<const void*>(func), gridDim, blockDim, args, sharedMem, stream);
}

template <class T>
LOOM_WRAPPER cudaLaunchCooperativeKernel(T* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem = 0,
                                         cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(func), gridDim, blockDim, args, sharedMem, stream);
}

template <class... Parameters, class... Arguments>
LOOM_WRAPPER cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...), Arguments&&... args) {
  const auto launch = [&](Parameters... converted) __attribute__((always_inline)) {
    void* pointers[] = {static_cast<void*>(&converted)..., nullptr};
    return ::cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), pointers);
  };
  return launch(std::forward<Arguments>(args)...);
}

template <class T>
LOOM_WRAPPER cudaFuncGetAttributes(cudaFuncAttributes* attr, T* func) {
  return ::cudaFuncGetAttributes(attr, reinterpret_cast<const void*>(func));
}

template <class T>
LOOM_WRAPPER cudaFuncSetAttribute(T* func, cudaFuncAttribute attr, int value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(func), attr, value);
}

template <class T>
LOOM_WRAPPER cudaFuncSetCacheConfig(T* func, cudaFuncCache cacheConfig) {
  return ::cudaFuncSetCacheConfig(reinterpret_cast<const void*>(func), cacheConfig);
}
template <class T>
LOOM_WRAPPER cudaFuncSetSharedMemConfig(T* func, cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(func), config);
}

template <class T>
LOOM_WRAPPER cudaFuncGetName(const char** name, T* func) {
  return ::cudaFuncGetName(name, reinterpret_cast<const void*>(func));
}

#endif  // __CUDACC__

// Occupancy
template <class T>
LOOM_WRAPPER cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, T func, int blockSize,
                                                                    size_t dynamicSMemSize, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, reinterpret_cast<const void*>(func),
                                                                  blockSize, dynamicSMemSize, flags);
}

template <class T>
LOOM_WRAPPER cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, T func, int blockSize,
                                                           size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize,
                                                                cudaOccupancyDefault);
}

template <class T>
LOOM_WRAPPER cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, T* func, int numBlocks, int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, reinterpret_cast<const void*>(func), numBlocks,
                                                     blockSize);
}

template <class T>
LOOM_WRAPPER cudaOccupancyMaxPotentialClusterSize(int* clusterSize, T* func, const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, reinterpret_cast<const void*>(func), config);
}

template <class T>
LOOM_WRAPPER cudaOccupancyMaxActiveClusters(int* numClusters, T* func, const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxActiveClusters(numClusters, reinterpret_cast<const void*>(func), config);
}

#undef LOOM_WRAPPER
#undef LOOM_CALL_SITE

// Not inlined: to the compiler a caller that checks for errors afterwards would seem to read what was never set.
#define LOOM_SEARCH [[maybe_unused, gnu::noinline]] static cudaError_t

// Sizes are tried from the limit downwards, a warp at a time, and only one that keeps more threads busy replaces the best.
template <class DynamicSharedOf, class T>
LOOM_SEARCH cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* minGridSize, int* blockSize, T func, DynamicSharedOf blockSizeToDynamicSMemSize, int blockSizeLimit = 0,
    unsigned int flags = 0) {
  if (!minGridSize || !blockSize || !func) return cudaErrorInvalidValue;

  int device = 0, warp = 0, multiprocessors = 0;
  if (cudaError_t error = cudaGetDevice(&device)) return error;
  if (cudaError_t error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device)) return error;
  if (cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device)) return error;
  cudaFuncAttributes attributes;
  if (cudaError_t error = ::cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(func))) return error;

  int limit = attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit) limit = blockSizeLimit;

  int best_threads = 0, best_size = 0, best_blocks = 0;
  for (int aligned = (limit + warp - 1) / warp * warp; aligned > 0; aligned -= warp) {
    const int size = aligned < limit ? aligned : limit;
    const size_t shared = blockSizeToDynamicSMemSize(size);
    int blocks = 0;
    if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, func, size, shared, flags))
      return error;
    if (size * blocks > best_threads) {
      best_threads = size * blocks;
      best_size = size;
      best_blocks = blocks;
    }
  }
  *minGridSize = best_blocks * multiprocessors;
  *blockSize = best_size;
  return cudaSuccess;
}

template <class DynamicSharedOf, class T>
LOOM_SEARCH cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int* minGridSize, int* blockSize, T func, DynamicSharedOf blockSizeToDynamicSMemSize, int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit, cudaOccupancyDefault);
}

template <class T>
LOOM_SEARCH cudaOccupancyMaxPotentialBlockSizeWithFlags(
    int* minGridSize, int* blockSize, T func, size_t dynamicSMemSize = 0, int blockSizeLimit = 0,
    unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, [dynamicSMemSize](int) { return dynamicSMemSize; }, blockSizeLimit, flags);
}

template <class T>
LOOM_SEARCH cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, T func,
                                                                              size_t dynamicSMemSize = 0,
                                                                              int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize, blockSizeLimit,
                                                     cudaOccupancyDefault);
}

#undef LOOM_SEARCH
