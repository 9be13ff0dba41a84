// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 e12d37b64d735615a741c7aec2984f520cb72c31]
// c = finish(a bᵀ) in bfloat16, for any shape.
#pragma once

#include "common/buffer.cuh"
#include "common/tensor-product.cuh"

namespace weft {

// x Φ(x), approximated as in most networks.
struct BiasGelu {
  const float* bias;
  __device__ float operator()(float sum, int column) const {
    const float x = sum + bias[column];
    return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
  }
};
struct BiasRelu {
  const float* bias;
  __device__ float operator()(float sum, int column) const { return fmaxf(sum + bias[column], 0.0f); }
};

struct Large {
  static constexpr int consumers = 2, rows_each = 64, tile_n = 256, stages = 4, pending = 1, cluster = 2;
  static constexpr bool persistent = true;
  static constexpr Order order = Order::bands;
  static constexpr Store store = Store::map;
};
struct Small : Large { static constexpr int consumers = 1, tile_n = 128, stages = 8, cluster = 1; };
struct LargeDirect : Large { static constexpr Store store = Store::direct; };
struct SmallDirect : Small { static constexpr Store store = Store::direct; };

// Copies rows of `columns` elements into rows of `pitch`.
__global__ void pad_rows(const Bf16* from, Bf16* to, int rows, int columns, int pitch) {
  const std::size_t all = std::size_t(rows) * columns;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < all;
       i += std::size_t{gridDim.x} * blockDim.x)
    to[i / columns * pitch + i % columns] = from[i];
}

// c = finish(a bᵀ) for any shape: a is m × k, b is n × k, c is m × n, all by rows.
class AnyTensorProduct {
 public:
  template <class Finish = Same>
  void operator()(const Bf16* a, const Bf16* b, Bf16* c, const Shape& of, const Finish& finish = {}) {
    if (of.m == 0 || of.n == 0) return;
    if (of.k == 0) throw std::invalid_argument("a product without terms");
    const int pitch = Work<Plan<Large>>::ceil_div(of.k, 8) * 8;
    a = padded(a, of.m, of.k, pitch, a_);
    b = padded(b, of.n, of.k, pitch, b_);
    const bool by_map = of.n % 8 == 0 && is_aligned(c), large = 3 * waves<Large>(of) <= waves<Small>(of);
    if (large && by_map) return run<Large>(a, b, c, of, pitch, finish);
    if (large) return run<LargeDirect>(a, b, c, of, pitch, finish);
    if (by_map) return run<Small>(a, b, c, of, pitch, finish);
    run<SmallDirect>(a, b, c, of, pitch, finish);
  }

 private:
  template <class Choices, class Finish>
  static void run(const Bf16* a, const Bf16* b, Bf16* c, const Shape& of, int pitch, const Finish& finish) {
    TensorProduct<Choices>(a, b, c, of, pitch)(finish);
  }
  template <class Choices>
  static int waves(const Shape& of) {
    using P = Plan<Choices>;
    using W = Work<P>;
    int processors = 0;
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    return W::ceil_div(W::ceil_div(of.m, P::tile_m) * W::ceil_div(of.n, P::tile_n), processors);
  }
  static bool is_aligned(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; }

  // The matrix itself, or a copy whose rows begin at multiples of 16 bytes.
  static const Bf16* padded(const Bf16* of, int rows, int columns, int pitch, Buffer<Bf16>& copy) {
    if (columns == pitch && is_aligned(of)) return of;
    const std::size_t all = std::size_t(rows) * pitch;
    if (copy.size() < all) copy = Buffer<Bf16>(all);
    pad_rows<<<1024, 256>>>(of, copy.data(), rows, columns, pitch);
    check(cudaGetLastError());
    return copy.data();
  }

  Buffer<Bf16> a_{0}, b_{0};
};

}  // namespace weft
