#include "runtime/symbols.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "memory/registry.hpp"
#include "program/variables.hpp"
#include "runtime/copies.hpp"
#include "runtime/memory.hpp"

namespace loom::runtime {

namespace {

struct Kept {
  Variable variable;
  std::vector<std::byte> first_value;
};

std::vector<Kept>& variables() {
  static std::vector<Kept>& all = *new std::vector<Kept>;
  return all;
}

void register_section(const char* section, Space space, const char* word) {
  for (const Variable& variable : variables_in(section)) {
    const auto* const first = reinterpret_cast<const std::byte*>(variable.address);
    variables().push_back({variable, {first, first + variable.bytes}});
    const std::string name = std::string(word) + " variable" + (variable.name.empty() ? "" : " " + variable.name);
    Registry::instance().add({variable.address, variable.bytes, space, name, false, space == Space::managed, true});
  }
}

// A variable is named by its address; nothing else names one, its name as a string least of all.
const Variable* find_variable(const void* symbol) {
  for (const Kept& kept : variables())
    if (kept.variable.address == reinterpret_cast<std::uintptr_t>(symbol)) return &kept.variable;
  return nullptr;
}

// The bytes of the variable that a copy is about, or why it cannot be.
struct Part {
  cudaError_t error = cudaErrorInvalidSymbol;
  void* memory = nullptr;
};

Part part_of(const void* symbol, std::size_t bytes, std::size_t offset) {
  const Variable* const variable = find_variable(symbol);
  if (!variable) return {};
  if (offset > variable->bytes || bytes > variable->bytes - offset) return {cudaErrorInvalidValue, nullptr};
  return {cudaSuccess, reinterpret_cast<void*>(variable->address + offset)};
}

cudaError_t check_kind(cudaMemcpyKind kind, cudaMemcpyKind with_host) {
  return kind == with_host || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault
             ? cudaSuccess
             : cudaErrorInvalidMemcpyDirection;
}

}  // namespace

void register_variables() {
  register_section("loom_device", Space::symbol, "__device__");
  register_section("loom_constant", Space::constant, "__constant__");
  register_section("loom_managed", Space::managed, "__managed__");
}

void restore_variables() {
  for (const Kept& kept : variables())
    std::memcpy(reinterpret_cast<void*>(kept.variable.address), kept.first_value.data(), kept.first_value.size());
}

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    const Part to = part_of(symbol, count, offset);
    if (to.error) return to.error;
    if (const cudaError_t error = check_kind(kind, cudaMemcpyHostToDevice)) return error;
    return copy(lock, Transfer::plain(to.memory, src, count), kind);
  });
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    const Part from = part_of(symbol, count, offset);
    if (from.error) return from.error;
    if (const cudaError_t error = check_kind(kind, cudaMemcpyDeviceToHost)) return error;
    return copy(lock, Transfer::plain(dst, from.memory, count), kind);
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    const Part to = part_of(symbol, count, offset);
    if (to.error) return to.error;
    if (const cudaError_t error = check_kind(kind, cudaMemcpyHostToDevice)) return error;
    return copy_in_stream(lock, Transfer::plain(to.memory, src, count), kind, stream);
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    const Part from = part_of(symbol, count, offset);
    if (from.error) return from.error;
    if (const cudaError_t error = check_kind(kind, cudaMemcpyDeviceToHost)) return error;
    return copy_in_stream(lock, Transfer::plain(dst, from.memory, count), kind, stream);
  });
}

// Nowhere to put the answer is refused, though a GPU's runtime crashes on it.
cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
  return call([&](Lock&) {
    if (!devPtr) return cudaErrorInvalidValue;
    const Part whole = part_of(symbol, 0, 0);
    if (whole.error) return whole.error;
    *devPtr = whole.memory;
    return cudaSuccess;
  });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  return call([&](Lock&) {
    if (!size) return cudaErrorInvalidValue;
    const loom::Variable* const variable = find_variable(symbol);
    if (!variable) return cudaErrorInvalidSymbol;
    *size = variable->bytes;
    return cudaSuccess;
  });
}
