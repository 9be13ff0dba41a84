// Branches and predicates in PTX, and threads that leave by `exit`.
// prints: 111 steps of 27, 0 of 1, 1024
// prints: 3 threads of 8 blocks left, 1000 others met 2 times
// prints: compared 1 0 1 0 1 1 0 0 4294967295 5
#include <cstdio>

__device__ unsigned steps_to_one(unsigned long long n) {
  unsigned steps = 0;
  asm volatile(
      "{\n"
      ".reg .pred p, q;\n"
      ".reg .b64 odd;\n"
      "NEXT_%=:\n"
      "setp.eq.u64 p, %1, 1;\n"
      "@p bra.uni DONE_%=;\n"
      "add.u32 %0, %0, 1;\n"
      "and.b64 odd, %1, 1;\n"
      "setp.ne.u64 q, odd, 0;\n"
      "@q mad.lo.u64 %1, %1, 3, 1;\n"
      "@!q shr.u64 %1, %1, 1;\n"
      "bra NEXT_%=;\n"
      "DONE_%=:\n"
      "}\n"
      : "+r"(steps), "+l"(n));
  return steps;
}

// A label with a dollar sign, and a scope in a scope.
__device__ unsigned twice_up_to(unsigned limit) {
  unsigned n = 1;
  asm("{ .reg .pred p; AGAIN_%=: setp.ge.u32 p, %0, %1; { .reg .pred p; } @p bra $DONE; add.u32 %0, %0, %0; bra.uni AGAIN_%=;\n $DONE: }"
      : "+r"(n) : "r"(limit));
  return n;
}

__global__ void count() { printf("%u steps of %u, %u of %u, %u\n", steps_to_one(27), 27u, steps_to_one(1), 1u, twice_up_to(1000)); }

__device__ void leave_if(bool left) {
  if (left) asm volatile("exit;");
}

// Those that have left are waited for no longer, and the last of them may be the first to leave its fiber.
__global__ void leave(int* met) {
  leave_if(threadIdx.x == 0 || threadIdx.x == 77 || threadIdx.x == blockDim.x - 1);
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    atomicAdd(met, 1);
  }
}

__global__ void compare(float a, float b) {
  unsigned results[8];
  const float none = a / b - a / b;              // b is 0
  asm("{ .reg .pred p, q; setp.lt.f32 p|q, %2, %3; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }"
      : "=r"(results[0]), "=r"(results[1]) : "f"(b), "f"(a));
  asm("{ .reg .pred p, q; setp.ltu.f32 p, %2, %3; setp.lt.and.f32 q, %3, %4, p; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }"
      : "=r"(results[2]), "=r"(results[3]) : "f"(none), "f"(a), "f"(b));
  asm("{ .reg .pred p, q; setp.nan.f32 p, %2, %3; setp.num.or.f32 q, %3, %2, p; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }"
      : "=r"(results[4]), "=r"(results[5]) : "f"(none), "f"(a));
  asm("{ .reg .pred p, q; setp.hi.u32 p, 3, %2; setp.ge.xor.s32 q, %2, 3, !p; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }"
      : "=r"(results[6]), "=r"(results[7]) : "r"(5));
  unsigned all;
  int chosen;
  asm("set.gt.u32.f32 %0, %1, %2;" : "=r"(all) : "f"(a), "f"(b));
  asm("slct.s32.f32 %0, 5, 6, %1;" : "=r"(chosen) : "f"(b));
  printf("compared");
  for (const unsigned result : results) printf(" %u", result);
  printf(" %u %d\n", all, chosen);
}

int main() {
  count<<<1, 1>>>();
  cudaDeviceSynchronize();
  int* met;
  cudaMallocManaged(&met, sizeof(int));
  cudaMemset(met, 0, sizeof(int));
  leave<<<8, 128>>>(met);
  cudaDeviceSynchronize();
  std::printf("3 threads of 8 blocks left, %d others met 2 times\n", *met / 2);
  compare<<<1, 1>>>(1, 0);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(met);
  return error;
}
