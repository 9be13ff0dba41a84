// Exercise "Guard words": what its test calls.
#pragma once

#include <cstddef>

#include "common/buffer.cuh"

// How many guard words have changed.
struct Damage {
  std::size_t before, after;
};

// `count` floats in device memory between guard words.
class Guarded {
 public:
  static constexpr std::size_t width = 64;  // guard words on each side

  explicit Guarded(std::size_t count);
  float* data();
  std::size_t size() const { return count_; }
  Damage damage() const;

 private:
  weft::Buffer<float> memory_;
  std::size_t count_;
};
