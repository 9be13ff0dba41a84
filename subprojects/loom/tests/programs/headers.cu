// Headers of the toolkit beside the usual ones, and NVTX, which changes nothing where no profiler listens.
// prints: 6 bits, evaluated 1, depth -2, range 0
#include <common_functions.h>
#include <crt/device_functions.h>
#include <crt/host_config.h>
#include <crt/host_defines.h>
#include <crt/math_functions.h>
#include <cuda_device_runtime_api.h>
#include <cuda_stdint.h>
#include <curand_kernel.h>
#include <curand_normal.h>
#include <curand_philox4x32_x.h>
#include <curand_uniform.h>
#include <device_double_functions.h>
#include <device_types.h>
#include <host_config.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>
#include <sm_20_intrinsics.h>
#include <sm_30_intrinsics.h>
#include <sm_32_atomic_functions.h>
#include <sm_32_intrinsics.h>
#include <sm_35_atomic_functions.h>
#include <sm_35_intrinsics.h>
#include <sm_60_atomic_functions.h>
#include <sm_61_intrinsics.h>
#include <surface_indirect_functions.h>
#include <texture_indirect_functions.h>
#include <thrust/detail/type_traits.h>
#include <thrust/limits.h>
#include <vector_functions.hpp>

#include <cstdio>

__global__ void count(int* bits) { atomicAdd(bits, __popc(0x3f)); }

struct OurDomain {
  static constexpr const char* name = "ours";
};

void in_a_range() {
  NVTX3_FUNC_RANGE();
  const nvtx3::scoped_range_in<OurDomain> inner("inner", nvtx3::rgb(127, 255, 0), nvtx3::payload(3));
  nvtx3::mark(nvtx3::event_attributes("here", nvtx3::category(1)));
  nvtx3::end_range(nvtx3::start_range("long"));
}

int main() {
  in_a_range();
  nvtxDomainHandle_t domain = nvtxDomainCreateA("test");
  nvtxNameCudaStreamA(nullptr, "the default stream");
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.color = 0xff00ff00;
  event.payloadType = NVTX_PAYLOAD_TYPE_INT32;
  event.payload.iValue = 1;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "a kernel";
  nvtxDomainRangePushEx(domain, &event);
  int evaluated = 0;
  const int depth = nvtxRangePush(evaluated++ ? "" : "counting");
  const nvtxRangeId_t range = nvtxRangeStartA("all of it");
  int* bits;
  cudaMallocManaged(&bits, sizeof *bits);
  *bits = 0;
  count<<<1, 1>>>(bits);
  const cudaError_t error = cudaDeviceSynchronize();
  nvtxRangeEnd(range);
  nvtxMark("done");
  nvtxRangePop();
  nvtxDomainRangePop(domain);
  nvtxDomainDestroy(domain);
  std::printf("%d bits, evaluated %d, depth %d, range %llu\n", *bits, evaluated, depth, static_cast<unsigned long long>(range));
  cudaFree(bits);
  return error;
}
