// Matrix products in PTX, with the layout of lanes in PTX's manual, compared with plain ones.
// prints: f16 8: 128 of 128, f16 16: 128 of 128, in half 128 of 128
// prints: bf16 8: 128 of 128, bf16 16: 128 of 128, tf32 4: 128 of 128, tf32 8: 128 of 128
// prints: f64 4: 64 of 64, f64 16: 128 of 128
// prints: s8 16: 64 of 64, u8 16: 128 of 128, s8 by u8 32: 128 of 128, saturated 2147483647
// prints: s4 32: 64 of 64, u4 64: 128 of 128
// prints: rows dealt 256 of 256, columns 128 of 128, one 64 of 64; collected 256 of 256, by columns 64 of 64
// prints: tiles 128 of 128
#include <cstdio>

// Small enough for any type, and for sums to be exact in any order.
__host__ __device__ int element_of_a(int row, int column) { return (row * 3 + column * 5) % 7; }
__host__ __device__ int element_of_b(int row, int column) { return (row * 2 + column * 3) % 5; }
__host__ __device__ int element_of_c(int row, int column) { return (row + column) % 3; }

// The bits of an integer from 0 to 15.
__device__ unsigned as_f32(int n) { return __float_as_uint(static_cast<float>(n)); }
__device__ unsigned as_f16(int n) {
  unsigned short half;
  asm("cvt.rn.f16.s32 %0, %1;" : "=h"(half) : "r"(n));
  return half;
}
__device__ unsigned as_bf16(int n) { return as_f32(n) >> 16; }
__device__ unsigned as_integer(int n) { return static_cast<unsigned>(n); }
__device__ int of_f32(unsigned bits) { return static_cast<int>(__uint_as_float(bits)); }
__device__ int of_integer(unsigned bits) { return static_cast<int>(bits); }

struct Registers {
  unsigned a[4], b[2], c[4], d[4];
};

// Two numbers to a register of c; `bits` for each number of a and b.
template <int m, int n, int k, int bits, class Multiply>
__device__ int right_elements(Multiply multiply, unsigned (*encode)(int), unsigned (*encode_c)(int), int (*decode)(unsigned)) {
  const int lane = threadIdx.x, group = lane / 4, in_group = lane % 4;
  constexpr int each = 32 / bits;
  Registers r{};
  for (int i = 0; i < m * k / 32; ++i) {
    // The manual gives the lower half of the columns first, and of each half the upper eight rows.
    const int half = i / each / (m / 8), row = group + (i / each % (m / 8) == 0 ? 0 : 8);
    const int column = in_group * each + i % each + half * 4 * each;
    r.a[i / each] |= encode(element_of_a(row, column)) << bits % 32 * (i % each);
  }
  for (int i = 0; i < k * n / 32; ++i)
    r.b[i / each] |= encode(element_of_b(in_group * each + i % each + i / each * 4 * each, group)) << bits % 32 * (i % each);
  for (int i = 0; i < m * n / 32; ++i) r.c[i] = encode_c(element_of_c(group + (i < 2 ? 0 : 8), in_group * 2 + i % 2));
  multiply(r);
  int right = 0;
  for (int i = 0; i < m * n / 32; ++i) {
    const int row = group + (i < 2 ? 0 : 8), column = in_group * 2 + i % 2;
    int sum = element_of_c(row, column);
    for (int j = 0; j < k; ++j) sum += element_of_a(row, j) * element_of_b(j, column);
    right += decode(r.d[i]) == sum;
  }
  return __reduce_add_sync(0xffffffff, right);
}

#define D4(r) "=r"(r.d[0]), "=r"(r.d[1]), "=r"(r.d[2]), "=r"(r.d[3])
#define D2(r) "=r"(r.d[0]), "=r"(r.d[1])
#define A4(r) "r"(r.a[0]), "r"(r.a[1]), "r"(r.a[2]), "r"(r.a[3])
#define A2(r) "r"(r.a[0]), "r"(r.a[1])
#define B2(r) "r"(r.b[0]), "r"(r.b[1])
#define C4(r) "r"(r.c[0]), "r"(r.c[1]), "r"(r.c[2]), "r"(r.c[3])
#define C2(r) "r"(r.c[0]), "r"(r.c[1])

#define LARGE(name) \
  asm volatile("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};" : D4(r) : A4(r), B2(r), C4(r))
#define SMALL(name) \
  asm volatile("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" : D4(r) : A2(r), "r"(r.b[0]), C4(r))
#define LITTLE(name) asm volatile("mma.sync.aligned." name " {%0,%1}, {%2}, {%3}, {%4,%5};" : D2(r) : "r"(r.a[0]), "r"(r.b[0]), C2(r))

__global__ void of_16_bits() {
  const int f16_8 = right_elements<16, 8, 8, 16>([](Registers& r) { SMALL("m16n8k8.row.col.f32.f16.f16.f32"); }, as_f16, as_f32, of_f32);
  const int f16_16 = right_elements<16, 8, 16, 16>([](Registers& r) { LARGE("m16n8k16.row.col.f32.f16.f16.f32"); }, as_f16, as_f32, of_f32);
  const int in_half = right_elements<16, 8, 16, 16>(
      [](Registers& r) {
        for (unsigned& c : r.c) c = as_f16(of_f32(c));
        unsigned c[2] = {r.c[1] << 16 | r.c[0], r.c[3] << 16 | r.c[2]}, d[2];
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
                     : "=r"(d[0]), "=r"(d[1])
                     : A4(r), B2(r), "r"(c[0]), "r"(c[1]));
        for (int i = 0; i < 4; ++i)
          asm("{ .reg .b16 h; cvt.u16.u32 h, %1; cvt.f32.f16 %0, h; }" : "=r"(r.d[i]) : "r"(d[i / 2] >> 16 * (i % 2) & 0xffff));
      },
      as_f16, as_f32, of_f32);
  if (threadIdx.x == 0) printf("f16 8: %d of 128, f16 16: %d of 128, in half %d of 128\n", f16_8, f16_16, in_half);
  const int bf16_8 = right_elements<16, 8, 8, 16>([](Registers& r) { SMALL("m16n8k8.row.col.f32.bf16.bf16.f32"); }, as_bf16, as_f32, of_f32);
  const int bf16_16 = right_elements<16, 8, 16, 16>([](Registers& r) { LARGE("m16n8k16.row.col.f32.bf16.bf16.f32"); }, as_bf16, as_f32, of_f32);
  const int tf32_4 = right_elements<16, 8, 4, 32>([](Registers& r) { SMALL("m16n8k4.row.col.f32.tf32.tf32.f32"); }, as_f32, as_f32, of_f32);
  const int tf32_8 = right_elements<16, 8, 8, 32>([](Registers& r) { LARGE("m16n8k8.row.col.f32.tf32.tf32.f32"); }, as_f32, as_f32, of_f32);
  if (threadIdx.x == 0) printf("bf16 8: %d of 128, bf16 16: %d of 128, tf32 4: %d of 128, tf32 8: %d of 128\n", bf16_8, bf16_16, tf32_4, tf32_8);
}

__global__ void of_doubles() {
  const int lane = threadIdx.x, group = lane / 4, in_group = lane % 4;
  double d[4];
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
               : "=d"(d[0]), "=d"(d[1])
               : "d"(static_cast<double>(element_of_a(group, in_group))), "d"(static_cast<double>(element_of_b(in_group, group))), "d"(0.5), "d"(0.25));
  int right = 0;
  for (int i = 0; i < 2; ++i) {
    double sum = i == 0 ? 0.5 : 0.25;
    for (int j = 0; j < 4; ++j) sum += element_of_a(group, j) * element_of_b(j, in_group * 2 + i);
    right += d[i] == sum;
  }
  const int small = __reduce_add_sync(0xffffffff, right);
  double a[8], b[4];
  for (int i = 0; i < 8; ++i) a[i] = element_of_a(group + i % 2 * 8, in_group + i / 2 * 4);
  for (int i = 0; i < 4; ++i) b[i] = element_of_b(in_group + i * 4, group);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%16,%16,%16};"
               : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]), "d"(0.0));
  right = 0;
  for (int i = 0; i < 4; ++i) {
    double sum = 0;
    for (int j = 0; j < 16; ++j) sum += element_of_a(group + i / 2 * 8, j) * element_of_b(j, in_group * 2 + i % 2);
    right += d[i] == sum;
  }
  right = __reduce_add_sync(0xffffffff, right);
  if (lane == 0) printf("f64 4: %d of 64, f64 16: %d of 128\n", small, right);
}

__global__ void of_integers() {
  const int small = right_elements<8, 8, 16, 8>([](Registers& r) { LITTLE("m8n8k16.row.col.s32.s8.s8.s32"); }, as_integer, as_integer, of_integer);
  const int middle = right_elements<16, 8, 16, 8>([](Registers& r) { SMALL("m16n8k16.row.col.s32.u8.u8.s32"); }, as_integer, as_integer, of_integer);
  const int large = right_elements<16, 8, 32, 8>([](Registers& r) { LARGE("m16n8k32.row.col.s32.s8.u8.s32"); }, as_integer, as_integer, of_integer);
  Registers r{{0x01010101}, {0x7f7f7f7f}, {0x7fffffff, 0}, {}};
  LITTLE("m8n8k16.row.col.satfinite.s32.s8.s8.s32");
  if (threadIdx.x == 0) printf("s8 16: %d of 64, u8 16: %d of 128, s8 by u8 32: %d of 128, saturated %d\n", small, middle, large, static_cast<int>(r.d[0]));
  const int digits = right_elements<8, 8, 32, 4>([](Registers& r) { LITTLE("m8n8k32.row.col.s32.s4.s4.s32"); }, as_integer, as_integer, of_integer);
  const int many = right_elements<16, 8, 64, 4>([](Registers& r) { LARGE("m16n8k64.row.col.s32.u4.u4.s32"); }, as_integer, as_integer, of_integer);
  if (threadIdx.x == 0) printf("s4 32: %d of 64, u4 64: %d of 128\n", digits, many);
}

__device__ unsigned in_shared(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__global__ void deal() {
  __shared__ alignas(16) unsigned short from[32][8], to[32][8];
  const int lane = threadIdx.x, across = lane / 4, along = lane % 4 * 2;
  for (int i = 0; i < 8; ++i) from[lane][i] = static_cast<unsigned short>(lane * 8 + i);
  to[lane][0] = 0;
  __syncwarp();
  const auto right = [&](const unsigned* parts, int matrices, bool transposed) {
    int sum = 0;
    for (int matrix = 0; matrix < matrices; ++matrix)
      for (int i = 0; i < 2; ++i) {
        const int row = transposed ? along + i : across, column = transposed ? across : along + i;
        sum += (parts[matrix] >> 16 * i & 0xffff) == from[8 * matrix + row][column];
      }
    return __reduce_add_sync(0xffffffff, sum);
  };
  unsigned four[4], two[2], one;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(four[0]), "=r"(four[1]), "=r"(four[2]), "=r"(four[3])
               : "r"(in_shared(from[lane])));
  // The lanes whose rows are not wanted may pass anything.
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];" : "=r"(two[0]), "=r"(two[1]) : "r"(lane < 16 ? in_shared(from[lane]) : 3));
  asm volatile("ldmatrix.sync.aligned.x1.m8n8.b16 {%0}, [%1];" : "=r"(one) : "l"(from[lane % 8]));
  const int rows = right(four, 4, false), columns = right(two, 2, true), single = right(&one, 1, false);

  const auto equal = [&](int matrices, bool transposed) {
    __syncwarp();
    int sum = 0;
    for (int i = 0; i < 8 && lane < 8 * matrices; ++i) sum += to[lane][i] == (transposed ? from[i][lane] : from[lane][i]);
    __syncwarp();
    return __reduce_add_sync(0xffffffff, sum);
  };
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(in_shared(to[lane])), "r"(four[0]), "r"(four[1]), "r"(four[2]), "r"(four[3]));
  const int collected = equal(4, false);
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(in_shared(to[lane])), "r"(one));
  const int by_columns = equal(1, true);
  if (lane == 0)
    printf("rows dealt %d of 256, columns %d of 128, one %d of 64; collected %d of 256, by columns %d of 64\n", rows, columns, single, collected, by_columns);
}

// As programs do it: from tiles in shared memory, both stored by rows.
__global__ void multiply_tiles() {
  __shared__ alignas(16) unsigned short a[16][16], b[16][8];
  __shared__ float d[16][8];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) a[i / 16][i % 16] = static_cast<unsigned short>(as_f16(element_of_a(i / 16, i % 16)));
  for (int i = lane; i < 128; i += 32) b[i / 8][i % 8] = static_cast<unsigned short>(as_f16(element_of_b(i / 8, i % 8)));
  __syncwarp();
  Registers r{};
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r.a[0]), "=r"(r.a[1]), "=r"(r.a[2]), "=r"(r.a[3])
               : "r"(in_shared(&a[lane % 16][lane / 16 * 8])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r.b[0]), "=r"(r.b[1]) : "r"(in_shared(b[lane % 16])));
  LARGE("m16n8k16.row.col.f32.f16.f16.f32");
  for (int i = 0; i < 4; ++i) d[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2] = __uint_as_float(r.d[i]);
  __syncwarp();
  int right = 0;
  for (int i = lane; i < 128; i += 32) {
    int sum = 0;
    for (int j = 0; j < 16; ++j) sum += element_of_a(i / 8, j) * element_of_b(j, i % 8);
    right += d[i / 8][i % 8] == static_cast<float>(sum);
  }
  right = __reduce_add_sync(0xffffffff, right);
  if (lane == 0) printf("tiles %d of 128\n", right);
}

int main() {
  of_16_bits<<<1, 32>>>();
  of_doubles<<<1, 32>>>();
  of_integers<<<1, 32>>>();
  deal<<<1, 32>>>();
  multiply_tiles<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
