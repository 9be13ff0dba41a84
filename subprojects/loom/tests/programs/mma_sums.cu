// How mma adds, as an H100 does: all products and c in one operation, cut off 25 bits below the largest, and then to a float.
// prints: 2^-24: 1 + 16 * 2^-24, 2^-25: 1 + 8 * 2^-24, 2^-26: 1 + 0 * 2^-24
// prints: three quarters of the last bit: 1 + 0 * 2^-24, below 1: 1 + -2 * 2^-24
// prints: in any order: 0 wrong of 15
// prints: half: 1 + 4 * 2^-11
#include <cstdio>

__device__ unsigned bf16(float x) { return __float_as_uint(x) >> 16; }

// c + the products of 16 numbers and 1, all of which lane 0 to 3 hold.
__device__ float sum(float c, const float (&a)[16]) {
  const int first = threadIdx.x % 4 * 2;
  const auto pair = [&](int i) { return threadIdx.x < 4 ? bf16(a[i]) | bf16(a[i + 1]) << 16 : 0; };
  const unsigned ones = bf16(1) | bf16(1) << 16, a0 = pair(first), a2 = pair(first + 8), none = 0;
  float d[4];
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%6,%5,%6}, {%7,%7}, {%8,%8,%8,%8};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(a0), "r"(a2), "r"(none), "r"(ones), "f"(c));
  return d[0];
}

__device__ int units(float x, float unit) { return static_cast<int>((x - 1) / unit); }

__global__ void add() {
  float a[16];
  int found[5];
  for (int e = 24; e < 27; ++e) {
    for (float& x : a) x = 1.0f / (1 << e);
    found[e - 24] = units(sum(1, a), 0x1p-24f);
  }
  for (float& x : a) x = 0;
  a[0] = 0x1.8p-24f;
  found[3] = units(sum(1, a), 0x1p-24f);
  found[4] = units(-sum(-1, a), 0x1p-24f);
  int wrong = 0;
  for (int place = 1; place < 16; ++place) {
    for (float& x : a) x = 1;
    a[0] = 0x1p60f;
    a[place] = -0x1p60f;
    wrong += sum(0, a) != 0;
  }
  // 1 + 1.5 times the last bit of a half: rounded to even
  const unsigned one = 0x3c00, bit = 0x1600;  // 2^-10 * 1.5
  unsigned d0, d1;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%3,%3}, {%4,%3}, {%5,%5};"
               : "=r"(d0), "=r"(d1) : "r"(threadIdx.x == 0 ? bit : 0), "r"(0), "r"(threadIdx.x == 0 ? one : 0), "r"(one | one << 16));
  if (threadIdx.x != 0) return;
  printf("2^-24: 1 + %d * 2^-24, 2^-25: 1 + %d * 2^-24, 2^-26: 1 + %d * 2^-24\n", found[0], found[1], found[2]);
  printf("three quarters of the last bit: 1 + %d * 2^-24, below 1: 1 + %d * 2^-24\n", found[3], found[4]);
  printf("in any order: %d wrong of 15\n", wrong);
  printf("half: 1 + %d * 2^-11\n", static_cast<int>((d0 & 0xffff) - one) * 2);
}

int main() {
  add<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
