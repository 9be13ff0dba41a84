// What a kernel's body says of it, so that it can be launched by pointer.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "loom/launch.h"

namespace loom {

// A kernel's parameters, one after another in one piece of memory.
struct KernelEntry {
  const void* function;
  const std::size_t* offsets;        // of each parameter in that memory
  const std::size_t* sizes;          // in bytes
  std::size_t parameters;
  std::size_t bytes;                 // of all of them
  void (*call)(void* memory);        // calls the kernel with what the memory holds
  unsigned bound;                    // threads a block at most, by its launch bounds; 0: as many as the device takes
};

// Enters a kernel into the table.
bool add_kernel(const KernelEntry&);

template <class... P>
struct ParameterLayout {
  static constexpr std::size_t count = sizeof...(P);
  // One more than there are, so that there is always one; the last offset is where the next parameter would be.
  static constexpr std::array<std::size_t, count + 1> sizes{sizeof(P)..., 0};
  static constexpr std::array<std::size_t, count + 1> alignments{alignof(P)..., 1};

  static constexpr std::array<std::size_t, count + 1> find_offsets() {
    std::array<std::size_t, count + 1> found{};
    std::size_t end = 0;
    for (std::size_t i = 0; i <= count; ++i) {
      found[i] = (end + alignments[i] - 1) / alignments[i] * alignments[i];
      end = found[i] + sizes[i];
    }
    return found;
  }
  static constexpr std::array<std::size_t, count + 1> offsets = find_offsets();
};

template <class Function, Function function, unsigned bound = 0>
struct Registered;

template <class... P, void (*function)(P...), unsigned bound>
struct Registered<void (*)(P...), function, bound> {
  using Layout = ParameterLayout<P...>;

  template <std::size_t... I>
  __attribute__((always_inline)) static void call_with([[maybe_unused]] char* memory, std::index_sequence<I...>) {
    function(*reinterpret_cast<P*>(memory + Layout::offsets[I])...);
  }
  static void call(void* memory) { call_with(static_cast<char*>(memory), std::index_sequence_for<P...>()); }

  static const bool done;
};

template <class... P, void (*function)(P...), unsigned bound>
const bool Registered<void (*)(P...), function, bound>::done =
    add_kernel({reinterpret_cast<const void*>(function), Layout::offsets.data(), Layout::sizes.data(), Layout::count,
                Layout::offsets[Layout::count], &call, bound});

}  // namespace loom
