#include "observe/trace.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <tuple>
#include <utility>

#include "checks/shared_bytes.hpp"
#include "memory/registry.hpp"
#include "program/symbols.hpp"
#include "report/json.hpp"

namespace loom::observing {
namespace {

constexpr int most_requests = 1'000'000;
constinit std::atomic<int> room{most_requests};

const char* file_name() {
  static const char* const name = std::getenv("LOOM_TRACE");
  return name && *name ? name : nullptr;
}

const char* name_of(Operation operation) {
  switch (operation) {
    case Operation::load: return "load";
    case Operation::store: return "store";
    case Operation::atomic:
    case Operation::compare_and_swap: break;
  }
  return "atomic";
}

template <class Value>
std::string list_of_lanes(const Request& request, Value value) {
  std::string list;
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (request.mask >> lane & 1) list += (list.empty() ? "" : ",") + std::to_string(value(lane));
  return "[" + list + "]";
}

std::string to_json(const TracedRequest& traced) {
  const Request& request = traced.request;
  return "{\"launch\":" + std::to_string(traced.launch) + ",\"kernel\":" + quoted(traced.kernel) +
         ",\"block\":" + triple(traced.block) + ",\"warp\":" + std::to_string(traced.warp) +
         ",\"place\":" + quoted(source_location(traced.pc).text) +
         ",\"memory\":" + (traced.memory == Memory::shared ? "\"shared\"" : "\"global\"") +
         ",\"operation\":" + quoted(name_of(request.operation)) + ",\"bytes\":" + std::to_string(request.bytes) +
         ",\"array\":" + quoted(traced.array) + ",\"lanes\":" + list_of_lanes(request, [](unsigned lane) { return lane; }) +
         ",\"offsets\":" + list_of_lanes(request, [&](unsigned lane) {
           return static_cast<std::intptr_t>(request.address[lane] - traced.base);
         }) + "}";
}

auto order(const TracedRequest& traced) {
  return std::tuple(traced.launch, traced.block.z, traced.block.y, traced.block.x);
}

}  // namespace

bool traced() { return file_name() && room.load(std::memory_order_relaxed) > 0; }

TracedRequest trace_of(const Block& block, unsigned warp, const Request& request, Memory memory, std::uintptr_t pc) {
  room.fetch_sub(1, std::memory_order_relaxed);
  TracedRequest traced{block.launch->number, block.launch->kernel, block.index, warp, pc, memory, {}, 0, request};
  const std::uintptr_t address = request.address[static_cast<unsigned>(std::countr_zero(request.mask))];
  if (memory == Memory::shared) {
    SharedArray array = shared_array(block, address);
    traced.array = std::move(array.name);
    traced.base = array.base;
  } else if (const Allocation* const allocation = Registry::instance().find(address)) {
    traced.array = allocation->name;
    traced.base = allocation->base;
  }
  return traced;
}

void write_trace(std::vector<TracedRequest> more) {
  if (!file_name()) return;
  static std::vector<TracedRequest> all;
  std::stable_sort(more.begin(), more.end(), [](const auto& a, const auto& b) { return order(a) < order(b); });
  std::move(more.begin(), more.end(), std::back_inserter(all));
  std::ofstream file(file_name(), std::ios::trunc);
  file << "{\"requests\":[";
  const char* separator = "\n";
  for (const TracedRequest& traced : all) file << std::exchange(separator, ",\n") << to_json(traced);
  file << "]}\n";
  if (!file.flush())
    std::fprintf(stderr, "loom: cannot write the trace to %s; set LOOM_TRACE to a file in an existing folder.\n", file_name());
}

}  // namespace loom::observing
