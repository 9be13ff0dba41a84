// The few forms of PTX that loom knows.
// prints: 1 2 3 of 96: lanes 0 31 0, warps 0 1 2, below 0 2147483647 0
// prints: time goes on
// prints: sum 4560
// prints: computed 77 04010203 80000000 3 31
// prints: written otherwise 0 64 7 3
#include <cstdio>

__global__ void ask(unsigned* lanes, unsigned* warps, unsigned* below) {
  unsigned lane, warp, mask, thread, threads;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%lanemask_lt;\n" : "=r"(mask));
  asm("mov.u32 %0, %%tid.x;" : "=r"(thread));
  asm("mov.u32 %0, %%ntid.x;" : "=r"(threads));
  lanes[thread] = lane;
  warps[thread] = warp;
  below[thread] = mask;
  unsigned long long before, after;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("bar.sync 0;");
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
  if (thread == 0) {
    printf("%u %u %u of %u: lanes %u %u %u, warps %u %u %u, below %u %u %u\n", 1, 2, 3, threads, lanes[0], lanes[31], lanes[64], warps[0],
           warps[32], warps[95], below[0], below[31], below[64]);
    if (after >= before) printf("time goes on\n");
    unsigned sum = 0;
    for (unsigned i = 0; i < threads; ++i) sum += lanes[i] + 32 * warps[i];
    printf("sum %u\n", sum);
  }
}

__global__ void compute(unsigned a, unsigned b) {
  unsigned difference, bytes, reversed, bits, zeros;
  asm("vabsdiff4.u32.u32.u32.add"
      " %0, %1, %2, %3;"
      : "=r"(difference)
      : "r"(a), "r"(b), "r"(7u));
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(bytes) : "r"(0x01020304u), "r"(0u), "r"(0x0321u));
  asm("brev.b32 %0, %1;" : "=r"(reversed) : "r"(1u));
  asm volatile("popc.b32 %0, %1;" : "=r"(bits) : "r"(0x700u) : "memory");
  asm("clz.b32 %0, %1;" : "=r"(zeros) : "r"(1u));
  printf("computed %u %08x %08x %u %u\n", difference, bytes, reversed, bits, zeros);
}

// Comments and braces in the text, one word split in two, a percent sign alone, no comma between operands; registers named with a percent sign.
__global__ void write_otherwise(float x) {
  unsigned lane, threads, seven, s[5] = {0, 0, 0, 0, 6};
  asm("mov.u32 %0, %laneid;" : "=r"(lane) : : "memory");
  asm("mov.u32 "
      "%0, %%ntid.x;\n" : "=r"(threads));
  asm("add.u32 %0, %1, %2;" : "=r"(seven) : "r"(3) "r"(4));
  asm("add.s32 %0, %0, -3;" : "+r"(s[1 << 2]));
  __asm__ __volatile__("// why\n { bar.sync  0; /* and */\t membar.cta; }");
  asm("{ .reg .pred %p; setp.ne.f32 %p, %0, 0f00000000; @!%p trap; }" ::"f"(x));
  if (threadIdx.x == 32) printf("written otherwise %u %u %u %u\n", lane, threads, seven, s[4]);
}

int main() {
  unsigned* memory;
  cudaMalloc(&memory, 3 * 96 * sizeof(unsigned));
  ask<<<1, 96>>>(memory, memory + 96, memory + 192);
  compute<<<1, 1>>>(0x0a140000, 0x14001e0a);
  write_otherwise<<<1, 64>>>(1);
  return cudaDeviceSynchronize();
}
