// A transform as FFTW computes it.
#pragma once

#include <memory>

#include "libraries/cufft/layout.hpp"

namespace loom::cufft {

// Remembers what FFTW has planned. Used by one thread at a time.
class Transform {
 public:
  explicit Transform(const Shape&);
  ~Transform();
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;

  const Shape& shape() const { return shape_; }

  // Direction as cuFFT's, of complex transforms alone. Input of more than one dimension may be overwritten where the output is real.
  void run(void* input, void* output, int direction);

 private:
  struct Planned;

  Shape shape_;
  std::unique_ptr<Planned> planned_;
};

}  // namespace loom::cufft
