// Indices outside of arrays of known length, each in a kernel of its own: local, shared, of a struct and of a library. What is right goes on.
// prints: local: ended early
// prints: negative: ended early
// prints: shared: ended early
// prints: member: ended early
// prints: last member: ended early
// prints: std::array: ended early
// prints: right: 21
// with: LOOM_AFTER_FAULT=go-on
// complains: index 8 of an array that is declared as float [8]
// complains: index -1 of an array that is declared as int [4]
// complains: index 16 of an array that is declared as int [16]
#include <array>
#include <cstdio>

struct Stack {
  int top = 0;
  int items[4] = {};
  float weights[4] = {};
};

// Arrays of one element at the end of a struct stand for as many as the memory holds.
struct Packet {
  int length;
  int payload[1];
};

__global__ void local(int n, float* out) {
  float sums[8] = {};
  for (int i = 0; i <= n; ++i) sums[i] += i;  // finds: out-of-bounds
  *out = sums[n - 1];
}

__global__ void negative(int n, float* out) {
  int last[4] = {1, 2, 3, 4};
  *out = last[n - 9];  // finds: out-of-bounds
}

// Another row of the same array, which a GPU reads without a word.
__global__ void shared(int n, float* out) {
  __shared__ int tile[16][16];
  tile[threadIdx.x / 16][threadIdx.x % 16] = 1;
  __syncthreads();
  if (threadIdx.x == 0) *out = tile[3][2 * n];  // finds: out-of-bounds
}

__global__ void member(int n, float* out) {
  Stack stack;
  stack.items[n / 2] = 1;  // finds: out-of-bounds
  *out = stack.weights[0];
}

__global__ void last_member(Stack* stack, int n, float* out) { *out = stack->weights[n]; }  // finds: out-of-bounds

__global__ void library(int n, float* out) {
  std::array<int, 8> numbers{};
  *out = numbers[n + 1];  // finds: out-of-bounds
}

__global__ void right(Packet* packet, int n, float* out) {
  float sums[8] = {};
  for (float* at = sums; at != &sums[n]; ++at) *at = 1;
  for (int i = 0; i < packet->length; ++i) packet->payload[i] = i;
  *out = sums[n - 1] + packet->payload[n - 3] + packet->payload[packet->length - 1];
}

template <class Launch>
void report(const char* name, float* out, Launch launch) {
  cudaMemset(out, 0xff, sizeof(float));
  launch();
  float result = 0;
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  if (result == result) std::printf("%s: %g\n", name, result);
  else std::printf("%s: ended early\n", name);
}

int main() {
  float* out;
  Stack* stack;
  Packet* packet;
  cudaMalloc(&out, sizeof(float));
  cudaMalloc(&stack, 2 * sizeof(Stack));
  cudaMalloc(&packet, 17 * sizeof(int));
  cudaMemset(stack, 0, 2 * sizeof(Stack));
  const int length = 16;
  cudaMemcpy(packet, &length, sizeof length, cudaMemcpyHostToDevice);
  report("local", out, [&] { local<<<1, 1>>>(8, out); });
  report("negative", out, [&] { negative<<<1, 1>>>(8, out); });
  report("shared", out, [&] { shared<<<1, 256>>>(8, out); });
  report("member", out, [&] { member<<<1, 1>>>(8, out); });
  report("last member", out, [&] { last_member<<<1, 1>>>(stack, 8, out); });
  report("std::array", out, [&] { library<<<1, 1>>>(8, out); });
  report("right", out, [&] { right<<<1, 1>>>(packet, 8, out); });
  cudaFree(out);
  cudaFree(stack);
  cudaFree(packet);
}
