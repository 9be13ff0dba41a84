// What the program holds of memory, and what an address belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/thread_context.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {

// The runtime's lock is held for all of these.

// New device memory for the device, made known to the registry; nullptr where the device has no more.
void* allocate_device(Device&, std::size_t bytes, Origin, std::string name);

// New host memory that kernels can access too; nullptr where the host has no more.
void* allocate_host(Device&, std::size_t bytes, Origin, unsigned flags, std::string name);

// The allocation that begins at the address, or nullptr.
const OwnedAllocation* allocation_at(const void*);
// The allocation that holds the address, or nullptr.
const OwnedAllocation* allocation_around(const void*);

// Gives the allocation back, whatever its origin.
void release(const OwnedAllocation&, FreedBy = FreedBy::program);

// Memory from the pool is free again.
void gives_back(CUmemPoolHandle_st&, std::size_t bytes);

// Gives back everything the device's context holds.
void free_all(Device&);

// Lives through a call of CUDA's C interface, which does not say where it comes from: the code that it returns to does. Where one
// such call makes another, the place of the outer one counts, and the function of the inner one.
class Caller {
 public:
  explicit Caller(std::uintptr_t pc, const char* function = "");
  ~Caller();
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  static const HostCall& current();  // of pc 0 where there is none

 private:
  const HostCall outer_;
};

// "4096 bytes from cudaMalloc at add.cu:31"; without the place where nothing tells it.
std::string name_of(std::size_t bytes, const char* function);

}  // namespace loom::runtime
