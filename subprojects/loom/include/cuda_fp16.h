// Half precision: __half, the pair __half2, and what CUDA 13 offers for them, on the host and in device code.
#pragma once
#define __CUDA_FP16_H__   // programs ask by these names whether the header is included
#define __CUDA_FP16_TYPES_EXIST__

#include <math.h>

#include "loom/device_warp.h"
#include "loom/float16.h"
#include "vector_types.h"

struct __nv_bfloat16;

#define LOOM_NUMBER __half
#define LOOM_NUMBER_RAW __half_raw
#define LOOM_PAIR __half2
#define LOOM_PAIR_RAW __half2_raw
#define LOOM_OTHER __nv_bfloat16
#define LOOM_NAME(before, after) before##half##after
#define LOOM_PAIR_NAME(before, after) before##half2##after
#define LOOM_NUMBER_TO_PAIR __half2half2
#define LOOM_FRACTION_BITS 10
#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
#define LOOM_CONVERTS 1
#endif
#if !defined(__CUDA_NO_HALF_OPERATORS__)
#define LOOM_OPERATORS 1
#endif
#if !defined(__CUDA_NO_HALF2_OPERATORS__)
#define LOOM_PAIR_OPERATORS 1
#endif

#include "loom/float16/all.def"

#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)

#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#endif
