#include "runtime/device_table.hpp"

#include <algorithm>
#include <iterator>

namespace loom::runtime {

namespace {

int pci_device_of(int device) { return device; }
constexpr int pci_bus = 0x10;

}  // namespace

cudaDeviceProp properties_of(int device) {
  cudaDeviceProp prop{};
  std::copy(std::begin(table::name), std::end(table::name), prop.name);
  const char uuid[] = "loom software 0";
  std::copy(std::begin(uuid), std::end(uuid), prop.uuid.bytes);
  prop.uuid.bytes[14] = static_cast<char>('0' + device);

  prop.totalGlobalMem = table::memory_of(device);
  prop.sharedMemPerBlock = table::shared_per_block;
  prop.memPitch = table::largest_pitch;
  prop.totalConstMem = table::constant_memory;
  prop.textureAlignment = table::texture_alignment;
  prop.texturePitchAlignment = table::texture_pitch_alignment;
  prop.surfaceAlignment = table::texture_alignment;
  prop.sharedMemPerMultiprocessor = table::shared_per_multiprocessor;
  prop.sharedMemPerBlockOptin = table::shared_per_block_optin;
  prop.reservedSharedMemPerBlock = table::shared_reserved_per_block;

  const auto get = [device](cudaDeviceAttr attribute) {
    int value = 0;
    attribute_of(device, attribute, value);
    return value;
  };
  prop.regsPerBlock = get(cudaDevAttrMaxRegistersPerBlock);
  prop.warpSize = get(cudaDevAttrWarpSize);
  prop.maxThreadsPerBlock = get(cudaDevAttrMaxThreadsPerBlock);
  prop.maxThreadsDim[0] = get(cudaDevAttrMaxBlockDimX);
  prop.maxThreadsDim[1] = get(cudaDevAttrMaxBlockDimY);
  prop.maxThreadsDim[2] = get(cudaDevAttrMaxBlockDimZ);
  prop.maxGridSize[0] = get(cudaDevAttrMaxGridDimX);
  prop.maxGridSize[1] = get(cudaDevAttrMaxGridDimY);
  prop.maxGridSize[2] = get(cudaDevAttrMaxGridDimZ);
  prop.major = get(cudaDevAttrComputeCapabilityMajor);
  prop.minor = get(cudaDevAttrComputeCapabilityMinor);
  prop.multiProcessorCount = get(cudaDevAttrMultiProcessorCount);
  prop.canMapHostMemory = get(cudaDevAttrCanMapHostMemory);
  prop.maxTexture1D = get(cudaDevAttrMaxTexture1DWidth);
  prop.maxTexture1DMipmap = get(cudaDevAttrMaxTexture1DMipmappedWidth);
  prop.maxTexture2D[0] = get(cudaDevAttrMaxTexture2DWidth);
  prop.maxTexture2D[1] = get(cudaDevAttrMaxTexture2DHeight);
  prop.maxTexture2DMipmap[0] = get(cudaDevAttrMaxTexture2DMipmappedWidth);
  prop.maxTexture2DMipmap[1] = get(cudaDevAttrMaxTexture2DMipmappedHeight);
  prop.maxTexture2DLinear[0] = get(cudaDevAttrMaxTexture2DLinearWidth);
  prop.maxTexture2DLinear[1] = get(cudaDevAttrMaxTexture2DLinearHeight);
  prop.maxTexture2DLinear[2] = get(cudaDevAttrMaxTexture2DLinearPitch);
  prop.maxTexture2DGather[0] = get(cudaDevAttrMaxTexture2DGatherWidth);
  prop.maxTexture2DGather[1] = get(cudaDevAttrMaxTexture2DGatherHeight);
  prop.maxTexture3D[0] = get(cudaDevAttrMaxTexture3DWidth);
  prop.maxTexture3D[1] = get(cudaDevAttrMaxTexture3DHeight);
  prop.maxTexture3D[2] = get(cudaDevAttrMaxTexture3DDepth);
  prop.maxTexture3DAlt[0] = get(cudaDevAttrMaxTexture3DWidthAlt);
  prop.maxTexture3DAlt[1] = get(cudaDevAttrMaxTexture3DHeightAlt);
  prop.maxTexture3DAlt[2] = get(cudaDevAttrMaxTexture3DDepthAlt);
  prop.maxTextureCubemap = get(cudaDevAttrMaxTextureCubemapWidth);
  prop.maxTexture1DLayered[0] = get(cudaDevAttrMaxTexture1DLayeredWidth);
  prop.maxTexture1DLayered[1] = get(cudaDevAttrMaxTexture1DLayeredLayers);
  prop.maxTexture2DLayered[0] = get(cudaDevAttrMaxTexture2DLayeredWidth);
  prop.maxTexture2DLayered[1] = get(cudaDevAttrMaxTexture2DLayeredHeight);
  prop.maxTexture2DLayered[2] = get(cudaDevAttrMaxTexture2DLayeredLayers);
  prop.maxTextureCubemapLayered[0] = get(cudaDevAttrMaxTextureCubemapLayeredWidth);
  prop.maxTextureCubemapLayered[1] = get(cudaDevAttrMaxTextureCubemapLayeredLayers);
  prop.maxSurface1D = get(cudaDevAttrMaxSurface1DWidth);
  prop.maxSurface2D[0] = get(cudaDevAttrMaxSurface2DWidth);
  prop.maxSurface2D[1] = get(cudaDevAttrMaxSurface2DHeight);
  prop.maxSurface3D[0] = get(cudaDevAttrMaxSurface3DWidth);
  prop.maxSurface3D[1] = get(cudaDevAttrMaxSurface3DHeight);
  prop.maxSurface3D[2] = get(cudaDevAttrMaxSurface3DDepth);
  prop.maxSurface1DLayered[0] = get(cudaDevAttrMaxSurface1DLayeredWidth);
  prop.maxSurface1DLayered[1] = get(cudaDevAttrMaxSurface1DLayeredLayers);
  prop.maxSurface2DLayered[0] = get(cudaDevAttrMaxSurface2DLayeredWidth);
  prop.maxSurface2DLayered[1] = get(cudaDevAttrMaxSurface2DLayeredHeight);
  prop.maxSurface2DLayered[2] = get(cudaDevAttrMaxSurface2DLayeredLayers);
  prop.maxSurfaceCubemap = get(cudaDevAttrMaxSurfaceCubemapWidth);
  prop.maxSurfaceCubemapLayered[0] = get(cudaDevAttrMaxSurfaceCubemapLayeredWidth);
  prop.maxSurfaceCubemapLayered[1] = get(cudaDevAttrMaxSurfaceCubemapLayeredLayers);
  prop.concurrentKernels = get(cudaDevAttrConcurrentKernels);
  prop.pciBusID = get(cudaDevAttrPciBusId);
  prop.pciDeviceID = get(cudaDevAttrPciDeviceId);
  prop.pciDomainID = get(cudaDevAttrPciDomainId);
  prop.asyncEngineCount = get(cudaDevAttrAsyncEngineCount);
  prop.unifiedAddressing = get(cudaDevAttrUnifiedAddressing);
  prop.memoryBusWidth = get(cudaDevAttrGlobalMemoryBusWidth);
  prop.l2CacheSize = get(cudaDevAttrL2CacheSize);
  prop.maxThreadsPerMultiProcessor = get(cudaDevAttrMaxThreadsPerMultiProcessor);
  prop.streamPrioritiesSupported = get(cudaDevAttrStreamPrioritiesSupported);
  prop.globalL1CacheSupported = get(cudaDevAttrGlobalL1CacheSupported);
  prop.localL1CacheSupported = get(cudaDevAttrLocalL1CacheSupported);
  prop.regsPerMultiprocessor = get(cudaDevAttrMaxRegistersPerMultiprocessor);
  prop.managedMemory = get(cudaDevAttrManagedMemory);
  prop.concurrentManagedAccess = get(cudaDevAttrConcurrentManagedAccess);
  prop.computePreemptionSupported = get(cudaDevAttrComputePreemptionSupported);
  prop.canUseHostPointerForRegisteredMem = get(cudaDevAttrCanUseHostPointerForRegisteredMem);
  prop.clusterLaunch = get(cudaDevAttrClusterLaunch);
  prop.cooperativeLaunch = get(cudaDevAttrCooperativeLaunch);
  prop.maxBlocksPerMultiProcessor = get(cudaDevAttrMaxBlocksPerMultiprocessor);
  prop.hostRegisterSupported = get(cudaDevAttrHostRegisterSupported);
  prop.memoryPoolsSupported = get(cudaDevAttrMemoryPoolsSupported);
  prop.deviceNumaId = get(cudaDevAttrNumaId);
  prop.hostNumaId = get(cudaDevAttrHostNumaId);
  return prop;
}

bool attribute_of(int device, cudaDeviceAttr attribute, int& value) {
  value = 0;
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: value = table::threads_per_block; break;
    case cudaDevAttrMaxBlockDimX: value = table::block_x; break;
    case cudaDevAttrMaxBlockDimY: value = table::block_y; break;
    case cudaDevAttrMaxBlockDimZ: value = table::block_z; break;
    case cudaDevAttrMaxGridDimX: value = table::grid_x; break;
    case cudaDevAttrMaxGridDimY: value = table::grid_y; break;
    case cudaDevAttrMaxGridDimZ: value = table::grid_z; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: value = table::shared_per_block; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: value = table::shared_per_block_optin; break;
    case cudaDevAttrReservedSharedMemoryPerBlock: value = table::shared_reserved_per_block; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: value = table::shared_per_multiprocessor; break;
    case cudaDevAttrTotalConstantMemory: value = table::constant_memory; break;
    case cudaDevAttrWarpSize: value = table::warp_size; break;
    case cudaDevAttrMaxPitch: value = table::largest_pitch; break;
    case cudaDevAttrMaxRegistersPerBlock: value = table::registers_per_block; break;
    case cudaDevAttrMaxRegistersPerMultiprocessor: value = table::registers_per_multiprocessor; break;
    case cudaDevAttrClockRate: value = table::clock_kHz; break;
    case cudaDevAttrMemoryClockRate: value = table::memory_clock_kHz; break;
    case cudaDevAttrGlobalMemoryBusWidth: value = table::memory_bus_bits; break;
    case cudaDevAttrL2CacheSize: value = table::l2_cache; break;
    case cudaDevAttrMultiProcessorCount: value = table::multiprocessors(device); break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: value = table::threads_per_multiprocessor; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: value = table::blocks_per_multiprocessor; break;
    case cudaDevAttrComputeCapabilityMajor: value = table::major; break;
    case cudaDevAttrComputeCapabilityMinor: value = table::minor; break;
    case cudaDevAttrComputeMode: value = cudaComputeModeDefault; break;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio: value = 2; break;
    case cudaDevAttrAsyncEngineCount: value = 1; break;
    case cudaDevAttrMemSyncDomainCount: value = 1; break;
    case cudaDevAttrPciBusId: value = pci_bus; break;
    case cudaDevAttrPciDeviceId: value = pci_device_of(device); break;

    // What loom does
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrClusterLaunch:
    case cudaDevAttrCooperativeLaunch: value = 1; break;

    // What it does not: a program that asks first takes its other way
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrIntegrated:
    case cudaDevAttrEccEnabled:
    case cudaDevAttrPciDomainId:
    case cudaDevAttrTccDriver:
    case cudaDevAttrIsMultiGpuBoard:
    case cudaDevAttrMultiGpuBoardGroupID:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
    case cudaDevAttrDirectManagedMemAccessFromHost:
    case cudaDevAttrCanFlushRemoteWrites:
    case cudaDevAttrMaxPersistingL2CacheSize:
    case cudaDevAttrMaxAccessPolicyWindowSize:
    case cudaDevAttrSparseCudaArraySupported:
    case cudaDevAttrHostRegisterReadOnlySupported:
    case cudaDevAttrTimelineSemaphoreInteropSupported:
    case cudaDevAttrGPUDirectRDMASupported:
    case cudaDevAttrGPUDirectRDMAFlushWritesOptions:
    case cudaDevAttrGPUDirectRDMAWritesOrdering:
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
    case cudaDevAttrDeferredMappingCudaArraySupported:
    case cudaDevAttrIpcEventSupport:
    case cudaDevAttrNumaConfig:
    case cudaDevAttrMpsEnabled:
    case cudaDevAttrD3D12CigSupported:
    case cudaDevAttrVulkanCigSupported:
    case cudaDevAttrGpuPciDeviceId:
    case cudaDevAttrGpuPciSubsystemId:
    case cudaDevAttrHostNumaMemoryPoolsSupported:
    case cudaDevAttrHostNumaMultinodeIpcSupported:
    case cudaDevAttrHostMemoryPoolsSupported:
    case cudaDevAttrOnlyPartialHostNativeAtomicSupported:
    case cudaDevAttrReserved92:
    case cudaDevAttrReserved93:
    case cudaDevAttrReserved94:
    case cudaDevAttrReserved96:
    case cudaDevAttrReserved122:
    case cudaDevAttrReserved123:
    case cudaDevAttrReserved124:
    case cudaDevAttrReserved127:
    case cudaDevAttrReserved128:
    case cudaDevAttrReserved129:
    case cudaDevAttrReserved132:
    case cudaDevAttrReserved141:
    case cudaDevAttrReserved145: value = 0; break;
    case cudaDevAttrNumaId:
    case cudaDevAttrHostNumaId: value = -1; break;

    // Textures and surfaces, in elements, as compute capability 9.0 has them
    case cudaDevAttrTextureAlignment:
    case cudaDevAttrSurfaceAlignment: value = table::texture_alignment; break;
    case cudaDevAttrTexturePitchAlignment: value = table::texture_pitch_alignment; break;
    case cudaDevAttrMaxTexture1DWidth:
    case cudaDevAttrMaxTexture2DWidth:
    case cudaDevAttrMaxTexture2DLinearWidth:
    case cudaDevAttrMaxSurface2DWidth: value = 131072; break;
    case cudaDevAttrMaxTexture2DHeight:
    case cudaDevAttrMaxSurface2DHeight: value = 65536; break;
    case cudaDevAttrMaxTexture2DLinearHeight: value = 65000; break;
    case cudaDevAttrMaxTexture2DLinearPitch: value = 2097120; break;
    case cudaDevAttrMaxTexture1DLinearWidth: value = 268435456; break;
    case cudaDevAttrMaxTexture3DWidth:
    case cudaDevAttrMaxTexture3DHeight:
    case cudaDevAttrMaxTexture3DDepth:
    case cudaDevAttrMaxSurface3DWidth:
    case cudaDevAttrMaxSurface3DHeight:
    case cudaDevAttrMaxSurface3DDepth: value = 16384; break;
    case cudaDevAttrMaxTexture3DWidthAlt:
    case cudaDevAttrMaxTexture3DHeightAlt: value = 8192; break;
    case cudaDevAttrMaxTexture1DLayeredWidth:
    case cudaDevAttrMaxTexture2DLayeredWidth:
    case cudaDevAttrMaxTexture2DLayeredHeight:
    case cudaDevAttrMaxTexture2DGatherWidth:
    case cudaDevAttrMaxTexture2DGatherHeight:
    case cudaDevAttrMaxTexture3DDepthAlt:
    case cudaDevAttrMaxTextureCubemapWidth:
    case cudaDevAttrMaxTextureCubemapLayeredWidth:
    case cudaDevAttrMaxSurface1DWidth:
    case cudaDevAttrMaxSurface1DLayeredWidth:
    case cudaDevAttrMaxSurface2DLayeredWidth:
    case cudaDevAttrMaxSurface2DLayeredHeight:
    case cudaDevAttrMaxSurfaceCubemapWidth:
    case cudaDevAttrMaxSurfaceCubemapLayeredWidth:
    case cudaDevAttrMaxTexture2DMipmappedWidth:
    case cudaDevAttrMaxTexture2DMipmappedHeight:
    case cudaDevAttrMaxTexture1DMipmappedWidth: value = 32768; break;
    case cudaDevAttrMaxTexture1DLayeredLayers:
    case cudaDevAttrMaxTexture2DLayeredLayers:
    case cudaDevAttrMaxSurface1DLayeredLayers:
    case cudaDevAttrMaxSurface2DLayeredLayers: value = 2048; break;
    case cudaDevAttrMaxTextureCubemapLayeredLayers:
    case cudaDevAttrMaxSurfaceCubemapLayeredLayers: value = 2046; break;

    case cudaDevAttrMax: return false;
    default: return false;
  }
  return true;
}

}  // namespace loom::runtime
