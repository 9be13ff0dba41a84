// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 37f67e3332c2a899ab31e70133f1d21474957143]
// Launches a product with a given tiling.
#pragma once

#include "common/check.cuh"
#include "common/product-kernel.cuh"

namespace weft {

constexpr std::size_t ceil_div(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

template <class T, unsigned width>
void launch_product(const Operands& of, unsigned piece, Place place = Place::current()) {
  check(cudaFuncSetAttribute(product<T, width>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             T::bytes), place);
  const std::size_t tiles = ceil_div(of.m, T::block_m) * ceil_div(of.n, T::block_n);
  const dim3 grid(static_cast<unsigned>(tiles), static_cast<unsigned>(ceil_div(of.k, piece)));
  product<T, width><<<grid, T::threads, T::bytes>>>(of, piece);
  check(cudaGetLastError(), place);
}

}  // namespace weft
