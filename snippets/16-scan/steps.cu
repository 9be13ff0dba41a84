// Tangled from chapters/16-scan.md. Edit there. [sha1 8393f8752c5ef44ee272c1eafe67053a9c91fddc]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/scan.cuh"

constexpr unsigned block = 256;

// Inclusive scan over the threads of a block. All threads of the block must call it.
template <class Op>
__device__ typename Op::Value scan_by_steps(typename Op::Value mine, Op op) {
  __shared__ typename Op::Value all[block];
  all[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned distance = 1; distance < block; distance *= 2) {
    if (threadIdx.x >= distance) mine = op(all[threadIdx.x - distance], mine);
    __syncthreads();  // all have read
    all[threadIdx.x] = mine;
    __syncthreads();  // all have written
  }
  return mine;
}

template <class T>
struct Affine {  // x -> a x + b
  T a, b;
  bool operator==(const Affine&) const = default;
};
// First f, then g.
template <class T>
struct Compose {
  using Value = Affine<T>;
  __host__ __device__ static Value identity() { return {1, 0}; }
  __host__ __device__ Value operator()(Value f, Value g) const {
    return {g.a * f.a, g.a * f.b + g.b};
  }
};

template <class Op, class T = typename Op::Value>
__global__ void scan_one_block(weft::View<const T> x, Op op, T* inclusive, T* exclusive) {
  const unsigned i = threadIdx.x;
  const T up_to_me = scan_by_steps(i < x.size() ? x[i] : op.identity(), op);
  if (i < x.size()) inclusive[i] = up_to_me;
  if (i + 1 < x.size()) exclusive[i + 1] = up_to_me;
  if (i == 0) exclusive[0] = op.identity();
}

struct Counted : weft::Sum<int> {
  unsigned* additions;
  __device__ int operator()(int a, int b) const {
    atomicAdd(additions, 1u);
    return a + b;
  }
};

template <class Op, class T = typename Op::Value>
void expect(Op op, const std::vector<T>& values, const std::vector<T>& inclusive,
            const std::vector<T>& exclusive) {
  const weft::Buffer<T> x(values);
  weft::Buffer<T> up_to(values.size()), before(values.size());
  scan_one_block<<<1, block>>>(x.view(), op, up_to.data(), before.data());
  weft::check(cudaGetLastError());
  CHECK(up_to.to_host() == inclusive);
  CHECK(before.to_host() == exclusive);
}

TEST_CASE("inclusive and exclusive scan of a block, in order") {
  expect(Compose<unsigned>{}, {{2, 1}, {3, 5}, {0, 7}}, {{2, 1}, {6, 8}, {0, 7}},
         {{1, 0}, {2, 1}, {6, 8}});
  weft::Buffer<unsigned> additions(std::vector<unsigned>{0});
  expect(Counted{{}, additions.data()}, {3, 1, 7, 0, 4}, {3, 4, 11, 11, 15}, {0, 3, 4, 11, 11});
  CHECK(additions.to_host()[0] == 8 * 256 - 255);  // some threads have no thread before them
  std::printf("additions: %u by steps, 255 in a loop\n", additions.to_host()[0]);
}

template <bool steps, class T>
__global__ void scan_blocks(const T* x, T* out) {  // each block by itself
  const std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x;
  T total;
  out[i] = steps ? scan_by_steps(x[i], weft::Sum<T>{})
                 : weft::scan_block<block>(x[i], weft::Sum<T>{}, total) + x[i];
}

TEST_CASE("the scan by steps makes eight times as many shared-memory requests as the one with shuffles") {
  const weft::Buffer<int> x(std::vector<int>(block, 1));
  weft::Buffer<int> out(block);
  const auto requests = [&](auto kernel) {
    const auto seen = loom::observe([&] { kernel<<<1, block>>>(x.data(), out.data()); });
    CHECK(out.to_host()[255] == 256);
    return seen.shared_loads.requests + seen.shared_stores.requests;
  };
  CHECK(requests(scan_blocks<false, int>) == 16);
  CHECK(requests(scan_blocks<true, int>) >= 8 * 16);
}
