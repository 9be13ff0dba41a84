// Barriers in a branch of an `if`, which some threads go around; they run on, and leave the kernel while others still wait.
// prints: cudaSuccess 16 times
// never: left the loop
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

// In the last iteration of a loop.
__global__ void sum_by_blocks(const int* in, int n, int* out) {
  __shared__ int part[64];
  part[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < 128; i += 64) {
    if (i < n) {
      part[threadIdx.x] += in[i];
      __syncthreads();  // finds: divergent-barrier
    }
  }
  out[threadIdx.x] = part[threadIdx.x];
}

// In each iteration, by fewer threads each time; and nothing follows the loop.
__global__ void halve(int* values) {
  for (unsigned left = 32; left > 0; left /= 2)
    if (threadIdx.x < left) {
      values[threadIdx.x] += values[threadIdx.x + left];
      __syncthreads();  // finds: divergent-barrier
    }
}

__global__ void while_some_rest(int* out) {
  int round = 0;
  while (++round < 3) {
    out[threadIdx.x] = round;
    if (threadIdx.x < 16) __syncthreads();  // finds: divergent-barrier
  }
}
__global__ void do_while_some_rest(int* out) {
  int round = 0;
  do
    if (threadIdx.x < 16) {
      out[threadIdx.x] = round;
      __syncthreads();  // finds: divergent-barrier
    }
  while (++round < 3);
}

// Once, with a vote and without braces, and a condition of two parts.
__global__ void vote(int* out) {
  int votes = 0;
  if (--votes, threadIdx.x % 2 == 0)
    votes = __syncthreads_count(threadIdx.x < 8);  // finds: divergent-barrier
  out[threadIdx.x] = votes;
}

// In the second branch, and around both of two that stand one in the other.
__global__ void nested(int* out) {
  const unsigned t = threadIdx.x;
  if (t >= 40) {
    out[t] = 1;
  } else {
    if (t < 32) ::__syncthreads();  // finds: divergent-barrier
    out[t] = 2;
  }
  out[t] += 1;
}

// The outer one of two is gone around, or the inner one, or a barrier behind `else`.
__global__ void outer(int* out) {
  if (threadIdx.x < 32)
    if (gridDim.x == 1)
      __syncthreads();  // finds: divergent-barrier
  out[threadIdx.x] = 3;
}
__global__ void inner(int* out) {
  if (gridDim.x == 1)
    if (threadIdx.x < 32)
      __syncthreads();  // finds: divergent-barrier
  out[threadIdx.x] = 3;
}
__global__ void inner_of_second_branch(int* out) {
  if (gridDim.x != 1) { out[threadIdx.x] = 4; } else if (threadIdx.x < 32) __syncthreads();  // finds: divergent-barrier
  out[threadIdx.x] = 5;
}
__global__ void second_branch(int* out) {
  if (threadIdx.x >= 32) { out[threadIdx.x] = 4; } else __syncthreads();  // finds: divergent-barrier
  out[threadIdx.x] = 5;
}

// In a lambda and in a `switch`, behind which there is more.
__global__ void with_more_behind(int* out) {
  const auto meet = [&] {
    if (threadIdx.x < 32) __syncthreads();  // finds: divergent-barrier
    out[threadIdx.x] = 6;
  };
  meet();
}
__global__ void in_a_switch(int* out) {
  switch (gridDim.x) {
    case 1:
      if (threadIdx.x < 32) __syncthreads();  // finds: divergent-barrier
      break;
    default: break;
  }
  out[threadIdx.x] = 7;
}

// A whole warp, in a function that a template makes.
template <bool twice>
__device__ void step(int* out, bool in) {
  if (in) {
    __syncthreads();  // finds: divergent-barrier
    if constexpr (twice) __syncthreads();
  }
  out[threadIdx.x] = 3;
}
__global__ void by_warps(int* out) { step<true>(out, threadIdx.x < 32); }

// By the words of cooperative groups.
__global__ void by_groups(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() < 16) block.sync();  // finds: divergent-barrier
  out[block.thread_rank()] = 4;
}
__global__ void by_groups_too(int* out) {
  auto all = cg::this_thread_block();
  if (const unsigned rank = all.thread_rank(); rank < 16) cg::sync(all);  // finds: divergent-barrier
  out[all.thread_rank()] = 5;
}

__global__ void by_groups_in_short(int* out) {
  using namespace cooperative_groups;
  thread_block block = this_thread_block();
  if (threadIdx.x < 16) sync(block);  // finds: divergent-barrier
  out[threadIdx.x] = 6;
  if (threadIdx.x < 15) this_thread_block().sync();  // finds: divergent-barrier
  out[threadIdx.x] = 7;
  if (threadIdx.x < 14) cg::sync(cg::this_thread_block());  // finds: divergent-barrier
  out[threadIdx.x] = 8;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) data[i] = i;
  int succeeded = 0;
  const auto done = [&] { succeeded += cudaDeviceSynchronize() == cudaSuccess; };
  sum_by_blocks<<<1, 64>>>(data, 100, data + 64), done();
  halve<<<1, 64>>>(data), done();
  while_some_rest<<<1, 32>>>(data), done();
  do_while_some_rest<<<1, 32>>>(data), done();
  vote<<<1, 32>>>(data), done();
  nested<<<1, 64>>>(data), done();
  outer<<<1, 64>>>(data), done();
  inner<<<1, 64>>>(data), done();
  inner_of_second_branch<<<1, 64>>>(data), done();
  second_branch<<<1, 64>>>(data), done();
  with_more_behind<<<1, 64>>>(data), done();
  in_a_switch<<<1, 64>>>(data), done();
  by_warps<<<1, 64>>>(data), done();
  by_groups<<<1, 32>>>(data), done();
  by_groups_too<<<1, 32>>>(data), done();
  by_groups_in_short<<<1, 32>>>(data), done();
  std::printf("cudaSuccess %d times\n", succeeded);
  cudaFree(data);
}
