// Accesses to memory that the kernel has no business with: outside of every allocation, freed, the host's, another
// thread's, or not to be written to.
//
// Whether an access is good takes a few comparisons; why it is bad is worked out only once it is.
#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "checks/arrays.hpp"
#include "checks/checks.hpp"
#include "checks/messages.hpp"
#include "checks/shared_bytes.hpp"
#include "engine/cluster.hpp"
#include "engine/engine.hpp"
#include "memory/registry.hpp"
#include "program/variables.hpp"
#include "report/report.hpp"

namespace loom {

constinit thread_local Arrays arrays;

namespace {

struct Message {
  std::string what, advice;
  Verdict verdict = Verdict::illegal_address;
};

// "4 bytes past the end of", "8 bytes before the start of"
std::string whereabouts(std::uintptr_t base, std::size_t size, const Access& access) {
  if (access.address < base) return bytes_text(base - access.address) + " before the start of ";
  return bytes_text(access.address + access.bytes - base - size) + " past the end of ";
}

std::string mapping_name(const std::string& line) {
  const std::size_t name = line.find_first_of("[/");
  return name == line.npos ? "" : line.substr(name);
}

// What the system has mapped at an address: a line of /proc/self/maps, or an empty one.
struct Mapping { Range range{0, 0}; std::string name; };
Mapping mapping_at(std::uintptr_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    Range range{0, 0};
    char dash = 0;
    words >> std::hex >> range.first >> dash >> range.last;
    if (address >= range.first && address < range.last) return {range, mapping_name(line)};
  }
  return {};
}

Message explain_shared(const SharedArray& array, const Block& block, const Access& access) {
  if (array.bytes == 0 && array.base == block.shared_base)
    return {"an access to dynamic shared memory, but the launch allocates none",
            "Pass its size in bytes as the third argument of the launch: kernel<<<grid, block, bytes>>>(...)."};
  const std::string where = "an access " + whereabouts(array.base, array.bytes, access) + array.name;
  if (array.base == block.shared_base)
    return {where + ", of which the launch allocates " + bytes_text(array.bytes),
            "Check the index, and the size in bytes, which is the third argument of the launch."};
  return {where + ", which has " + bytes_text(array.bytes) + " of shared memory",
          "Check the index against the declared number of elements."};
}

Message explain_outside(const Allocation& allocation, const Access& access) {
  const std::string where = "an access " + whereabouts(allocation.base, allocation.bytes, access) + "the " + allocation.name;
  if (allocation.space == Space::shared)
    return {where, "Check the index against the number of elements.", Verdict::beyond_neighbour};
  return {where, "Check the index: a grid often has more threads than there are elements, and the extra threads must do nothing."};
}

constexpr const char* host_advice =
    "A kernel can access only device memory: copy the data there with cudaMemcpy and pass the pointer from cudaMalloc.";

// Why the access is bad. Works from the certain to the likely.
Message explain(const Block& block, const Access& access) {
  const std::uintptr_t address = access.address;
  constexpr std::uintptr_t first_page = 4096, near = 4096;
  if (address < first_page)
    return {address == 0 ? "an access through a null pointer"
                         : "an access through a null pointer, " + bytes_text(address) + " on",
            "Pass a pointer to device memory, and check that the cudaMalloc it comes from succeeded."};

  const Registry& registry = Registry::instance();
  if (const Allocation* const holds = registry.find(address)) {
    const std::uintptr_t end = holds->base + holds->bytes;
    if (address + access.bytes > end) return explain_outside(*holds, access);
    if (holds->space == Space::shared)
      return {"an access to the " + holds->name + ", which is in another cluster",
              "A block can access the shared memory only of its own cluster: exchange values with other clusters through global memory."};
    return {"a write to constant memory, the " + holds->name,
            "Kernels only read constant memory: let the host write it with cudaMemcpyToSymbol, or make it a __device__ variable."};
  }

  const std::optional<Allocation> nearest = registry.nearest(address);
  if (nearest && nearest->freed && address - nearest->base < nearest->bytes)
    return {"an access to freed memory: the " + nearest->name, "Free memory only after the last kernel that uses it."};

  if (const SharedArray array = shared_array(block, address); !array.name.empty()) {
    const bool below = address < array.base && array.base - address <= near;
    const bool above = address >= array.base && address - array.base < array.bytes + near;
    if (below || above) return explain_shared(array, block, access);
  }
  const std::size_t distance = !nearest ? SIZE_MAX : outside(*nearest, address).before + outside(*nearest, address).past;
  if (nearest && nearest->space == Space::shared && distance <= near) return explain_outside(*nearest, access);

  if (const Variable variable = host_variable(address); !variable.name.empty()) {
    if (read_only_data(address))
      return {"a write to the constant " + variable.name, "Constants cannot be written to: make it a __device__ variable."};
    return {"an access to the host variable " + variable.name,
            "A kernel cannot access host variables: declare it __device__ or pass its value as an argument."};
  }
  if (read_only_data(address)) return {"a write to a constant of the program", "Constants cannot be written to: copy it first."};

  // Managed and pinned memory may lie on the host's heap, and what is close by is not a host variable.
  if (nearest && nearest->host_writes && distance <= redzone_of_host_memory) return explain_outside(*nearest, access);

  const Mapping mapping = mapping_at(address);
  const char here = 0;               // on the stack of the current thread, beside those of its neighbours
  const std::uintptr_t own_stack = reinterpret_cast<std::uintptr_t>(&here);
  const bool together = nearest && nearest->base < mapping.range.last &&
                        nearest->base + nearest->bytes > mapping.range.first;
  if (mapping.name == "[stack]" || mapping.name == "[heap]")
    return {mapping.name == "[stack]" ? "an access to a local variable of the host" : "an access to host memory", host_advice};
  if (own_stack >= mapping.range.first && own_stack < mapping.range.last && distance > near)
    return {"an access to a local variable of another thread",
            "Local variables belong to one thread: exchange values through shared or global memory."};
  if (mapping.range.last == 0 || together) {
    if (nearest && !nearest->freed && (together || distance <= std::max(nearest->bytes, near)))
      return explain_outside(*nearest, access);
    return {"an access through a pointer that does not point to any allocation",
            "Check the pointer: it may be uninitialised, or its cudaMalloc may have failed."};
  }
  return {"an access to host memory", host_advice};
}

Verdict tell(const Thread& thread, const Access& access) {
  const Block& block = *thread.block;
  Message message = explain(block, access);
  if (counted("out-of-bounds", *block.launch, block.index, access.pc, 0)) return message.verdict;
  Finding finding;
  finding.kind = "out-of-bounds";
  finding.launch = block.launch;
  finding.first = party(thread, access);
  finding.what = std::move(message.what);
  finding.advice = std::move(message.advice);
  finding.fatal = true;
  report(std::move(finding));
  return message.verdict;
}

// The shared memory of a block of the same cluster.
bool lies_in_cluster(const Block& block, std::uintptr_t address) {
  return block.cluster && block.cluster->rank_of(address) < block.cluster->blocks();
}

class Bounds final : public Check {
 public:
  bool needs_accesses() const override { return true; }
  void block_begins(const Block& block) override { arrays.begin(block); }

  void bad_index(const Thread& thread, const BadIndex& bad) override {
    const Block& block = *thread.block;
    if (counted("out-of-bounds", *block.launch, block.index, bad.pc, 0)) return;
    const std::string array(bad.array), index = std::to_string(bad.index);
    Finding finding;
    finding.kind = "out-of-bounds";
    finding.launch = block.launch;
    finding.first = {block.index, thread.index, bad.pc, "uses index " + index};
    finding.what = "index " + index + " of an array that is declared as " + array;
    finding.advice = "Check the index against the declared number of elements, for each dimension separately.";
    finding.fatal = true;
    report(std::move(finding));
  }

  Verdict access(const Thread& thread, const Access& access) override {
    return arrays.hold_as_before(access.address, access.bytes) ? Verdict::proceed : elsewhere(thread, access);
  }

 private:
  [[gnu::noinline]] static Verdict elsewhere(const Thread& thread, const Access& access) {
    if (arrays.hold(access.address, access.bytes)) return Verdict::proceed;
    if (const Allocation* const allocation = Registry::instance().find(access.address)) {
      const bool inside = access.bytes <= allocation->bytes - (access.address - allocation->base);
      const bool allowed = !writes(access.kind) || allocation->space != Space::constant;
      const bool reached = allocation->space != Space::shared || lies_in_cluster(*thread.block, access.address);
      return inside && allowed && reached ? Verdict::proceed : tell(thread, access);
    }
    if (on_own_stack(access.address)) return Verdict::proceed;
    if (!writes(access.kind) && read_only_data(access.address)) return Verdict::proceed;
    if (arrays.guarded(access.address, access.bytes)) return Verdict::made_by_compiler;
    return outside(thread, access);
  }

  // A number of which a part lies outside and the rest does not is misaligned; hardware, too, looks at that first.
  static Verdict outside(const Thread& thread, Access access) {
    const Range whole = access.whole;
    const std::uint32_t bytes = static_cast<std::uint32_t>(whole.last - whole.first);
    const bool a_later_part = access.address > whole.first && access.address < whole.last;
    if (!a_later_part || whole.first % bytes == 0) return tell(thread, access);
    access.address = whole.first;
    access.bytes = bytes;
    return tell_misaligned(thread, access);
  }
};

}  // namespace

Check& bounds_check() {
  static Bounds check;
  return check;
}

}  // namespace loom
