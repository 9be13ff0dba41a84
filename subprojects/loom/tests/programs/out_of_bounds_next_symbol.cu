// Beyond one variable of the device lies not the next one, but a redzone, whichever way the compiler has put them.
// The kernels go through pointers: an index of an array whose length is known is checked by itself (out_of_bounds_index.cu).
// prints: cudaErrorIllegalAddress 14 times
// prints: within: 6 7 60 6
// complains: an access 4 bytes past the end of the __device__ variable first
// complains: an access 4 bytes past the end of the __device__ variable second
// complains: an access 4 bytes past the end of the __constant__ variable weights
// complains: an access 4 bytes past the end of the __constant__ variable other_weights
// complains: an access 4 bytes past the end of the __managed__ variable count
// complains: an access 4 bytes past the end of the __managed__ variable other_count
// complains: an access 1 byte past the end of the __device__ variable letter
// complains: an access 1 byte past the end of the __device__ variable other_letter
// complains: an access 1 byte past the end of the __device__ variable letters
// complains: an access 1 byte past the end of the __device__ variable other_letters
// complains: an access 1 byte past the end of the __device__ variable text
// complains: an access 2 bytes past the end of the __device__ variable small
// complains: an access 8 bytes past the end of the __device__ variable large
// complains: an access 8 bytes past the end of the __device__ variable pointers
#include <cstdio>

__device__ int first[8], second[8];
__device__ int3 given[2] = {{1, 2, 3}, {4, 5, 6}};
__device__ char letter = 7, other_letter = 8;
alignas(512) __device__ int aligned[3] = {1, 2, 3};
// Each with values that are written in another way.
__device__ char letters[2] = {1, 2}, other_letters[2] = {1, 2}, text[] = "text";
__device__ short small[2] = {1, 2};
__device__ long large[2] = {1, 2};
__device__ const int* pointers[2] = {first, second};
__constant__ float weights[2] = {10, 20};
__constant__ float other_weights[2] = {30, 60};
__managed__ int count[1] = {5}, other_count[2];

__global__ void of_device(int* out, int at) { *out = *(first + at); }             // finds: out-of-bounds
__global__ void of_device_too(int* out, int at) { *out = *(second + at); }        // finds: out-of-bounds
__global__ void of_constant(float* out, int at) { *out = *(weights + at); }       // finds: out-of-bounds
__global__ void of_constant_too(float* out, int at) { *out = *(other_weights + at); }  // finds: out-of-bounds
__global__ void of_managed(int* out, int at) { *out = *(count + at); }            // finds: out-of-bounds
__global__ void of_managed_too(int* out, int at) { *out = *(other_count + at); }  // finds: out-of-bounds
__global__ void of_letter(char* out, int at) { *out = (&letter)[at]; }        // finds: out-of-bounds
__global__ void of_other_letter(char* out, int at) { *out = (&other_letter)[at]; }  // finds: out-of-bounds
__global__ void of_other_letters(char* out, int at) { *out = *(other_letters + at); }   // finds: out-of-bounds
__global__ void of_letters(char* out, int at) { *out = *(letters + at); }         // finds: out-of-bounds
__global__ void of_text(char* out, int at) { *out = *(text + at); }               // finds: out-of-bounds
__global__ void of_small(short* out, int at) { *out = *(small + at); }            // finds: out-of-bounds
__global__ void of_large(long* out, int at) { *out = *(large + at); }             // finds: out-of-bounds
__global__ void of_pointers(const int** out, int at) { *out = *(pointers + at); } // finds: out-of-bounds
__global__ void within(int* out) {
  out[0] = given[1].z;
  out[1] = letter;
  out[2] = static_cast<int>(other_weights[1]);
  out[3] = aligned[2] * 2;
}

int failed = 0;

template <class T>
void launch(void (*kernel)(T*, int), int at) {
  T* out;
  cudaMalloc(&out, sizeof(T));
  kernel<<<1, 1>>>(out, at);
  failed += cudaDeviceSynchronize() == cudaErrorIllegalAddress;
  cudaDeviceReset();
}

int main() {
  launch(of_device, 8);
  launch(of_device_too, 8);
  launch(of_constant, 2);
  launch(of_constant_too, 2);
  launch(of_managed, 1);
  launch(of_managed_too, 2);
  launch(of_letter, 1);
  launch(of_other_letter, 1);
  launch(of_letters, 2);
  launch(of_other_letters, 2);
  launch(of_text, 5);
  launch(of_small, 2);
  launch(of_large, 2);
  launch(of_pointers, 2);
  std::printf("cudaErrorIllegalAddress %d times\n", failed);
  int* out;
  cudaMallocManaged(&out, 4 * sizeof(int));
  within<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("within: %d %d %d %d\n", out[0], out[1], out[2], out[3]);
  return cudaFree(out);
}
