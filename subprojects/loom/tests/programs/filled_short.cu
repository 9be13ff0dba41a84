// Elements of which a copy or a memset of the host has written only a part. Elsewhere, some bytes fewer than a whole element are not a fault.
// prints: cudaSuccess
#include <cstdio>

__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] * 2;  // finds: uninitialised-read
}
__global__ void twice(const short* in, short* out) {
  out[threadIdx.x] = in[threadIdx.x] * 2;  // finds: uninitialised-read
}
__global__ void twice(const double* in, double* out) {
  out[threadIdx.x] = in[threadIdx.x] * 2;  // finds: uninitialised-read
}

struct Padded { int number; char letter; };

__global__ void copy(const Padded* from, Padded* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void copy(const unsigned* from, unsigned* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void write(unsigned char* bytes, unsigned first) { bytes[first + threadIdx.x] = 1; }
__global__ void number(Padded* all) {
  all[threadIdx.x].number = 1;
  all[threadIdx.x].letter = 'x';
}

int main() {
  constexpr unsigned n = 32;
  void *from, *to;
  cudaMalloc(&to, 1024);
  const auto fresh = [&] { cudaFree(from), cudaMalloc(&from, 1024); };
  cudaMalloc(&from, 1024);
  static const char host[1024] = {};

  cudaMemset(from, 0, n * sizeof(int) - 1);
  twice<<<1, n>>>(static_cast<int*>(from), static_cast<int*>(to));
  fresh();
  cudaMemcpy(from, host, n * sizeof(short) - 1, cudaMemcpyHostToDevice);
  twice<<<1, n>>>(static_cast<short*>(from), static_cast<short*>(to));
  fresh();
  cudaMemcpyAsync(from, host, n * sizeof(double) - 3, cudaMemcpyDefault);
  twice<<<1, n>>>(static_cast<double*>(from), static_cast<double*>(to));

  // The padding behind the last letter, of structs that came from the host and of some that a kernel wrote.
  fresh();
  cudaMemcpy(from, host, n * sizeof(Padded) - 3, cudaMemcpyHostToDevice);
  copy<<<1, n>>>(static_cast<Padded*>(from), static_cast<Padded*>(to));
  fresh();
  number<<<1, n>>>(static_cast<Padded*>(from));
  copy<<<1, n>>>(static_cast<Padded*>(from), static_cast<Padded*>(to));

  // Rows of bytes, read by words.
  fresh();
  cudaMemset2D(from, 4, 0, 3, n);
  copy<<<1, n>>>(static_cast<unsigned*>(from), static_cast<unsigned*>(to));

  // Another one writes the rest: the host, a kernel.
  fresh();
  cudaMemset(from, 0, 61);
  cudaMemset(static_cast<char*>(from) + 61, 1, 30);
  write<<<1, 37>>>(static_cast<unsigned char*>(from), 91);
  copy<<<1, n>>>(static_cast<unsigned*>(from), static_cast<unsigned*>(to));

  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(from);
  cudaFree(to);
}
