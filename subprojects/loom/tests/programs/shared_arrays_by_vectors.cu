// Shared arrays of small numbers are filled and read by the vector: behind one another they lie at multiples of 16, as on a GPU.
// prints: 1920 448 192
// prints: a struct of 3 bytes, 4 of 12
#include <cuda_fp16.h>

#include <cstdio>

// Small variables of other kernels, before and behind, do not push them away.
__global__ void flags(int* out) {
  __shared__ char flag[3];
  flag[0] = flag[1] = flag[2] = 1;
  *out = flag[0] + flag[1] + flag[2];
}

__global__ void sums(int* out, const int4* in) {
  __shared__ half first[16][16];
  __shared__ unsigned char second[8][16];
  __shared__ half third[16][8];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 32; ++i) reinterpret_cast<int4*>(first)[i] = in[0];
    for (int i = 0; i < 8; ++i) reinterpret_cast<int4*>(second)[i] = in[1];
    for (int i = 0; i < 16; ++i) reinterpret_cast<int4*>(third)[i] = in[2];
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < 256; ++i) out[0] += int(__half2float(first[i / 16][i % 16]));
    for (int i = 0; i < 128; ++i) out[1] += second[i / 16][i % 16];
    for (int i = 0; i < 128; ++i) out[2] += int(__half2float(third[i / 8][i % 8]));
  }
}

// The variable is aligned, and not its type.
__global__ void sizes(int* out) {
  struct Small {
    char part[3];
  } __shared__ small[4];
  small[0].part[0] = 1;
  out[0] = sizeof(Small);
  out[1] = sizeof(small);
}

__global__ void more_flags(int* out) {
  __shared__ char flag[5];
  flag[0] = flag[4] = 1;
  *out = flag[0] + flag[4];
}

int main() {
  int4* in;
  int* out;
  cudaMallocManaged(&in, 3 * sizeof(int4));
  cudaMallocManaged(&out, 3 * sizeof(int));
  half* const halves = reinterpret_cast<half*>(in);
  unsigned char* const bytes = reinterpret_cast<unsigned char*>(in + 1);
  half* const more_halves = reinterpret_cast<half*>(in + 2);
  for (int i = 0; i < 8; ++i) {
    halves[i] = __float2half(float(i + 4));
    more_halves[i] = __float2half(float(i % 4));
  }
  for (int i = 0; i < 16; ++i) bytes[i] = static_cast<unsigned char>(i % 8);
  flags<<<1, 1>>>(out);
  more_flags<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  sums<<<1, 32>>>(out, in);
  cudaDeviceSynchronize();
  std::printf("%d %d %d\n", out[0], out[1], out[2]);
  sizes<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("a struct of %d bytes, 4 of %d\n", out[0], out[1]);
  cudaFree(in);
  cudaFree(out);
}
