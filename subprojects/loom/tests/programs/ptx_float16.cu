// Numbers of 16 bits in PTX.
// prints: halves 3.5 0.75 2.125 -1.5 1.5
// prints: rounded 3c01 3c00 3f80 3f81 7bff 0000
// prints: two at once 4.5 6.5, 2 8, 5 0
// prints: wide 1 2 3 4, 1.5 2.5
// prints: bfloat16 4.5 of 40a0 40c0
// prints: integers 3 3 -2 65504
// prints: tf32 3f802000 3f800000 bf802000
// prints: added 12 24
#include <cstdio>

#include <cuda_fp16.h>

__device__ unsigned short bits(float value) {
  unsigned short half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(value));
  return half;
}
__device__ float value(unsigned short half) {
  float number;
  asm("{ .reg .f16 h; mov.b16 h, %1; cvt.f32.f16 %0, h; }" : "=f"(number) : "h"(half));
  return number;
}
__device__ unsigned two(float low, float high) {
  unsigned both;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  return both;
}
__device__ float2 values(unsigned both) {
  unsigned short low, high;
  asm("mov.b32 {%0, %1}, %2;" : "=h"(low), "=h"(high) : "r"(both));
  return {value(low), value(high)};
}

__global__ void compute(unsigned* cells) {
  unsigned short sum, product, fused, negative, size;
  asm("add.f16 %0, %1, %2;" : "=h"(sum) : "h"(bits(1.5f)), "h"(bits(2)));
  asm("mul.rn.f16 %0, %1, %2;" : "=h"(product) : "h"(bits(1.5f)), "h"(bits(0.5f)));
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(fused) : "h"(bits(1.5f)), "h"(bits(0.75f)), "h"(bits(1)));
  asm("neg.f16 %0, %1;" : "=h"(negative) : "h"(bits(1.5f)));
  asm("abs.f16 %0, %1;" : "=h"(size) : "h"(negative));
  printf("halves %g %g %g %g %g\n", value(sum), value(product), value(fused), value(negative), value(size));

  unsigned short up, down, brief_down, brief_up, largest, nothing;
  asm("cvt.rp.f16.f32 %0, %1;" : "=h"(up) : "f"(1.0001f));
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(down) : "f"(1.0001f));
  asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(brief_down) : "f"(1.007f));
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(brief_up) : "f"(1.007f));
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(largest) : "f"(1e9f));
  asm("cvt.rn.relu.f16.f32 %0, %1;" : "=h"(nothing) : "f"(-3.0f));
  printf("rounded %04x %04x %04x %04x %04x %04x\n", up, down, brief_down, brief_up, largest, nothing);

  unsigned sums, products, above;
  asm("add.f16x2 %0, %1, %2;" : "=r"(sums) : "r"(two(1, 2)), "r"(two(3.5f, 4.5f)));
  asm("{.reg .f16x2 zero; mov.b32 zero, 0; fma.rn.f16x2 %0, %1, %2, zero;}" : "=r"(products) : "r"(two(1, 2)), "r"(two(2, 4)));
  asm("max.f16x2 %0, %1, %2;" : "=r"(above) : "r"(two(5, -1)), "r"(two(4, 0)));
  printf("two at once %g %g, %g %g, %g %g\n", values(sums).x, values(sums).y, values(products).x, values(products).y, values(above).x, values(above).y);

  unsigned long long four;
  unsigned short parts[4];
  asm("mov.b64 %0, {%1, %2, %3, %4};" : "=l"(four) : "h"(bits(1)), "h"(bits(2)), "h"(bits(3)), "h"(bits(4)));
  asm("mov.b64 {%0, %1, %2, %3}, %4;" : "=h"(parts[0]), "=h"(parts[1]), "=h"(parts[2]), "=h"(parts[3]) : "l"(four));
  double joined;
  float low, high;
  asm("mov.b64 %0, {%1, %2};" : "=d"(joined) : "f"(1.5f), "f"(2.5f));
  asm("mov.b64 {%0, %1}, %2;" : "=f"(low), "=f"(high) : "d"(joined));
  printf("wide %g %g %g %g, %g %g\n", value(parts[0]), value(parts[1]), value(parts[2]), value(parts[3]), low, high);

  unsigned brief;
  unsigned short total;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(brief) : "f"(5.0f), "f"(6.0f));
  asm("{ .reg .b16 a, b, c, d; mov.b32 {a, b}, %1; mov.b16 c, 0xbf80; mov.b16 d, 0x3fc0; fma.rn.bf16 %0, c, c, b; sub.bf16 %0, %0, d; }" : "=h"(total) : "r"(brief));
  printf("bfloat16 %g of %04x %04x\n", __uint_as_float(total << 16), brief >> 16, brief & 0xffff);

  int nearest, whole, below;
  unsigned short of_integer;
  asm("cvt.rni.s32.f16 %0, %1;" : "=r"(nearest) : "h"(bits(3.25f)));
  asm("cvt.rzi.s32.f16 %0, %1;" : "=r"(whole) : "h"(bits(3.75f)));
  asm("cvt.rmi.s32.f16 %0, %1;" : "=r"(below) : "h"(bits(-1.5f)));
  asm("cvt.rz.f16.u32 %0, %1;" : "=h"(of_integer) : "r"(65530));
  printf("integers %d %d %d %g\n", nearest, whole, below, value(of_integer));

  unsigned above_middle, under_middle, minus;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(above_middle) : "f"(__uint_as_float(0x3f801000)));
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(under_middle) : "f"(__uint_as_float(0x3f800fff)));
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(minus) : "f"(__uint_as_float(0xbf801000)));
  printf("tf32 %x %x %x\n", above_middle, under_middle, minus);

  for (int i = 0; i < 4; ++i) asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(cells), "r"(two(3, 6)) : "memory");
  printf("added %g %g\n", values(*cells).x, values(*cells).y);
}

int main() {
  unsigned* cells;
  cudaMalloc(&cells, sizeof *cells);
  cudaMemset(cells, 0, sizeof *cells);
  compute<<<1, 1>>>(cells);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(cells);
  return error;
}
