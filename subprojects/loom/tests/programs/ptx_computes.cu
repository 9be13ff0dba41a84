// Inline PTX that computes: integers, bits, floats, conversions, predicates.
// prints: integers 7 -5 4294967294 12 24 -1 6 11
// prints: bits 255 4660 7 16 31 1 2147483648 150
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
