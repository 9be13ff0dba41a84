// Tangled from chapters/20-building.md. Edit there. [sha1 04cc93732945a8a97b0708d47b96576f4b868617]
#include <cstdint>

#include "celsius.cuh"
#include "thermocouple.hpp"

namespace {

__global__ void convert(const float* millivolts, float* celsius, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
    celsius[i] = celsius_of(millivolts[i]);
}

struct Memory {
  float* data = nullptr;
  ~Memory() { cudaFree(data); }
};

thermo::Status status_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return thermo::Status::ok;
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver: return thermo::Status::no_device;
    case cudaErrorMemoryAllocation: return thermo::Status::out_of_memory;
    default: return thermo::Status::failed;
  }
}

cudaError_t converted(const float* millivolts, float* celsius, std::size_t count) {
  Memory from, to;
  const std::size_t bytes = count * sizeof(float);
  if (const cudaError_t error = cudaMalloc(&from.data, bytes)) return error;
  if (const cudaError_t error = cudaMalloc(&to.data, bytes)) return error;
  if (const cudaError_t error = cudaMemcpy(from.data, millivolts, bytes, cudaMemcpyHostToDevice))
    return error;
  convert<<<132 * 8, 256>>>(from.data, to.data, count);
  if (const cudaError_t error = cudaGetLastError()) return error;
  return cudaMemcpy(celsius, to.data, bytes, cudaMemcpyDeviceToHost);
}

}  // namespace

thermo::Status thermo::celsius(const float* millivolts, float* celsius, std::size_t count) noexcept {
  if (count == 0) return Status::ok;
  if (!millivolts || !celsius || count > SIZE_MAX / sizeof(float)) return Status::bad_argument;
  return status_of(converted(millivolts, celsius, count));
}
