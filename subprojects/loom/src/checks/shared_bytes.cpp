#include "checks/shared_bytes.hpp"

#include "program/variables.hpp"

namespace loom {

namespace {

constexpr std::uintptr_t alignment = 16;   // positions agree with addresses up to here
constexpr std::uintptr_t up(std::uintptr_t address) { return (address + alignment - 1) & ~(alignment - 1); }
constexpr std::uintptr_t down(std::uintptr_t address) { return address & ~(alignment - 1); }

std::size_t distance(const SharedArray& array, std::uintptr_t address) {
  if (address < array.base) return array.base - address;
  return address - array.base < array.bytes ? 0 : address - array.base - array.bytes + 1;
}

}  // namespace

SharedBytes::SharedBytes(const Block& block) : dynamic_(block.shared_base), dynamic_bytes_(block.shared_bytes) {
  const Range variables = static_shared();
  if (variables.first == variables.last) return;
  fixed_ = down(variables.first);
  fixed_bytes_ = up(variables.last) - fixed_;
}

SharedArray shared_array(const Block& block, std::uintptr_t address) {
  SharedArray nearest;
  const auto consider = [&](SharedArray array) {
    if (nearest.name.empty() || distance(array, address) < distance(nearest, address)) nearest = std::move(array);
  };
  if (const Range range = static_shared(); range.first != range.last)
    for (const Variable& variable : shared_variables())
      consider({variable.name.empty() ? "shared memory" : variable.name,
                range.first + (variable.address - shared_variables().front().address), variable.bytes});
  if (block.shared_base != 0) consider({"dynamic shared memory", block.shared_base, block.shared_bytes});
  return nearest;
}

}  // namespace loom
