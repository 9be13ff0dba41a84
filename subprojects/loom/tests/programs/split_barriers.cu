// Barriers of libcu++: phases end when all have arrived, and what was done before an arrival is ordered before what follows the wait.
// prints: rotated: right
// prints: handed over in 8 laps: 1120
// prints: left early: 3 2 1
// prints: by completion: 5 phases, 10
// prints: between blocks: 36
// prints: copied: 63 to 0
// prints: too late: 32, in time: 32
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <utility>

#include <cooperative_groups.h>
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
static_assert(sizeof(Barrier) == 8);
static_assert(std::is_same_v<Barrier::arrival_token, std::uint64_t>);

// Work of one's own between arriving and waiting; one barrier serves two phases.
__global__ void rotate(int* data) {
  __shared__ Barrier barrier;
  __shared__ int tile[96];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = data[threadIdx.x];
  Barrier::arrival_token token = barrier.arrive();
  int value = 1000;
  barrier.wait(std::move(token));
  value += tile[(threadIdx.x + 1) % 96];
  barrier.arrive_and_wait();
  tile[threadIdx.x] = value;
  data[threadIdx.x] = tile[threadIdx.x];
}

// One warp fills two buffers in turn, the other empties them. A thread that hands over arrives and does not wait.
__global__ void hand_over(int* sum) {
  constexpr int laps = 8;
  __shared__ Barrier filled[2], emptied[2];
  __shared__ int buffer[2][32];
  if (threadIdx.x < 2) {
    init(&filled[threadIdx.x], 64);
    init(&emptied[threadIdx.x], 64);
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  int seen = 0;
  if (threadIdx.x < 32) {
    for (int lap = 0; lap < laps; ++lap) {
      emptied[lap % 2].arrive_and_wait();
      buffer[lap % 2][lane] = lap;
      (void)filled[lap % 2].arrive();
    }
  } else {
    (void)emptied[0].arrive();
    (void)emptied[1].arrive();
    for (int lap = 0; lap < laps; ++lap) {
      filled[lap % 2].arrive_and_wait();
      seen += buffer[lap % 2][lane] + buffer[lap % 2][31 - lane] * (lane < 8);
      (void)emptied[lap % 2].arrive();
    }
    atomicAdd(sum, seen);
  }
}

// In each phase one thread fewer takes part.
__global__ void leave_early(int* present) {
  __shared__ Barrier barrier;
  __shared__ int counted;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    counted = 0;
  }
  __syncthreads();
  for (unsigned phase = 0; phase < 3; ++phase) {
    atomicAdd(&counted, 1);
    if (threadIdx.x == 2 - phase && phase < 2) return barrier.arrive_and_drop();
    barrier.arrive_and_wait();
    if (threadIdx.x == 0) {
      present[phase] = counted;
      counted = 0;
    }
    barrier.arrive_and_wait();
    if (phase == 2) break;
  }
}

struct AddUp {
  int* values;
  int* sums;
  __device__ void operator()() noexcept {
    sums[0] += 1;
    sums[1] += values[0] + values[1];
  }
};

static_assert(std::is_same_v<cuda::barrier<cuda::thread_scope_block, AddUp>::arrival_token, bool>);

// The last to arrive adds up, before any thread goes on.
__global__ void complete(int* values, int* sums) {
  __shared__ cuda::barrier<cuda::thread_scope_block, AddUp> barrier;
  if (threadIdx.x == 0) init(&barrier, 2, AddUp{values, sums});
  __syncthreads();
  for (int phase = 0; phase < 5; ++phase) {
    values[threadIdx.x] = sums[0] == phase;
    barrier.arrive_and_wait();
  }
}

__device__ cuda::barrier<cuda::thread_scope_device> of_all;

__global__ void prepare(int blocks) { init(&of_all, blocks); }

__global__ void between_blocks(int* data, int* sum) {
  data[blockIdx.x] = blockIdx.x + 1;
  of_all.arrive_and_wait();
  if (blockIdx.x == 0)
    for (unsigned i = 0; i < gridDim.x; ++i) *sum += data[i];
}

// Each half of the block copies for the other.
__global__ void copy_by_halves(const int* in, int* out) {
  __shared__ Barrier barrier;
  __shared__ int tile[64];
  const auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof tile / 2, barrier);
  cuda::memcpy_async(&tile[32 + threadIdx.x / 2], &in[32 + threadIdx.x / 2], threadIdx.x % 2 ? 0 : sizeof(int), barrier);
  (void)barrier.arrive();
  barrier.wait_parity(false);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

// One half waits for no time at all, and then for as long as it takes; the other comes in between.
__global__ void wait_for_a_while(int* late, int* in_time) {
  __shared__ Barrier barrier;
  __shared__ int tile[32];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  Barrier::arrival_token token{};
  if (threadIdx.x < 32) {
    token = barrier.arrive();
    atomicAdd(late, !barrier.try_wait_for(Barrier::arrival_token(token), std::chrono::nanoseconds(0)) &&
                        !barrier.try_wait_parity_until(false, std::chrono::steady_clock::now()));
  }
  __syncthreads();
  if (threadIdx.x >= 32) {
    tile[threadIdx.x - 32] = threadIdx.x - 32;
    return static_cast<void>(barrier.arrive());
  }
  const bool there = barrier.try_wait_parity_for(false, std::chrono::hours::max());
  atomicAdd(in_time, there && barrier.try_wait_until(std::move(token), std::chrono::steady_clock::now() + std::chrono::hours(1)) &&
                         tile[31 - threadIdx.x] == int(31 - threadIdx.x));
}

int main() {
  int* memory;
  int copy[128];
  cudaMalloc(&memory, sizeof copy);
  const auto fetch = [&] { cudaMemcpy(copy, memory, sizeof copy, cudaMemcpyDeviceToHost); };
  const auto clear = [&] { cudaMemset(memory, 0, sizeof copy); };

  for (int i = 0; i < 128; ++i) copy[i] = i;
  cudaMemcpy(memory, copy, sizeof copy, cudaMemcpyHostToDevice);
  rotate<<<1, 96>>>(memory);
  fetch();
  bool right = true;
  for (int i = 0; i < 96; ++i) right = right && copy[i] == 1000 + (i + 1) % 96;
  std::printf("rotated: %s\n", right ? "right" : "wrong");

  clear();
  hand_over<<<1, 64>>>(memory);
  fetch();
  std::printf("handed over in 8 laps: %d\n", copy[0]);

  clear();
  leave_early<<<1, 3>>>(memory);
  fetch();
  std::printf("left early: %d %d %d\n", copy[0], copy[1], copy[2]);

  clear();
  complete<<<1, 2>>>(memory, memory + 2);
  fetch();
  std::printf("by completion: %d phases, %d\n", copy[2], copy[3]);

  clear();
  prepare<<<1, 1>>>(8);
  between_blocks<<<8, 1>>>(memory + 1, memory);
  fetch();
  std::printf("between blocks: %d\n", copy[0]);

  for (int i = 0; i < 128; ++i) copy[i] = i;
  cudaMemcpy(memory, copy, sizeof copy, cudaMemcpyHostToDevice);
  copy_by_halves<<<1, 64>>>(memory, memory + 64);
  fetch();
  std::printf("copied: %d to %d\n", copy[64], copy[127]);

  clear();
  wait_for_a_while<<<1, 64>>>(memory, memory + 1);
  fetch();
  std::printf("too late: %d, in time: %d\n", copy[0], copy[1]);
  cudaFree(memory);
}
