// Intrinsics with exact answers.
#include "loom/device.h"

#include <doctest/doctest.h>

#include <climits>
#include <cmath>
#include <limits>

TEST_CASE("a rounding mode in the name is kept") {
  const float tiny = 0x1p-30f;
  CHECK(__fadd_rn(1.0f, tiny) == 1.0f);
  CHECK(__fadd_rz(1.0f, tiny) == 1.0f);
  CHECK(__fadd_rd(1.0f, tiny) == 1.0f);
  CHECK(__fadd_ru(1.0f, tiny) == 1.0f + 0x1p-23f);
  CHECK(__fadd_rd(-1.0f, -tiny) == -1.0f - 0x1p-23f);
  CHECK(__fmul_ru(0.1f, 0.1f) > __fmul_rd(0.1f, 0.1f));
  CHECK(__fdiv_rd(1.0f, 3.0f) < __fdiv_ru(1.0f, 3.0f));
  CHECK(__fsqrt_rd(2.0f) < __fsqrt_ru(2.0f));
  CHECK(__frcp_rz(-3.0f) == -__frcp_rd(3.0f));
  CHECK(__dadd_ru(1.0, 0x1p-80) == 1.0 + 0x1p-52);
  CHECK(__fmaf_rn(1.0f + 0x1p-12f, 1.0f + 0x1p-12f, -1.0f) == 0x1p-11f + 0x1p-24f);
  CHECK(1.0f + tiny == 1.0f);
}

TEST_CASE("conversions to integers round as named, and saturate") {
  CHECK(__float2int_rn(2.5f) == 2);
  CHECK(__float2int_rz(-2.7f) == -2);
  CHECK(__float2int_rd(-2.1f) == -3);
  CHECK(__float2int_ru(2.1f) == 3);
  CHECK(__float2int_rz(1e20f) == INT_MAX);
  CHECK(__float2int_rz(-1e20f) == INT_MIN);
  CHECK(__float2int_rz(std::nanf("")) == 0);
  CHECK(__float2uint_rz(-5.0f) == 0);
  CHECK(__float2uint_rz(4294967296.0f) == UINT_MAX);
  CHECK(__double2ll_rn(1e300) == LLONG_MAX);
  CHECK(__double2ull_rz(std::nan("")) == 1ull << 63);
  CHECK(__int2float_rz(INT_MAX) == 2147483520.0f);
  CHECK(__int2float_ru(INT_MAX) == 2147483648.0f);
  CHECK(__double2float_rd(0.1) < __double2float_ru(0.1));
}

TEST_CASE("bits are counted, found, reversed and picked") {
  CHECK(__popc(0xf0f0u) == 8);
  CHECK(__popcll(~0ull) == 64);
  CHECK(__clz(0) == 32);
  CHECK(__clz(1) == 31);
  CHECK(__clzll(0) == 64);
  CHECK(__ffs(0) == 0);
  CHECK(__ffs(8) == 4);
  CHECK(__ffsll(1ll << 40) == 41);
  CHECK(__brev(1u) == 0x80000000u);
  CHECK(__brev(0x12345678u) == 0x1e6a2c48u);
  CHECK(__brevll(1ull) == 1ull << 63);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7530u) == 0x77553300u);
  CHECK(__byte_perm(0x80000000u, 0u, 0x000bu) == 0x00000080u);
  CHECK(__funnelshift_l(0x80000000u, 1u, 1) == 3u);
  CHECK(__funnelshift_r(0x80000000u, 1u, 1) == 0xc0000000u);
}

TEST_CASE("products and averages keep the bits that C++ drops") {
  CHECK(__umulhi(0x80000000u, 6u) == 3u);
  CHECK(__mulhi(-1, 1) == -1);
  CHECK(__umul64hi(1ull << 63, 6) == 3);
  CHECK(__mul64hi(-1, 1) == -1);
  CHECK(__mul24(0x01000003, 2) == 6);
  CHECK(__umul24(0x01000003u, 2u) == 6u);
  CHECK(__hadd(INT_MAX, INT_MAX) == INT_MAX);
  CHECK(__rhadd(1, 2) == 2);
  CHECK(__uhadd(UINT_MAX, 1u) == 0x80000000u);
  CHECK(__sad(-5, 7, 1u) == 13u);
}

TEST_CASE("min and max take any two numbers") {
  CHECK(min(3, -2) == -2);
  CHECK(max(3u, 7u) == 7u);
  CHECK(min(1.5f, 2.5f) == 1.5f);
  CHECK(max(1.5, 2.5f) == 2.5);
  CHECK(max(-1, 1u) == UINT_MAX);
  CHECK(min(1ll << 40, 7ll) == 7);
  CHECK(min(std::nanf(""), 1.0f) == 1.0f);
}

TEST_CASE("the same bits as another type") {
  CHECK(__float_as_uint(1.0f) == 0x3f800000u);
  CHECK(__int_as_float(0x40490fdb) == 0x1.921fb6p+1f);
  CHECK(__double_as_longlong(-0.0) == LLONG_MIN);
  CHECK(__hiloint2double(0x3ff00000, 0) == 1.0);
  CHECK(__double2hiint(1.0) == 0x3ff00000);
}

TEST_CASE("rsqrt and its kin") {
  CHECK(rsqrtf(4.0f) == 0.5f);
  CHECK(rsqrt(0.25) == 2.0);
  CHECK(rcbrtf(8.0f) == 0.5f);
  CHECK(__saturatef(-1.0f) == 0.0f);
  CHECK(__saturatef(1.5f) == 1.0f);
  CHECK(__saturatef(std::nanf("")) == 0.0f);
  CHECK(__fdividef(6.0f, 2.0f) == 3.0f);
}
