// bfloat16, a float cut down to 16 bits: __nv_bfloat16, the pair __nv_bfloat162, and what CUDA 13 offers for them.
#pragma once
#define __CUDA_BF16_H__   // programs ask by these names whether the header is included
#define __CUDA_BF16_TYPES_EXIST__

#include "cuda_fp16.h"

#define LOOM_NUMBER __nv_bfloat16
#define LOOM_NUMBER_RAW __nv_bfloat16_raw
#define LOOM_PAIR __nv_bfloat162
#define LOOM_PAIR_RAW __nv_bfloat162_raw
#define LOOM_OTHER __half
#define LOOM_NAME(before, after) before##bfloat16##after
#define LOOM_PAIR_NAME(before, after) before##bfloat162##after
#define LOOM_NUMBER_TO_PAIR __bfloat162bfloat162
#define LOOM_FRACTION_BITS 7
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define LOOM_CONVERTS 1
#endif
#if !defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define LOOM_OPERATORS 1
#endif
#if !defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define LOOM_PAIR_OPERATORS 1
#endif

#include "loom/float16/all.def"

#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
inline __half::__half(__nv_bfloat16 number) : __half(loom::value(number)) {}
#endif
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
inline __nv_bfloat16::__nv_bfloat16(__half number) : __nv_bfloat16(loom::value(number)) {}
#endif

#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)

#if !defined(CUDA_NO_BFLOAT16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif
