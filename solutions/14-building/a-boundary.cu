// Chapter 14, exercise "A boundary": a function whose users need no CUDA, and whose errors are codes.
#include <algorithm>
#include <cstdint>
#include <new>

#include "14-building/medians.cuh"
#include "common/buffer.cuh"

enum class Status { ok, bad_argument, out_of_memory, failed };

// smooth[i] is the median of the 5 readings from readings[i] on, for each i that has 5: there are count - 4 of them.
//
// It is a bad argument if a pointer is null, if there are fewer than 5 readings, or if so many that their bytes cannot be counted. If
// the status is not ok, nothing was written. No error of CUDA's is left behind, none that was there before is taken for one of
// this call's, and no memory is lost.
inline Status smoothed(const float* readings, std::size_t count, float* smooth) noexcept {
  Status status = Status::failed;
  // your code begins
  if (!readings || !smooth || count < 5 || count > SIZE_MAX / sizeof(float)) return Status::bad_argument;
  cudaGetLastError();  // somebody else's
  try {
    weft::Buffer<float> from(count);
    weft::Buffer<float> to(count - 4);
    from.copy_from({readings, count});
    medians<5><<<264, 256>>>(from.data(), to.data(), to.size());
    weft::check(cudaGetLastError());
    const std::vector<float> results = to.to_host();
    std::copy(results.begin(), results.end(), smooth);
    status = Status::ok;
  } catch (const weft::CudaError& error) {
    if (error.code == cudaErrorMemoryAllocation) status = Status::out_of_memory;
  } catch (const std::bad_alloc&) {
    status = Status::out_of_memory;
  } catch (...) {  // failed, whatever it was: nothing may leave a noexcept function
  }
  // your code ends
  return status;
}
