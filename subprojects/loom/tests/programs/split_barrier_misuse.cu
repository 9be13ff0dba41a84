// Barriers of libcu++ used wrongly: data read before the wait, by others than those who wait, or written by one who is through before
// others have read, or while it is still being copied, because a token is not a parity; a barrier that others use before it is initialised, that is never initialised, that counts too few arrivals, or too many.
// prints: no error
// prints: no error
// prints: no error
// prints: no error
// prints: the launch timed out and was terminated
// prints: unspecified launch failure
// prints: unspecified launch failure
// prints: the launch timed out and was terminated
// complains: thread (0,0,0) of block (0,0,0), at
// once: arrives at a barrier that was never initialised
// once: arrives at a barrier that expects no more arrivals in this phase
// complains: waits for what never happens
#include <cstdio>
#include <utility>

#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void read_early(int* out) {
  __shared__ Barrier barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;  // finds: race
  auto token = barrier.arrive();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // finds: race
  barrier.wait(std::move(token));
}

// Who is through the first wait, and through with the next arrival, tells those that are still in the first nothing.
__global__ void write_early(int* out) {
  __shared__ Barrier barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // finds: race
  tile[threadIdx.x] = 0;  // finds: race
  barrier.arrive_and_wait();
}

// A barrier of one warp tells the other nothing.
__global__ void look_on(int* out) {
  __shared__ Barrier barrier;
  __shared__ int tile[32];
  if (threadIdx.x == 0) init(&barrier, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = threadIdx.x;  // finds: race
    barrier.arrive_and_wait();
  }
  out[threadIdx.x] = tile[31 - threadIdx.x % 32];  // finds: race
}

__global__ void initialise_late() {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);  // finds: race
  barrier.arrive_and_wait();  // finds: race
}

// As a parity a token is true, whatever the phase: that of the phase before the first, which counts as ended.
__global__ void take_token_for_parity(const int* in, int* out) {
  __shared__ Barrier barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), barrier);
  barrier.wait_parity(barrier.arrive());
  out[threadIdx.x] = tile[63 - threadIdx.x];  // finds: race
}

__global__ void never_initialise() {
  __shared__ Barrier barrier;
  barrier.arrive_and_wait();
}

__global__ void await_too_few() {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, 1);
  __syncthreads();
  (void)barrier.arrive(2);
}

__global__ void await_too_many() {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x + 1);
  __syncthreads();
  barrier.arrive_and_wait();
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  const auto tell = [] {
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    if (error) cudaDeviceReset();
  };
  read_early<<<1, 64>>>(out);
  tell();
  write_early<<<1, 64>>>(out);
  tell();
  look_on<<<1, 64>>>(out);
  tell();
  initialise_late<<<1, 64>>>();
  tell();
  take_token_for_parity<<<1, 64>>>(out, out);
  tell();
  never_initialise<<<1, 64>>>();
  tell();
  await_too_few<<<1, 64>>>();
  tell();
  await_too_many<<<1, 64>>>();
  tell();
}
