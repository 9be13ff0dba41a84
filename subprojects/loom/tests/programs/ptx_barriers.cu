// Barriers of PTX: by number, in shared memory, and with bulk copies that they wait for.
// prints: passed on 3 times, last 96
// prints: half a warp and those that left are not missed: 79
// prints: counted 40, any 1, all 0
// prints: arrived 2 4 6, to come 5 and then 3
// prints: copied 4096 words in 4 steps, sum 8386560, written back 12580864
// prints: copies of threads 2016
// prints: dropped 1
// prints: one leader of 32
#include <cstdint>
#include <cstdio>

__device__ unsigned in_shared(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__device__ void sync(int barrier, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory"); }
__device__ void arrive(int barrier, int threads) { asm volatile("barrier.cta.arrive.aligned %0, %1;" ::"r"(barrier), "r"(threads) : "memory"); }

// One warp fills what another empties, and a third has nothing to do with it.
__global__ void pass_on() {
  __shared__ int box[32];
  constexpr int full = 1, empty = 2;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int last = 0, times = 0;
  for (int i = 1; i <= 3 && warp < 2; ++i) {
    if (warp == 0) {
      if (i > 1) sync(empty, 64);
      box[lane] = i * (lane + 1);
      arrive(full, 64);
    } else {
      sync(full, 64);
      last = box[31 - lane];
      ++times;
      if (i < 3) arrive(empty, 64);
    }
  }
  if (warp == 2) asm volatile("bar.sync 3, 32;" ::: "memory");
  if (threadIdx.x == 32) printf("passed on %d times, last %d\n", times, last);
}

__global__ void leave_and_meet() {
  __shared__ int cells[80];
  cells[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 3) return;
  if (threadIdx.x >= 32) {
    sync(5, 64);                     // 32 threads and 16
  } else {
    asm volatile("bar.sync 6, 32;" ::: "memory");
  }
  asm volatile("barrier.sync 7;" ::: "memory");
  if (threadIdx.x == 3 && blockIdx.x == 1) printf("half a warp and those that left are not missed: %d\n", cells[79]);
}

__global__ void vote() {
  unsigned count, any, all;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 40; bar.red.popc.u32 %0, 0, p; }" : "=r"(count) : "r"(threadIdx.x));
  asm volatile("{ .reg .pred p, q; setp.eq.u32 p, %1, 40; barrier.red.or.pred q, 0, p; selp.u32 %0, 1, 0, q; }" : "=r"(any) : "r"(threadIdx.x));
  asm volatile("{ .reg .pred p, q; setp.eq.u32 p, %1, 40; bar.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q; }" : "=r"(all) : "r"(threadIdx.x));
  if (threadIdx.x == 0) printf("counted %u, any %u, all %u\n", count, any, all);
}

__device__ void init(std::uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(in_shared(barrier)), "r"(arrivals) : "memory");
}
__device__ void wait(std::uint64_t* barrier, unsigned parity) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1, 0x989680;\n"
      "@done bra DONE;\n"
      "bra WAIT;\n"
      "DONE:\n"
      "}" ::"r"(in_shared(barrier)),
      "r"(parity)
      : "memory");
}

__global__ void arrive_and_test() {
  __shared__ std::uint64_t barrier, own;
  __shared__ int sum[3];
  if (threadIdx.x == 0) {
    init(&barrier, 96);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if (threadIdx.x < 3) sum[threadIdx.x] = 0;
  __syncthreads();
  for (int phase = 0; phase < 3; ++phase) {
    if (threadIdx.x % 48 == 0) atomicAdd(&sum[phase], phase + 1);
    std::uint64_t state = 0;
    if (threadIdx.x < 32) asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 2;" : "=l"(state) : "r"(in_shared(&barrier)) : "memory");
    else if (threadIdx.x < 64) asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(in_shared(&barrier)) : "memory");
    if (threadIdx.x >= 64) wait(&barrier, phase % 2);
    for (unsigned done = threadIdx.x >= 64; !done;)
      asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(in_shared(&barrier)), "l"(state) : "memory");
  }
  if (threadIdx.x > 0) return;
  init(&own, 5);
  unsigned to_come, later;
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%1], 2; mbarrier.pending_count.b64 %0, s; }" : "=r"(to_come) : "r"(in_shared(&own)) : "memory");
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%1]; mbarrier.pending_count.b64 %0, s; }" : "=r"(later) : "r"(in_shared(&own)) : "memory");
  printf("arrived %d %d %d, to come %u and then %u\n", sum[0], sum[1], sum[2], to_come, later);
}

// A producer and its consumers, with two stages.
__global__ void stream(const int* from, int* to, int* sum) {
  constexpr int stages = 2, words = 1024;
  __shared__ alignas(16) int stage[stages][words];
  __shared__ std::uint64_t full[stages], empty[stages];
  if (threadIdx.x == 0) {
    for (int i = 0; i < stages; ++i) init(&full[i], 1), init(&empty[i], 64);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  int mine = 0;
  for (int i = 0; i < 4; ++i) {
    const int at = i % stages, round = i / stages;
    if (threadIdx.x == 64) {
      wait(&empty[at], round % 2 ^ 1);
      std::uint64_t state;
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 %0, [%1], %2;" : "=l"(state) : "r"(in_shared(&full[at])), "r"(4 * words) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(in_shared(stage[at])), "l"(from + i * words),
                   "r"(4 * words), "r"(in_shared(&full[at]))
                   : "memory");
    } else if (threadIdx.x < 64) {
      wait(&full[at], round % 2);
      for (int j = threadIdx.x; j < words; j += 64) mine += stage[at][j];
      asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(in_shared(&empty[at])) : "memory");
    }
  }
  atomicAdd(sum, mine);
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < 4; ++i)
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to + i * words), "r"(in_shared(stage[i % 2])), "r"(4 * words) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

__global__ void copy_by_threads(const int* from, int* out) {
  __shared__ std::uint64_t barrier;
  __shared__ int cells[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(in_shared(&cells[threadIdx.x])), "l"(from + threadIdx.x) : "memory");
  if (threadIdx.x % 2) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(in_shared(&barrier)) : "memory");
  } else {
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(in_shared(&barrier)) : "memory");
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(in_shared(&barrier)) : "memory");
  }
  wait(&barrier, 0);
  atomicAdd(out, cells[63 - threadIdx.x]);
}

__global__ void drop() {
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 32);
  __syncwarp();
  if (threadIdx.x > 0) asm volatile("{ .reg .b64 s; mbarrier.arrive_drop.shared.b64 s, [%0]; }" ::"r"(in_shared(&barrier)) : "memory");
  else asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(in_shared(&barrier)) : "memory");
  if (threadIdx.x > 0) return;
  wait(&barrier, 0);
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(in_shared(&barrier)) : "memory");
  wait(&barrier, 1);
  printf("dropped 1\n");
}

__global__ void elect(int* leaders) {
  unsigned leads;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(leads));
  atomicAdd(leaders, leads);
}

int main() {
  pass_on<<<1, 96>>>();
  leave_and_meet<<<2, 80>>>();
  cudaDeviceSynchronize();
  vote<<<1, 64>>>();
  arrive_and_test<<<1, 96>>>();
  int *from, *to, *sums;
  cudaMallocManaged(&from, 4096 * sizeof(int));
  cudaMallocManaged(&to, 4096 * sizeof(int));
  cudaMallocManaged(&sums, 3 * sizeof(int));
  for (int i = 0; i < 4096; ++i) from[i] = i;
  for (int i = 0; i < 3; ++i) sums[i] = 0;
  stream<<<1, 96>>>(from, to, sums);
  cudaDeviceSynchronize();
  int back = 0;
  for (int i = 0; i < 4096; ++i) back += to[i];
  std::printf("copied 4096 words in 4 steps, sum %d, written back %d\n", sums[0], back);
  copy_by_threads<<<1, 64>>>(from, sums + 1);
  cudaDeviceSynchronize();
  std::printf("copies of threads %d\n", sums[1]);
  drop<<<1, 32>>>();
  elect<<<1, 32>>>(sums + 2);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s leader of 32\n", sums[2] == 1 ? "one" : "no, or more than one,");
  cudaFree(from);
  cudaFree(to);
  cudaFree(sums);
  return error;
}
