// What a kernel's body says of it: how it is launched, by `<<<…>>>` and by its address.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "loom/launch.h"

// The loop over a block's threads is loom's own, wherever it stands.
#if defined(__clang__)
#define LOOM_UNWATCHED __attribute__((always_inline))
#else
#define LOOM_UNWATCHED __attribute__((always_inline, no_sanitize("thread"), no_sanitize_coverage))
#endif

namespace loom {

// Ends the current thread, if there is one, and starts the block's next thread on the same stack; false once all have started.
bool next_thread();

// A kernel's parameters, one after another in one piece of memory.
struct KernelEntry {
  const void* function;
  const std::size_t* offsets;        // of each parameter in that memory
  const std::size_t* sizes;          // in bytes
  std::size_t parameters;
  std::size_t bytes;                 // of all of them
  void (*run)(const void* memory);   // in all threads of a block, one after another, with what the memory holds
  unsigned bound;                    // at most so many threads per block, from its launch bounds; 0: as many as the device takes
  unsigned cluster[3];               // blocks of a cluster, by its declaration; 0: not said
};

// Enters a kernel into the table.
bool add_kernel(const KernelEntry&);

// Queues the launch that is under way, of this kernel. The arguments are copied, byte by byte.
void launch(const KernelEntry&, const volatile void* const* arguments);

inline constexpr std::size_t parameter_alignment = 128;
inline constexpr std::size_t parameter_bytes = 32764;

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

// A parameter in that memory. A reference is the address of what it refers to.
template <class P>
using Stored = std::conditional_t<std::is_reference_v<P>, std::remove_reference_t<P>*, P>;

// Whether the processor's calling convention passes a P as it is. It passes the address of an object whose copy or end the program has
// a say in.
template <class P>
inline constexpr bool passed_as_it_is =
    !std::is_class_v<P> ||
    (std::is_trivially_destructible_v<P> && (std::is_trivially_copy_constructible_v<P> || std::is_trivially_move_constructible_v<P>) &&
     std::is_trivially_copy_constructible_v<P> == std::is_copy_constructible_v<P> &&
     std::is_trivially_move_constructible_v<P> == std::is_move_constructible_v<P>);

// A kernel, and what it does in a thread.
template <class Function, Function function, class Body, unsigned bound, unsigned... cluster>
struct RegisteredKernel;

template <class... P, void (*function)(P...), class Body, unsigned bound, unsigned... cluster>
struct RegisteredKernel<void (*)(P...), function, Body, bound, cluster...> {
  using Layout = ParameterLayout<Stored<P>...>;
  static_assert(Layout::offsets[Layout::count] <= parameter_bytes, "a kernel's arguments may take 32764 bytes at most: pass a pointer instead");
  static_assert(((alignof(Stored<P>) <= parameter_alignment) && ...), "a kernel's arguments may be aligned to 128 bytes at most");

  // What the kernel does where it is called, on the host. `parameters` are its own.
  template <class... Parameters>
  static void launch(Parameters&... parameters) {
    static_cast<void>(&done);
    // A cast of C's: no other takes `__restrict__` away, which Clang counts among a parameter's qualifiers.
    const volatile void* const addresses[] = {(const volatile void*)__builtin_addressof(parameters)..., nullptr};
    std::size_t i = 0;
    const volatile void* const arguments[] = {argument<P>(addresses[i++])..., nullptr};
    loom::launch(entry(), arguments);
  }

  static const bool done;

 private:
  template <class Parameter>
  static const volatile void* argument(const volatile void* const& address) {
    if constexpr (std::is_reference_v<Parameter>) return &address;
    else return address;
  }

  static KernelEntry entry() {
    return {reinterpret_cast<const void*>(function), Layout::offsets.data(), Layout::sizes.data(), Layout::count,
            Layout::offsets[Layout::count], &run, bound, {cluster...}};
  }

  // On a device a parameter is its bytes: it was copied on the host, and ends there. So the kernel is called with the addresses of
  // these, where the convention would have had an object copied, by a name that hides from the compiler what is called.
  template <class Parameter>
  struct Bytes {
    alignas(Parameter) char bytes[sizeof(Parameter)];
    LOOM_UNWATCHED explicit Bytes(const void* memory) { __builtin_memcpy(bytes, memory, sizeof bytes); }
    LOOM_UNWATCHED operator Parameter&() { return reinterpret_cast<Parameter&>(bytes); }
  };
  template <class Parameter>
  using Given = std::conditional_t<passed_as_it_is<Parameter>, Parameter, Parameter&>;
  static constexpr bool all_passed_as_they_are = (passed_as_it_is<P> && ...);

  // What is small is fetched once for all threads.
  template <class T>
  using Fetched = std::conditional_t<std::is_trivially_copy_constructible_v<T> && sizeof(T) <= 64, T, const T&>;

  LOOM_UNWATCHED static void run(const void* memory) { run_with(static_cast<const char*>(memory), std::index_sequence_for<P...>()); }
  template <std::size_t... I>
  LOOM_UNWATCHED static void run_with([[maybe_unused]] const char* memory, std::index_sequence<I...>) {
    run_with_fetched(*reinterpret_cast<const Stored<P>*>(memory + Layout::offsets[I])...);
  }
  LOOM_UNWATCHED static void run_with_fetched(Fetched<Stored<P>>... fetched) {
    auto hidden = reinterpret_cast<void (*)()>(&Body::loom_run);
    if constexpr (!all_passed_as_they_are) __asm__("" : "+r"(hidden));
    while (next_thread()) {
      if constexpr (all_passed_as_they_are) Body::loom_run(given<P>(fetched)...);
      else reinterpret_cast<void (*)(Given<P>...)>(hidden)(given<P>(fetched)...);
    }
  }
  template <class Parameter>
  LOOM_UNWATCHED static decltype(auto) given(const Stored<Parameter>& stored) {
    if constexpr (std::is_reference_v<Parameter>) return static_cast<Parameter>(*stored);
    else if constexpr (passed_as_it_is<Parameter>) return (stored);
    else return Bytes<Parameter>(&stored);
  }
};

template <class... P, void (*function)(P...), class Body, unsigned bound, unsigned... cluster>
const bool RegisteredKernel<void (*)(P...), function, Body, bound, cluster...>::done = add_kernel(entry());

// A parameter's own `__restrict__` is not part of a function's type, and where the type depends on a template's arguments GCC 12
// leaves it there.
template <class P>
struct Unrestricted { using Type = P; };
template <class P>
struct Unrestricted<P* __restrict__> { using Type = P*; };
template <class P>
struct Unrestricted<P* const __restrict__> { using Type = P*; };
template <class P>
struct Unrestricted<P& __restrict__> { using Type = P&; };

template <class Function>
struct AsDeclared;
template <class... P>
struct AsDeclared<void (*)(P...)> { using Type = void (*)(typename Unrestricted<P>::Type...); };

// What a kernel mentions: its type as its parameters spell it, itself, and what it does in a thread.
template <class Function, typename AsDeclared<Function>::Type function, class Body, unsigned bound = 0, unsigned... cluster>
using Registered = RegisteredKernel<typename AsDeclared<Function>::Type, function, Body, bound, cluster...>;

}  // namespace loom
