// Barriers that not all threads reach, and rightly so: those that do not have returned, or do so at once.
// prints: done
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void returns_before(int* out, unsigned n) {
  if (threadIdx.x >= n) return;
  for (int round = 0; round < 3; ++round) {
    if (round > 0) {
      out[threadIdx.x] += 1;
      __syncthreads();
    }
  }
  out[threadIdx.x] += 1;
}

__global__ void returns_in_loop(int* out) {
  for (unsigned round = 0; round < 40; ++round) {
    if (round % 4 == 3) {
      __syncthreads();
      out[threadIdx.x] += 1;
    } else if (threadIdx.x < round) {
      return;
    }
    if (threadIdx.x == round + 30) return;
    out[threadIdx.x] += 1;
  }
}

// The second warp leaves the loop earlier than the first, and each lane of it at once with the others.
__global__ void warps_leave(int* out) {
  for (unsigned round = 0;; ++round) {
    if (round == 4 - threadIdx.x / 32) break;
    out[threadIdx.x] += 1;
    __syncthreads();
  }
  out[threadIdx.x] += 1;
}

// A `break` out of another loop, or of a `switch`, does not leave the loop that has the barrier.
__global__ void breaks_within(int* out) {
  for (unsigned round = 0; round < 40; ++round) {
    if (threadIdx.x == round) {
      for (;;) break;
      while (out[threadIdx.x] < 1000) break;
      do {
        if (out[threadIdx.x] < 1000) break;
      } while (++out[threadIdx.x] < 1000);
      switch (round) {
        default: break;
      }
      return;
    }
    __syncthreads();
  }
}

// Those that go around the barrier leave the loop later, or with the others.
__global__ void other_ways(int* out) {
  unsigned round = 0;
  for (;; ++round) {
    if (threadIdx.x < 32) {
      __syncthreads();
      if (round == 3) return;
    } else if (round == 5) break;
    out[threadIdx.x] += 1;
  }
}
__global__ void no_loop() {
  for (;;) {
    if (threadIdx.x < 40) __syncthreads();
    return;
  }
}

// As often for each thread of the block.
__global__ void as_often(int* out, unsigned n) {
  __shared__ int next;
  for (unsigned first = 0; first < n; first += 64) {
    if (first + threadIdx.x < n) out[threadIdx.x] += 1;
    __syncthreads();
  }
  for (unsigned left = 32; left > 0; left /= 2) {
    if (threadIdx.x < left) out[threadIdx.x] += out[threadIdx.x + left];
    __syncthreads();
  }
  if (threadIdx.x == 0) next = 0;
  while (true) {
    __syncthreads();
    const int mine = next;
    __syncthreads();
    if (mine == 5) break;
    if (threadIdx.x == 0) ++next;
  }
  bool more = threadIdx.x < 40;
  while (__syncthreads_or(more)) more = false;
}

__global__ void whole_body(int* out, unsigned n) {
  if (threadIdx.x < n) {
    out[threadIdx.x] = 1;
    __syncthreads();
    const int other = out[n - 1 - threadIdx.x];
    __syncthreads();
    out[threadIdx.x] += other;
  }
}

__device__ void body(int* out, unsigned n) {
  if (threadIdx.x < n) {
    __syncthreads();
    out[threadIdx.x] = 1;
  }
}
__global__ void whole_body_elsewhere(int* out, unsigned n) { body(out, n); }

// Two kinds of warps, of which only one has barriers.
__global__ void specialised(int* out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;
  } else {
    for (int round = 0; round < 4; ++round) {
      if (round > 0) __syncthreads();
      out[threadIdx.x] += 1;
    }
  }
}

__device__ unsigned tickets = 0;
__global__ void last_block(int* parts, int* total) {
  __shared__ bool last;
  if (threadIdx.x == 0) parts[blockIdx.x] = 1;
  __threadfence();
  if (threadIdx.x == 0) last = atomicAdd(&tickets, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, static_cast<volatile int*>(parts)[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) *total = sum;
  }
  if (threadIdx.x == 0 && last) tickets = 0;
}

// All go around the same barriers, as often as they come there; then some return.
template <unsigned threads>
__global__ void steps(int* out, int n) {
  const auto reduce = [&](unsigned left) {
    if (threads >= 2 * left) {
      if (threadIdx.x < left) out[threadIdx.x] += out[threadIdx.x + left];
      __syncthreads();
    }
  };
  reduce(64);
  reduce(32);
  if (threadIdx.x >= 32) return;
  reduce(16);
  if (threadIdx.x >= 16) return;
  for (int i = threadIdx.x; i < n; i += 16)
    if (i + 16 >= n) __syncthreads();
  do {
    if (n > 5) __syncthreads();
  } while (0);
}

struct Counted {
  int* counter;
  __device__ explicit Counted(int* c) : counter(c) { atomicAdd(counter, 1); }
  __device__ ~Counted() {
    for (int i = 0; i < 2; ++i) atomicAdd(counter, i);
  }
};
__global__ void destroys(int* out, int* counter) {
  const Counted outer(counter);
  for (unsigned round = 0; round < 8; ++round) {
    const Counted inner(counter);
    if (threadIdx.x == round) return;
    if (round % 2 == 0) {
      const Counted innermost(counter);
      if (threadIdx.x == round + 8) return;
      __syncthreads();
    }
    out[threadIdx.x] = 1;
  }
}

__global__ void by_groups(int* out, unsigned n) {
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() >= n) return;
  if (n > 3) block.sync();
  if (n > 30) cg::sync(block);
  else if (cg::thread_block& same = block; n > 5) same.sync();
  switch (n) {
    case 20:
      if (block.thread_rank() < 5) block.sync();
      break;
    default: block.sync();
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  returns_before<<<1, 64>>>(data, 50);
  returns_in_loop<<<1, 64>>>(data);
  warps_leave<<<1, 64>>>(data);
  breaks_within<<<1, 64>>>(data);
  other_ways<<<1, 64>>>(data);
  no_loop<<<1, 64>>>();
  as_often<<<1, 64>>>(data, 100);
  whole_body<<<1, 64>>>(data, 50);
  whole_body_elsewhere<<<1, 64>>>(data, 50);
  specialised<<<1, 64>>>(data);
  last_block<<<32, 32>>>(data, data + 64);
  steps<64><<<1, 64>>>(data, 40);
  destroys<<<1, 64>>>(data, data + 100);
  by_groups<<<1, 64>>>(data, 20);
  if (cudaDeviceSynchronize() == cudaSuccess) std::puts("done");
  cudaFree(data);
}
