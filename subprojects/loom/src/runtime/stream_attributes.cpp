// Attributes of streams: hints to hardware that loom has not, kept and handed back.
#include "runtime/context.hpp"

using namespace loom::runtime;

namespace {

bool is_ratio(float value) { return value >= 0 && value <= 1; }

bool acceptable(cudaStreamAttrID attribute, const cudaStreamAttrValue& value) {
  switch (attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
      return is_ratio(value.accessPolicyWindow.hitRatio) && value.accessPolicyWindow.missProp != cudaAccessPropertyPersisting;
    case cudaStreamAttributeSynchronizationPolicy:
      return value.syncPolicy >= cudaSyncPolicyAuto && value.syncPolicy <= cudaSyncPolicyBlockingSync;
    case cudaStreamAttributePriority:
    case cudaStreamAttributeMemSyncDomainMap:
    case cudaStreamAttributeMemSyncDomain:
    case cudaLaunchAttributeNvlinkUtilCentricScheduling: return true;
    default: return false;           // an attribute of launches alone
  }
}

cudaStreamAttrValue initial(cudaStreamAttrID attribute, const CUstream_st& stream) {
  cudaStreamAttrValue value{};
  if (attribute == cudaStreamAttributeSynchronizationPolicy) value.syncPolicy = cudaSyncPolicyAuto;
  if (attribute == cudaStreamAttributePriority) value.priority = stream.priority;
  return value;
}

}  // namespace

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaStreamAttrID attr, const cudaStreamAttrValue* value) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(hStream);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!value || !acceptable(attr, *value)) return cudaErrorInvalidValue;
    stream->attributes[attr] = *value;
    if (attr == cudaStreamAttributePriority) stream->priority = value->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaStreamAttrID attr, cudaStreamAttrValue* value_out) {
  return call([&](Lock&) {
    const CUstream_st* const stream = find_stream(hStream);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!value_out) return cudaErrorInvalidValue;
    const cudaStreamAttrValue value = initial(attr, *stream);
    if (!acceptable(attr, value)) return cudaErrorInvalidValue;
    const auto set = stream->attributes.find(attr);
    *value_out = set == stream->attributes.end() ? value : set->second;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  return call([&](Lock&) {
    CUstream_st* const to = find_stream(dst);
    const CUstream_st* const from = find_stream(src);
    if (!to || !from || to->device != from->device) return cudaErrorInvalidResourceHandle;
    to->attributes = from->attributes;
    return cudaSuccess;
  });
}

// There is no cache whose lines could persist.
cudaError_t cudaCtxResetPersistingL2Cache() {
  return call([](Lock&) { return cudaSuccess; });
}
