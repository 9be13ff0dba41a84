// Accesses to numbers of 16 bits are of 2 bytes, to pairs of them of 4: what is wrong with them is found to the byte.
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
// prints: cudaErrorMisalignedAddress
// prints: cudaSuccess
// complains: reads 2 bytes
// complains: writes 4 bytes
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void beyond(half* out, const half* in) {
  out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 1];  // finds: out-of-bounds
}

__global__ void pairs_beyond(__nv_bfloat162* out, int count) {
  if (static_cast<int>(threadIdx.x) <= count) out[threadIdx.x] = __float2bfloat162_rn(1.0f);  // finds: out-of-bounds
}

__global__ void pairs_at_odd_places(half2* out, const half* in) {
  out[0] = *reinterpret_cast<const half2*>(in + 1);  // finds: misaligned
}

// Halves that lie side by side in one word are written without a race; a pair that holds another's half is read in one.
__global__ void neighbours(half* data, half2* out) {
  __shared__ half tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x % 2 == 0) out[threadIdx.x / 2] = *reinterpret_cast<half2*>(&tile[threadIdx.x]);  // finds: race
  __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
  half *in, *out;
  __nv_bfloat162* brains;
  half2* pairs;
  const auto begin = [&] {
    cudaDeviceReset();
    cudaMalloc(&in, 64 * sizeof(half));
    cudaMalloc(&out, 64 * sizeof(half));
    cudaMalloc(&brains, 33 * sizeof(half));
    cudaMalloc(&pairs, 32 * sizeof(half2));
    cudaMemset(in, 0, 64 * sizeof(half));
  };
  const auto end = [] { std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); };
  begin();
  beyond<<<1, 64>>>(out, in);
  end();
  begin();
  pairs_beyond<<<1, 32>>>(brains, 16);
  end();
  begin();
  pairs_at_odd_places<<<1, 1>>>(pairs, in);
  end();
  begin();
  neighbours<<<1, 64>>>(in, pairs);
  end();
}
