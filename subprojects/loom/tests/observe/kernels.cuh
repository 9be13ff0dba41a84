// Kernels that use memory in one way each, written so that no compiler merges, widens or drops what they say.
#pragma once

#include <cuda_runtime.h>

#define ONE_BY_ONE _Pragma("unroll 1")

// Where thread i finds its element.
struct Every {
  int stride, offset;
  __device__ int operator()(int i) const { return i * stride + offset; }
};
struct Backwards {
  int last;
  __device__ int operator()(int i) const { return last - i; }
};
struct Scattered {                   // each of 2^n places once
  int factor, mask;
  __device__ int operator()(int i) const { return (i * factor + 7) & mask; }
};
struct Shared {                      // `by` neighbours at one place
  int by;
  __device__ int operator()(int i) const { return i / by; }
};
struct Without {                     // threads that differ in this bit alone at one place
  int bit;
  __device__ int operator()(int i) const { return i & ~bit; }
};
struct Rows {                        // `width` threads to a row of 32
  int width;
  __device__ int operator()(int i) const { return i / width % 4 * 32 + i % width; }
};
struct Indexed {
  const int* index;
  __device__ int operator()(int i) const { return index[i]; }
};

// Which lanes take part.
struct LowHalf {
  __device__ bool operator()(int lane) const { return lane < 16; }
};
struct EvenLanes {
  __device__ bool operator()(int lane) const { return lane % 2 == 0; }
};
struct OneLane {
  __device__ bool operator()(int lane) const { return lane == 5; }
};
struct NoLane {
  __device__ bool operator()(int lane) const { return lane == 40; }
};

struct Point {
  float x, y, z, w;
};
struct Colour {
  float r, g, b;
};
struct Pixel {
  unsigned char r, g, b;
};
struct Complex {
  float real, imaginary;
};
struct alignas(8) Aligned {
  float real, imaginary;
};

__device__ inline int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T, class Map>
__global__ void load_global(const T* in, T* out, Map at) {
  const int i = thread();
  out[i] = in[at(i)];
}

template <class T, class Map>
__global__ void store_global(const T* in, T* out, Map at) {
  const int i = thread();
  out[at(i)] = in[i];
}

template <class Which>
__global__ void some_lanes(const float* in, float* out, Which takes_part) {
  const int i = thread();
  if (takes_part(i % 32)) out[i] = in[i] + 1;
}

__global__ void member_of_structs(const Point* in, float* out) {
  const int i = thread();
  out[i] = in[i].y;
}

__global__ void rows_2d(const float* in, float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = in[y * width + x];
}

__global__ void columns_2d(const float* in, float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = in[x * width + y];
}

__global__ void walk(const float* in, float* out, int steps, int from_thread_to_thread, int from_step_to_step) {
  const int i = thread();
  float sum = 0;
  ONE_BY_ONE
  for (int k = 0; k < steps; ++k) sum += in[i * from_thread_to_thread + k * from_step_to_step];
  out[i] = sum;
}

__global__ void past_the_end(const float* in, float* out, int count) {
  const int i = thread();
  if (i >= count) return;
  out[i] = in[i] * 2;
}

// Lanes that part and meet again

__global__ void unequal_trips(const float* in, float* out) {
  const int lane = threadIdx.x % 32;
  float sum = 0;
  ONE_BY_ONE
  for (int k = 0; k <= lane / 8; ++k) sum += in[k * 32 + lane];
  out[threadIdx.x] = sum;
}

__global__ void nested_trips(const float* in, float* out) {
  const int lane = threadIdx.x % 32;
  float sum = 0;
  ONE_BY_ONE
  for (int j = 0; j <= lane % 3; ++j) {
    sum += in[1024 + j * 32 + lane];
    ONE_BY_ONE
    for (int k = 0; k < (lane / 4 + j) % 5; ++k) sum += in[k * 64 + lane];
  }
  out[threadIdx.x] = sum;
}

__global__ void two_ways(const float* a, const int* b, float* out) {
  const int i = threadIdx.x;
  if (i % 2) out[i] = a[i] * 3;
  else out[i] = static_cast<float>(b[i * 2] + 1);
}

__global__ void four_ways(const float* in, float* out) {
  const int lane = threadIdx.x % 32;
  float value = 0;
  switch (lane & 3) {
    case 0: value = in[lane]; break;
    case 1: value = in[2 * lane + 64] * 3; break;
    case 2: value = in[4 * lane + 256] + in[5]; break;
    default: break;
  }
  out[threadIdx.x] = value;
}

__global__ void now_and_then(const int* in, const int* more, int* out) {
  const int lane = threadIdx.x % 32;
  int sum = 0;
  ONE_BY_ONE
  for (int k = 0; k < 6; ++k) {
    const int value = in[k * 32 + lane];
    if ((value + lane + k) % 3 == 0) sum += more[value * 8 + k];
  }
  out[threadIdx.x] = sum;
}

__global__ void chains(const int* next, int* out) {
  int at = threadIdx.x, steps = 0;
  ONE_BY_ONE
  while (at >= 0) {
    at = next[at];
    ++steps;
  }
  out[threadIdx.x] = steps;
}

__global__ void leaves_early(const int* in, int* out, int limit) {
  const int lane = threadIdx.x % 32;
  int sum = 0;
  ONE_BY_ONE
  for (int k = 0; k < 8; ++k) {
    const int value = in[k * 32 + lane];
    sum += value;
    if (sum > limit + lane) break;
    sum += in[512 + k * 64 + 2 * lane];
  }
  out[threadIdx.x] = sum;
}

__device__ __noinline__ float fetch(const float* from, int at) { return from[at] + 1; }

__global__ void called_twice(const float* in, float* out) {
  const int i = threadIdx.x;
  float value;
  if (i % 32 < 8) value = fetch(in, i);
  else value = fetch(in + 256, 2 * i) * 2;
  out[i] = value;
}

__global__ void shuffled(const float* in, float* out) {
  const int i = threadIdx.x, lane = i % 32;
  float sum = 0;
  ONE_BY_ONE
  for (int k = 0; k < 4; ++k) {
    if (lane > 4 * k) sum += in[k * 32 + lane];
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
  }
  out[i] = sum;
}

// Transposes of a square in tiles of 32 x 32, by blocks of 32 x 8

__global__ void transpose_plainly(const float* in, float* out, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  ONE_BY_ONE
  for (int k = threadIdx.y; k < 32; k += 8) {
    const int y = blockIdx.y * 32 + k;
    out[x * n + y] = in[y * n + x];
  }
}

struct Plain {
  static constexpr int words = 32 * 32;
  __device__ static int at(int row, int column) { return row * 32 + column; }
};
struct Padded {
  static constexpr int words = 32 * 33;
  __device__ static int at(int row, int column) { return row * 33 + column; }
};
struct Swizzled {
  static constexpr int words = 32 * 32;
  __device__ static int at(int row, int column) { return row * 32 + (column ^ row); }
};

template <class Tile>
__global__ void transpose_in_tiles(const float* in, float* out, int n) {
  __shared__ float tile[Tile::words];
  ONE_BY_ONE
  for (int k = threadIdx.y; k < 32; k += 8)
    tile[Tile::at(k, threadIdx.x)] = in[(blockIdx.y * 32 + k) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  ONE_BY_ONE
  for (int k = threadIdx.y; k < 32; k += 8)
    out[(blockIdx.x * 32 + k) * n + blockIdx.y * 32 + threadIdx.x] = tile[Tile::at(threadIdx.x, k)];
}

// Shared memory, by blocks of one warp

template <class T, int elements>
__device__ void fill(T (&tile)[elements], const T* in) {
  ONE_BY_ONE
  for (int k = threadIdx.x; k < elements; k += blockDim.x) tile[k] = in[k];
  __syncthreads();
}

template <class T, int elements, class Map>
__global__ void load_shared(const T* in, T* out, Map at) {
  __shared__ T tile[elements];
  fill(tile, in);
  out[thread()] = tile[at(threadIdx.x)];
}

template <class T, int elements, class Map>
__global__ void store_shared(const T* in, T* out, Map at) {
  __shared__ T tile[elements];
  tile[at(threadIdx.x)] = in[at(threadIdx.x)];
  __syncthreads();
  out[thread()] = tile[at(threadIdx.x)];
}

template <class T, class Which>
__global__ void some_lanes_shared(const T* in, T* out, int stride, Which takes_part) {
  __shared__ T tile[512];
  fill(tile, in);
  if (takes_part(threadIdx.x % 32)) out[threadIdx.x] = tile[threadIdx.x * stride];
}

// A pointer of which the compiler cannot tell where it leads.
__global__ void through_a_pointer(const float* in, float* out, int lanes_in_shared) {
  __shared__ float tile[256];
  fill(tile, in);
  const int lane = threadIdx.x;
  out[lane] = fetch(lane < lanes_in_shared ? tile : in, 2 * lane);
}

// Atomics

template <class T, class Map>
__global__ void add_global(T* sums, Map at) {
  atomicAdd(&sums[at(thread())], T(1));
}

template <class T, class Map>
__global__ void add_global_and_use(T* sums, T* out, Map at) {
  const int i = thread();
  out[i] = atomicAdd(&sums[at(i)], T(i));
}

template <class Map>
__global__ void replace_global(int* cells, int* out, Map at) {
  const int i = thread();
  out[i] = atomicCAS(&cells[at(i)], 0, i);
}

struct Add {
  __device__ int operator()(int* cell, int value) const { return atomicAdd(cell, value); }
};
struct Largest {
  __device__ int operator()(int* cell, int value) const { return atomicMax(cell, value); }
};
struct Exchange {
  __device__ int operator()(int* cell, int value) const { return atomicExch(cell, value); }
};
struct Replace {
  __device__ int operator()(int* cell, int value) const { return atomicCAS(cell, 0, value); }
};

template <class Update, class Map>
__global__ void update_shared(const int* in, int* out, Update update, Map at) {
  __shared__ int cells[256];
  fill(cells, in);
  const int old = update(&cells[at(threadIdx.x)], threadIdx.x + 1);
  __syncthreads();
  out[thread()] = cells[threadIdx.x] + old;
}
