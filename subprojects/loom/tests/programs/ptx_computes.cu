// Inline PTX that computes: integers, bits, floats, conversions, predicates.
// prints: integers 7 -5 4294967294 12 24 -1 6 11
// prints: bits 255 4660 7 16 31 1 2147483648 150
// prints: masks 62 4294967264 2147483648 0 ff800004, short 70 -3 65534
// prints: rounded 3f800001 3f800000 4b000000 4b000001 127 -128 0 7fffffff 0.25
// prints: shifts 0 -1 1024 33554432
// prints: floats 2.5 8 0.5 3 -3 7
// prints: converted 3 2 2 -1 -2147483648 255 7 1.5
// prints: of no number 0 8000000000000000 80000000
// prints: halves 5 6 25769803781
// prints: predicates 10 20 1
#include <cstdio>

__global__ void compute() {
  int sum, difference, least, remainder;
  unsigned high;
  unsigned long long wide, total;
  asm("add.s32 %0, %1, %2;" : "=r"(sum) : "r"(3), "r"(4));
  asm("sub.s32 %0, 2, %1;" : "=r"(difference) : "r"(7));
  asm("mul.hi.u32 %0, %1, %1;" : "=r"(high) : "r"(0xffffffffu));
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(3), "r"(4));
  asm("mad.lo.u64 %0, %1, 2, 0;" : "=l"(total) : "l"(wide));
  asm("min.s32 %0, %1, %2;" : "=r"(least) : "r"(-1), "r"(1));
  asm("rem.s32 %0, %1, 10;" : "=r"(remainder) : "r"(16));
  int distance;
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(distance) : "r"(2), "r"(-4), "r"(5));
  printf("integers %d %d %u %llu %llu %d %d %d\n", sum, difference, high, wide, total, least, remainder, distance);

  unsigned field, placed, zeros, ones, top, found, reversed, table;
  asm("bfe.u32 %0, %1, 8, 8;" : "=r"(field) : "r"(0xff00));
  asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(placed) : "r"(0x23), "r"(0x1ff4));
  asm("popc.b32 %0, %1;" : "=r"(ones) : "r"(0x7f));
  asm("clz.b32 %0, %1;" : "=r"(zeros) : "r"(0x8000));
  asm("bfind.u32 %0, %1;" : "=r"(top) : "r"(1u << 31));
  asm("bfind.s32 %0, %1;" : "=r"(found) : "r"(-3));
  asm("brev.b32 %0, %1;" : "=r"(reversed) : "r"(1));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(table) : "r"(0xf0), "r"(0xcc), "r"(0xaa));
  printf("bits %u %u %u %u %u %u %u %u\n", field, placed, ones, zeros, top, found, reversed, table);

  unsigned masks[5];
  asm("bmsk.clamp.b32 %0, 1, 5;" : "=r"(masks[0]));
  asm("bmsk.clamp.b32 %0, 5, 40;" : "=r"(masks[1]));
  asm("bmsk.wrap.b32 %0, 63, 33;" : "=r"(masks[2]));
  asm("bmsk.clamp.b32 %0, 32, 1;" : "=r"(masks[3]));
  asm("prmt.b32 %0, %1, %2, 0xb3a0;" : "=r"(masks[4]) : "r"(0x80000004), "r"(0));
  unsigned short product, remainder16;
  short quotient;
  asm("mul.lo.u16 %0, %1, 10;" : "=h"(product) : "h"(static_cast<unsigned short>(7)));
  asm("div.s16 %0, %1, 2;" : "=h"(quotient) : "h"(static_cast<short>(-7)));
  asm("sub.u16 %0, 1, %1;" : "=h"(remainder16) : "h"(static_cast<unsigned short>(3)));
  printf("masks %u %u %u %u %x, short %u %d %u\n", masks[0], masks[1], masks[2], masks[3], masks[4], product, quotient, remainder16);

  float added_up, added_down, of_many_down, of_many_up, part;
  int bounded, least_byte, no_less, bounded_sum;
  asm("add.rp.f32 %0, %1, %2;" : "=f"(added_up) : "f"(1.0f), "f"(1e-10f));
  asm("fma.rz.f32 %0, %1, %1, %2;" : "=f"(added_down) : "f"(1.0f), "f"(1e-10f));
  asm("cvt.rz.f32.f64 %0, %1;" : "=f"(of_many_down) : "d"(8388608.75));
  asm("cvt.rp.f32.f64 %0, %1;" : "=f"(of_many_up) : "d"(8388608.75));
  asm("cvt.sat.s8.s32 %0, %1;" : "=r"(bounded) : "r"(300));
  asm("cvt.sat.s8.s32 %0, %1;" : "=r"(least_byte) : "r"(-300));
  asm("cvt.sat.u8.s32 %0, %1;" : "=r"(no_less) : "r"(-5));
  asm("add.sat.s32 %0, %1, %1;" : "=r"(bounded_sum) : "r"(0x7ffffff0));
  asm("add.sat.f32 %0, %1, %1;" : "=f"(part) : "f"(0.125f));
  printf("rounded %x %x %x %x %d %d %d %x %g\n", __float_as_uint(added_up), __float_as_uint(added_down), __float_as_uint(of_many_down),
         __float_as_uint(of_many_up), bounded, least_byte, no_less, bounded_sum, part);

  int gone, sign;
  unsigned left, both;
  asm("shl.b32 %0, %1, 32;" : "=r"(gone) : "r"(1));
  asm("shr.s32 %0, %1, 40;" : "=r"(sign) : "r"(-7));
  asm("shl.b32 %0, %1, %2;" : "=r"(left) : "r"(1), "r"(10));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(both) : "r"(0), "r"(1), "r"(25));
  printf("shifts %d %d %u %u\n", gone, sign, left, both);

  float fused, power, inverse, root, negative, largest;
  asm("fma.rn.f32 %0, %1, %2, 0f3F000000;" : "=f"(fused) : "f"(1.0f), "f"(2.0f));
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(3.0f));
  asm("rcp.approx.f32 %0, %1;" : "=f"(inverse) : "f"(2.0f));
  asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(9.0f));
  asm("neg.f32 %0, %1;" : "=f"(negative) : "f"(root));
  asm("max.f32 %0, %1, %2;" : "=f"(largest) : "f"(7.0f), "f"(root));
  printf("floats %g %g %g %g %g %g\n", fused, power, inverse, root, negative, largest);

  int up, down, nearest, clamped, none;
  unsigned byte, narrow;
  float from;
  asm("cvt.rpi.s32.f32 %0, %1;" : "=r"(up) : "f"(2.5f));
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(down) : "f"(2.5f));
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(nearest) : "f"(2.5f));
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(clamped) : "f"(1e20f));
  asm("cvt.rzi.s32.f64 %0, %1;" : "=r"(none) : "d"(0.0 / 0.0));
  asm("cvt.u32.u8 %0, %1;" : "=r"(byte) : "r"(0x1ff));
  asm("cvt.u32.u64 %0, %1;" : "=r"(narrow) : "l"(0x100000007ull));
  asm("cvt.rn.f32.f64 %0, %1;" : "=f"(from) : "d"(1.5));
  printf("converted %d %d %d %d %d %u %u %g\n", up, down, nearest, clamped, none, byte, narrow, from);
  unsigned of_float, of_double;
  unsigned long long in_64_bits;
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(of_float) : "f"(0.0f / 0.0f));
  asm("cvt.rzi.u64.f32 %0, %1;" : "=l"(in_64_bits) : "f"(0.0f / 0.0f));
  asm("cvt.rzi.u32.f64 %0, %1;" : "=r"(of_double) : "d"(0.0 / 0.0));
  printf("of no number %x %llx %x\n", of_float, in_64_bits, of_double);

  unsigned low, upper;
  unsigned long long joined;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(upper) : "l"(0x600000005ull));
  asm("mov.b64 %0, {%1, %2};" : "=l"(joined) : "r"(low), "r"(upper));
  printf("halves %u %u %llu\n", low, upper, joined);

  __shared__ int here;
  int chosen, kept = 20, is_shared;
  asm("{\n\t"
      ".reg .pred p, q;\n\t"
      "setp.lt.s32 p, %3, 5;       // it is\n\t"
      "setp.ge.u32 q, %3, 5;\n\t"
      "selp.s32 %0, 10, 11, p;\n\t"
      "@q mov.s32 %1, 21;\n\t"
      "isspacep.shared p, %4;\n\t"
      "selp.u32 %2, 1, 0, p;\n\t"
      "}"
      : "=r"(chosen), "+r"(kept), "=r"(is_shared)
      : "r"(3), "l"(&here));
  printf("predicates %d %d %d\n", chosen, kept, is_shared);
}

int main() {
  compute<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
