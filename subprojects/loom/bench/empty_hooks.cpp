// The floor below all watching: hooks that do nothing. Linked before loom, whose own of these names then go unused.

#define LOOM_HOOKS(bytes)                  \
  void __tsan_read##bytes(void*) {}        \
  void __tsan_write##bytes(void*) {}

extern "C" {

LOOM_HOOKS(1)
LOOM_HOOKS(2)
LOOM_HOOKS(4)
LOOM_HOOKS(8)
LOOM_HOOKS(16)

void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __sanitizer_cov_trace_pc() {}

}  // extern "C"
