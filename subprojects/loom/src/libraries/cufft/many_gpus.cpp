// Transforms whose data several GPUs hold. The parts come together on the host, are transformed there, and go back.
//
// Each GPU has a slab: rows of the first dimension, or some of the batch. As cuFFT does, a transform of two or three dimensions leaves
// the data shuffled, in slabs of the second dimension, and the next one turns it back. In one dimension, where cuFFT's order has no
// simple rule, the data stays as it is.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <numeric>

#include "cufftXt.h"
#include "libraries/cufft/plans.hpp"

namespace loom::cufft {

namespace {

// So many rows of bytes in the whole, which lie densely in the part.
struct Part {
  std::size_t offset, pitch, width, height;
  std::size_t bytes() const { return width * height; }
};

std::size_t product(const std::vector<long long>& lengths, std::size_t from) {
  return static_cast<std::size_t>(std::accumulate(lengths.begin() + static_cast<std::ptrdiff_t>(from), lengths.end(), 1LL, std::multiplies<>()));
}

// The first parts are larger by one where the division leaves a rest.
Part part(const Shape& shape, std::size_t gpus, std::size_t i, bool shuffled) {
  const std::size_t element = 2 * (is_double(shape.type) ? sizeof(double) : sizeof(float));
  const bool by_batch = shape.batch > 1, by_second = shuffled && !by_batch && shape.lengths.size() > 1;
  const auto divided = static_cast<std::size_t>(by_batch ? shape.batch : shape.lengths[by_second]);
  const std::size_t row = element * product(shape.lengths, by_batch ? 0 : by_second ? 2 : 1);
  const auto begin = [&](std::size_t n) { return divided / gpus * n + std::min(n, divided % gpus); };
  const std::size_t width = (begin(i + 1) - begin(i)) * row;
  return {begin(i) * row, by_second ? divided * row : width, width, by_second ? static_cast<std::size_t>(shape.lengths[0]) : 1};
}

bool is_shuffled(int format) { return format == CUFFT_XT_FORMAT_OUTPUT || format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED; }

bool gather(const Shape& shape, const cudaLibXtDesc& from, unsigned char* whole) {
  const auto gpus = static_cast<std::size_t>(from.descriptor->nGPUs);
  for (std::size_t i = 0; i < gpus; ++i) {
    const Part p = part(shape, gpus, i, is_shuffled(from.subFormat));
    if (cudaMemcpy2D(whole + p.offset, p.pitch, from.descriptor->data[i], p.width, p.width, p.height, cudaMemcpyDeviceToHost)) return false;
  }
  return true;
}

bool spread(const Shape& shape, const unsigned char* whole, const cudaLibXtDesc& to) {
  const auto gpus = static_cast<std::size_t>(to.descriptor->nGPUs);
  for (std::size_t i = 0; i < gpus; ++i) {
    const Part p = part(shape, gpus, i, is_shuffled(to.subFormat));
    if (cudaMemcpy2D(to.descriptor->data[i], p.width, whole + p.offset, p.pitch, p.width, p.height, cudaMemcpyHostToDevice)) return false;
  }
  return true;
}

// Memory on the GPUs, one after another; the current one is then what it was.
cudaError_t allocate(const Plan& plan, cudaXtDesc& data) {
  int current = 0;
  cudaError_t error = cudaGetDevice(&current);
  for (std::size_t i = 0; i < plan.gpus.size() && !error; ++i) {
    const Shape& shape = plan.transform->shape();
    data.GPUs[i] = plan.gpus[i];
    data.size[i] = std::max(part(shape, plan.gpus.size(), i, false).bytes(), part(shape, plan.gpus.size(), i, true).bytes());
    cudaSetDevice(plan.gpus[i]);
    error = cudaMalloc(&data.data[i], data.size[i]);
    data.nGPUs += !error;
  }
  cudaSetDevice(current);
  return error;
}

const Plan* plan_for_several(cufftHandle handle) {
  const Plan* const plan = find(handle);
  return plan && plan->transform && !plan->gpus.empty() ? plan : nullptr;
}

using Bytes = std::unique_ptr<unsigned char[]>;

Bytes room_for(const Shape& shape) { return std::make_unique_for_overwrite<unsigned char[]>(work_bytes(shape)); }

}  // namespace

// What the plan would not do on several GPUs, as on real ones: real numbers and layouts of the program's own.
cufftResult check_for_several(const Plan& plan, const Shape& shape) {
  if (plan.gpus.empty()) return CUFFT_SUCCESS;
  if (shape.is_placed || has_real_input(shape.type) || has_real_output(shape.type)) {
    std::fprintf(stderr, "loom: a plan for several GPUs is for complex numbers that lie densely; transform others on one GPU\n");
    return CUFFT_NOT_SUPPORTED;
  }
  const auto rows = static_cast<std::size_t>(shape.batch > 1 ? shape.batch : *std::min_element(shape.lengths.begin(), shape.lengths.end()));
  return rows < plan.gpus.size() ? CUFFT_INVALID_SIZE : CUFFT_SUCCESS;
}

}  // namespace loom::cufft

using namespace loom::cufft;

cufftResult cufftXtSetGPUs(cufftHandle handle, int nGPUs, int* whichGPUs) {
  Plan* const plan = find(handle);
  int devices = 0;
  if (!plan || plan->transform) return CUFFT_INVALID_PLAN;
  if (!whichGPUs || nGPUs < 1 || cudaGetDeviceCount(&devices)) return CUFFT_INVALID_VALUE;
  const std::vector<int> gpus(whichGPUs, whichGPUs + nGPUs);
  for (const int gpu : gpus)
    if (gpu < 0 || gpu >= devices || std::count(gpus.begin(), gpus.end(), gpu) > 1) return CUFFT_INVALID_DEVICE;
  plan->gpus = gpus;
  return CUFFT_SUCCESS;
}

cufftResult cufftXtMalloc(cufftHandle handle, cudaLibXtDesc** descriptor, cufftXtSubFormat format) {
  const Plan* const plan = plan_for_several(handle);
  if (!plan) return CUFFT_INVALID_PLAN;
  if (!descriptor || format < CUFFT_XT_FORMAT_INPUT || format > CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED) return CUFFT_INVALID_VALUE;
  auto made = std::make_unique<cudaLibXtDesc>();
  auto data = std::make_unique<cudaXtDesc>();
  made->subFormat = format;
  made->descriptor = data.get();
  const cudaError_t error = allocate(*plan, *data);
  data.release();
  *descriptor = made.release();
  if (!error) return CUFFT_SUCCESS;
  cufftXtFree(*descriptor);
  return CUFFT_ALLOC_FAILED;
}

cufftResult cufftXtFree(cudaLibXtDesc* descriptor) {
  if (!descriptor) return CUFFT_SUCCESS;
  bool freed = true;
  for (int i = 0; i < descriptor->descriptor->nGPUs; ++i) freed &= cudaFree(descriptor->descriptor->data[i]) == cudaSuccess;
  delete descriptor->descriptor;
  delete descriptor;
  return freed ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult cufftXtMemcpy(cufftHandle handle, void* dstPointer, void* srcPointer, cufftXtCopyType type) {
  const Plan* const plan = plan_for_several(handle);
  if (!plan) return CUFFT_INVALID_PLAN;
  if (!dstPointer || !srcPointer) return CUFFT_INVALID_VALUE;
  const Shape& shape = plan->transform->shape();
  const auto *const from = static_cast<const cudaLibXtDesc*>(srcPointer), *const to = static_cast<const cudaLibXtDesc*>(dstPointer);
  bool copied = false;
  if (type == CUFFT_COPY_HOST_TO_DEVICE) {
    copied = spread(shape, static_cast<const unsigned char*>(srcPointer), *to);
  } else if (type == CUFFT_COPY_DEVICE_TO_HOST) {
    copied = gather(shape, *from, static_cast<unsigned char*>(dstPointer));
  } else if (type == CUFFT_COPY_DEVICE_TO_DEVICE) {
    const Bytes whole = room_for(shape);
    copied = gather(shape, *from, whole.get()) && spread(shape, whole.get(), *to);
  } else {
    return CUFFT_INVALID_VALUE;
  }
  return copied ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult cufftXtExecDescriptor(cufftHandle handle, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction) {
  const Plan* const plan = plan_for_several(handle);
  if (!plan) return CUFFT_INVALID_PLAN;
  if (!input || !output || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)) return CUFFT_INVALID_VALUE;
  const Shape& shape = plan->transform->shape();
  const Bytes whole = room_for(shape);
  if (!gather(shape, *input, whole.get())) return CUFFT_EXEC_FAILED;
  plan->transform->run(whole.get(), whole.get(), direction);
  if (is_shuffled(input->subFormat)) output->subFormat = input == output ? CUFFT_XT_FORMAT_INPLACE : CUFFT_XT_FORMAT_INPUT;
  else output->subFormat = input == output ? CUFFT_XT_FORMAT_INPLACE_SHUFFLED : CUFFT_XT_FORMAT_OUTPUT;
  return spread(shape, whole.get(), *output) ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

namespace {

cufftResult execute_as(cufftType type, cufftHandle handle, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction) {
  const Plan* const plan = plan_for_several(handle);
  if (plan && plan->transform->shape().type != type) return CUFFT_INVALID_TYPE;
  return cufftXtExecDescriptor(handle, input, output, direction);
}

}  // namespace

cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction) {
  return execute_as(CUFFT_C2C, plan, input, output, direction);
}
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction) {
  return execute_as(CUFFT_Z2Z, plan, input, output, direction);
}
