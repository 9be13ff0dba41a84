// All that GCC calls in code compiled to be watched. What a read and a write of so many bytes do, LOOM_HOOKS(bytes) has said before.
#pragma once

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
