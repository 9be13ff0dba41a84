// What loom::observe promises beside its figures. Runs on loom and on a GPU.
#include <loom/observe.h>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>

__global__ void copy(const float* in, float* out, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

template <class T>
__global__ void add_up(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 32];
}

// The compiler cannot tell where the pointer leads.
__device__ __noinline__ float fetch(const float* from, int at) { return from[at]; }

__global__ void from_somewhere(const float* in, float* out, bool shared) {
  __shared__ float tile[64];
  const float value = in[threadIdx.x];
  tile[threadIdx.x] = value;
  tile[threadIdx.x + 32] = value;
  __syncthreads();
  out[threadIdx.x] = fetch(shared ? tile : in, 2 * threadIdx.x);
}

__global__ void add_one(int* counter) { *counter += 1; }

// By the first `threads` threads of the grid.
__global__ void fill(float* out, int n, int threads) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < threads)
    for (int i = t; i < n; i += threads) out[i] = 1;
}

int failures = 0;

void check(bool good, const char* sentence) {
  if (good) return;
  std::printf("WRONG: not so that %s\n", sentence);
  ++failures;
}

template <class Exception, class Work>
bool throws(Work work) {
  try {
    loom::observe(work);
  } catch (const Exception&) {
    return true;
  }
  return false;
}

void run() {
  float *in, *out;
  int* counter;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(in, 0, 1 << 20);
  cudaMemset(counter, 0, sizeof(int));

  copy<<<1, 32>>>(in, out, 32);      // waits in the queue when the observation begins
  const loom::Seen two = loom::observe([&] {
    copy<<<2, 64>>>(in, out, 1);
    copy<<<2, 64>>>(in, out, 2);
  });
  check(two.global_loads.requests == 8 && two.global_loads.sectors == 4 * 4 + 4 * 8, "kernels of one observation add up, and no others");
  check(two.global_loads.bytes_per_sector() == 1024 / 48.0, "bytes are counted once each");
  check(two.active_lanes == 32, "all lanes take part");

  const loom::Seen pointed = loom::observe([&] { from_somewhere<<<1, 32>>>(in, out, true); });
  check(pointed.shared_loads.requests == 1 && pointed.shared_loads.wavefronts == 2 && pointed.global_loads.requests == 1,
        "an access counts where its pointer leads");

  const loom::Seen none = loom::observe([] {});
  check(none.global_loads.requests == 0 && none.global_loads.sectors_per_request() == 0 && none.shared_loads.wavefronts_per_request() == 0,
        "nothing is seen where nothing is launched");

  loom::observe([&] { add_one<<<1, 1>>>(counter); });
  int counted = 0;
  cudaMemcpy(&counted, counter, sizeof counted, cudaMemcpyDeviceToHost);
  check(counted == 1, "a kernel has run once, however often its counters needed it");

  const auto* const halves = reinterpret_cast<const half*>(in);
  const auto* const pairs = reinterpret_cast<const half2*>(in);
  const loom::Seen narrow = loom::observe([&] { add_up<<<1, 32>>>(halves, reinterpret_cast<half*>(out)); });
  const loom::Seen paired = loom::observe([&] { add_up<<<1, 32>>>(pairs, reinterpret_cast<half2*>(out)); });
  check(narrow.global_loads.sectors_per_request() == 2 && narrow.global_stores.sectors == 2, "a half is accessed in 2 bytes");
  check(paired.global_loads.requests == 2 && paired.global_loads.sectors == 8 && paired.global_stores.requests == 1,
        "a pair of halves is accessed at once, in 4 bytes");

  check(throws<std::logic_error>([] { loom::observe([] {}); }), "observations do not nest");
  check(throws<int>([&] { copy<<<1, 32>>>(in, out, 1); throw 7; }), "an exception passes through");
  check(loom::observe([&] { copy<<<1, 32>>>(in, out, 1); }).global_stores.sectors == 4, "an observation after an exception is good");
  check(cudaGetLastError() == cudaSuccess, "there is no error");

#ifdef __LOOM__
  check(two.lines.size() == 1 && two.lines[0].file == "behaviour.cu" && two.lines[0].line == 12 && two.lines[0].global_stores.sectors == 32,
        "lines have their share");

  check(two.division.threads() == 128 && two.division.blocks() == 2, "equal threads divide the work equally, in each of two launches");
  const loom::Seen serial = loom::observe([&] { fill<<<4, 64>>>(out, 1000, 1); });
  const loom::Seen parallel = loom::observe([&] { fill<<<4, 64>>>(out, 1000, 256); });
  check(serial.division.threads() > 1 && serial.division.threads() < 2 && serial.division.blocks() < 2, "work of one thread is seen as that");
  check(parallel.division.threads() > 128 && parallel.division.blocks() > 3.5, "work of all threads is seen as that");
  check(none.division.threads() == 0 && none.division.blocks() == 0, "nothing is divided where nothing is launched");
#endif
}

int main() {
  try {
    run();
  } catch (const loom::CannotObserve& refusal) {
    std::printf("skipped: %s\n", refusal.what());
    return 77;
  }
  return failures ? 1 : 0;
}
