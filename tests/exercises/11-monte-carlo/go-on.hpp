// Exercise "Random numbers from states that are kept": what its test calls.
#pragma once

#include <cstdint>

#include <curand_kernel.h>

#include "common/buffer.cuh"

using State = curandStateXORWOW_t;

__global__ void set_up(std::uint64_t seed, weft::View<State> states);
__global__ void draw(weft::View<State> states, std::uint64_t first, weft::View<float> numbers);

// A row of uniform numbers, drawn piece by piece.
class Row {
 public:
  Row(unsigned states, std::uint64_t seed) : states_(states) {
    set_up<<<blocks(), 64>>>(seed, states_.view());
    weft::check(cudaGetLastError());
  }
  void draw_next(weft::View<float> numbers) {
    draw<<<blocks(), 64>>>(states_.view(), drawn_, numbers);
    weft::check(cudaGetLastError());
    drawn_ += numbers.size();
  }

 private:
  unsigned blocks() const { return static_cast<unsigned>((states_.size() + 63) / 64); }

  weft::Buffer<State> states_;
  std::uint64_t drawn_ = 0;
};
