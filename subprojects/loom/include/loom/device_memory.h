// Loads and stores with a hint for the caches. loom has no caches; they are plain loads and stores. The address says of what type; a
// value to store is converted to it.
#pragma once

#include <type_traits>

#define LOOM_LOAD(name) \
  template <class T> __attribute__((always_inline)) inline T name(const T* address) { return *address; }
#define LOOM_STORE(name) \
  template <class T> __attribute__((always_inline)) inline void name(T* address, std::common_type_t<T> value) { *address = value; }

LOOM_LOAD(__ldg)
LOOM_LOAD(__ldca)
LOOM_LOAD(__ldcg)
LOOM_LOAD(__ldcs)
LOOM_LOAD(__ldlu)
LOOM_LOAD(__ldcv)
LOOM_STORE(__stwb)
LOOM_STORE(__stcg)
LOOM_STORE(__stcs)
LOOM_STORE(__stwt)

#undef LOOM_LOAD
#undef LOOM_STORE
