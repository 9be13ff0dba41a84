// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 3039e109e914fd58992443adb0410e16c5bcb617]
#include <cstdio>

__global__ void answer(int* place) { *place = 42; }

bool ask(const char* question, cudaError_t error, bool yes = true) {
  std::printf("%-45s %s\n", question, error != cudaSuccess ? cudaGetErrorString(error) : yes ? "yes" : "no");
  return error == cudaSuccess && yes;
}

int main() {
  int driver = 0, runtime = 0, devices = 0, found = 0, *place = nullptr;
  cudaError_t error = cudaDriverGetVersion(&driver);
  if (!ask("Is there a driver?", error, driver > 0)) return 1;
  error = cudaRuntimeGetVersion(&runtime);
  if (!ask("Does it know this major version of CUDA?", error, driver / 1'000 >= runtime / 1'000)) return 1;
  error = cudaGetDeviceCount(&devices);
  if (!ask("Is there a device that we may use?", error, devices > 0)) return 1;
  if (!ask("Can we have memory?", cudaMalloc(&place, sizeof(int)))) return 1;
  answer<<<1, 1>>>(place);
  if (!ask("Is there code for this device?", cudaGetLastError())) return 1;
  error = cudaMemcpy(&found, place, sizeof(int), cudaMemcpyDeviceToHost);
  if (!ask("Does a kernel run, and its result arrive?", error, found == 42)) return 1;
  return cudaFree(place) == cudaSuccess ? 0 : 1;
}
