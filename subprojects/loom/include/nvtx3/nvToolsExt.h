// NVTX: what a program tells a profiler of itself. With no profiler listening, NVTX does nothing, and so does loom.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_NO_PUSH_POP_TRACKING (-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration* nvtxStringHandle_t;

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN,
  NVTX_MESSAGE_TYPE_ASCII,
  NVTX_MESSAGE_TYPE_UNICODE,
  NVTX_MESSAGE_TYPE_REGISTERED
};
enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
  NVTX_PAYLOAD_TYPE_INT64,
  NVTX_PAYLOAD_TYPE_DOUBLE,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
  NVTX_PAYLOAD_TYPE_INT32,
  NVTX_PAYLOAD_TYPE_FLOAT
};

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

// Arguments are evaluated, as in a call.
#define LOOM_NVTX(type, name, arguments, value) \
  static inline type name arguments { return value; }
#define LOOM_NVTX_TEXT(type, name, before, value)               \
  LOOM_NVTX(type, name##A, (before const char* text), ((void)text, value))    \
  LOOM_NVTX(type, name##W, (before const wchar_t* text), ((void)text, value))
#define LOOM_NVTX_EVENT(type, kind, value)                                                                             \
  LOOM_NVTX(type, nvtx##kind##Ex, (const nvtxEventAttributes_t* event), ((void)event, value))                         \
  LOOM_NVTX(type, nvtxDomain##kind##Ex, (nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event), ((void)domain, (void)event, value))

LOOM_NVTX(void, nvtxInitialize, (const void* reserved), (void)reserved)
LOOM_NVTX_TEXT(void, nvtxMark, , (void)0)
LOOM_NVTX_EVENT(void, Mark, (void)0)
LOOM_NVTX_TEXT(int, nvtxRangePush, , NVTX_NO_PUSH_POP_TRACKING)
LOOM_NVTX_EVENT(int, RangePush, NVTX_NO_PUSH_POP_TRACKING)
LOOM_NVTX(int, nvtxRangePop, (void), NVTX_NO_PUSH_POP_TRACKING)
LOOM_NVTX(int, nvtxDomainRangePop, (nvtxDomainHandle_t domain), ((void)domain, NVTX_NO_PUSH_POP_TRACKING))
LOOM_NVTX_TEXT(nvtxRangeId_t, nvtxRangeStart, , (nvtxRangeId_t)0)
LOOM_NVTX_EVENT(nvtxRangeId_t, RangeStart, (nvtxRangeId_t)0)
LOOM_NVTX(void, nvtxRangeEnd, (nvtxRangeId_t id), (void)id)
LOOM_NVTX(void, nvtxDomainRangeEnd, (nvtxDomainHandle_t domain, nvtxRangeId_t id), ((void)domain, (void)id))
LOOM_NVTX_TEXT(nvtxDomainHandle_t, nvtxDomainCreate, , (nvtxDomainHandle_t)0)
LOOM_NVTX(void, nvtxDomainDestroy, (nvtxDomainHandle_t domain), (void)domain)
#define LOOM_NVTX_IN_DOMAIN nvtxDomainHandle_t domain,
LOOM_NVTX_TEXT(nvtxStringHandle_t, nvtxDomainRegisterString, LOOM_NVTX_IN_DOMAIN, ((void)domain, (nvtxStringHandle_t)0))
#define LOOM_NVTX_NUMBERED uint32_t number,
LOOM_NVTX_TEXT(void, nvtxNameCategory, LOOM_NVTX_NUMBERED, (void)number)
LOOM_NVTX_TEXT(void, nvtxNameOsThread, LOOM_NVTX_NUMBERED, (void)number)
#define LOOM_NVTX_NUMBERED_IN_DOMAIN nvtxDomainHandle_t domain, uint32_t number,
LOOM_NVTX_TEXT(void, nvtxDomainNameCategory, LOOM_NVTX_NUMBERED_IN_DOMAIN, ((void)domain, (void)number))

#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
