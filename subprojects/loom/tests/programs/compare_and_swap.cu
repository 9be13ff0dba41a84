// Atomics that CUDA has not are made of compare-and-swap, and what each plainly reads first is only a guess: in global memory, in shared
// memory, beside other atomics, as half of a word, by C++'s atomics, and by the host meanwhile.
// prints: product 4096, largest 383.5, halves 384 384, first 6, sum 1176
#include <cstdio>

#include <cuda/atomic>

__device__ unsigned multiply(unsigned* place, unsigned factor) {
  unsigned seen = *place, guess;
  do {
    guess = seen;
    seen = atomicCAS(place, guess, guess * factor);
  } while (seen != guess);
  return seen;
}

__device__ void raise(double* place, double value) {
  auto* const bits = reinterpret_cast<unsigned long long*>(place);
  unsigned long long seen = *bits, guess;
  do {
    guess = seen;
    if (__longlong_as_double(guess) >= value) return;
    seen = atomicCAS(bits, guess, __double_as_longlong(value));
  } while (seen != guess);
}

// Counts in one half of a word, while others count in the other.
__device__ void count_in_half(unsigned short* place) {
  auto* const word = reinterpret_cast<unsigned*>(reinterpret_cast<size_t>(place) & ~size_t{2});
  const unsigned one = reinterpret_cast<size_t>(place) & 2 ? 0x10000 : 1;
  unsigned seen = *word, guess;
  do {
    guess = seen;
    seen = atomicCAS(word, guess, guess + one);
  } while (seen != guess);
}

__global__ void collect(unsigned* product, double* largest, unsigned short* halves) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me % 32 == 0) multiply(product, 2);
  raise(largest, me + 0.5);
  count_in_half(&halves[me % 2]);
}

// Takes the first free slot. The look before the swap spares a swap that must fail.
__global__ void take_slots(int* first) {
  __shared__ int slots[64];
  __shared__ int taken;
  slots[threadIdx.x] = 0;
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  for (int slot = 0; threadIdx.x < 7 && slot < 64; ++slot) {
    if (slots[slot] != 0 || atomicCAS(&slots[slot], 0, 1) != 0) continue;
    atomicMax(&taken, slot);
    break;
  }
  __syncthreads();
  if (threadIdx.x == 0) *first = taken;
}

__host__ __device__ void add(int* sum, int value) {
  int guess = *sum;
  while (!__atomic_compare_exchange_n(sum, &guess, guess + value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

__global__ void add_all(int* sum) {
  cuda::atomic_ref<int> place(*sum);
  int guess = *sum;
  while (!place.compare_exchange_weak(guess, guess + static_cast<int>(threadIdx.x))) {
  }
  add(sum, 1);
}

int main() {
  unsigned* product;
  double* largest;
  unsigned short* halves;
  int *first, *sum;
  cudaMallocManaged(&sum, sizeof *sum);
  cudaMallocManaged(&product, sizeof *product);
  cudaMallocManaged(&largest, sizeof *largest);
  cudaMallocManaged(&halves, 2 * sizeof *halves);
  cudaMallocManaged(&first, sizeof *first);
  *product = 1;
  *largest = -1;
  halves[0] = halves[1] = 192;
  collect<<<3, 128>>>(product, largest, halves);
  take_slots<<<1, 64>>>(first);
  cudaDeviceSynchronize();
  *sum = 0;
  add_all<<<1, 48>>>(sum);
  int guess = *sum;
  while (!__sync_bool_compare_and_swap(sum, guess, 0)) guess = *sum;
  cudaDeviceSynchronize();
  std::printf("product %u, largest %.1f, halves %d %d, first %d, sum %d\n", *product, *largest, halves[0], halves[1], *first, *sum);
  cudaFree(product);
  cudaFree(largest);
  cudaFree(halves);
  cudaFree(first);
  cudaFree(sum);
}
