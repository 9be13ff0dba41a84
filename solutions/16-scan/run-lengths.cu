// Exercise "Run-length encoding": equal neighbours as one value and a length.
#include "16-scan/run-lengths.hpp"
#include "common/compact.cuh"

// your code begins
struct BeginsRun {
  const int* x;
  __device__ bool operator()(int value, std::size_t i) const { return i == 0 || x[i - 1] != value; }
};
struct ItsPlace {
  __device__ std::size_t operator()(int, std::size_t i) const { return i; }
};

// From the indices where runs begin to their values and lengths. The last run ends where `x` does.
__global__ void measure_runs(weft::View<const int> x, const std::size_t* begins, const std::size_t* count, int* values,
                             std::size_t* lengths) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t r = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; r < *count; r += all) {
    values[r] = x[begins[r]];
    lengths[r] = (r + 1 < *count ? begins[r + 1] : x.size()) - begins[r];
  }
}
// your code ends

// The value and the length of each run of equal neighbours, and in *count the number of runs. All of it is device memory;
// `values` and `lengths` have space for as many runs as there can be. Each run is written once, and nothing is copied to the
// host.
void encode_runs(weft::View<const int> x, int* values, std::size_t* lengths, std::size_t* count) {
  // your code begins
  weft::Buffer<std::size_t> begins(x.size());
  weft::Scan<weft::Sum<std::size_t>> scan;
  weft::select(scan, x, BeginsRun{x.data()}, begins.view(), count, ItsPlace{});
  measure_runs<<<64, 256>>>(x, begins.data(), count, values, lengths);
  weft::check(cudaGetLastError());
  // your code ends
}
