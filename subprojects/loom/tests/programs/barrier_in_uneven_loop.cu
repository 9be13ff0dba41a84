// Loops with a barrier in them that some lanes of a warp leave while others have iterations left. The former wait after the loop, where the
// warp comes together again, and the latter at the barrier: a GPU hangs.
// prints: cudaSuccess 10 times
// never: bypassed
#include <cstdio>

// As often as there are elements for the thread, which is not as often for each.
__global__ void by_strides(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    out[i] += 1;
    __syncthreads();  // finds: divergent-barrier
  }
}

__global__ void breaks_and_returns(int* out) {
  for (unsigned round = 0;; ++round) {
    if (round == threadIdx.x) break;
    if (round & 1) __syncthreads();  // finds: divergent-barrier
    out[threadIdx.x] += 1;
  }
}

__global__ void breaks_and_goes_on(int* out) {
  unsigned round = 0;
  while (true) {
    if (round == threadIdx.x) break;
    else out[threadIdx.x] += 1;
    __syncthreads();  // finds: divergent-barrier
    ++round;
  }
  out[threadIdx.x] += 1;
}

__global__ void by_halves(int* out) {
  unsigned rest = threadIdx.x;
  while (rest > 0) {
    rest /= 2;
    __syncthreads();  // finds: divergent-barrier
  }
  out[threadIdx.x] = 1;
}

__global__ void at_least_once(int* out) {
  unsigned round = 0;
  do {
    out[threadIdx.x] += 1;
    __syncthreads();  // finds: divergent-barrier
  } while (++round < threadIdx.x || out[threadIdx.x] < 0);
  out[threadIdx.x] += 1;
}

__global__ void without_braces(int* out) {
  unsigned round = 0;
  do
    out[threadIdx.x] = __syncthreads_count(1);  // finds: divergent-barrier
  while (++round < threadIdx.x);
}

__global__ void over_a_list(int* out) {
  const unsigned list[] = {1, 2, 3};
  for (const unsigned i : list) {
    __syncthreads();  // finds: divergent-barrier
    if (threadIdx.x == i) break;
  }
  out[threadIdx.x] = 2;
}

// The outer one of two, in the inner of which all meet.
__global__ void outer(int* out) {
  for (unsigned round = 0;; ++round) {
    for (;;) {
      __syncthreads();  // finds: divergent-barrier
      break;
    }
    if (round == threadIdx.x) break;
  }
  out[threadIdx.x] = 3;
}
// With another loop before the barrier, and a `break` of that, which is no way out.
__global__ void behind_others(int* out) {
  for (unsigned round = 0; round <= threadIdx.x; ++round) {
    while (true) {
      if (out[threadIdx.x] >= 0) break;
    }
    __syncthreads();  // finds: divergent-barrier
  }
}

// The inner one of two, in a function that a template makes.
template <typename T>
__device__ void rounds(T* out, int n) {
  for (int i = 0; i < n; ++i) {
    __syncthreads();  // finds: divergent-barrier
    for (int k = 0; k < 3; ++k) {
      if (k == 2) break;
      out[threadIdx.x] += 1;
    }
  }
}
__global__ void nested(int* out) {
  for (int i = 0; i < 2; ++i) rounds(out, threadIdx.x < 16 ? 2 : 2 - i);
}

int main() {
  int* data;
  cudaMallocManaged(&data, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) data[i] = i;
  int succeeded = 0;
  const auto done = [&] { succeeded += cudaDeviceSynchronize() == cudaSuccess; };
  by_strides<<<1, 64>>>(data, 100), done();
  breaks_and_returns<<<1, 64>>>(data), done();
  breaks_and_goes_on<<<1, 64>>>(data), done();
  by_halves<<<1, 64>>>(data), done();
  at_least_once<<<1, 64>>>(data), done();
  without_braces<<<1, 64>>>(data), done();
  over_a_list<<<1, 32>>>(data), done();
  outer<<<1, 32>>>(data), done();
  behind_others<<<1, 32>>>(data), done();
  nested<<<1, 32>>>(data), done();
  std::printf("cudaSuccess %d times\n", succeeded);
  cudaFree(data);
}
