// Sums and products in PTX of numbers that are longer than a register: each thread has a carry of its own.
// prints: 64 right sums, 64 right differences, 64 right products
// prints: a borrow is not a carry: ffffffff 0
#include <cstdio>

using Wide = unsigned __int128;

__device__ unsigned add_cc(unsigned a, unsigned b) {
  unsigned sum;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
  return sum;
}
__device__ unsigned addc_cc(unsigned a, unsigned b) {
  unsigned sum;
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
  return sum;
}
__device__ unsigned addc(unsigned a, unsigned b) {
  unsigned sum;
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
  return sum;
}

__device__ Wide joined(const unsigned* parts) {
  return static_cast<Wide>(parts[3]) << 96 | static_cast<Wide>(parts[2]) << 64 | static_cast<Wide>(parts[1]) << 32 | parts[0];
}

__global__ void compute(int* right) {
  __shared__ unsigned a[64][4], b[64][4], sum[64][4];
  const unsigned t = threadIdx.x;
  for (unsigned i = 0; i < 4; ++i) {
    a[t][i] = t % 4 == 0 ? 0xffffffff : 2654435761u * (4 * t + i + 1);
    b[t][i] = t % 8 == 0 ? i == 0 : 2246822519u * (t + 4 * i + 7);
  }
  // Threads wait between the parts of one sum, so that those of others come between them.
  sum[t][0] = add_cc(a[t][0], b[t][0]);
  __syncthreads();
  sum[t][1] = addc_cc(a[t][1], b[t][1]);
  __syncwarp();
  sum[t][2] = addc_cc(a[t][2], b[t][2]);
  __syncthreads();
  sum[t][3] = addc(a[t][3], b[t][3]);
  if (joined(sum[t]) == joined(a[t]) + joined(b[t])) atomicAdd(&right[0], 1);

  const Wide x = joined(a[t]), y = joined(b[t]);
  unsigned long long low, high;
  asm("sub.cc.u64 %0, %2, %3;\n\t"
      "subc.u64 %1, %4, %5;"
      : "=&l"(low), "=l"(high)
      : "l"(static_cast<unsigned long long>(x)), "l"(static_cast<unsigned long long>(y)), "l"(static_cast<unsigned long long>(x >> 64)),
        "l"(static_cast<unsigned long long>(y >> 64)));
  if ((static_cast<Wide>(high) << 64 | low) == x - y) atomicAdd(&right[1], 1);

  // Two numbers of two parts have a product of four.
  unsigned product[4];
  asm("{\n\t"
      "mul.lo.u32 %0, %4, %6;\n\t"
      "mul.hi.u32 %1, %4, %6;\n\t"
      "mad.lo.cc.u32 %1, %5, %6, %1;\n\t"
      "madc.hi.u32 %2, %5, %6, 0;\n\t"
      "mad.lo.cc.u32 %1, %4, %7, %1;\n\t"
      "madc.hi.cc.u32 %2, %4, %7, %2;\n\t"
      "addc.u32 %3, 0, 0;\n\t"
      "mad.lo.cc.u32 %2, %5, %7, %2;\n\t"
      "madc.hi.u32 %3, %5, %7, %3;\n\t"
      "}"
      : "=&r"(product[0]), "=&r"(product[1]), "=&r"(product[2]), "=&r"(product[3])
      : "r"(a[t][0]), "r"(a[t][1]), "r"(b[t][0]), "r"(b[t][1]));
  const Wide exact = static_cast<Wide>(static_cast<unsigned long long>(x)) * static_cast<unsigned long long>(y);
  if (joined(product) == exact) atomicAdd(&right[2], 1);
}

__global__ void signs() {
  int difference;
  unsigned carry;
  asm volatile("sub.cc.s32 %0, 0, 1; addc.u32 %1, 0, 0;" : "=r"(difference), "=r"(carry));
  printf("a borrow is not a carry: %x %u\n", difference, carry);
}

int main() {
  int* right;
  cudaMallocManaged(&right, 3 * sizeof(int));
  cudaMemset(right, 0, 3 * sizeof(int));
  compute<<<1, 64>>>(right);
  cudaDeviceSynchronize();
  std::printf("%d right sums, %d right differences, %d right products\n", right[0], right[1], right[2]);
  signs<<<1, 1>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(right);
  return error;
}
