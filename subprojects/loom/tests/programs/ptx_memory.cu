// Inline PTX that reads and writes memory, in warps and by atomics.
// prints: loaded 10 20 30 40, 5, 255 -1
// prints: stored 1.5 2.5 7 9
// prints: shared 93 through 32 bits, 16 copied bytes: 10 20 0 0, then 30
// prints: counted 96, least 1, swapped 3
// prints: lanes 31 and 0, valid 1 and 0, votes 65535
// prints: message 42
// prints: vectors 7 11 13
// prints: of 128 bits 5 6, exchanged 1
#include <cstdio>

__global__ void access(const int* from, float* to) {
  int4 four;
  int one;
  unsigned byte;
  int signed_byte;
  asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w) : "l"(from));
  asm volatile("ld.global.cg.s32 %0, [%1+16];" : "=r"(one) : "l"(from));
  asm volatile("ld.global.u8 %0, [%1];" : "=r"(byte) : "l"(from + 5));
  asm volatile("ld.global.s8 %0, [%1];" : "=r"(signed_byte) : "l"(from + 5));
  printf("loaded %d %d %d %d, %d, %u %d\n", four.x, four.y, four.z, four.w, one, byte, signed_byte);
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.L2::256B.s32 %0, [%1], %2;" : "=r"(one) : "l"(from + 4), "l"(policy));
  asm volatile("st.global.cs.v2.f32 [%0], {%1, %2};" ::"l"(to), "f"(1.5f), "f"(2.5f) : "memory");
  asm volatile("st.volatile.global.f32 [%0], %1;" ::"l"(to + 2), "f"(7.0f) : "memory");
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p st.global.f32 [%0+12], %1; @!p st.global.f32 [%0], %1; }" ::"l"(to), "f"(9.0f), "r"(1) : "memory");
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
  printf("stored %g %g %g %g\n", to[0], to[1], to[2], to[3]);
}

__global__ void share(const int* from) {
  extern __shared__ int dynamic[];
  __shared__ alignas(16) int copied[5];
  const unsigned here = static_cast<unsigned>(__cvta_generic_to_shared(&dynamic[threadIdx.x]));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(here), "r"(threadIdx.x) : "memory");
  if (threadIdx.x == 0) {
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(copied));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, 8;" ::"r"(to), "l"(from) : "memory");
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group %0;" ::"n"(0) : "memory");
    asm volatile("cp.async.ca.shared.global [%0+16], [%1+8], 4;" ::"r"(to), "l"(from) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
  }
  asm volatile("bar.sync 0;" ::: "memory");
  if (threadIdx.x == 95) {
    int other;
    unsigned first;
    asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }" : "=r"(first) : "l"(&dynamic[93]));
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(other) : "r"(first));
    if (__cvta_shared_to_generic(first) != &dynamic[93]) other = -1;
    printf("shared %d through 32 bits, 16 copied bytes: %d %d %d %d, then %d\n", other, copied[0], copied[1], copied[2], copied[3], copied[4]);
  }
}

__global__ void count(int* cells) {
  int before, swapped;
  asm volatile("red.global.add.u32 [%0], 1;" ::"l"(cells) : "memory");
  asm volatile("atom.global.min.s32 %0, [%1], %2;" : "=r"(before) : "l"(cells + 1), "r"(threadIdx.x + 1) : "memory");
  asm volatile("atom.global.cas.b32 %0, [%1], 0, %2;" : "=r"(swapped) : "l"(cells + 2), "r"(3) : "memory");
}

__global__ void meet() {
  int next, found, valid;
  asm volatile("shfl.sync.idx.b32 %0, %1, 31, 0x1f, 0xffffffff;" : "=r"(next) : "r"(threadIdx.x));
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 1, 0, 0xffffffff; selp.u32 %1, 1, 0, p; }" : "=r"(found), "=r"(valid) : "r"(threadIdx.x));
  const int second = __shfl_sync(0xffffffff, valid, 1), first = __shfl_sync(0xffffffff, valid, 0);
  unsigned votes;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 16; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(votes) : "r"(threadIdx.x));
  if (threadIdx.x == 1) printf("lanes %d and %d, valid %d and %d, votes %u\n", next, found, second, first, votes);
}

__global__ void send(int* letter, int* flag) {
  if (blockIdx.x == 0) {
    *letter = 42;
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  } else {
    int seen;
    do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    printf("message %d\n", *letter);
  }
}

// A vector that tells of a value beside it needs no fence.
__global__ void send_vectors(uint2* pair, ulonglong2* wide) {
  if (blockIdx.x == 0) {
    asm volatile("st.relaxed.gpu.global.v2.u32 [%0], {%1, %2};" ::"l"(pair), "r"(1), "r"(7) : "memory");
    asm volatile("st.cg.v2.u32 [%0], {%1, %2};" ::"l"(pair + 1), "r"(3), "r"(4) : "memory");
    asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %2};" ::"l"(wide), "l"(11ull), "l"(13ull) : "memory");
  } else {
    unsigned flag, value;
    do asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(flag), "=r"(value) : "l"(pair) : "memory");
    while (flag == 0);
    unsigned past, caches;
    do asm volatile("ld.cg.v2.u32 {%0, %1}, [%2];" : "=r"(past), "=r"(caches) : "l"(pair + 1) : "memory");
    while (past + caches != 7);
    unsigned long long first, second;
    do asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(first), "=l"(second) : "l"(wide) : "memory");
    while (first == 0);
    printf("vectors %u %llu %llu\n", value, first, second);
  }
}

__global__ void exchange(ulonglong2* wide) {
  unsigned long long low, high;
  asm volatile("{ .reg .b128 v; mov.b128 v, {%0, %1}; st.relaxed.gpu.b128 [%2], v; fence.release.gpu; }" ::"l"(5ull), "l"(6ull), "l"(wide) : "memory");
  asm volatile("{ .reg .b128 v; ld.global.b128 v, [%2]; mov.b128 {%0, %1}, v; }" : "=l"(low), "=l"(high) : "l"(wide) : "memory");
  unsigned long long before;
  asm volatile("{ .reg .b128 old, is, wanted; .reg .u64 rest; mov.b128 is, {%1, %2}; mov.b128 wanted, {%2, %1}; atom.cas.relaxed.gpu.global.b128 old, [%3], is, wanted; "
               "mov.b128 {%0, rest}, old; }" : "=l"(before) : "l"(low), "l"(high), "l"(wide) : "memory");
  printf("of 128 bits %llu %llu, exchanged %d\n", low, high, before == 5 && wide->x == 6 && wide->y == 5);
}

int main() {
  const int numbers[8] = {10, 20, 30, 40, 5, 0xff};
  int *from, *cells;
  float* to;
  cudaMalloc(&from, sizeof numbers);
  cudaMalloc(&to, 4 * sizeof(float));
  cudaMalloc(&cells, 5 * sizeof(int));
  cudaMemcpy(from, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemset(cells, 0, 5 * sizeof(int));
  cudaMemset(cells + 1, 0x7f, sizeof(int));
  access<<<1, 1>>>(from, to);
  share<<<1, 96, 96 * sizeof(int)>>>(from);
  count<<<3, 32>>>(cells);
  cudaDeviceSynchronize();
  int results[3];
  cudaMemcpy(results, cells, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("counted %d, least %d, swapped %d\n", results[0], results[1], results[2]);
  meet<<<1, 32>>>();
  send<<<2, 1>>>(cells + 3, cells + 4);
  ulonglong2* wide;
  cudaMalloc(&wide, 2 * sizeof(ulonglong2));
  cudaMemset(wide, 0, 2 * sizeof(ulonglong2));
  send_vectors<<<2, 1>>>(reinterpret_cast<uint2*>(wide), wide + 1);
  exchange<<<1, 1>>>(wide);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(wide);
  cudaFree(from);
  cudaFree(to);
  cudaFree(cells);
  return error;
}
