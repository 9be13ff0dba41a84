// Intrinsics whose results are fixed to the bit: a checksum of each over many arguments is what it is on a GPU.
// printed: exact_intrinsics.txt
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

__device__ unsigned mix(unsigned x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// A checksum that does not depend on the order; any NaN is the same NaN.
struct Sums {
  unsigned* sums;
  unsigned salt;

  __device__ void word(int which, unsigned bits) const { atomicAdd(&sums[which], mix(bits + salt)); }
  __device__ void note(int which, int x) const { word(which, static_cast<unsigned>(x)); }
  __device__ void note(int which, unsigned x) const { word(which, x); }
  __device__ void note(int which, unsigned long long x) const { word(which, static_cast<unsigned>(x) * 3u + static_cast<unsigned>(x >> 32)); }
  __device__ void note(int which, long long x) const { note(which, static_cast<unsigned long long>(x)); }
  __device__ void note(int which, long x) const { note(which, static_cast<unsigned long long>(x)); }
  __device__ void note(int which, float x) const { word(which, isnan(x) ? 0x7fffffffu : __float_as_uint(x)); }
  __device__ void note(int which, double x) const {
    note(which, isnan(x) ? 0x7fffffffffffffffull : static_cast<unsigned long long>(__double_as_longlong(x)));
  }
};

// Numbers worth trying, then random bits of all kinds.
__device__ unsigned integer(unsigned i, unsigned salt) {
  const unsigned awkward[] = {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x80008000, 0x7fff7fff, 0x80808080, 0x7f7f7f7f, 0x00ff00ff, 0xffff0000};
  return mix(i + salt) % 4 == 0 ? awkward[mix(i * 7 + salt) % 11] : mix(i * 3 + salt * 5);
}

__device__ float real(unsigned i, unsigned salt) {
  const float awkward[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 1.5f, 2.5f, -2.5f, 0x1p-149f, 0x1p-126f, 0x1.fffffep127f, -0x1.fffffep127f,
                           INFINITY, -INFINITY, NAN, 2147483648.0f, -2147483648.0f, 4294967296.0f, 8388607.5f, 0x1p63f};
  const unsigned bits = mix(i * 3 + salt * 5);
  switch (mix(i + salt) % 4) {
    case 0: return awkward[mix(i * 7 + salt) % 20];
    case 1: return __uint_as_float(bits);
    case 2: return static_cast<float>(static_cast<int>(bits)) * 0x1p-28f;
    default: return static_cast<float>(static_cast<int>(bits >> 8)) * 0.5f - 100.0f;
  }
}

// What fits into an integer: of other numbers C++ does not say what they become.
template <class T>
__device__ T small(T x) {
  return x > -1e9 && x < 1e9 ? x : T{7};
}

__device__ double real2(unsigned i, unsigned salt) {
  const unsigned high = mix(i * 3 + salt * 5), low = mix(i * 11 + salt);
  switch (mix(i + salt) % 4) {
    case 0: return real(i, salt + 9);
    case 1: return __hiloint2double(static_cast<int>(high), static_cast<int>(low));
    case 2: return static_cast<double>(static_cast<int>(high)) * 0x1p-28 + low * 0x1p-60;
    default: return static_cast<double>(static_cast<int>(high >> 4)) * 0.5 - 100.0;
  }
}

__global__ void words(unsigned* sums) {
  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  const Sums s{sums, at * 0x9e3779b9u};
  const unsigned a = integer(at, 1), b = integer(at, 2), c = integer(at, 3);
  const int i = static_cast<int>(a), j = static_cast<int>(b), k = static_cast<int>(c);
  bool low = false, high = false;
  s.note(0, __vabs2(a));
  s.note(1, __vabsss2(a));
  s.note(2, __vneg2(a));
  s.note(3, __vnegss2(a));
  s.note(4, __vabsdiffs2(a, b));
  s.note(5, __vabsdiffu2(a, b));
  s.note(6, __vadd2(a, b));
  s.note(7, __vaddss2(a, b));
  s.note(8, __vaddus2(a, b));
  s.note(9, __vavgs2(a, b));
  s.note(10, __vavgu2(a, b));
  s.note(11, __vhaddu2(a, b));
  s.note(12, __vmaxs2(a, b));
  s.note(13, __vmaxu2(a, b));
  s.note(14, __vmins2(a, b));
  s.note(15, __vminu2(a, b));
  s.note(16, __vsads2(a, b));
  s.note(17, __vsadu2(a, b));
  s.note(18, __vsub2(a, b));
  s.note(19, __vsubss2(a, b));
  s.note(20, __vsubus2(a, b));
  s.note(21, __vcmpeq2(a, b));
  s.note(22, __vseteq2(a, b));
  s.note(23, __vcmpges2(a, b));
  s.note(24, __vsetges2(a, b));
  s.note(25, __vcmpgeu2(a, b));
  s.note(26, __vsetgeu2(a, b));
  s.note(27, __vcmpgts2(a, b));
  s.note(28, __vsetgts2(a, b));
  s.note(29, __vcmpgtu2(a, b));
  s.note(30, __vsetgtu2(a, b));
  s.note(31, __vcmples2(a, b));
  s.note(32, __vsetles2(a, b));
  s.note(33, __vcmpleu2(a, b));
  s.note(34, __vsetleu2(a, b));
  s.note(35, __vcmplts2(a, b));
  s.note(36, __vsetlts2(a, b));
  s.note(37, __vcmpltu2(a, b));
  s.note(38, __vsetltu2(a, b));
  s.note(39, __vcmpne2(a, b));
  s.note(40, __vsetne2(a, b));
  s.note(41, __vabs4(a));
  s.note(42, __vabsss4(a));
  s.note(43, __vneg4(a));
  s.note(44, __vnegss4(a));
  s.note(45, __vabsdiffs4(a, b));
  s.note(46, __vabsdiffu4(a, b));
  s.note(47, __vadd4(a, b));
  s.note(48, __vaddss4(a, b));
  s.note(49, __vaddus4(a, b));
  s.note(50, __vavgs4(a, b));
  s.note(51, __vavgu4(a, b));
  s.note(52, __vhaddu4(a, b));
  s.note(53, __vmaxs4(a, b));
  s.note(54, __vmaxu4(a, b));
  s.note(55, __vmins4(a, b));
  s.note(56, __vminu4(a, b));
  s.note(57, __vsads4(a, b));
  s.note(58, __vsadu4(a, b));
  s.note(59, __vsub4(a, b));
  s.note(60, __vsubss4(a, b));
  s.note(61, __vsubus4(a, b));
  s.note(62, __vcmpeq4(a, b));
  s.note(63, __vseteq4(a, b));
  s.note(64, __vcmpges4(a, b));
  s.note(65, __vsetges4(a, b));
  s.note(66, __vcmpgeu4(a, b));
  s.note(67, __vsetgeu4(a, b));
  s.note(68, __vcmpgts4(a, b));
  s.note(69, __vsetgts4(a, b));
  s.note(70, __vcmpgtu4(a, b));
  s.note(71, __vsetgtu4(a, b));
  s.note(72, __vcmples4(a, b));
  s.note(73, __vsetles4(a, b));
  s.note(74, __vcmpleu4(a, b));
  s.note(75, __vsetleu4(a, b));
  s.note(76, __vcmplts4(a, b));
  s.note(77, __vsetlts4(a, b));
  s.note(78, __vcmpltu4(a, b));
  s.note(79, __vsetltu4(a, b));
  s.note(80, __vcmpne4(a, b));
  s.note(81, __vsetne4(a, b));
  s.note(82, __viaddmax_s16x2(a, b, c));
  s.note(83, __viaddmax_s16x2_relu(a, b, c));
  s.note(84, __viaddmax_u16x2(a, b, c));
  s.note(85, __viaddmin_s16x2(a, b, c));
  s.note(86, __viaddmin_s16x2_relu(a, b, c));
  s.note(87, __viaddmin_u16x2(a, b, c));
  s.note(88, __vimax3_s16x2(a, b, c));
  s.note(89, __vimax3_s16x2_relu(a, b, c));
  s.note(90, __vimax3_u16x2(a, b, c));
  s.note(91, __vimin3_s16x2(a, b, c));
  s.note(92, __vimin3_s16x2_relu(a, b, c));
  s.note(93, __vimin3_u16x2(a, b, c));
  s.note(94, __viaddmax_u32(a, b, c));
  s.note(95, __viaddmin_u32(a, b, c));
  s.note(96, __vimax3_u32(a, b, c));
  s.note(97, __vimin3_u32(a, b, c));
  s.note(98, __viaddmax_s32(i, j, k));
  s.note(99, __viaddmax_s32_relu(i, j, k));
  s.note(100, __viaddmin_s32(i, j, k));
  s.note(101, __viaddmin_s32_relu(i, j, k));
  s.note(102, __vimax3_s32(i, j, k));
  s.note(103, __vimax3_s32_relu(i, j, k));
  s.note(104, __vimin3_s32(i, j, k));
  s.note(105, __vimin3_s32_relu(i, j, k));
  s.note(106, __vimax_s16x2_relu(a, b));
  s.note(107, __vimin_s16x2_relu(a, b));
  s.note(108, __vimax_s32_relu(i, j));
  s.note(109, __vimin_s32_relu(i, j));
  s.note(110, __vibmax_s32(i, j, &low) + low);
  s.note(111, __vibmax_u32(a, b, &low) + low);
  s.note(112, __vibmax_s16x2(a, b, &high, &low) + (high << 1) + low);
  s.note(113, __vibmax_u16x2(a, b, &high, &low) + (high << 1) + low);
  s.note(114, __vibmin_s32(i, j, &low) + low);
  s.note(115, __vibmin_u32(a, b, &low) + low);
  s.note(116, __vibmin_s16x2(a, b, &high, &low) + (high << 1) + low);
  s.note(117, __vibmin_u16x2(a, b, &high, &low) + (high << 1) + low);
}

const char* const words_names[] = {
    "__vabs2", "__vabsss2", "__vneg2", "__vnegss2", "__vabsdiffs2", "__vabsdiffu2", "__vadd2", "__vaddss2",
    "__vaddus2", "__vavgs2", "__vavgu2", "__vhaddu2", "__vmaxs2", "__vmaxu2", "__vmins2", "__vminu2", "__vsads2",
    "__vsadu2", "__vsub2", "__vsubss2", "__vsubus2", "__vcmpeq2", "__vseteq2", "__vcmpges2", "__vsetges2",
    "__vcmpgeu2", "__vsetgeu2", "__vcmpgts2", "__vsetgts2", "__vcmpgtu2", "__vsetgtu2", "__vcmples2", "__vsetles2",
    "__vcmpleu2", "__vsetleu2", "__vcmplts2", "__vsetlts2", "__vcmpltu2", "__vsetltu2", "__vcmpne2", "__vsetne2",
    "__vabs4", "__vabsss4", "__vneg4", "__vnegss4", "__vabsdiffs4", "__vabsdiffu4", "__vadd4", "__vaddss4",
    "__vaddus4", "__vavgs4", "__vavgu4", "__vhaddu4", "__vmaxs4", "__vmaxu4", "__vmins4", "__vminu4", "__vsads4",
    "__vsadu4", "__vsub4", "__vsubss4", "__vsubus4", "__vcmpeq4", "__vseteq4", "__vcmpges4", "__vsetges4",
    "__vcmpgeu4", "__vsetgeu4", "__vcmpgts4", "__vsetgts4", "__vcmpgtu4", "__vsetgtu4", "__vcmples4", "__vsetles4",
    "__vcmpleu4", "__vsetleu4", "__vcmplts4", "__vsetlts4", "__vcmpltu4", "__vsetltu4", "__vcmpne4", "__vsetne4",
    "__viaddmax_s16x2", "__viaddmax_s16x2_relu", "__viaddmax_u16x2", "__viaddmin_s16x2", "__viaddmin_s16x2_relu",
    "__viaddmin_u16x2", "__vimax3_s16x2", "__vimax3_s16x2_relu", "__vimax3_u16x2", "__vimin3_s16x2",
    "__vimin3_s16x2_relu", "__vimin3_u16x2", "__viaddmax_u32", "__viaddmin_u32", "__vimax3_u32", "__vimin3_u32",
    "__viaddmax_s32", "__viaddmax_s32_relu", "__viaddmin_s32", "__viaddmin_s32_relu", "__vimax3_s32",
    "__vimax3_s32_relu", "__vimin3_s32", "__vimin3_s32_relu", "__vimax_s16x2_relu", "__vimin_s16x2_relu",
    "__vimax_s32_relu", "__vimin_s32_relu", "__vibmax_s32", "__vibmax_u32", "__vibmax_s16x2", "__vibmax_u16x2",
    "__vibmin_s32", "__vibmin_u32", "__vibmin_s16x2", "__vibmin_u16x2",
};

__global__ void integers(unsigned* sums) {
  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  const Sums s{sums, at * 0x9e3779b9u};
  const unsigned a = integer(at, 1), b = integer(at, 2), c = integer(at, 3);
  const int i = static_cast<int>(a), j = static_cast<int>(b), k = static_cast<int>(c);
  const unsigned long long wide = static_cast<unsigned long long>(integer(at, 4)) << 32 | integer(at, 5);
  const unsigned long long other = static_cast<unsigned long long>(integer(at, 6)) << 32 | integer(at, 7);
  s.note(0, __dp4a(i, j, k));
  s.note(1, __dp4a(a, b, c));
  s.note(2, __dp4a(make_char4(i, i >> 8, i >> 16, i >> 24), make_char4(j, j >> 8, j >> 16, j >> 24), k));
  s.note(3, __dp4a(make_uchar4(a, a >> 8, a >> 16, a >> 24), make_uchar4(b, b >> 8, b >> 16, b >> 24), c));
  s.note(4, __dp2a_lo(i, j, k));
  s.note(5, __dp2a_hi(i, j, k));
  s.note(6, __dp2a_lo(a, b, c));
  s.note(7, __dp2a_hi(a, b, c));
  s.note(8, __dp2a_lo(make_short2(i, i >> 16), make_char4(j, j >> 8, j >> 16, j >> 24), k));
  s.note(9, __dp2a_hi(make_ushort2(a, a >> 16), make_uchar4(b, b >> 8, b >> 16, b >> 24), c));
  s.note(10, __funnelshift_l(a, b, c));
  s.note(11, __funnelshift_lc(a, b, c % 50));
  s.note(12, __funnelshift_r(a, b, c));
  s.note(13, __funnelshift_rc(a, b, c % 50));
  s.note(14, __byte_perm(a, b, c));
  s.note(15, __popc(a));
  s.note(16, __clz(a >> c % 32));
  s.note(17, __ffs(a << c % 32));
  s.note(18, __brev(a));
  s.note(19, __popcll(wide));
  s.note(20, __clzll(wide >> c % 64));
  s.note(21, __ffsll(wide << c % 64));
  s.note(22, __brevll(wide));
  s.note(23, __mul24(i, j));
  s.note(24, __umul24(a, b));
  s.note(25, __mulhi(i, j));
  s.note(26, __umulhi(a, b));
  s.note(27, __mul64hi(wide, other));
  s.note(28, __umul64hi(wide, other));
  s.note(29, __sad(i, j, c));
  s.note(30, __usad(a, b, c));
  s.note(31, __hadd(i, j));
  s.note(32, __rhadd(i, j));
  s.note(33, __uhadd(a, b));
  s.note(34, __urhadd(a, b));
  s.note(35, abs(i));
  s.note(36, llabs((long long)wide));
  s.note(37, min(i, j));
  s.note(38, umin(a, b));
  s.note(39, llmin(wide, other));
  s.note(40, ullmax(wide, other));
  s.note(41, __byte_perm(a, 0, 0x0123));
}

const char* const integers_names[] = {
    "__dp4a int", "__dp4a unsigned", "__dp4a char4", "__dp4a uchar4", "__dp2a_lo int", "__dp2a_hi int",
    "__dp2a_lo unsigned", "__dp2a_hi unsigned", "__dp2a_lo short2", "__dp2a_hi ushort2", "__funnelshift_l",
    "__funnelshift_lc", "__funnelshift_r", "__funnelshift_rc", "__byte_perm", "__popc", "__clz", "__ffs", "__brev",
    "__popcll", "__clzll", "__ffsll", "__brevll", "__mul24", "__umul24", "__mulhi", "__umulhi", "__mul64hi",
    "__umul64hi", "__sad", "__usad", "__hadd", "__rhadd", "__uhadd", "__urhadd", "abs", "llabs", "min", "umin",
    "llmin", "ullmax", "__byte_perm of 0123",
};

__global__ void reals(unsigned* sums) {
  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  const Sums s{sums, at * 0x9e3779b9u};
  const unsigned a = integer(at, 1);
  const int i = static_cast<int>(a), j = static_cast<int>(integer(at, 2));
  const unsigned long long wide = static_cast<unsigned long long>(integer(at, 4)) << 32 | integer(at, 5);
  const float x = real(at, 8), y = real(at, 9);
  float z = real(at, 10);
  const double p = real2(at, 11), q = real2(at, 12), r = real2(at, 13);
  int count = 0;
  s.note(0, __fadd_rn(x, y));
  s.note(1, __fsub_rn(x, y));
  s.note(2, __fmul_rn(x, y));
  s.note(3, __fdiv_rn(x, y));
  s.note(4, __frcp_rn(x));
  s.note(5, __fsqrt_rn(x));
  s.note(6, __fmaf_rn(x, y, z));
  s.note(7, __fmaf_ieee_rn(x, y, z));
  s.note(8, __dadd_rn(p, q));
  s.note(9, __dsub_rn(p, q));
  s.note(10, __dmul_rn(p, q));
  s.note(11, __ddiv_rn(p, q));
  s.note(12, __drcp_rn(p));
  s.note(13, __dsqrt_rn(p));
  s.note(14, __fma_rn(p, q, r));
  s.note(15, __float2int_rn(x));
  s.note(16, __float2uint_rn(x));
  s.note(17, __float2ll_rn(x));
  s.note(18, __float2ull_rn(x));
  s.note(19, __double2int_rn(p));
  s.note(20, __double2uint_rn(p));
  s.note(21, __double2ll_rn(p));
  s.note(22, __double2ull_rn(p));
  s.note(23, __double2float_rn(p));
  s.note(24, __int2float_rn(i));
  s.note(25, __uint2float_rn(a));
  s.note(26, __ll2float_rn(wide));
  s.note(27, __ull2float_rn(wide));
  s.note(28, __ll2double_rn(wide));
  s.note(29, __ull2double_rn(wide));
  s.note(30, __fadd_rz(x, y));
  s.note(31, __fsub_rz(x, y));
  s.note(32, __fmul_rz(x, y));
  s.note(33, __fdiv_rz(x, y));
  s.note(34, __frcp_rz(x));
  s.note(35, __fsqrt_rz(x));
  s.note(36, __fmaf_rz(x, y, z));
  s.note(37, __fmaf_ieee_rz(x, y, z));
  s.note(38, __dadd_rz(p, q));
  s.note(39, __dsub_rz(p, q));
  s.note(40, __dmul_rz(p, q));
  s.note(41, __ddiv_rz(p, q));
  s.note(42, __drcp_rz(p));
  s.note(43, __dsqrt_rz(p));
  s.note(44, __fma_rz(p, q, r));
  s.note(45, __float2int_rz(x));
  s.note(46, __float2uint_rz(x));
  s.note(47, __float2ll_rz(x));
  s.note(48, __float2ull_rz(x));
  s.note(49, __double2int_rz(p));
  s.note(50, __double2uint_rz(p));
  s.note(51, __double2ll_rz(p));
  s.note(52, __double2ull_rz(p));
  s.note(53, __double2float_rz(p));
  s.note(54, __int2float_rz(i));
  s.note(55, __uint2float_rz(a));
  s.note(56, __ll2float_rz(wide));
  s.note(57, __ull2float_rz(wide));
  s.note(58, __ll2double_rz(wide));
  s.note(59, __ull2double_rz(wide));
  s.note(60, __fadd_ru(x, y));
  s.note(61, __fsub_ru(x, y));
  s.note(62, __fmul_ru(x, y));
  s.note(63, __fdiv_ru(x, y));
  s.note(64, __frcp_ru(x));
  s.note(65, __fsqrt_ru(x));
  s.note(66, __fmaf_ru(x, y, z));
  s.note(67, __fmaf_ieee_ru(x, y, z));
  s.note(68, __dadd_ru(p, q));
  s.note(69, __dsub_ru(p, q));
  s.note(70, __dmul_ru(p, q));
  s.note(71, __ddiv_ru(p, q));
  s.note(72, __drcp_ru(p));
  s.note(73, __dsqrt_ru(p));
  s.note(74, __fma_ru(p, q, r));
  s.note(75, __float2int_ru(x));
  s.note(76, __float2uint_ru(x));
  s.note(77, __float2ll_ru(x));
  s.note(78, __float2ull_ru(x));
  s.note(79, __double2int_ru(p));
  s.note(80, __double2uint_ru(p));
  s.note(81, __double2ll_ru(p));
  s.note(82, __double2ull_ru(p));
  s.note(83, __double2float_ru(p));
  s.note(84, __int2float_ru(i));
  s.note(85, __uint2float_ru(a));
  s.note(86, __ll2float_ru(wide));
  s.note(87, __ull2float_ru(wide));
  s.note(88, __ll2double_ru(wide));
  s.note(89, __ull2double_ru(wide));
  s.note(90, __fadd_rd(x, y));
  s.note(91, __fsub_rd(x, y));
  s.note(92, __fmul_rd(x, y));
  s.note(93, __fdiv_rd(x, y));
  s.note(94, __frcp_rd(x));
  s.note(95, __fsqrt_rd(x));
  s.note(96, __fmaf_rd(x, y, z));
  s.note(97, __fmaf_ieee_rd(x, y, z));
  s.note(98, __dadd_rd(p, q));
  s.note(99, __dsub_rd(p, q));
  s.note(100, __dmul_rd(p, q));
  s.note(101, __ddiv_rd(p, q));
  s.note(102, __drcp_rd(p));
  s.note(103, __dsqrt_rd(p));
  s.note(104, __fma_rd(p, q, r));
  s.note(105, __float2int_rd(x));
  s.note(106, __float2uint_rd(x));
  s.note(107, __float2ll_rd(x));
  s.note(108, __float2ull_rd(x));
  s.note(109, __double2int_rd(p));
  s.note(110, __double2uint_rd(p));
  s.note(111, __double2ll_rd(p));
  s.note(112, __double2ull_rd(p));
  s.note(113, __double2float_rd(p));
  s.note(114, __int2float_rd(i));
  s.note(115, __uint2float_rd(a));
  s.note(116, __ll2float_rd(wide));
  s.note(117, __ull2float_rd(wide));
  s.note(118, __ll2double_rd(wide));
  s.note(119, __ull2double_rd(wide));
  s.note(120, __frsqrt_rn(x));
  s.note(121, __int2double_rn(i));
  s.note(122, __uint2double_rn(a));
  s.note(123, __saturatef(x));
  s.note(124, sqrtf(x));
  s.note(125, sqrt(p));
  s.note(126, fmaf(x, y, z));
  s.note(127, fma(p, q, r));
  s.note(128, x / y);
  s.note(129, p / q);
  s.note(130, fmin(p, q));
  s.note(131, fmax(p, q));
  s.note(132, fdimf(x, y));
  s.note(133, fdim(p, q));
  s.note(134, fmodf(x, y));
  s.note(135, fmod(p, q));
  s.note(136, remainderf(x, y));
  s.note(137, remainder(p, q));
  s.note(138, remquof(x, y, &count) + (count & 7));
  s.note(139, rintf(x));
  s.note(140, nearbyintf(x));
  s.note(141, roundf(x));
  s.note(142, truncf(x));
  s.note(143, floorf(x));
  s.note(144, ceilf(x));
  s.note(145, rint(p));
  s.note(146, round(p));
  s.note(147, trunc(p));
  s.note(148, floor(p));
  s.note(149, ceil(p));
  s.note(150, lrintf(small(x)));
  s.note(151, llrintf(small(x)));
  s.note(152, lroundf(small(x)));
  s.note(153, llround(small(p)));
  s.note(154, lrint(small(p)));
  s.note(155, ldexpf(x, i % 300));
  s.note(156, ldexp(p, i % 2200));
  s.note(157, scalbnf(x, i % 300));
  s.note(158, scalblnf(x, i % 300));
  s.note(159, logbf(x));
  s.note(160, logb(p));
  s.note(161, ilogbf(x));
  s.note(162, ilogb(p));
  s.note(163, frexpf(x, &count) + count);
  s.note(164, frexp(p, &count) + count);
  s.note(165, modff(x, &z) + z);
  s.note(166, copysignf(x, y));
  s.note(167, nextafterf(x, y));
  s.note(168, nextafter(p, q));
  s.note(169, fabsf(x));
  s.note(170, fabs(p));
  s.note(171, signbit(x) ? 1 : 0);
  s.note(172, isfinite(x) ? 1 : 0);
  s.note(173, isnan(y) ? 1 : 0);
  s.note(174, isinf(p) ? 1 : 0);
  s.note(175, static_cast<int>(small(x)));
  s.note(176, static_cast<long long>(small(p)));
  s.note(177, (float)p);
  s.note(178, (double)x);
  s.note(179, __double2hiint(p));
  s.note(180, __double2loint(p));
  s.note(181, __hiloint2double(i, j));
  s.note(182, min(x, y));
  s.note(183, max(x, y));
  s.note(184, abs(x));
}

const char* const reals_names[] = {
    "__fadd_rn", "__fsub_rn", "__fmul_rn", "__fdiv_rn", "__frcp_rn", "__fsqrt_rn", "__fmaf_rn", "__fmaf_ieee_rn",
    "__dadd_rn", "__dsub_rn", "__dmul_rn", "__ddiv_rn", "__drcp_rn", "__dsqrt_rn", "__fma_rn", "__float2int_rn",
    "__float2uint_rn", "__float2ll_rn", "__float2ull_rn", "__double2int_rn", "__double2uint_rn", "__double2ll_rn",
    "__double2ull_rn", "__double2float_rn", "__int2float_rn", "__uint2float_rn", "__ll2float_rn", "__ull2float_rn",
    "__ll2double_rn", "__ull2double_rn", "__fadd_rz", "__fsub_rz", "__fmul_rz", "__fdiv_rz", "__frcp_rz",
    "__fsqrt_rz", "__fmaf_rz", "__fmaf_ieee_rz", "__dadd_rz", "__dsub_rz", "__dmul_rz", "__ddiv_rz", "__drcp_rz",
    "__dsqrt_rz", "__fma_rz", "__float2int_rz", "__float2uint_rz", "__float2ll_rz", "__float2ull_rz",
    "__double2int_rz", "__double2uint_rz", "__double2ll_rz", "__double2ull_rz", "__double2float_rz", "__int2float_rz",
    "__uint2float_rz", "__ll2float_rz", "__ull2float_rz", "__ll2double_rz", "__ull2double_rz", "__fadd_ru",
    "__fsub_ru", "__fmul_ru", "__fdiv_ru", "__frcp_ru", "__fsqrt_ru", "__fmaf_ru", "__fmaf_ieee_ru", "__dadd_ru",
    "__dsub_ru", "__dmul_ru", "__ddiv_ru", "__drcp_ru", "__dsqrt_ru", "__fma_ru", "__float2int_ru", "__float2uint_ru",
    "__float2ll_ru", "__float2ull_ru", "__double2int_ru", "__double2uint_ru", "__double2ll_ru", "__double2ull_ru",
    "__double2float_ru", "__int2float_ru", "__uint2float_ru", "__ll2float_ru", "__ull2float_ru", "__ll2double_ru",
    "__ull2double_ru", "__fadd_rd", "__fsub_rd", "__fmul_rd", "__fdiv_rd", "__frcp_rd", "__fsqrt_rd", "__fmaf_rd",
    "__fmaf_ieee_rd", "__dadd_rd", "__dsub_rd", "__dmul_rd", "__ddiv_rd", "__drcp_rd", "__dsqrt_rd", "__fma_rd",
    "__float2int_rd", "__float2uint_rd", "__float2ll_rd", "__float2ull_rd", "__double2int_rd", "__double2uint_rd",
    "__double2ll_rd", "__double2ull_rd", "__double2float_rd", "__int2float_rd", "__uint2float_rd", "__ll2float_rd",
    "__ull2float_rd", "__ll2double_rd", "__ull2double_rd", "__frsqrt_rn", "__int2double_rn", "__uint2double_rn",
    "__saturatef", "sqrtf", "sqrt", "fmaf", "fma", "x / y", "p / q", "fmin", "fmax", "fdimf", "fdim", "fmodf", "fmod",
    "remainderf", "remainder", "remquof", "rintf", "nearbyintf", "roundf", "truncf", "floorf", "ceilf", "rint",
    "round", "trunc", "floor", "ceil", "lrintf", "llrintf", "lroundf", "llround", "lrint", "ldexpf", "ldexp",
    "scalbnf", "scalblnf", "logbf", "logb", "ilogbf", "ilogb", "frexpf", "frexp", "modff", "copysignf", "nextafterf",
    "nextafter", "fabsf", "fabs", "signbit", "isfinite", "isnan", "isinf", "(int) x", "(long long) p", "(float) p",
    "float2 double", "__double2hiint", "__double2loint", "__hiloint2double", "min float", "max float", "abs float",
};

template <std::size_t count>
void run(void (*kernel)(unsigned*), const char* const (&names)[count]) {
  unsigned *sums, host[count];
  cudaMalloc(&sums, sizeof host);
  cudaMemset(sums, 0, sizeof host);
  kernel<<<40, 128>>>(sums);
  const cudaError_t error = cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
  for (std::size_t i = 0; i < count; ++i) std::printf("%s: %08x\n", names[i], host[i]);
  cudaFree(sums);
}

}  // namespace

int main() {
  run(words, words_names);
  run(integers, integers_names);
  run(reals, reals_names);
}
