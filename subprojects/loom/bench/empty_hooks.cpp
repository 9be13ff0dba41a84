// The floor below all watching: hooks that do nothing. Linked before loom, whose own of these names then go unused.

#define LOOM_HOOKS(bytes)                  \
  void __tsan_read##bytes(void*) {}        \
  void __tsan_write##bytes(void*) {}

#include "hooks.hpp"
