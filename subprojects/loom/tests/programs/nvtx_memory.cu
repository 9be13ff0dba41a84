// What a program tells of its memory by NVTX: the pieces that it hands out of a pool, what it permits, what is filled, and names.
// with: LOOM_AFTER_FAULT=go-on
// prints: whole 0, piece 0, resized 0, whole again 0
// complains: an access 1 byte past the end of 63 bytes that the program has suballocated from its pool, the 256 bytes from cudaMalloc at nvtx_memory.cu:71
// complains: an access to 63 bytes that the program has returned to its pool, the 256 bytes from cudaMalloc at nvtx_memory.cu:71
// complains: an access to memory that the program has not suballocated from its pool, the 256 bytes from cudaMalloc at nvtx_memory.cu:71
// complains: a write to the 4 bytes from cudaMalloc at nvtx_memory.cu:114, which the program does not permit there
// complains: a read of the 4 bytes from cudaMalloc at nvtx_memory.cu:114, which the program does not permit there
// complains: an atomic access to the 4 bytes from cudaMalloc at nvtx_memory.cu:114, which the program does not permit there
// complains: note, leak: the 8 bytes from cudaMalloc at nvtx_memory.cu:130, "ours" were never freed
#include <cstdint>
#include <cstdio>

#include <nvtx3/nvToolsExtMem.h>
#include <nvtx3/nvToolsExtMemCudaRt.h>

__global__ void fill(std::uint8_t* bytes) { bytes[threadIdx.x] = 1; }
__global__ void fill_too_far(std::uint8_t* bytes) { bytes[threadIdx.x] = 1; }  // finds: out-of-bounds
__global__ void fill_taken_back(std::uint8_t* bytes) { bytes[threadIdx.x] = 1; }  // finds: out-of-bounds
__global__ void fill_never_handed_out(std::uint8_t* bytes) { bytes[threadIdx.x] = 1; }  // finds: out-of-bounds

__global__ void use(unsigned* number) {
  *number = *number + 1;
  atomicAdd(number, 1u);
}
__global__ void write(unsigned* number) { *number = 1; }  // finds: out-of-bounds
__global__ void read(unsigned* number) { number[0] += 1; }  // finds: out-of-bounds
__global__ void update(unsigned* number) { atomicAdd(number, 1u); }  // finds: out-of-bounds

namespace {

nvtxMemVirtualRangeDesc_t range;
template <class Batch>
Batch batch() {
  Batch desc = {};
  desc.extCompatID = NVTX_EXT_COMPATID_MEM;
  desc.structSize = sizeof desc;
  return desc;
}
template <class Batch>
Batch of_range(const void* memory, std::size_t bytes) {
  range = {bytes, memory};
  Batch desc = batch<Batch>();
  desc.regionType = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
  desc.regionDescElementSize = sizeof range;
  desc.regionDescElements = &range;
  return desc;
}

int error() { return cudaDeviceSynchronize(); }

}  // namespace

int main() {
  const nvtxDomainHandle_t domain = nvtxDomainCreateA("test");
  const auto permit = [&](const void* memory, unsigned flags) {
    nvtxMemPermissionsAssignRegionDesc_t region = {};
    region.flags = flags;
    region.regionRefType = NVTX_MEM_REGION_REF_TYPE_POINTER;
    region.region.pointer = memory;
    auto desc = batch<nvtxMemPermissionsAssignBatch_t>();
    desc.permissions = nvtxMemCudaGetProcessWidePermissions(domain);
    desc.regionCount = 1;
    desc.regionElementSize = sizeof region;
    desc.regionElements = &region;
    nvtxMemPermissionsAssign(domain, &desc);
  };

  // A pool, of which 63 bytes are handed out.
  std::uint8_t* pool;
  cudaMalloc(&pool, 256);
  fill<<<1, 256>>>(pool);      // what was queued before is not affected
  const nvtxMemVirtualRangeDesc_t all = {256, pool};
  auto heap_desc = batch<nvtxMemHeapDesc_t>();
  heap_desc.usage = NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR;
  heap_desc.type = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
  heap_desc.typeSpecificDescSize = sizeof all;
  heap_desc.typeSpecificDesc = &all;
  const nvtxMemHeapHandle_t heap = nvtxMemHeapRegister(domain, &heap_desc);
  std::printf("whole %d", error());
  const auto hand_out = [&] {
    auto desc = of_range<nvtxMemRegionsRegisterBatch_t>(pool + 16, 63);
    desc.heap = heap;
    desc.regionCount = 1;
    nvtxMemRegionsRegister(domain, &desc);
  };
  hand_out();
  fill<<<1, 63>>>(pool + 16);
  std::printf(", piece %d", error());
  fill_too_far<<<1, 64>>>(pool + 16);
  auto resize = of_range<nvtxMemRegionsResizeBatch_t>(pool + 16, 64);
  resize.regionDescCount = 1;
  nvtxMemRegionsResize(domain, &resize);
  fill<<<1, 64>>>(pool + 16);
  std::printf(", resized %d", error());
  nvtxMemRegionRef_t region;
  region.pointer = pool + 16;
  auto unregister = batch<nvtxMemRegionsUnregisterBatch_t>();
  unregister.refType = NVTX_MEM_REGION_REF_TYPE_POINTER;
  unregister.refCount = 1;
  unregister.refElementSize = sizeof region;
  unregister.refElements = &region;
  nvtxMemRegionsUnregister(domain, &unregister);
  fill_never_handed_out<<<1, 1>>>(pool);
  hand_out();
  nvtxMemHeapReset(domain, heap);
  fill_taken_back<<<1, 1>>>(pool + 16);
  nvtxMemHeapUnregister(domain, heap);
  fill<<<1, 256>>>(pool);
  std::printf(", whole again %d\n", error());
  cudaFree(pool);

  unsigned* number;
  cudaMalloc(&number, sizeof *number);
  auto filled = of_range<nvtxMemMarkInitializedBatch_t>(number, std::size_t{1} << 30);  // as far as there is memory
  filled.regionDescCount = 1;
  nvtxMemCudaMarkInitialized(domain, nullptr, 0, &filled);
  use<<<1, 1>>>(number);
  permit(number, NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ);
  write<<<1, 1>>>(number);
  permit(number, NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE);
  read<<<1, 1>>>(number);
  permit(number, NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ | NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE);
  update<<<1, 1>>>(number);
  permit(number, NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET);
  use<<<1, 1>>>(number);
  cudaFree(number);

  void* named;
  cudaMalloc(&named, 8);
  nvtxMemRegionNameDesc_t label = {};
  label.regionRefType = NVTX_MEM_REGION_REF_TYPE_POINTER;
  label.nameType = NVTX_MESSAGE_TYPE_ASCII;
  label.region.pointer = named;
  label.name.ascii = "ours";
  auto names = batch<nvtxMemRegionsNameBatch_t>();
  names.regionCount = 1;
  names.regionElementSize = sizeof label;
  names.regionElements = &label;
  nvtxMemRegionsName(domain, &names);
}
