// Tangled from chapters/13-convolution.md. Edit there. [sha1 4a5d28857ade1ec1c31b0fe408b175060a31f6aa]
// cuFFT's plans as objects.
#pragma once

#include "common/buffer.cuh"
#include "common/complex.cuh"

#include <cufft.h>

namespace weft {

struct FftError : std::runtime_error {
  FftError(cufftResult code, const Place& place)
      : std::runtime_error(std::string(place.file_name()) + ":" + std::to_string(place.line()) +
                           ": cuFFT: status " + std::to_string(code)),
        code(code) {}
  cufftResult code;
};

inline void check(cufftResult result, Place place = Place::current()) {
  if (result != CUFFT_SUCCESS) throw FftError(result, place);
}

// The distance from one element to the next, and from one transform to the next.
struct Steps {
  int number, transform;
};

class Plan {
 public:
  // `count` transforms of n points, one after the other.
  Plan(int n, cufftType type, int count = 1, Place place = Place::current()) : Plan(place) {
    check(cufftMakePlanMany(handle_, 1, &n, nullptr, 1, 0, nullptr, 1, 0, type, count, &work_),
          place);
  }
  // The same, in any layout.
  Plan(int n, Steps from, Steps to, cufftType type, int count, Place place = Place::current())
      : Plan(place) {
    check(cufftMakePlanMany(handle_, 1, &n, &n, from.number, from.transform, &n, to.number,
                            to.transform, type, count, &work_), place);
  }
  // A two-dimensional transform: along all rows, then along all columns.
  Plan(int rows, int columns, cufftType type, Place place = Place::current()) : Plan(place) {
    check(cufftMakePlan2d(handle_, rows, columns, type, &work_), place);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() { cufftDestroy(handle_); }

  void forward(const Complex* from, Complex* to, Place place = Place::current()) {
    check(cufftExecC2C(handle_, cufft(from), cufft(to), CUFFT_FORWARD), place);
  }
  void inverse(const Complex* from, Complex* to, Place place = Place::current()) {
    check(cufftExecC2C(handle_, cufft(from), cufft(to), CUFFT_INVERSE), place);
  }
  void forward(const float* from, Complex* to, Place place = Place::current()) {
    check(cufftExecR2C(handle_, const_cast<float*>(from), cufft(to)), place);
  }
  void inverse(Complex* from, float* to, Place place = Place::current()) {  // may overwrite `from`
    check(cufftExecC2R(handle_, cufft(from), to), place);
  }
  static cufftComplex* cufft(const Complex* z) {
    return reinterpret_cast<cufftComplex*>(const_cast<Complex*>(z));
  }

 private:
  explicit Plan(Place place) { check(cufftCreate(&handle_), place); }

  cufftHandle handle_ = CUFFT_PLAN_NULL;
  std::size_t work_ = 0;
};

}  // namespace weft
