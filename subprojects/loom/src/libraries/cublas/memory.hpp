// How a routine gets at its operands when the stream has come to it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "libraries/caller.hpp"
#include "libraries/cublas/area.hpp"

namespace loom::cublas {

using libraries::Caller;
using libraries::StrayOperand;

// Looks at each operand before the routine touches it, as the checks of loom look at each access of a kernel: all of it must lie
// in device memory, and what is read should have been written.
class Memory {
 public:
  // cuBLAS-Xt takes operands of the host too.
  Memory(const Caller& caller, bool host_too) : caller_(caller), host_too_(host_too) {}

  // Throw StrayOperand. `argument` is the operand's name in the routine's declaration.
  template <class T>
  const T* reads(const char* argument, const T* at, const Area& area) const {
    check(argument, at, sizeof(T), area, true, false);
    return at;
  }
  template <class T>
  T* writes(const char* argument, T* at, const Area& area) const {
    check(argument, at, sizeof(T), area, false, true);
    return at;
  }
  template <class T>
  T* updates(const char* argument, T* at, const Area& area) const {
    check(argument, at, sizeof(T), area, true, true);
    return at;
  }
  // Reads what it writes only if `reads`.
  template <class T>
  T* updates_if(bool reads, const char* argument, T* at, const Area& area) const {
    return reads ? updates(argument, at, area) : writes(argument, at, area);
  }

 private:
  struct Extent { std::uintptr_t first; std::size_t bytes; };

  void check(const char* argument, const void* at, std::size_t element, const Area&, bool reads, bool writes) const;
  void check(const char* argument, const Extent&, std::size_t element, bool reads, bool writes) const;
  [[noreturn]] void stray(const char* argument, const Extent&, bool writes) const;
  void unwritten(const char* argument, std::uintptr_t at) const;

  Caller caller_;
  bool host_too_;
};

}  // namespace loom::cublas
