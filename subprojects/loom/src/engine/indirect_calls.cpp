// loomcc makes every call through a pointer, and every virtual call, pass here with the function's address in %r11, or x9 on arm64 (compile/indirect_calls.hpp).
#include "engine/block.hpp"
#include "engine/thread_context.hpp"

extern "C" [[gnu::visibility("hidden")]] void loom_check_call(std::uintptr_t object, std::uintptr_t function, std::uintptr_t pc) {
  using namespace loom;
  if (!here.listening_on_device()) return;
  Verdict verdict = Verdict::proceed;
  {
    const HooksMuted muted;
    for (Check* check : checks)
      if ((verdict = check->indirect_call(*here.thread, {function, object, pc})) != Verdict::proceed) break;
    if (verdict != Verdict::proceed)
      for (Check* check : checks) check->thread_stops(*here.thread);
  }
  if (verdict != Verdict::proceed) here.runner->stop(cudaErrorIllegalAddress);
}

#if defined(__x86_64__)
// Keeps all registers that can hold arguments. The frame is described for the exception that ends a kernel.
__asm__(R"(
  .text
  .globl __loom_indirect_call
  .type __loom_indirect_call, @function
__loom_indirect_call:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset 6, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register 6
  pushq %rdi; pushq %rsi; pushq %rdx; pushq %rcx; pushq %r8; pushq %r9; pushq %rax; pushq %r10; pushq %r11
  subq $136, %rsp
  movups %xmm0, (%rsp); movups %xmm1, 16(%rsp); movups %xmm2, 32(%rsp); movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp); movups %xmm5, 80(%rsp); movups %xmm6, 96(%rsp); movups %xmm7, 112(%rsp)
  movq %r11, %rsi
  movq 8(%rbp), %rdx
  call loom_check_call
  movups (%rsp), %xmm0; movups 16(%rsp), %xmm1; movups 32(%rsp), %xmm2; movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4; movups 80(%rsp), %xmm5; movups 96(%rsp), %xmm6; movups 112(%rsp), %xmm7
  addq $136, %rsp
  popq %r11; popq %r10; popq %rax; popq %r9; popq %r8; popq %rcx; popq %rdx; popq %rsi; popq %rdi
  popq %rbp
  .cfi_def_cfa 7, 8
  jmp *%r11
  .cfi_endproc
  .size __loom_indirect_call, .-__loom_indirect_call
)");
#elif defined(__aarch64__)
// The same. x16 and x17 would not do for the address: the linker may need them on the way here.
__asm__(R"(
  .text
  .globl __loom_indirect_call
  .type __loom_indirect_call, %function
__loom_indirect_call:
  .cfi_startproc
  stp x29, x30, [sp, -224]!
  .cfi_def_cfa_offset 224
  .cfi_offset 29, -224
  .cfi_offset 30, -216
  mov x29, sp
  stp x0, x1, [sp, 16]; stp x2, x3, [sp, 32]; stp x4, x5, [sp, 48]; stp x6, x7, [sp, 64]; stp x8, x9, [sp, 80]
  stp q0, q1, [sp, 96]; stp q2, q3, [sp, 128]; stp q4, q5, [sp, 160]; stp q6, q7, [sp, 192]
  mov x1, x9
  mov x2, x30
  bl loom_check_call
  ldp q0, q1, [sp, 96]; ldp q2, q3, [sp, 128]; ldp q4, q5, [sp, 160]; ldp q6, q7, [sp, 192]
  ldp x0, x1, [sp, 16]; ldp x2, x3, [sp, 32]; ldp x4, x5, [sp, 48]; ldp x6, x7, [sp, 64]; ldp x8, x9, [sp, 80]
  ldp x29, x30, [sp], 224
  .cfi_restore 29
  .cfi_restore 30
  .cfi_def_cfa_offset 0
  mov x16, x9
  br x16
  .cfi_endproc
  .size __loom_indirect_call, .-__loom_indirect_call
)");
#endif
