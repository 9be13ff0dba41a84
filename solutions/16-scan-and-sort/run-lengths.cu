// Chapter 16, exercise "Run lengths": equal neighbours as one value and a number.
#include "common/compact.cuh"

// your code begins
struct BeginsRun {
  const int* x;
  __device__ bool operator()(int value, std::size_t i) const { return i == 0 || x[i - 1] != value; }
};
struct ItsPlace {
  __device__ std::size_t operator()(int, std::size_t i) const { return i; }
};

// From where runs begin to what they hold and how long they are. The last one ends where `x` does.
__global__ void measure_runs(weft::View<const int> x, const std::size_t* begins, const std::size_t* count, int* values,
                             std::size_t* lengths) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t r = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; r < *count; r += all) {
    values[r] = x[begins[r]];
    lengths[r] = (r + 1 < *count ? begins[r + 1] : x.size()) - begins[r];
  }
}
// your code ends

// For each run of equal neighbours its value and its length, and in *count how many runs there are. All of it is device memory;
// `values` and `lengths` have room for as many runs as there can be, and are written as far as there are, each once. Nothing goes
// to the host.
inline void encode_runs(weft::View<const int> x, int* values, std::size_t* lengths, std::size_t* count) {
  // your code begins
  weft::Buffer<std::size_t> begins(x.size());
  weft::Scan<weft::Sum<std::size_t>> scan;
  weft::select(scan, x, BeginsRun{x.data()}, begins.view(), count, ItsPlace{});
  measure_runs<<<64, 256>>>(x, begins.data(), count, values, lengths);
  weft::check(cudaGetLastError());
  // your code ends
}
