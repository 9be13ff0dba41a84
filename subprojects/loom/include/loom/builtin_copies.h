// Where accesses are watched: the compiler's own names for the C library's copies, which the standard library's headers use too.
// What the compiler makes of them it does not announce, save where one move does it.
#pragma once

extern "C" void* loom_memcpy(void* to, const void* from, decltype(sizeof 0) bytes) noexcept;
extern "C" void* loom_memmove(void* to, const void* from, decltype(sizeof 0) bytes) noexcept;
extern "C" void* loom_memset(void* to, int value, decltype(sizeof 0) bytes) noexcept;

#define LOOM_COPY(name, source, in_one_move)                                                                              \
  __attribute__((always_inline)) constexpr inline void* loom_builtin_##name(void* to, source from, decltype(sizeof 0) n) { \
    if (__builtin_is_constant_evaluated() || (in_one_move)) return __builtin_##name(to, from, n);                          \
    return loom_##name(to, from, n);                                                                                       \
  }
LOOM_COPY(memcpy, const void*, __builtin_constant_p(n) && (n == 1 || n == 2 || n == 4 || n == 8 || n == 16))
LOOM_COPY(memmove, const void*, __builtin_constant_p(n) && (n == 1 || n == 2 || n == 4 || n == 8 || n == 16))
LOOM_COPY(memset, int, false)
#undef LOOM_COPY

#define __builtin_memcpy(...) ::loom_builtin_memcpy(__VA_ARGS__)
#define __builtin_memmove(...) ::loom_builtin_memmove(__VA_ARGS__)
#define __builtin_memset(...) ::loom_builtin_memset(__VA_ARGS__)
