// Tangled from chapters/28-attention.md. Edit there. [sha1 5733a342eecd6bc4cd10aadd2b432fdecd9036bd]
// Attention for callers in C and Python, for compute capability 9.0.
#include "common/attention.cuh"

#include <algorithm>
#include <new>
#include <vector>

using weft::Bf16, weft::Heads;

namespace {

std::vector<Bf16> rounded(const float* x, std::size_t count) {
  std::vector<Bf16> numbers(count);
  std::transform(x, x + count, numbers.begin(), [](float one) { return __float2bfloat16(one); });
  return numbers;
}

template <int d>
void attend(const float* q, const float* k, const float* v, float* o, const Heads& of) {
  const std::size_t of_queries = std::size_t(of.heads) * of.queries * d;
  const std::size_t of_keys = std::size_t(of.of_keys) * of.keys * d;
  const weft::Buffer<Bf16> on_q(rounded(q, of_queries)), on_k(rounded(k, of_keys)),
      on_v(rounded(v, of_keys));
  weft::Buffer<Bf16> on_o(of_queries);
  weft::AttentionByGroups<weft::Alternating<d>>(on_q.data(), on_k.data(), on_v.data(), on_o.data(), of)();
  const std::vector<Bf16> means = on_o.to_host();
  std::transform(means.begin(), means.end(), o, [](Bf16 mean) { return __bfloat162float(mean); });
}

bool has_wgmma() {
  int major = 0, minor = 0;
  weft::check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  weft::check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
  return major == 9 && minor == 0;
}

}  // namespace

// o = softmax(q kᵀ / √d) v. All are rows of d floats in host memory. Returns CUDA's error, or 0.
extern "C" int weft_attend(const float* q, const float* k, const float* v, float* o, int heads,
                           int of_keys, int queries, int keys, int d, int causal) noexcept {
  const bool positive = heads > 0 && of_keys > 0 && queries > 0 && keys > 0;
  if (!positive || heads % of_keys != 0 || (d != 64 && d != 128)) return cudaErrorInvalidValue;
  const Heads of{heads, of_keys, queries, keys, causal != 0};
  try {
    if (!has_wgmma()) return cudaErrorNotSupported;
    d == 64 ? attend<64>(q, k, v, o, of) : attend<128>(q, k, v, o, of);
  } catch (const weft::CudaError& error) {
    return error.code;
  } catch (const std::bad_alloc&) {
    return cudaErrorMemoryAllocation;
  }
  return cudaSuccess;
}
