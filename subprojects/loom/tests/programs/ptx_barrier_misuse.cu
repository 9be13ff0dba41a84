// Barriers of PTX used wrongly: by those that do not come to them, for data that a copy may still be writing, by others with another number
// of threads, or for more bytes than come.
// prints: no error
// prints: no error
// prints: no error
// prints: unspecified launch failure
// prints: unspecified launch failure
// prints: unspecified launch failure
// prints: the launch timed out and was terminated
// once: arrives at a barrier with a different number of threads than those that wait there
// once: waits at a barrier for a number of threads that is larger than the block, or not a multiple of 32
// once: names a barrier beyond the sixteen
// once: waits for transaction bytes of an mbarrier that never arrive
#include <cstdint>
#include <cstdio>

__device__ unsigned in_shared(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__device__ void init(std::uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(in_shared(barrier)), "r"(arrivals) : "memory");
}
__device__ void expect(std::uint64_t* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(in_shared(barrier)), "r"(bytes) : "memory");
}
__device__ void wait(std::uint64_t* barrier) {
  asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }" ::"r"(in_shared(barrier)) : "memory");
}

// Two warps meet; the third has no part in it.
__global__ void go_past(int* out) {
  __shared__ int cells[96];
  cells[threadIdx.x] = threadIdx.x;  // finds: race
  if (threadIdx.x < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = cells[95 - threadIdx.x];  // finds: race
}

__global__ void arrive_only(int* out) {
  __shared__ int cells[64];
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    cells[threadIdx.x] = out[threadIdx.x];  // finds: race
  } else {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    out[threadIdx.x] = cells[threadIdx.x - 32] = 1;  // finds: race
  }
}

__global__ void synchronise_only(const int* from, int* out) {
  __shared__ alignas(16) int cells[64];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    init(&barrier, 1);
    expect(&barrier, sizeof cells);
    const unsigned to = in_shared(cells), bytes = sizeof cells, bar = in_shared(&barrier);
    asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(from), "r"(bytes), "r"(bar));  // finds: race
  }
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x];  // finds: race
  wait(&barrier);
}

__global__ void disagree() {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;" ::: "memory");
  else asm volatile("bar.sync 1, 96;" ::: "memory");
}
__global__ void count_wrongly() { asm volatile("bar.sync 1, 48;" ::: "memory"); }
__global__ void number_wrongly() { asm volatile("bar.sync 16, 96;" ::: "memory"); }

__global__ void expect_more() {
  __shared__ std::uint64_t barrier;
  if (threadIdx.x > 0) return;
  init(&barrier, 1);
  expect(&barrier, 16);
  wait(&barrier);
}

int main() {
  for (int kernel = 0; kernel < 7; ++kernel) {
    int* cells;
    cudaMalloc(&cells, 192 * sizeof(int));
    cudaMemset(cells, 0, 192 * sizeof(int));
    if (kernel == 0) go_past<<<1, 96>>>(cells);
    if (kernel == 1) arrive_only<<<1, 64>>>(cells);
    if (kernel == 2) synchronise_only<<<1, 64>>>(cells, cells + 64);
    if (kernel == 3) disagree<<<1, 96>>>();
    if (kernel == 4) count_wrongly<<<1, 96>>>();
    if (kernel == 5) number_wrongly<<<1, 96>>>();
    if (kernel == 6) expect_more<<<1, 32>>>();
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaDeviceReset();
  }
}
