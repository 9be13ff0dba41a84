#include "runtime/graph_memory.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "core/shared.hpp"
#include "memory/registry.hpp"
#include "runtime/arena.hpp"
#include "runtime/graphs.hpp"
#include "runtime/memory.hpp"

namespace loom::runtime {

namespace {

struct Use {
  std::uint64_t now = 0, high = 0;
};

// Whatever is known by address, and what is live on each device.
struct Known {
  std::map<std::uintptr_t, std::weak_ptr<GraphMemory>> by_address;
  std::array<Use, device_count> use;
};

Known& known() {
  static Known& the_known = *new Known;
  return the_known;
}

std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

// The stream has come to the node: the memory is new, whatever it held before.
cudaError_t begin_life(const std::shared_ptr<GraphMemory>& memory) {
  const Lock lock(context().mutex);
  Device& device = context().devices[memory->device];
  if (memory->bytes > table::memory_of(device.number) - device.used) return cudaErrorMemoryAllocation;
  {
    const Arena::Opened opened;
    std::memset(memory->memory, poison, memory->bytes);
  }
  device.used += memory->bytes;
  Use& use = known().use[memory->device];
  use.now += memory->bytes;
  use.high = std::max(use.high, use.now);
  Block block{memory->memory, memory->bytes, Origin::graph, memory->device, 0};
  block.graph_memory = memory;
  context().blocks.emplace(address(memory->memory), std::move(block));
  Registry::instance().add({address(memory->memory), memory->bytes, Space::global, memory->name, false, false});
  return cudaSuccess;
}

void enqueue_free(CUstream_st& stream, GraphMemory& memory) {
  memory.claimed = false;
  enqueue(stream, [at = memory.memory](cudaError_t) {
    const Lock lock(context().mutex);
    if (const Block* const dying = block_at(at)) release(*dying);
    return cudaSuccess;
  });
}

const CUgraphNode_st* node_that_allocates(const CUgraph_st& graph, const GraphMemory& memory) {
  for (const auto& node : graph.nodes)
    if (node->memory.get() == &memory && !node->frees) return node.get();
  return nullptr;
}

cudaError_t parameters(cudaGraphNode_t node, bool of_a_free, const void* out) {
  if (!out || !is_graph_node(node) || !node->memory || node->frees != of_a_free) return cudaErrorInvalidValue;
  return cudaSuccess;
}

}  // namespace

GraphMemory::GraphMemory(void* at, std::size_t size, int of_device, std::string called)
    : memory(at), bytes(size), device(of_device), name(std::move(called)) {}

GraphMemory::~GraphMemory() {
  known().by_address.erase(address(memory));
  Arena::instance().release(memory);
}

void ends_life(GraphMemory& memory) {
  memory.claimed = false;
  known().use[memory.device].now -= memory.bytes;
}

std::shared_ptr<GraphMemory> reserve_graph_memory(int device, std::size_t bytes, const char* function) {
  void* const memory = bytes > table::global_memory ? nullptr : Arena::instance().reserve(bytes);
  if (!memory) return nullptr;
  auto made = std::make_shared<GraphMemory>(memory, bytes, device, name_of(bytes, function));
  known().by_address.emplace(address(memory), made);
  return made;
}

std::shared_ptr<GraphMemory> graph_memory_around(const void* memory) {
  auto found = known().by_address.upper_bound(address(memory));
  if (found == known().by_address.begin()) return nullptr;
  const std::shared_ptr<GraphMemory> below = (--found)->second.lock();
  return below && address(memory) - found->first < below->bytes ? below : nullptr;
}

std::shared_ptr<GraphMemory> graph_memory_at(const void* memory) {
  const std::shared_ptr<GraphMemory> around = graph_memory_around(memory);
  return around && around->memory == memory ? around : nullptr;
}

void capture_allocation(CUstream_st& stream, const std::shared_ptr<GraphMemory>& memory) {
  put(stream, [memory](CUstream_st& into) {
    memory->claimed = true;
    enqueue(into, [memory](cudaError_t) { return begin_life(memory); });
  }, cudaGraphNodeTypeMemAlloc);
  stream.capture->graph->nodes.back()->memory = memory;
}

// What a graph allocates and frees, it frees once, and nobody else does.
cudaError_t capture_free(CUstream_st& stream, void* at) {
  const std::shared_ptr<GraphMemory> memory = graph_memory_at(at);
  if (!memory || memory->freed_by_its_graph) return cudaErrorInvalidValue;
  CUgraph_st& graph = *stream.capture->graph;
  memory->freed_by_its_graph = node_that_allocates(graph, *memory) != nullptr;
  put(stream, [memory](CUstream_st& into) { enqueue_free(into, *memory); }, cudaGraphNodeTypeMemFree);
  graph.nodes.back()->memory = memory;
  graph.nodes.back()->frees = true;
  return cudaSuccess;
}

cudaError_t free_graph_memory(CUstream_st& stream, GraphMemory& memory) {
  if (!memory.claimed || memory.freed_by_its_graph) return cudaErrorInvalidValue;
  enqueue_free(stream, memory);
  return cudaSuccess;
}

cudaError_t check_graph_memory(const std::vector<std::shared_ptr<CUgraphNode_st>>& nodes, CUstream_st& stream, bool free_first) {
  for (const auto& node : nodes) {
    if (!node->memory) continue;
    if (stream.capture) return cudaErrorStreamCaptureUnsupported;
    GraphMemory& memory = *node->memory;
    const bool of_another = node->frees && !memory.freed_by_its_graph;
    if (of_another && !memory.claimed) return cudaErrorInvalidValue;
    if (node->frees || !memory.claimed) continue;
    if (!free_first) return cudaErrorInvalidValue;
    enqueue_free(stream, memory);
  }
  return cudaSuccess;
}

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                     size_t numDependencies, cudaMemAllocNodeParams* nodeParams) {
  const Caller caller(LOOM_CALLER);
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    if (!nodeParams || nodeParams->bytesize == 0) return cudaErrorInvalidValue;
    const cudaMemPoolProps& pool = nodeParams->poolProps;
    if (pool.allocType != cudaMemAllocationTypePinned || pool.location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
    if (pool.location.id < 0 || pool.location.id >= device_count) return cudaErrorInvalidDevice;
    const Lock lock(context().mutex);
    const auto memory = reserve_graph_memory(pool.location.id, nodeParams->bytesize, "cudaGraphAddMemAllocNode");
    if (!memory) return cudaErrorMemoryAllocation;
    capture_allocation(*stream, memory);
    nodeParams->dptr = memory->memory;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                    size_t numDependencies, void* dptr) {
  return add_by(pGraphNode, graph, pDependencies, numDependencies, [&](cudaStream_t stream) {
    const Lock lock(context().mutex);
    return capture_free(*stream, dptr);
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params_out) {
  return call([&](Lock&) {
    if (const cudaError_t error = parameters(node, false, params_out)) return error;
    *params_out = {};
    params_out->poolProps.allocType = cudaMemAllocationTypePinned;
    params_out->poolProps.location = {cudaMemLocationTypeDevice, node->memory->device};
    params_out->bytesize = node->memory->bytes;
    params_out->dptr = node->memory->memory;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* dptr_out) {
  return call([&](Lock&) {
    if (const cudaError_t error = parameters(node, true, dptr_out)) return error;
    *static_cast<void**>(dptr_out) = node->memory->memory;
    return cudaSuccess;
  });
}

// Nothing is kept back, so what is reserved is what is used.
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) {
  return call([&](Lock&) {
    if (device < 0 || device >= device_count) return cudaErrorInvalidDevice;
    if (!value || attr < cudaGraphMemAttrUsedMemCurrent || attr > cudaGraphMemAttrReservedMemHigh) return cudaErrorInvalidValue;
    const bool high = attr == cudaGraphMemAttrUsedMemHigh || attr == cudaGraphMemAttrReservedMemHigh;
    *static_cast<std::uint64_t*>(value) = high ? known().use[device].high : known().use[device].now;
    return cudaSuccess;
  });
}

// The high-water marks can be begun anew, and nothing else.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) {
  return call([&](Lock&) {
    if (device < 0 || device >= device_count) return cudaErrorInvalidDevice;
    if (attr != cudaGraphMemAttrUsedMemHigh && attr != cudaGraphMemAttrReservedMemHigh) return cudaErrorInvalidValue;
    if (!value || *static_cast<const std::uint64_t*>(value) != 0) return cudaErrorInvalidValue;
    known().use[device].high = known().use[device].now;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  return call([&](Lock&) { return device < 0 || device >= device_count ? cudaErrorInvalidDevice : cudaSuccess; });
}
