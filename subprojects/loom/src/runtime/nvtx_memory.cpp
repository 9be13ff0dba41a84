// What a program tells of its memory by NVTX.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "memory/suballocations.hpp"
#include "nvtx3/nvToolsExtMem.h"
#include "nvtx3/nvToolsExtMemCudaRt.h"
#include "runtime/context.hpp"

namespace loom::runtime {
namespace {

std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

// A call does not affect work that was queued before it.
template <class Body>
void tell(Body body) {
  const InsideRuntime inside;
  if (!instrumented || forbidden_here()) return;
  Lock lock(context().mutex);
  synchronise_all(lock);
  body();
}

// Each of a batch, whose elements may be larger than what is known of them.
template <class Element, class Body>
void each(const void* elements, std::size_t count, std::size_t bytes, Body body) {
  for (std::size_t i = 0; i < count; ++i) body(*reinterpret_cast<const Element*>(static_cast<const char*>(elements) + i * bytes));
}

template <class Body>
void each_range(std::uint32_t type, const void* elements, std::size_t count, std::size_t bytes, Body body) {
  if (type == NVTX_MEM_TYPE_VIRTUAL_ADDRESS) each<nvtxMemVirtualRangeDesc_t>(elements, count, bytes, body);
}

// loom's handle of a region is its address.
std::uintptr_t begin_of(const nvtxMemRegionRef_t& region) { return address(region.pointer); }

template <class Body>
void divide(std::uintptr_t at, Body body) {
  if (Suballocations* const suballocations = Registry::instance().suballocations(at)) body(*suballocations);
}

void hand_out(const nvtxMemVirtualRangeDesc_t& range) {
  divide(address(range.ptr), [&](Suballocations& suballocations) { suballocations.hand_out(address(range.ptr), range.size); });
}

// As far as the memory goes.
void is_filled(const nvtxMemVirtualRangeDesc_t& range) {
  const std::uintptr_t first = address(range.ptr);
  if (const Allocation* const whole = Registry::instance().find(first))
    Registry::instance().mark_written(first, std::min(range.size, whole->base + whole->bytes - first));
}

}  // namespace
}  // namespace loom::runtime

using namespace loom::runtime;
using loom::Suballocations;
using loom::Registry;

nvtxMemHeapHandle_t nvtxMemHeapRegister(nvtxDomainHandle_t, const nvtxMemHeapDesc_t* desc) {
  if (desc->type != NVTX_MEM_TYPE_VIRTUAL_ADDRESS) return NVTX_MEM_HEAP_HANDLE_NO_TOOL;
  const auto& range = *static_cast<const nvtxMemVirtualRangeDesc_t*>(desc->typeSpecificDesc);
  if (desc->usage == NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR)
    tell([&] { divide(address(range.ptr), [](Suballocations& suballocations) { suballocations.begin_pool(); }); });
  return reinterpret_cast<nvtxMemHeapHandle_t>(address(range.ptr));
}

void nvtxMemHeapUnregister(nvtxDomainHandle_t, nvtxMemHeapHandle_t heap) {
  tell([&] { divide(address(heap), [](Suballocations& suballocations) { suballocations.end_pool(); }); });
}

void nvtxMemHeapReset(nvtxDomainHandle_t, nvtxMemHeapHandle_t heap) {
  tell([&] { divide(address(heap), [](Suballocations& suballocations) { suballocations.take_back_all(); }); });
}

void nvtxMemRegionsRegister(nvtxDomainHandle_t, const nvtxMemRegionsRegisterBatch_t* desc) {
  tell([&] { each_range(desc->regionType, desc->regionDescElements, desc->regionCount, desc->regionDescElementSize, hand_out); });
  if (!desc->regionHandleElementsOut) return;
  nvtxMemRegionHandle_t* handle = desc->regionHandleElementsOut;
  each_range(desc->regionType, desc->regionDescElements, desc->regionCount, desc->regionDescElementSize,
             [&](const nvtxMemVirtualRangeDesc_t& range) { *handle++ = reinterpret_cast<nvtxMemRegionHandle_t>(address(range.ptr)); });
}

void nvtxMemRegionsResize(nvtxDomainHandle_t, const nvtxMemRegionsResizeBatch_t* desc) {
  tell([&] { each_range(desc->regionType, desc->regionDescElements, desc->regionDescCount, desc->regionDescElementSize, hand_out); });
}

void nvtxMemRegionsUnregister(nvtxDomainHandle_t, const nvtxMemRegionsUnregisterBatch_t* desc) {
  tell([&] {
    each<nvtxMemRegionRef_t>(desc->refElements, desc->refCount, desc->refElementSize, [](const nvtxMemRegionRef_t& region) {
      divide(begin_of(region), [&](Suballocations& suballocations) { suballocations.take_back(begin_of(region)); });
    });
  });
}

void nvtxMemRegionsName(nvtxDomainHandle_t, const nvtxMemRegionsNameBatch_t* desc) {
  tell([&] {
    each<nvtxMemRegionNameDesc_t>(desc->regionElements, desc->regionCount, desc->regionElementSize, [](const nvtxMemRegionNameDesc_t& region) {
      if (region.nameType == NVTX_MESSAGE_TYPE_ASCII) Registry::instance().call(begin_of(region.region), region.name.ascii);
    });
  });
}

void nvtxMemPermissionsAssign(nvtxDomainHandle_t, const nvtxMemPermissionsAssignBatch_t* desc) {
  if (desc->permissions != NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE) return;
  tell([&] {
    each<nvtxMemPermissionsAssignRegionDesc_t>(
        desc->regionElements, desc->regionCount, desc->regionElementSize, [](const nvtxMemPermissionsAssignRegionDesc_t& region) {
          const bool reset = region.flags & NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET;
          divide(begin_of(region.region), [&](Suballocations& suballocations) {
            suballocations.permit(begin_of(region.region), reset ? Suballocations::may_all : region.flags & Suballocations::may_all);
          });
        });
  });
}

void nvtxMemCudaMarkInitialized(nvtxDomainHandle_t, cudaStream_t, std::uint8_t, const nvtxMemMarkInitializedBatch_t* desc) {
  tell([&] { each_range(desc->regionType, desc->regionDescElements, desc->regionDescCount, desc->regionDescElementSize, is_filled); });
}
